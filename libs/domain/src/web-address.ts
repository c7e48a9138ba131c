/** An address whose host is spelled out: no user before it, no other alphabet, no number in disguise. */
const spelledOut = /^https?:\/\/([a-z\d-]+(?:[.][a-z\d-]+)*[.]?)(?::\d{1,5})?(?:[/?#]|$)/i;
const hidden = /[\s\p{C}\\]/u;
const looksLikeAnother = /(?:^|[.])xn--|(?:^|[.])(?:0x[\da-f]*|\d+)[.]?$/i;

/** Whether the host of an address is what it seems to who reads it: `https://www.google.com@evil.example` is not. */
export const isPlainAddress = (address: unknown): address is string => {
  if (typeof address !== 'string' || hidden.test(address)) return false;
  const host = spelledOut.exec(address)?.[1];
  return host !== undefined && !looksLikeAnother.test(host);
};

/** A web address is held to this as well, by class-validator: `isPlainAddress` asks for its scheme. */
export const webAddress = { require_tld: false };

/** A user's address as a link for others: by https, and empty where it leads elsewhere than it seems. */
export const shownAddress = (address: string): string =>
  isPlainAddress(address) ? address.replace(/^http:/i, 'https:') : '';
