import { isLicenseType } from '@tessera/domain/license-types';
import {
  addToCart,
  cartCount,
  cartTotal,
  removeFromCart,
  repriced,
  sameLine,
  setQuantity,
  withoutBought,
} from '@tessera/domain/ordering/cart';
import type { Cart, CartItem } from '@tessera/domain/ordering/cart';
import { atom } from 'jotai';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { toast } from '../../kernel/toast.tsx';
import { track } from '../../traffic/public.ts';

const keyOf = (userId: string) => `cart:${userId}`;

/** What another version, or another hand, left in the browser is no item. */
const isCartItem = (value: unknown): value is CartItem => {
  const item = value as Partial<CartItem> | null;
  return (
    typeof item === 'object' &&
    typeof item?.id === 'string' &&
    typeof item.title === 'string' &&
    typeof item.price === 'number' &&
    isLicenseType(item.licenseType) &&
    Number.isInteger(item.quantity)
  );
};

const restore = (userId: string): Cart => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isCartItem) : [];
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

/** Changes the cart as it is stored now: another tab may have changed it since it was last shown here. */
const change = (changed: (cart: Cart) => Cart): void => {
  const session = store.get(sessionAtom);
  if (session?.role !== 'brand') throw new Error('Only brands have a cart.');
  const before = restore(session.userId);
  const after = changed(before);
  if (after === before) return;
  localStorage.setItem(keyOf(session.userId), JSON.stringify(after));
  store.set(storedAtom, (count) => count + 1);
};

const notKept = () =>
  toast.error('Failed to add item to cart', 'Your browser couldn’t save it. Free up some space and try again.');

export type NewCartItem = Omit<CartItem, 'quantity'>;

/**
 * Whether the item is in the cart now; a browser may refuse to keep it. Of one that was there already it says how many
 * there are, and offers `onView`.
 */
export const putInCart = (item: NewCartItem, onView?: () => void): boolean => {
  let quantity = 1;
  try {
    change((cart) => {
      const after = addToCart(cart, item);
      quantity = after.find((line) => sameLine(line, item))?.quantity ?? quantity;
      return after;
    });
  } catch {
    notKept();
    return false;
  }
  track('cart', item.id);
  if (quantity > 1) {
    const action = onView && { label: 'View cart', onSelect: onView };
    toast.success(`Added another: ${item.title}`, `Your cart now holds ${quantity} of this license.`, action);
  } else toast.success('Added to cart', `${item.title} has been added to your cart.`);
  return true;
};

/** Puts in what isn't there yet, and answers what that was; null, which has been told, where a browser refuses to keep it. */
export const putAllInCart = (items: readonly NewCartItem[]): readonly NewCartItem[] | null => {
  let added: readonly NewCartItem[] = [];
  try {
    change((cart) => {
      added = items.filter((item) => !cart.some((line) => sameLine(line, item)));
      return added.reduce<Cart>(addToCart, cart);
    });
  } catch {
    notKept();
    return null;
  }
  for (const { id } of added) track('cart', id);
  return added;
};

export const takeFromCart = (item: CartItem): void => {
  change((cart) => removeFromCart(cart, item));
  toast.info(`Removed from cart: ${item.title}`);
};

export const changeQuantity = (item: CartItem, quantity: number): void =>
  change((cart) => setQuantity(cart, item, quantity));

export const emptyCart = (): void => {
  change(() => []);
  toast.info('Cart cleared');
};

/** The cart of an order that is paid is empty; what was added to it since stays. */
export const takeBoughtFromCart = (bought: Parameters<typeof withoutBought>[1]): void =>
  change((cart) => withoutBought(cart, bought));

/** Shows the prices in dollars that the server says hold now. They may arrive when whose cart it was has signed out. */
export const takeOverPrices = (prices: Parameters<typeof repriced>[1]): void => {
  if (store.get(cartAtom).length > 0) change((cart) => repriced(cart, prices));
};
