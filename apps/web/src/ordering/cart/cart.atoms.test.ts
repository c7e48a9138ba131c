import {
  cartAtom,
  cartCountAtom,
  changeQuantity,
  emptyCart,
  putInCart,
  removeBoughtLines,
  removeLine,
  updatePrices,
} from './cart.atoms.ts';
import { auth, sessionOf } from '../../kernel/session.test-kit.ts';
import { store } from '../../kernel/store.ts';
import { toast } from '../../kernel/toast.tsx';

const item = {
  id: 'c1',
  title: 'Harbor',
  price: 250,
  licenseType: 'six_month',
  creatorId: 'mara',
  mediaUrl: 'a',
  mediaType: 'image',
  description: '',
} as const;

const signIn = async (id: string) => {
  const user = { id, email: `${id}@brand.test`, user_metadata: { userType: 'brand' } };
  vi.stubGlobal('fetch', async () => Response.json(sessionOf(user)));
  await auth.signInWithPassword({ email: user.email, password: 'secret12' });
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[CART-14][CART-32] a cart belongs to its brand: it is hidden at sign-out and restored at sign-in', async () => {
  await signIn('acme');
  putInCart(item);
  putInCart(item);
  expect(store.get(cartCountAtom)).toBe(2);
  await auth.signOut({ scope: 'local' });
  expect(store.get(cartAtom)).toEqual([]);
  await signIn('other');
  expect(store.get(cartAtom)).toEqual([]);
  await signIn('acme');
  expect(store.get(cartAtom)).toEqual([{ ...item, quantity: 2 }]);
  expect(JSON.parse(localStorage.getItem('cart:acme') ?? '')).toHaveLength(1);
});

test('[CART-11][CART-29] clearing the cart empties it', async () => {
  await signIn('acme');
  const told = vi.spyOn(toast, 'info');
  emptyCart();
  expect(store.get(cartAtom)).toEqual([]);
  expect(told).toHaveBeenCalledWith('Cart cleared');
});

test('[CART-26][CART-27][CART-28][CART-35] adding, adding another and removing each show their toast', async () => {
  await signIn('told');
  const [done, noted] = [vi.spyOn(toast, 'success'), vi.spyOn(toast, 'info')];
  putInCart(item);
  expect(done).toHaveBeenLastCalledWith('Added to cart', 'Harbor has been added to your cart.');
  putInCart(item);
  expect(done.mock.lastCall?.[0]).toBe('Added another: Harbor');
  const [line] = store.get(cartAtom);
  if (line) removeLine(line);
  expect(noted).toHaveBeenLastCalledWith('Removed from cart: Harbor');
  expect(store.get(cartAtom)).toEqual([]);
});

test('[FIX-10] adding an item again says how many there are now, and offers to view the cart', async () => {
  await signIn('again');
  const [done, view] = [vi.spyOn(toast, 'success'), vi.fn()];
  putInCart(item, view);
  expect(done.mock.lastCall?.[2]).toBeUndefined();
  putInCart(item, view);
  const [title, words, action] = done.mock.lastCall ?? [];
  expect([title, words]).toEqual(['Added another: Harbor', 'Your cart now holds 2 of this license.']);
  expect(action?.label).toBe('View cart');
  action?.onSelect();
  expect(view).toHaveBeenCalledTimes(1);
});

test('[CART-30] if the browser refuses to store the item, the cart stays as it was, and a message says so', async () => {
  await signIn('full');
  putInCart(item);
  const told = vi.spyOn(toast, 'error');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  putInCart(item);
  full.mockRestore();
  expect(told).toHaveBeenCalledWith('Failed to add item to cart', expect.any(String));
  expect(store.get(cartCountAtom)).toBe(1);
});

test('changes to the cart in another tab are shown immediately', async () => {
  await signIn('tabs');
  putInCart(item);
  localStorage.setItem('cart:tabs', JSON.stringify([{ ...item, quantity: 3 }]));
  window.dispatchEvent(new StorageEvent('storage', { key: 'cart:tabs' }));
  expect(store.get(cartCountAtom)).toBe(3);
});

test('changes made in two tabs at the same moment are both kept, and prices that arrive after sign-out change nothing', async () => {
  await signIn('both');
  putInCart(item);
  // The other tab has written, but this one hasn't received the storage event yet.
  const theirs = { ...item, id: 'c2', title: 'Pier', quantity: 1 };
  const addedThere = JSON.stringify([{ ...item, quantity: 1 }, theirs]);
  localStorage.setItem('cart:both', addedThere);
  putInCart({ ...item, id: 'c3', title: 'Dunes' });
  expect(store.get(cartAtom).map(({ id }) => id)).toEqual(['c1', 'c2', 'c3']);
  localStorage.setItem('cart:both', addedThere);
  updatePrices([{ ...item, price: 260.5 }]);
  expect(store.get(cartAtom)).toEqual([{ ...item, price: 260.5, quantity: 1 }, theirs]);
  await auth.signOut({ scope: 'local' });
  expect(() => updatePrices([{ ...item, price: 270 }])).not.toThrow();
});

test('invalid entries are left out, so that the cart still opens', async () => {
  await signIn('odd');
  const odd = [null, 'item', { id: 'c2' }, { ...item, quantity: 1, licenseType: 'forever' }, { ...item, quantity: 1 }];
  localStorage.setItem('cart:odd', JSON.stringify(odd));
  window.dispatchEvent(new StorageEvent('storage', { key: 'cart:odd' }));
  expect(store.get(cartAtom)).toEqual([{ ...item, quantity: 1 }]);
});

test('[CART-12] quantities are changed by the brand, prices by the server, and bought items leave', async () => {
  await signIn('bought');
  putInCart(item);
  const [line] = store.get(cartAtom);
  if (line) changeQuantity(line, 3);
  updatePrices([{ ...item, price: 260.5 }]);
  expect(store.get(cartAtom)).toEqual([{ ...item, price: 260.5, quantity: 3 }]);
  removeBoughtLines([{ ...item, quantity: 2 }]);
  expect(store.get(cartAtom)).toEqual([{ ...item, price: 260.5, quantity: 1 }]);
  if (line) changeQuantity(line, 0);
  expect(store.get(cartCountAtom)).toBe(1);
});
