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

const isDigit = (codePoint: number) => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/** Digits of every script are in tens, from zero to nine. */
const valueOf = (digit: string): number => {
  const codePoint = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (isDigit(codePoint - value - 1)) value += 1;
  return value % 10;
};

/** With the digits of any script as 0 to 9. */
export const withPlainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)));

/** Marks that turn the words after them around. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const breaksLine = /[\p{Cc}\u2028\u2029]/u;

/** A title or a name, without what would break its line or turn it around. In time that grows with its length alone. */
export const oneLine = (text: string): string =>
  text
    .replace(directions, '')
    .replace(/[\s\p{Cc}]+/gu, (space) => (breaksLine.test(space) ? ' ' : space))
    .trim();

/** Several lines of text, as one would write them on paper. */
export const manyLines = (text: string): string =>
  text
    .replace(directions, '')
    .replace(/\r\n?|[\u2028\u2029\v\f\x85]/g, '\n')
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .trim();

/** How the texts of a form are taken in, by its fields. */
export type Normalizers = Readonly<Record<string, (text: string) => string>>;

/** What was sent, before it is held to any rule; a list is taken in one by one. */
export const normalized = (
  normalizers: Normalizers,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const take = (field: string, value: unknown): unknown => {
    const clean = Object.hasOwn(normalizers, field) ? normalizers[field] : undefined;
    if (!clean) return value;
    if (Array.isArray(value)) return value.map((each: unknown) => (typeof each === 'string' ? clean(each) : each));
    return typeof value === 'string' ? clean(value) : value;
  };
  return Object.fromEntries(Object.entries(sent).map(([field, value]) => [field, take(field, value)]));
};
