/** Invisible characters: control characters, directional marks, joiners, fillers and variation selectors. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** Lower, upper and lower case again, so that ẞ, ß and SS become equal. */
const withoutCase = (text: string) => text.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');

/** Normalizes text so that what looks the same is equal, ignoring width, case and invisible characters. */
export const folded = (text: string): string => withoutCase(text.normalize('NFKC').replace(invisible, ''));

/** Normalizes text so that what looks the same is equal, ignoring width, case, invisible characters and spaces. */
export const comparable = (text: string): string =>
  withoutCase(text.normalize('NFKC').replace(invisible, '').replace(/\s/g, ''));

// Created on first use, because it costs a slow phone's browser time.
const splitters: Partial<Record<'grapheme' | 'word', Intl.Segmenter>> = {};
const segmentsOf = (text: string, granularity: 'grapheme' | 'word') =>
  (splitters[granularity] ??= new Intl.Segmenter('en', { granularity })).segment(text);

/** The characters as a reader counts them: a flag, a family of emoji and a letter with its accents are one each. */
export function* charactersOf(text: string): Generator<string> {
  for (const { segment } of segmentsOf(text, 'grapheme')) yield segment;
}

/** The whole characters that a text begins with and that fit; none if the first is too large. By default, counts UTF-16 units. */
export const cut = (text: string, max: number, sizeOf = (part: string) => part.length): string => {
  if (sizeOf(text) <= max) return text;
  let [end, size] = [0, 0];
  for (const character of charactersOf(text)) {
    size += sizeOf(character);
    if (size > max) break;
    end += character.length;
  }
  return text.slice(0, end);
};

/** The whole characters that a text ends with; all of it, if it has no more. */
export const lastCharacters = (text: string, count: number): string => [...charactersOf(text)].slice(-count).join('');

/** Cuts a text at the end of a word, also in languages without spaces; within a word only if it takes half of the room. */
export const cutAtWord = (text: string, max: number): string => {
  const fitting = cut(text, max);
  if (fitting === text) return text;
  const { index = 0 } = segmentsOf(text, 'word').containing(fitting.length) ?? {};
  const whole = cut(text, text.slice(0, index).trimEnd().length);
  return whole.length * 2 > fitting.length ? whole : fitting;
};

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

/** A name's sort key: without case and accents, as people look for names. */
export const sortedName = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
