import type { ContentRow } from '@tessera/contract/content';
import { createStore } from 'jotai';
import { ApiError } from '../../kernel/send.ts';
import { cartContentAtom, followCartContentAtom } from './cart-content.atoms.ts';

const shop = vi.hoisted(() => ({
  read: vi.fn<(address: string) => Promise<unknown>>(),
  tell: (_message: unknown): void => undefined,
}));
vi.mock('../../kernel/send.ts', async (original) => ({ ...(await original<object>()), get: shop.read }));
vi.mock('./cart.atoms.ts', async () => ({
  cartAtom: (await import('jotai')).atom([{ id: 'harbour' }, { id: 'meadow' }, { id: 'sample-1' }]),
}));
vi.mock('../../kernel/reading/live.ts', () => ({
  watch: (_view: string, _key: string, onMessage: (message: unknown) => void) => {
    shop.tell = onMessage;
    return () => undefined;
  },
}));

const row = (id: string) => ({ id, media_widths: [320] }) as unknown as ContentRow;
const notFound = new ApiError(404, 'not_found', 'Not found', 'There is no such item.');

const open = async () => {
  shop.read.mockImplementation((address) =>
    address === '/api/content/harbour' ? Promise.resolve(row('harbour')) : Promise.reject(notFound),
  );
  const store = createStore();
  store.set(followCartContentAtom);
  const known = () => Object.fromEntries(store.get(cartContentAtom));
  shop.tell({ position: 10, value: null });
  await vi.waitFor(() => expect(known()).toEqual({ harbour: row('harbour'), meadow: null }));
  return known;
};

test('the cart knows which of its items have left the marketplace, and doesn’t check samples', async () => {
  await open();
});

test('an item in the cart that leaves or comes back is noticed immediately', async () => {
  const known = await open();
  shop.tell({ position: 11, value: null, removed: 'harbour' });
  shop.tell({ position: 12, value: row('meadow') });
  shop.tell({ position: 13, value: row('somebody else’s') });
  expect(known()).toEqual({ harbour: null, meadow: row('meadow') });
});
