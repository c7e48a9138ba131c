import { withPlainDigits } from '../kernel/text.ts';

/** Crockford's base 32: no I, L, O or U, so that a code survives being read aloud and typed. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bitsPerCharacter = 5;
export const codeCharacters = 8;
/** The number of random bytes in one code. */
export const codeBytes = (codeCharacters * bitsPerCharacter) / 8;

const codePattern = new RegExp(`^[${alphabet}]{${codeCharacters}}$`);

/** Encodes 5 random bytes as a code. */
export const codeOf = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: codeCharacters }, (_, index) => {
    const start = index * bitsPerCharacter;
    return alphabet[Number.parseInt(bits.slice(start, start + bitsPerCharacter), 2)];
  }).join('');
};

/** Normalizes a typed code: capitals of any width, O as 0, I and L as 1, without spaces and hyphens; null if it isn't a code. */
export const readCode = (typed: string): string | null => {
  const spelled = withPlainDigits(typed).toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return codePattern.test(spelled) ? spelled : null;
};
