/** What nobody sees: control characters, marks of direction, joiners, fillers and variation selectors. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** Text as people would call it the same: one width and case of each letter, nothing that can't be seen, no spaces. */
export const comparable = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/\s/g, '')
    // Small, large and small again: ẞ, ß and SS meet.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');

const isDigit = (codePoint: number) => /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));

/** Digits of every script stand in tens, from zero to nine. */
const valueOf = (digit: string): number => {
  const codePoint = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (isDigit(codePoint - value - 1)) value += 1;
  return value % 10;
};

/** With the digits of any script as 0 to 9. */
export const withPlainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
