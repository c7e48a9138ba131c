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
import { localStore } from '../../kernel/browser/storage.ts';

const storageKeyOf = (userId: string) => `cart:${userId}`;

/** Guards against entries that another version, or someone else, left in the browser. */
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

const storedCart = (userId: string): Cart => {
  try {
    const kept: unknown = JSON.parse(localStore.getItem(storageKeyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isCartItem) : [];
  } catch {
    return [];
  }
};

/** Counts changes of the stored carts, including those made in other tabs. */
const storageVersionAtom = atom(0);
window.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith('cart:')) store.set(storageVersionAtom, (count) => count + 1);
});

/** The signed-in brand's cart; empty after signing out, and restored at the next sign-in. */
export const cartAtom = atom((get): Cart => {
  get(storageVersionAtom);
  const session = get(sessionAtom);
  return session?.role === 'brand' ? storedCart(session.userId) : [];
});

export const cartCountAtom = atom((get) => cartCount(get(cartAtom)));
export const cartTotalAtom = atom((get) => cartTotal(get(cartAtom)));

/**
 * Applies a change to the cart as it is stored now: another tab may have changed it since this one last read it.
 * @param keep what stores it; by default, what the browser has no space for lasts until the page is left
 */
const changeCart = (changed: (cart: Cart) => Cart, keep = localStore.setItem): void => {
  const session = store.get(sessionAtom);
  if (session?.role !== 'brand') throw new Error('Only brands have a cart.');
  const before = storedCart(session.userId);
  const after = changed(before);
  if (after === before) return;
  keep(storageKeyOf(session.userId), JSON.stringify(after));
  store.set(storageVersionAtom, (count) => count + 1);
};

const showStorageFull = () =>
  toast.error('Failed to add item to cart', 'Your browser couldn’t save it. Free up some space and try again.');

export type NewCartItem = Omit<CartItem, 'quantity'>;

/**
 * Adds an item and confirms it with a toast. For an item that was in the cart already, the toast says how many there are
 * now, and offers `onView`.
 *
 * @returns whether the item is in the cart; a browser may refuse to store it
 */
export const putInCart = (item: NewCartItem, onView?: () => void): boolean => {
  let quantity = 1;
  try {
    changeCart((cart) => {
      const after = addToCart(cart, item);
      quantity = after.find((line) => sameLine(line, item))?.quantity ?? quantity;
      return after;
    }, localStore.storeItem);
  } catch {
    showStorageFull();
    return false;
  }
  track('cart', item.id);
  if (quantity > 1) {
    const action = onView && { label: 'View cart', onSelect: onView };
    toast.success(`Added another: ${item.title}`, `Your cart now holds ${quantity} of this license.`, action);
  } else toast.success('Added to cart', `${item.title} has been added to your cart.`);
  return true;
};

/**
 * Adds the items that aren't in the cart yet, and returns those; null, after an error toast, if the browser refuses to
 * store them.
 */
export const putAllInCart = (items: readonly NewCartItem[]): readonly NewCartItem[] | null => {
  let added: readonly NewCartItem[] = [];
  try {
    changeCart((cart) => {
      added = items.filter((item) => !cart.some((line) => sameLine(line, item)));
      return added.reduce<Cart>(addToCart, cart);
    }, localStore.storeItem);
  } catch {
    showStorageFull();
    return null;
  }
  for (const { id } of added) track('cart', id);
  return added;
};

export const removeLine = (item: CartItem): void => {
  changeCart((cart) => removeFromCart(cart, item));
  toast.info(`Removed from cart: ${item.title}`);
};

export const changeQuantity = (item: CartItem, quantity: number): void =>
  changeCart((cart) => setQuantity(cart, item, quantity));

export const emptyCart = (): void => {
  changeCart(() => []);
  toast.info('Cart cleared');
};

/** Removes what a paid order bought; items that were added since stay. */
export const removeBoughtLines = (bought: Parameters<typeof withoutBought>[1]): void =>
  changeCart((cart) => withoutBought(cart, bought));

/** Sets current prices, in dollars. Ignored for an empty cart: they may arrive after the brand has signed out. */
export const updatePrices = (prices: Parameters<typeof repriced>[1]): void => {
  if (store.get(cartAtom).length > 0) changeCart((cart) => repriced(cart, prices));
};
