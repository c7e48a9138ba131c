import { addToCart, cartCount, cartTotal, removeFromCart, sameLine } from '@tessera/domain/ordering/cart';
import type { Cart, CartItem } from '@tessera/domain/ordering/cart';
import { atom } from 'jotai';
import { sessionAtom } from './session.ts';
import { store } from './store.ts';
import { toast } from './toast.tsx';

const keyOf = (userId: string) => `cart:${userId}`;

const restore = (userId: string): Cart => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? (kept as Cart) : [];
  } catch {
    return [];
  }
};

/** Counts changes of the stored carts, also those of other tabs. */
const storedAtom = atom(0);
window.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith('cart:')) store.set(storedAtom, (count) => count + 1);
});

/** The signed-in brand's cart. It leaves the screen at sign-out and is back at sign-in. */
export const cartAtom = atom((get): Cart => {
  get(storedAtom);
  const session = get(sessionAtom);
  return session?.role === 'brand' ? restore(session.userId) : [];
});

export const cartCountAtom = atom((get) => cartCount(get(cartAtom)));
export const cartTotalAtom = atom((get) => cartTotal(get(cartAtom)));

const keep = (cart: Cart) => {
  const session = store.get(sessionAtom);
  if (session?.role !== 'brand') throw new Error('Only a brand has a cart.');
  localStorage.setItem(keyOf(session.userId), JSON.stringify(cart));
  store.set(storedAtom, (count) => count + 1);
};

export type NewCartItem = Omit<CartItem, 'quantity'>;

export const putInCart = (item: NewCartItem): void => {
  const before = store.get(cartAtom);
  try {
    keep(addToCart(before, item));
  } catch {
    toast.error('Failed to add item to cart', 'Your browser refused to keep it. Free some space and try again.');
    return;
  }
  if (before.some((line) => sameLine(line, item))) toast.success(`Added another: ${item.title}`);
  else toast.success('Added to cart', `${item.title} has been added to your cart.`);
};

export const takeFromCart = (item: CartItem): void => {
  keep(removeFromCart(store.get(cartAtom), item));
  toast.info(`Removed from cart: ${item.title}`);
};

/** After a purchase nothing needs saying; at the brand's own wish it is confirmed. */
export const emptyCart = ({ silent = false } = {}): void => {
  keep([]);
  if (!silent) toast.info('Cart cleared');
};
