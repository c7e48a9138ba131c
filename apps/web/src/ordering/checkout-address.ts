import { ownPath } from '../paths.ts';

/** Where to pay: a page of this application, or one of the operator's payment hosts. */
export type CheckoutAddress = { readonly path: string } | { readonly url: string };

/**
 * Parses a checkout address.
 *
 * @throws unless it belongs to this application or, over https, to a host that the operator configured
 */
export const checkedAddress = (address: string, hosts: readonly string[]): CheckoutAddress => {
  const target = new URL(address, window.location.origin);
  const path = target.origin === window.location.origin ? ownPath(`${target.pathname}${target.search}`) : null;
  if (path) return { path };
  if (target.protocol === 'https:' && hosts.includes(target.host)) return { url: target.href };
  throw new Error('The server sent an unexpected checkout address. Nothing was charged.');
};

/** The hosted payment page. An object, so that tests can replace a navigation that they can't follow. */
export const gatewayPage = {
  open: (url: string): void => window.location.assign(url),
};
