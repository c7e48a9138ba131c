import type { Cart } from '@tessera/domain/ordering/cart';
import { readConfig } from '../kernel/config.atoms.ts';
import { post } from '../kernel/send.ts';
import { ownPath } from '../paths.ts';

const storageKey = 'checkoutKey';

interface KeptKey {
  readonly cart: string;
  readonly key: string;
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0');

/** A version 4 UUID; `crypto.randomUUID` exists on https and localhost alone. */
const newKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return [...bytes]
    .map(hex)
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** One key for one content of the cart until there is an answer, so that a repeated click is the same order. */
export const checkoutKeyOf = (cart: Cart): string => {
  const content = JSON.stringify(cart);
  const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as KeptKey | null;
  if (kept?.cart === content) return kept.key;
  const key = newKey();
  sessionStorage.setItem(storageKey, JSON.stringify({ cart: content, key }));
  return key;
};

const lineOf = (line: Cart[number]) => ({
  id: line.id,
  title: line.title,
  price: line.price,
  licenseType: line.licenseType,
  quantity: line.quantity,
  properties: { creator_id: line.creatorId, media_url: line.mediaUrl, media_type: line.mediaType },
});

/** Where to pay: a page of this application, or one of the operator's payment hosts. */
export type CheckoutAddress = { readonly path: string } | { readonly url: string };

/** Throws unless the address belongs to this application or, over https, to a host that the operator named. */
export const checkedAddress = (address: string, hosts: readonly string[]): CheckoutAddress => {
  const target = new URL(address, window.location.origin);
  const path = target.origin === window.location.origin ? ownPath(`${target.pathname}${target.search}`) : null;
  if (path) return { path };
  if (target.protocol === 'https:' && hosts.includes(target.host)) return { url: target.href };
  throw new Error('The server answered with a checkout address that this shop does not know. Nothing was charged.');
};

/** Asks the server for the checkout address of this cart. Throws with the words for the user. */
export const startCheckout = async (cart: Cart): Promise<CheckoutAddress> => {
  if (cart.length === 0) throw new Error('Your cart is empty');
  const answer = await post<{ checkoutUrl?: string }>(
    '/functions/v1/store-integration',
    { action: 'cart-checkout', cartItems: cart.map(lineOf) },
    { headers: { 'Idempotency-Key': checkoutKeyOf(cart) } },
  );
  sessionStorage.removeItem(storageKey);
  if (!answer.checkoutUrl) throw new Error('No checkout URL returned from the server');
  const { checkout_hosts } = await readConfig();
  return checkedAddress(answer.checkoutUrl, checkout_hosts);
};
