import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const resolve = createRequire(import.meta.url).resolve;

type EastAsian = 'sc' | 'tc' | 'jp' | 'kr';

/** The script of each family with an alphabet of its own. */
const alphabets = [
  ['arabic', /\p{Script_Extensions=Arabic}/u],
  ['hebrew', /\p{Script_Extensions=Hebrew}/u],
  ['devanagari', /\p{Script_Extensions=Devanagari}/u],
  ['thai', /\p{Script_Extensions=Thai}/u],
  ['bengali', /\p{Script_Extensions=Bengali}/u],
  ['tamil', /\p{Script_Extensions=Tamil}/u],
  ['telugu', /\p{Script_Extensions=Telugu}/u],
  ['armenian', /\p{Script_Extensions=Armenian}/u],
  ['georgian', /\p{Script_Extensions=Georgian}/u],
] as const;

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;

const weightMark = '#wght=';

/** A file with a variable font, and the weight that it is used in. */
export interface WeighedFile {
  readonly file: string;
  readonly weight: number;
}

/** Names a file's font in one of its weights. */
const weighed = (file: string, weight: number) => `${file}${weightMark}${weight}`;

/** Returns the path and the weight that a name consists of; null for the name of another font. */
export const readWeighed = (name: string): WeighedFile | null => {
  const at = name.lastIndexOf(weightMark);
  return at < 0 ? null : { file: name.slice(0, at), weight: Number(name.slice(at + weightMark.length)) };
};

/** The families are cut into slices of some hundred letters. Returns the slice of each letter. */
const readSlices = (family: string): ReadonlyMap<number, string> => {
  const ranges = JSON.parse(
    readFileSync(resolve(`@fontsource-variable/noto-sans-${family}/unicode.json`), 'utf8'),
  ) as Readonly<Record<string, string>>;
  const slices = new Map<number, string>();
  for (const [slice, list] of Object.entries(ranges)) {
    for (const range of list.replaceAll('U+', '').split(',')) {
      const [first = 0, last = first] = range.split('-').map((point) => Number.parseInt(point, 16));
      for (let point = first; point <= last; point += 1) slices.set(point, slice.replace(/^\[(\d+)\]$/, '$1'));
    }
  }
  return slices;
};

const read = new Map<string, ReadonlyMap<number, string>>();

const slicesOf = (family: string) => {
  const slices = read.get(family) ?? readSlices(family);
  read.set(family, slices);
  return slices;
};

/** Chinese characters look different in each country, and only the letters around them tell which one is meant. */
export const eastAsianOrder = (text: string): readonly EastAsian[] => {
  if (kana.test(text)) return ['jp', 'sc', 'tc', 'kr'];
  return hangul.test(text) ? ['kr', 'jp', 'sc', 'tc'] : ['sc', 'tc', 'jp', 'kr'];
};

/** Returns the fonts that may have a letter which the usual ones lack, the likeliest first. Nothing is opened. */
export function* fontsFor(letter: string, weight: number, eastAsian: readonly EastAsian[]): Generator<string> {
  const own = alphabets.filter(([, script]) => script.test(letter)).map(([family]) => family);
  for (const family of [...own, ...eastAsian]) {
    const slice = slicesOf(family).get(letter.codePointAt(0) ?? 0);
    if (slice === undefined) continue;
    const file = `noto-sans-${family}-${slice}-wght-normal.woff2`;
    yield weighed(resolve(`@fontsource-variable/noto-sans-${family}/files/${file}`), weight);
  }
}
