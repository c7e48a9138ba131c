import { waitFor } from '@testing-library/react';
import type { ContentRow } from '@tessera/contract/content';
import { everybody } from '@tessera/domain/content/row';
import { store } from '../../kernel/store.ts';
import { liveServer } from '../../testing/live-server.test-kit.ts';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { settled } from '../../testing/user.test-kit.ts';
import { item } from '../cart-item.test-kit.ts';
import { cartContentAtom, followCartContentAtom } from './cart-content.atoms.ts';
import { putInCart } from './cart.atoms.ts';

const row = (id: string) => ({ id, media_widths: [320] }) as unknown as ContentRow;
const known = () => Object.fromEntries(store.get(cartContentAtom));
const tell = (message: object) => liveServer.push('marketplace', everybody, { position: 11, value: null, ...message });

let stop = () => {};
afterEach(() => stop());

/** Follows a cart of which one item has left the marketplace and another is a sample. */
const open = async () => {
  localStorage.clear();
  await signIn({ id: 'acme', role: 'brand' });
  for (const id of ['harbour', 'meadow', 'sample-1']) putInCart({ ...item, id });
  server.answer('GET /api/content/harbour', row('harbour'));
  server.refuse('GET /api/content/meadow', 404, { code: 'not_found', message: 'There is no such item.' });
  liveServer.answer('marketplace', everybody, { position: 10, value: null });
  stop = store.set(followCartContentAtom);
  await waitFor(() => expect(server.asked('GET /api/content/*')).not.toEqual([]));
  await settled();
};

test('the cart knows which of its items have left the marketplace, and doesn’t check samples', async () => {
  await open();
  expect(known()).toEqual({ harbour: row('harbour'), meadow: null });
  const asked = server.asked('GET /api/content/*').map(({ path }) => path);
  expect(asked).toEqual(['/api/content/harbour', '/api/content/meadow']);
});

test('an item in the cart that leaves or comes back is noticed immediately', async () => {
  await open();
  await tell({ removed: 'harbour' });
  await tell({ value: row('meadow') });
  await tell({ value: row('somebody else’s') });
  expect(known()).toEqual({ harbour: null, meadow: row('meadow') });
});
