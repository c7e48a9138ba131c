import type { LicenseType } from '../license-types.ts';
import { centsOf, sum } from '../money.ts';
import type { Cents } from '../money.ts';
import type { MediaType } from '../content/content-events.ts';

/** One line of a brand's cart, as the browser keeps it. `price` is in dollars; the server charges its own. */
export interface CartItem {
  readonly id: string;
  readonly title: string;
  readonly price: number;
  readonly licenseType: LicenseType;
  readonly quantity: number;
  readonly creatorId: string;
  readonly mediaUrl: string;
  readonly mediaType: MediaType;
  readonly description: string;
}

export type Cart = readonly CartItem[];

type ItemKey = Pick<CartItem, 'id' | 'licenseType'>;

/** A line is an item with a license type: one item with two types makes two lines. */
export const sameLine = (one: ItemKey, other: ItemKey) => one.id === other.id && one.licenseType === other.licenseType;

export const addToCart = (cart: Cart, item: Omit<CartItem, 'quantity'>): Cart =>
  cart.some((line) => sameLine(line, item))
    ? cart.map((line) => (sameLine(line, item) ? { ...line, quantity: line.quantity + 1 } : line))
    : [...cart, { ...item, quantity: 1 }];

export const removeFromCart = (cart: Cart, item: ItemKey): Cart => cart.filter((line) => !sameLine(line, item));

export const setQuantity = (cart: Cart, item: ItemKey, quantity: number): Cart =>
  cart.map((line) => (sameLine(line, item) ? { ...line, quantity: Math.max(1, Math.floor(quantity)) } : line));

/** What remains of a cart after these lines were bought. */
export const withoutBought = (cart: Cart, bought: readonly (ItemKey & Pick<CartItem, 'quantity'>)[]): Cart =>
  cart.flatMap((line) => {
    const quantity = line.quantity - (bought.find((one) => sameLine(one, line))?.quantity ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });

/** The cart with its current prices, in dollars; the very same object if nothing changes. */
export const repriced = (cart: Cart, prices: readonly (ItemKey & { readonly price: number | null })[]): Cart => {
  const now = (line: CartItem) => prices.find((one) => sameLine(one, line))?.price ?? line.price;
  return cart.every((line) => now(line) === line.price) ? cart : cart.map((line) => ({ ...line, price: now(line) }));
};

export const cartTotal = (cart: Cart): Cents => sum(cart.map((line) => centsOf(line.price) * line.quantity));

export const cartCount = (cart: Cart): number => cart.reduce((count, line) => count + line.quantity, 0);
