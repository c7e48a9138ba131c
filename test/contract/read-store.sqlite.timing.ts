import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bestOfThree, msOf } from '../support/best-of-three.ts';
import { openWordyItems } from '../support/worlds/wordy-items.ts';

it('[GAL-05] the names of 200 creators make counting what a prefix of very many words finds at most 8 times as slow', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'read-store-'));
  const { store } = await openWordyItems(join(directory, 'views.db'));
  const nobody = [Array.from({ length: 200 }, (_, index) => `nobody-${index}`)];
  const counting = (query: object) => msOf(() => store.count('items', query));
  const withNamesMs = await bestOfThree(() => counting({ words: 'q', named: nobody }));
  const aloneMs = await bestOfThree(() => counting({ words: 'q' }));
  await store.close();
  await rm(directory, { recursive: true });
  expect(withNamesMs / aloneMs).toBeLessThan(8);
});
