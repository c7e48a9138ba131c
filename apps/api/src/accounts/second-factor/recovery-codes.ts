import { createHmac, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

export const recoveryCodeCount = 10;
const characters = 10;
const shownInGroupsOf = 5;
/** Crockford's base32: no letter in it is taken for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 50 random bits, such as `7QX2M-K9T4B`. */
const newCode = () => {
  const text = Array.from(randomBytes(characters), (byte) => alphabet[byte % alphabet.length]).join('');
  return `${text.slice(0, shownInGroupsOf)}-${text.slice(shownInGroupsOf)}`;
};

export const newRecoveryCodes = (): readonly string[] => Array.from({ length: recoveryCodeCount }, newCode);

/** However it is typed: in small letters, without the hyphen, an O for a zero. */
const normal = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** With a key, as 50 bits can be tried out by who has the hashes alone. */
export const recoveryCodeHash = (key: KeyObject, accountId: string, code: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([accountId, normal(code)]))
    .digest('base64url');
