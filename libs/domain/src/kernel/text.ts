/** Invisible characters: control characters, directional marks, joiners, fillers and variation selectors. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** Normalizes text so that what looks the same is equal, ignoring width, case, invisible characters and spaces. */
export const comparable = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/\s/g, '')
    // Lower, upper and lower case again, so that ẞ, ß and SS become equal.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');

const isDigit = (codePoint: number) => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/** In every script, the digits are consecutive, from zero to nine. */
const valueOf = (digit: string): number => {
  const codePoint = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (isDigit(codePoint - value - 1)) value += 1;
  return value % 10;
};

/** Replaces the digits of any script by 0 to 9. */
export const withPlainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)));

/** Marks that change the direction of the following text. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const breaksLine = /[\p{Cc}\u2028\u2029]/u;

/** Normalizes a title or name, removing whatever would break its line or change its direction. Takes linear time. */
export const oneLine = (text: string): string =>
  text
    .replace(directions, '')
    .replace(/[\s\p{Cc}]+/gu, (space) => (breaksLine.test(space) ? ' ' : space))
    .trim();

/** Normalizes text of several lines. */
export const manyLines = (text: string): string =>
  text
    .replace(directions, '')
    .replace(/\r\n?|[\u2028\u2029\v\f\x85]/g, '\n')
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .trim();

/** The normalizers of a form's texts, by field. */
export type Normalizers = Readonly<Record<string, (text: string) => string>>;

/** Normalizes a form's input before validation; lists are normalized item by item. */
export const normalized = (
  normalizers: Normalizers,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const normalize = (field: string, value: unknown): unknown => {
    const clean = Object.hasOwn(normalizers, field) ? normalizers[field] : undefined;
    if (!clean) return value;
    if (Array.isArray(value)) return value.map((each: unknown) => (typeof each === 'string' ? clean(each) : each));
    return typeof value === 'string' ? clean(value) : value;
  };
  return Object.fromEntries(Object.entries(sent).map(([field, value]) => [field, normalize(field, value)]));
};
