import { ownPath } from '../paths.ts';

/** Where to pay: a page of this application, or one of the operator's payment hosts. */
export type CheckoutAddress = { readonly path: string } | { readonly url: string };

/** Throws unless the address belongs to this application or, over https, to a host that the operator named. */
export const checkedAddress = (address: string, hosts: readonly string[]): CheckoutAddress => {
  const target = new URL(address, window.location.origin);
  const path = target.origin === window.location.origin ? ownPath(`${target.pathname}${target.search}`) : null;
  if (path) return { path };
  if (target.protocol === 'https:' && hosts.includes(target.host)) return { url: target.href };
  throw new Error('The server sent an unexpected checkout address. Nothing was charged.');
};

/** The gateway's own page. An object, so that a test can stand in where no browser can go. */
export const gatewayPage = {
  open: (url: string): void => window.location.assign(url),
};
