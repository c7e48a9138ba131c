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
import { act, screen } from '@testing-library/react';
import { store } from '../../kernel/store.ts';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { signIn as signInAs, signOut } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { settled, user } from '../../testing/user.test-kit.ts';

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

const signIn = (id: string) => signInAs({ id, role: 'brand' });

beforeEach(() => {
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  showRoutes([{ path: '*', element: null }]);
});

/** Makes a change, and waits for its toast. */
const change = async (make: () => unknown) => {
  await act(async () => void make());
  await settled();
};

test('[CART-14][CART-32] a cart belongs to its brand: it is hidden at sign-out and restored at sign-in', async () => {
  await signIn('acme');
  await change(() => putInCart(item));
  await change(() => putInCart(item));
  expect(store.get(cartCountAtom)).toBe(2);
  await signOut();
  expect(store.get(cartAtom)).toEqual([]);
  await signIn('other');
  expect(store.get(cartAtom)).toEqual([]);
  await signIn('acme');
  expect(store.get(cartAtom)).toEqual([{ ...item, quantity: 2 }]);
  expect(JSON.parse(localStorage.getItem('cart:acme') ?? '')).toHaveLength(1);
});

test('[CART-11][CART-29] clearing the cart empties it', async () => {
  await signIn('acme');
  await change(() => putInCart(item));
  await change(emptyCart);
  expect(store.get(cartAtom)).toEqual([]);
  expect(toasts().at(-1)).toEqual(['info', 'Cart cleared']);
});

test('[CART-26][CART-27][CART-28][CART-35] adding, adding another and removing each show their toast', async () => {
  await signIn('told');
  await change(() => putInCart(item));
  expect(toasts()).toEqual([['success', 'Added to cart', 'Harbor has been added to your cart.']]);
  await change(() => putInCart(item));
  expect(toasts().at(-1)?.slice(0, 2)).toEqual(['success', 'Added another: Harbor']);
  const [line] = store.get(cartAtom);
  if (line) await change(() => removeLine(line));
  expect(toasts().at(-1)).toEqual(['info', 'Removed from cart: Harbor']);
  expect(store.get(cartAtom)).toEqual([]);
});

test('[FIX-10] adding an item again says how many there are now, and offers to view the cart', async () => {
  await signIn('again');
  const view = vi.fn();
  await change(() => putInCart(item, view));
  expect(screen.queryByRole('button', { name: 'View cart' })).toBeNull();
  await change(() => putInCart(item, view));
  expect(toasts().at(-1)).toEqual(['success', 'Added another: Harbor', 'Your cart now holds 2 of this license.']);
  await user().click(screen.getByRole('button', { name: 'View cart' }));
  expect(view).toHaveBeenCalledTimes(1);
});

test('[CART-30] if the browser refuses to store the item, the cart stays as it was, and a message says so', async () => {
  await signIn('full');
  await change(() => putInCart(item));
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await change(() => putInCart(item));
  full.mockRestore();
  expect(toasts().at(-1)).toEqual(['error', 'Failed to add item to cart', expect.any(String)]);
  expect(store.get(cartCountAtom)).toBe(1);
});

test('changes to the cart in another tab are shown immediately', async () => {
  await signIn('tabs');
  await change(() => putInCart(item));
  localStorage.setItem('cart:tabs', JSON.stringify([{ ...item, quantity: 3 }]));
  window.dispatchEvent(new StorageEvent('storage', { key: 'cart:tabs' }));
  expect(store.get(cartCountAtom)).toBe(3);
});

test('changes made in two tabs at the same moment are both kept, and prices that arrive after sign-out change nothing', async () => {
  await signIn('both');
  await change(() => putInCart(item));
  // The other tab has written, but this one hasn't received the storage event yet.
  const theirs = { ...item, id: 'c2', title: 'Pier', quantity: 1 };
  const addedThere = JSON.stringify([{ ...item, quantity: 1 }, theirs]);
  localStorage.setItem('cart:both', addedThere);
  await change(() => putInCart({ ...item, id: 'c3', title: 'Dunes' }));
  expect(store.get(cartAtom).map(({ id }) => id)).toEqual(['c1', 'c2', 'c3']);
  localStorage.setItem('cart:both', addedThere);
  updatePrices([{ ...item, price: 260.5 }]);
  expect(store.get(cartAtom)).toEqual([{ ...item, price: 260.5, quantity: 1 }, theirs]);
  await signOut();
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
  await change(() => putInCart(item));
  const [line] = store.get(cartAtom);
  if (line) changeQuantity(line, 3);
  updatePrices([{ ...item, price: 260.5 }]);
  expect(store.get(cartAtom)).toEqual([{ ...item, price: 260.5, quantity: 3 }]);
  removeBoughtLines([{ ...item, quantity: 2 }]);
  expect(store.get(cartAtom)).toEqual([{ ...item, price: 260.5, quantity: 1 }]);
  if (line) changeQuantity(line, 0);
  expect(store.get(cartCountAtom)).toBe(1);
});
