// Words of examples. cspell:ignore obrien locean l’océan
import { plainText } from './text.ts';

/** Scripts that put no spaces between words: each of their characters is a word by itself. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('|');
const words = new RegExp(
  String.raw`(?!${unspaced})[\p{L}\p{N}](?:(?!${unspaced})[\p{L}\p{M}\p{N}])*|${unspaced}`,
  'gu',
);
const possessive = /'s(?![\p{L}\p{M}\p{N}])/gu;
const insideWord = /(?<=[\p{L}\p{M}\p{N}])'(?=[\p{L}\p{N}])/gu;
/** Stands for an apostrophe inside a word while words are looked for. A letter to Unicode, and never in plain text. */
const keptApostrophe = '\u02bc';
/** Longer words are cut to this length. */
const wordMaxCharacters = 40;
/** How many words of a search are used; any further ones would not narrow it down. */
export const searchWordsMax = 8;

const irregular = new Map(
  Object.entries({
    children: 'child',
    feet: 'foot',
    geese: 'goose',
    halves: 'half',
    knives: 'knife',
    leaves: 'leaf',
    loaves: 'loaf',
    men: 'man',
    mice: 'mouse',
    people: 'person',
    shelves: 'shelf',
    teeth: 'tooth',
    wives: 'wife',
    wolves: 'wolf',
    women: 'woman',
  }),
);

/** Maps endings of plurals to those of their singulars; a singular must be mapped to the same form as its plural. */
const endings: readonly (readonly [ending: RegExp, left: string])[] = [
  [/(?<=..[^siu])s$/u, ''],
  [/(?<=..)ie$/u, 'y'],
  [/(?<=..)oe$/u, 'o'],
  [/(?<=.(?:[szx]|[cs]h))e$/u, ''],
];

const withoutPlural = (word: string): string => {
  const singular = irregular.get(word) ?? word;
  const left = endings.reduce((rest, [ending, end]) => rest.replace(ending, end), singular);
  return left === word ? word : withoutPlural(left);
};

const cutWord = (word: string) => [...word].slice(0, wordMaxCharacters).join('');

const cutWordsIn = (text: string): readonly string[] => (text.match(words) ?? []).map(cutWord);

const withoutPossessives = (text: string) => plainText(text).replace(possessive, '');

interface WrittenWord {
  readonly word: string;
  /** The longest part of it without an apostrophe. */
  readonly part: string;
}

const spelledWordsIn = (text: string): readonly WrittenWord[] =>
  (withoutPossessives(text).replace(insideWord, keptApostrophe).match(words) ?? [])
    .map((spelled) => spelled.split(keptApostrophe))
    .map((parts) => ({
      word: cutWord(parts.join('')),
      part: cutWord(parts.reduce((longest, part) => (part.length > longest.length ? part : longest))),
    }))
    .filter(({ word }) => word !== '');

/** The words of a text as written, except for case, accents and the like. An apostrophe doesn't part a word: `obrien`. */
export const writtenWordsIn = (text: string): readonly string[] => spelledWordsIn(text).map(({ word }) => word);

/**
 * The words of a text as they are compared: in plain letters, with plurals as singulars. Each only once. What has an
 * apostrophe inside is found as a whole and by its parts: `ocean` and `locean` in “l’océan”.
 */
export const wordsIn = (text: string): readonly string[] => {
  const parts = cutWordsIn(withoutPossessives(text));
  return [...new Set([...parts, ...writtenWordsIn(text)].map(withoutPlural))];
};

/** One word of a search. A text has it as a word, by one of the first alternatives, or else contains it somewhere. */
export interface SearchWord {
  /** Whole words, as `wordsIn` returns them, except those that start with the prefix. */
  readonly whole: readonly string[];
  /** A prefix that a word may begin with; null if it has to match as a whole. */
  readonly prefix: string | null;
  /** What `plainText` of a text contains somewhere, even in the middle of a word. Letters and digits. */
  readonly part: string;
}

/** The user may still be typing the last word, or its plural ending. */
const lastWord = ({ word: typed, part }: WrittenWord): SearchWord => {
  const meant = [typed, `${typed}s`, `${typed}es`, ...[...irregular.keys()].filter((word) => word.startsWith(typed))];
  const whole = new Set(meant.map(withoutPlural).filter((word) => !word.startsWith(typed)));
  return { whole: [...whole], prefix: typed, part };
};

/** The words that a search looks for, the last one as a prefix. Empty if it has no words. */
export const searchWordsIn = (search: string): readonly SearchWord[] => {
  const typed = spelledWordsIn(search);
  const last = typed.at(-1);
  if (last === undefined) return [];
  const before = new Map(typed.slice(0, -1).map(({ word, part }) => [withoutPlural(word), part]));
  const whole = [...before].map(([word, part]) => ({ whole: [word], prefix: null, part }));
  return [...whole.slice(0, searchWordsMax - 1), lastWord(last)];
};

/** Whether a word of a text is a word of a search. */
export const matchesSearchWord = ({ whole, prefix }: SearchWord, word: string): boolean =>
  whole.includes(word) || (prefix !== null && word.startsWith(prefix));

/**
 * The index of the first text that, together with those before it, has all words; the number of texts if some of them
 * are only contained in other words; null if they are not all found.
 *
 * @param texts the most important first
 */
export const whereFound = (texts: readonly string[], searchWords: readonly SearchWord[]): number | null => {
  if (searchWords.length === 0) return null;
  const found = texts.map(wordsIn);
  const places = searchWords.map((each) =>
    found.findIndex((text) => text.some((word) => matchesSearchWord(each, word))),
  );
  if (!places.includes(-1)) return Math.max(...places);
  const plain = texts.map(plainText);
  const isContained = ({ part }: SearchWord) => plain.some((text) => text.includes(part));
  return searchWords.every((each, nth) => places[nth] !== -1 || isContained(each)) ? texts.length : null;
};
