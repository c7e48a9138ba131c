/** Scripts that put no spaces between words: each of their characters stands for itself. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('|');
const words = new RegExp(
  String.raw`(?!${unspaced})[\p{L}\p{N}](?:(?!${unspaced})[\p{L}\p{M}\p{N}])*|${unspaced}`,
  'gu',
);
/** Of Latin, Greek and Cyrillic letters. In other scripts marks are letters of their own. */
const accents = /[\u0300-\u036f]/g;
const possessive = /['’]s(?![\p{L}\p{M}\p{N}])/gu;
/** Longer words are told apart by their beginnings. */
const wordMaxCharacters = 40;
/** So many words of a search are looked for; the others narrow it no further. */
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

/** From the end of a plural to what its singular is left as; the singular of each is left as the same. */
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

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
    // Small, large and small again: ẞ, ß and SS meet.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(possessive, '');

/** The words of a text as they are written, but for case and accents. */
export const writtenWordsIn = (text: string): readonly string[] =>
  (plain(text).match(words) ?? []).map((word) => [...word].slice(0, wordMaxCharacters).join(''));

/** The words of a text as they are compared: without case and accents, and singular and plural alike. Each once. */
export const wordsIn = (text: string): readonly string[] => [...new Set(writtenWordsIn(text).map(withoutPlural))];

/** One word of a search: what a text must have one of. */
export interface SearchWord {
  /** Whole words, as `wordsIn` gives them; none that has the prefix. */
  readonly whole: readonly string[];
  /** What a word may begin with; null where it has to be whole. */
  readonly prefix: string | null;
}

/** Whoever types may be in the middle of the last word, or of the ending of its plural. */
const lastWord = (typed: string): SearchWord => {
  const meant = [typed, `${typed}s`, `${typed}es`, ...[...irregular.keys()].filter((word) => word.startsWith(typed))];
  const whole = new Set(meant.map(withoutPlural).filter((word) => !word.startsWith(typed)));
  return { whole: [...whole], prefix: typed };
};

/** The words that a search looks for; the last one as a prefix. None where it has no word. */
export const searchWordsIn = (search: string): readonly SearchWord[] => {
  const typed = writtenWordsIn(search);
  const last = typed.at(-1);
  if (last === undefined) return [];
  const before = [...new Set(typed.slice(0, -1).map(withoutPlural))].slice(0, searchWordsMax - 1);
  return [...before.map((word) => ({ whole: [word], prefix: null })), lastWord(last)];
};

/** Whether a word of a text is one that is looked for. */
export const matchesSearchWord = ({ whole, prefix }: SearchWord, word: string): boolean =>
  whole.includes(word) || (prefix !== null && word.startsWith(prefix));

/**
 * The first of some texts by which, together with those before it, all words are found; null where they are not.
 *
 * @param texts what counts most first
 */
export const whereFound = (texts: readonly string[], searchWords: readonly SearchWord[]): number | null => {
  const found = texts.map(wordsIn);
  const places = searchWords.map((each) =>
    found.findIndex((text) => text.some((word) => matchesSearchWord(each, word))),
  );
  return searchWords.length === 0 || places.includes(-1) ? null : Math.max(...places);
};
