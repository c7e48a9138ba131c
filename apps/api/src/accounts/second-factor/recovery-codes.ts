import { createHmac, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

export const recoveryCodeCount = 10;
const characters = 10;
const groupCharacters = 5;
/** Crockford's base32, in which no letter can be mistaken for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 50 random bits, such as `7QX2M-K9T4B`. */
const newCode = () => {
  const text = Array.from(randomBytes(characters), (byte) => alphabet[byte % alphabet.length]).join('');
  return `${text.slice(0, groupCharacters)}-${text.slice(groupCharacters)}`;
};

export const newRecoveryCodes = (): readonly string[] => Array.from({ length: recoveryCodeCount }, newCode);

/** Accepts a code however it is typed: in lower case, without the hyphen, with an O for a zero. */
const normalized = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** A keyed hash: someone who has only the hashes could otherwise find 50 bits by brute force. */
export const recoveryCodeHash = (key: KeyObject, accountId: string, code: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([accountId, normalized(code)]))
    .digest('base64url');
