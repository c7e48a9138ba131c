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

/** The text with a capital as its first letter. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Letters of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFF0}]/u;

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** Keeps a name that is written from right to left from changing the order of the words around it. */
export const isolated = (name: string): string => (hasRightToLeft(name) ? `\u2068${name}\u2069` : name);

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

/** A form: its validation rules, and what is applied to its input before them. */
export interface FormClass<Form> {
  new (): Form;
  /** Applied before validation, so that rules apply to the normalized text. */
  readonly normalizers?: Normalizers;
  /** Fields where null is refused: leaving them out means more than a caller that sends null may want. */
  readonly neverNull?: readonly string[];
}

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

/** Joiners, soft hyphens, directional marks and the like: everything invisible that doesn't separate words. */
const ignorable = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** All that is typed or printed for an apostrophe, and the marks of abbreviation in Hebrew. */
// cspell:disable-next-line
const apostrophes = /[`´‘’‚‛′＇ʹʻʼʽ՚׳״]/gu;
/**
 * Accents of Latin, Greek and Cyrillic letters, and what Hebrew and Arabic are usually written without: vowel signs,
 * and strokes that only lengthen a word. In other scripts, marks are letters of their own.
 */
const accents =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0640]/g;
/** Letters that Unicode doesn't decompose, as they are written on a keyboard without them. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  þ: 'th',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  œ: 'oe',
  ŧ: 't',
  ς: 'σ',
  ґ: 'г',
  ٱ: 'ا',
};
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

const withPlainApostrophes = (text: string) => text.replace(apostrophes, "'");

/**
 * Text as it is searched, compared and sorted, on the server and in browsers: without case, accents, vowel signs, width
 * and invisible characters, with plain letters, digits and apostrophes. Doing it twice changes nothing.
 */
export const plainText = (text: string): string => {
  // Before it is decomposed, when an acute accent typed for an apostrophe would become a space, and again afterward.
  const decomposed = withPlainApostrophes(withPlainApostrophes(text.normalize('NFC')).normalize('NFKD'));
  const bare = withPlainDigits(decomposed.replace(ignorable, '')).normalize('NFKD').replace(accents, '');
  return withoutCase(bare).replace(special, (letter) => plainLetters[letter] ?? letter);
};
