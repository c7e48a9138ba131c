/** An address with a plain host: no user before it, no other alphabet, no disguised number. */
const spelledOut = /^https?:\/\/([a-z\d-]+(?:[.][a-z\d-]+)*[.]?)(?::\d{1,5})?(?:[/?#]|$)/i;
const hidden = /[\s\p{C}\\]/u;
const looksLikeAnother = /(?:^|[.])xn--|(?:^|[.])(?:0x[\da-f]*|\d+)[.]?$/i;

/** Whether an address's host is what a reader takes it for; in `https://www.google.com@evil.example` it isn't. */
export const isPlainAddress = (address: unknown): address is string => {
  if (typeof address !== 'string' || hidden.test(address)) return false;
  const host = spelledOut.exec(address)?.[1];
  return host !== undefined && !looksLikeAnother.test(host);
};

/** What people type for a site: a host with a dot, and what may follow it. */
const hostFirst = /^(?:[a-z\d-]+[.])+[a-z\d-]+[.]?(?::\d{1,5})?(?:[/?#]|$)/i;

/** Adds the `https://` that people leave out; whatever isn't plainly a site stays as it was typed. */
export const fullAddress = (typed: string): string => {
  const address = typed.trim();
  return hostFirst.test(address) ? `https://${address}` : address;
};

/** Options for class-validator's `IsUrl`, which is applied as well; `isPlainAddress` requires the scheme. */
export const webAddress = { require_tld: false };

/** A user's address as a link for others: always https, and empty if it leads somewhere other than it seems. */
export const shownAddress = (address: string): string =>
  isPlainAddress(address) ? address.replace(/^http:/i, 'https:') : '';
