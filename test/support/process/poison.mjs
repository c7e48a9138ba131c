// Loaded into the product with `node --import`: a faulty fold. As long as the file POISON_FLAG exists, the creators'
// dashboards can't fold the sale of an item whose title begins with "Poison". Deleting the file stands for the fixed
// release.
import { existsSync } from 'node:fs';
import { views } from '@tessera/domain/catalog';

const { handlers } = views.find(({ name }) => name === 'creator-dashboard');
const granted = handlers.get('LicenseGranted');

handlers.set('LicenseGranted', {
  ...granted,
  evolve: (document, event, key) => {
    if (event.data.item.title.startsWith('Poison') && existsSync(process.env.POISON_FLAG)) {
      throw new Error(`${event.data.item.title} could not be folded`);
    }
    return granted.evolve(document, event, key);
  },
});
