import type { LicenseType } from '../license-types.ts';
import { centsOf, sum } from '../money.ts';
import type { Cents } from '../money.ts';
import type { MediaType } from '../content/content.ts';

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

/** An item and the licence type make a line: one item with two types stands in two lines. */
export const sameLine = (one: ItemKey, other: ItemKey) => one.id === other.id && one.licenseType === other.licenseType;

export const addToCart = (cart: Cart, item: Omit<CartItem, 'quantity'>): Cart =>
  cart.some((line) => sameLine(line, item))
    ? cart.map((line) => (sameLine(line, item) ? { ...line, quantity: line.quantity + 1 } : line))
    : [...cart, { ...item, quantity: 1 }];

export const removeFromCart = (cart: Cart, item: ItemKey): Cart => cart.filter((line) => !sameLine(line, item));

export const setQuantity = (cart: Cart, item: ItemKey, quantity: number): Cart =>
  cart.map((line) => (sameLine(line, item) ? { ...line, quantity: Math.max(1, Math.floor(quantity)) } : line));

export const cartTotal = (cart: Cart): Cents => sum(cart.map((line) => centsOf(line.price) * line.quantity));

export const cartCount = (cart: Cart): number => cart.reduce((count, line) => count + line.quantity, 0);
