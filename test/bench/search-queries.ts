import { colorNames, orientations, sizes } from '@tessera/domain/content/media/measures';
import type { Find } from '../../apps/api/src/kernel/views/port.ts';
import { busyCreator, creatorName, tag, word } from './search-corpus.ts';

export type Query = Omit<Find, 'limit' | 'cursor'>;

const newest = { field: 'created_at', descending: true } as const;
const cheapest = { field: 'from_price', descending: false } as const;

const upTo = <Value>(count: number, make: (nth: number) => Value): Value[] =>
  Array.from({ length: count }, (_, n) => make(n));
/** Words from common to rare, the same in every run. */
const ranks = upTo(60, (nth) => Math.floor(2 * 1.16 ** nth));
const ofWords = (query: (text: string, nth: number) => Omit<Query, 'sort'>): Query[] =>
  ranks.map((rank, nth) => ({ ...query(word(rank), nth), sort: newest }));

const nthOf = <Value>(values: readonly [Value, ...Value[]], nth: number): Value =>
  values[nth % values.length] ?? values[0];
const lookOf = (nth: number) => ({ color: nthOf(colorNames, nth), orientation: nthOf(orientations, nth) });

const ofRanked = (query: (text: string, nth: number) => Omit<Query, 'sort'>): Query[] =>
  ofWords(query).map((one) => ({ ...one, ranked: true }));

/** Many searches of each kind, newest first unless stated otherwise. */
export const kinds: Readonly<Record<string, readonly Query[]>> = {
  'a common word': upTo(40, (nth) => ({ text: word(nth), sort: newest })),
  'a middling word': upTo(60, (nth) => ({ text: word(100 + nth * 30), sort: newest })),
  'a rare word': upTo(60, (nth) => ({ text: word(5_000 + nth * 240), sort: newest })),
  'a word that is nowhere': upTo(40, (nth) => ({ text: `${word(nth)}q${word(nth + 9)}`, sort: newest })),
  'two words': ofWords((text, nth) => ({ text: `${text} ${word(nth % 5)}` })),
  'a piece of a word, in capitals': ofWords((text) => ({ text: text.slice(1, -1).toUpperCase() })),
  'one or two characters': [
    ...[
      'a',
      'Q',
      'z',
      'é',
      '%',
      '_',
      '"',
      '写',
      '“',
      '™',
      'st',
      'AI',
      'qu',
      'zz',
      'Üb',
      'ŒU',
      '% ',
      '_c',
      '🎞',
      '&',
      '& ',
    ],
    ...upTo(30, (nth) => word(nth * 50).slice(0, 2)),
    ...upTo(20, (nth) => `${word(nth).charAt(0)}x`),
  ].map((text) => ({ text, sort: newest })),
  'signs and other scripts': [
    ...[
      '100%',
      'e_c',
      '% s',
      '"live"',
      "o'hara",
      'O’HARA "L',
      '“BLUE”',
      'überstrahl',
      '写真展',
      '🎞️ r',
      'œuvre',
      '\\',
      '--;',
      '"',
    ],
    ...['a OR b', 'NOT a', '*', 'the "', '& co'],
  ].map((text) => ({ text, sort: newest })),
  'a word and a type': ofWords((text) => ({ text, where: { media_type: 'video' } })),
  'a word and a tag': ofWords((text, nth) => ({ text, where: { tags: tag((nth * 7) % 200) } })),
  'a word, a license type and a price': ofWords((text, nth) => ({
    text,
    range: { field: 'one_time', from: 1_000 + nth * 100, to: 12_000 + nth * 100 },
  })),
  'a word of one creator': ofWords((text, nth) => ({
    text,
    where: { creator_id: nth % 2 ? busyCreator : `creator-${nth}` },
  })),
  'a tag, a type and a price': upTo(40, (nth) => ({
    where: { tags: tag(nth * 10), media_type: nth % 2 ? 'video' : 'image' },
    range: { field: 'from_price', from: 2_000, to: 2_000 + nth * 500 },
    sort: newest,
  })),
  'a tag': upTo(40, (nth) => ({ where: { tags: tag(nth * 12) }, sort: newest })),
  'a color and an orientation': upTo(39, (nth) => ({ where: lookOf(nth), sort: newest })),
  'a color, an orientation, a size and a tag': upTo(40, (nth) => ({
    where: { ...lookOf(nth), size: nthOf(sizes, nth), tags: tag(nth * 5) },
    sort: newest,
  })),
  'no people and an orientation': upTo(40, (nth) => ({
    where: { people: nth % 2 ? 'with' : 'without', orientation: nthOf(orientations, nth) },
    sort: newest,
  })),
  'words and a color': ofRanked((text, nth) => ({ words: text, where: { color: nthOf(colorNames, nth) } })),
  'a color, cheapest first': upTo(39, (nth) => ({ where: lookOf(nth), sort: cheapest })),
  'all of one creator': upTo(20, (nth) => ({
    where: { creator_id: nth % 2 ? busyCreator : `creator-${nth}` },
    sort: newest,
  })),
  'cheapest first': upTo(20, (nth) => ({
    ...(nth % 2 ? { where: { media_type: 'video' } } : {}),
    ...(nth % 4 ? { range: { field: 'from_price', from: nth * 500 } } : {}),
    sort: cheapest,
  })),
  'one word': upTo(60, (nth) => ({ words: word(nth < 30 ? nth : nth * 200), ranked: true, sort: newest })),
  'two words in any order': ofRanked((text, nth) => ({ words: `${text} ${word((nth * 3) % 40)}` })),
  'three words': ofRanked((text, nth) => ({ words: `${word(nth % 20)} ${text} ${word((nth * 7) % 90)}` })),
  'the beginning of a word': ofRanked((text, nth) => ({ words: text.slice(0, 2 + (nth % 4)) })),
  'a word and the beginning of one': ofRanked((text, nth) => ({
    words: `${word((nth * 5) % 300)} ${text.slice(0, 1 + (nth % 4))}`,
  })),
  'words that are nowhere together': ofRanked((text, nth) => ({ words: `${word(9_000 + nth)} ${text}` })),
  'words, a type and a price': ofRanked((text, nth) => ({
    words: `${word(nth % 30)} ${text}`,
    where: { media_type: 'video' },
    range: { field: 'from_price', from: 2_000, to: 2_000 + nth * 500 },
  })),
  'words and a tag': ofRanked((text, nth) => ({ words: text, where: { tags: tag((nth * 7) % 200) } })),
  'words, the cheapest first': ofRanked((text, nth) => ({ words: `${text} ${word(nth % 9)}` })).map((query) => ({
    ...query,
    ranked: false,
    sort: cheapest,
  })),
  'a word, cheapest first': ofWords((text) => ({ text })).map((query) => ({ ...query, sort: cheapest })),
};

const beginningsOf = (text: string) => Array.from({ length: text.length }, (_, last) => text.slice(0, last + 1));

/** What a search field contains as people type words, two words and creators' names, letter by letter. */
export const typedTexts: readonly string[] = [
  ...ranks.map((rank) => word(rank)),
  ...ranks.map((rank, nth) => `${word(rank)} ${word(nth * 3)}`),
  ...upTo(60, (nth) => creatorName(nth * 331)),
].flatMap(beginningsOf);
