import type { CartCheckoutRequest, Checkout, CheckoutLine, Order } from '@tessera/contract/orders';
import type { Cart } from '@tessera/domain/ordering/cart';
import { checkedAddress } from './checkout-address.ts';
import type { CheckoutAddress } from './checkout-address.ts';
import { readConfig } from './config.atoms.ts';
import { post } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { localStore } from '../kernel/browser/storage.ts';

/**
 * After this time the same cart is a new order: names and terms may have changed, and a hosted payment page has
 * expired.
 */
const checkoutMaxAgeMs = 24 * 60 * 60 * 1_000;

interface StoredCheckout {
  /** The cart that was checked out, as JSON. */
  readonly cart: string;
  readonly key: string;
  /** Null until the server has answered. */
  readonly orderId: string | null;
  readonly atMs: number;
}

/** Shared by all tabs of an account, so that checking out the same cart in two of them is one purchase. */
const storageKey = () => `checkout:${store.get(sessionAtom)?.userId ?? ''}`;

const storedCheckout = (): StoredCheckout | null => {
  try {
    const stored = JSON.parse(localStore.getItem(storageKey()) ?? 'null') as StoredCheckout | null;
    return stored && Date.now() - stored.atMs < checkoutMaxAgeMs ? stored : null;
  } catch {
    return null;
  }
};

const storeCheckout = (kept: StoredCheckout) => localStore.setItem(storageKey(), JSON.stringify(kept));

/** The id of the order placed last, unless it is known to be paid. */
export const storedOrderId = (): string | null => storedCheckout()?.orderId ?? null;

/** Whether the last checkout was of exactly this cart. */
export const isStoredCart = (cart: Cart): boolean => storedCheckout()?.cart === JSON.stringify(cart);

/** Makes the next checkout place a new order. */
export const forgetCheckout = (): void => localStore.removeItem(storageKey());

const hex = (byte: number) => byte.toString(16).padStart(2, '0');

/** A version 4 UUID; `crypto.randomUUID` exists only on https and localhost. */
const newKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return [...bytes]
    .map(hex)
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** The idempotency key of a cart: it stays until the cart is paid, so that repeated requests are one order. */
export const checkoutKeyOf = (cart: Cart): string => {
  const kept = storedCheckout();
  if (kept && isStoredCart(cart)) return kept.key;
  const key = newKey();
  storeCheckout({ cart: JSON.stringify(cart), key, orderId: null, atMs: Date.now() });
  return key;
};

const lineOf = (line: Cart[number]): CheckoutLine => ({
  id: line.id,
  title: line.title,
  price: line.price,
  licenseType: line.licenseType,
  quantity: line.quantity,
  properties: { creator_id: line.creatorId, media_url: line.mediaUrl, media_type: line.mediaType },
});

const addressIn = async ({ checkoutUrl }: Partial<Checkout>): Promise<CheckoutAddress> => {
  if (!checkoutUrl) throw new Error('No checkout URL returned from the server');
  return checkedAddress(checkoutUrl, (await readConfig()).checkout_hosts);
};

/** Requests the checkout address of this cart. @throws Error with a message for the user */
export const startCheckout = async (cart: Cart): Promise<CheckoutAddress> => {
  if (cart.length === 0) throw new Error('Your cart is empty');
  const key = checkoutKeyOf(cart);
  const answer = await post<Partial<Checkout>>(
    '/functions/v1/store-integration',
    { action: 'cart-checkout', cartItems: cart.map(lineOf) } satisfies CartCheckoutRequest,
    { headers: { 'Idempotency-Key': key } },
  );
  const { order_id } = answer;
  if (order_id) storeCheckout({ cart: JSON.stringify(cart), key, orderId: order_id, atMs: Date.now() });
  return addressIn(answer);
};

/**
 * Requests the checkout address of this order as it was shown, regardless of the cart.
 *
 * @throws Error with a message for the user
 */
export const resumeCheckout = async ({ id, placing }: Pick<Order, 'id' | 'placing'>): Promise<CheckoutAddress> =>
  addressIn(await post<Partial<Checkout>>(`/api/orders/${encodeURIComponent(id)}/checkout?placing=${placing}`));
