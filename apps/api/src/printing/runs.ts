import { createRequire } from 'node:module';
import { charactersOf } from '@tessera/domain/kernel/text';
import { RecentMap } from '../kernel/recent-map.ts';
import { openFont, tabular } from './fonts.ts';
import { levelsOf, withoutOverrides } from './scripts/directions.ts';
import { emojiNameOf } from './scripts/emoji-names.ts';
import { eastAsianOrder, fontsFor } from './scripts/families.ts';
import { isForeign } from './scripts/shaper.ts';

const resolve = createRequire(import.meta.url).resolve;
const inter = (subset: string, weight: number) =>
  resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`);
const fraunces = (subset: string, weight: number) =>
  resolve(`@fontsource/fraunces/files/fraunces-${subset}-${weight}-normal.woff`);
const interSubsets = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'];
const frauncesSubsets = ['latin', 'latin-ext', 'vietnamese'];
const allOf = (subsets: readonly string[], file: (subset: string, weight: number) => string, weight: number) =>
  subsets.map((subset) => file(subset, weight));

/** The font files of each face, the likeliest first. Inter adds Greek and Cyrillic, which Fraunces lacks. */
const files = {
  text: allOf(interSubsets, inter, 400),
  strong: allOf(interSubsets, inter, 600),
  book: [...allOf(frauncesSubsets, fraunces, 400), ...allOf(interSubsets, inter, 400)],
  display: [...allOf(frauncesSubsets, fraunces, 600), ...allOf(interSubsets, inter, 600)],
  /** For columns of money and dates. */
  figures: allOf(interSubsets, inter, 400).map(tabular),
  strongFigures: allOf(interSubsets, inter, 600).map(tabular),
} as const;

export type Face = keyof typeof files;

/** Other scripts have no serifs and no ligatures to turn off. */
const weights: Readonly<Record<Face, number>> = {
  text: 400,
  strong: 600,
  book: 400,
  display: 600,
  figures: 400,
  strongFigures: 600,
};

/** An initial font, which is never drawn with. */
export const unusedFile = inter('latin', 500);

/** Consecutive letters from one font and in one direction. */
export interface Run {
  readonly file: string;
  readonly text: string;
  /** The bidirectional embedding level, which decides about its place. */
  readonly level: number;
  /** The character that is meant, if no font has it and its name or code point is printed instead. */
  readonly actual?: string;
}

/** What is printed instead of a character is in English, also within a text that is written from right to left. */
export const isRightToLeft = ({ level, actual }: Run) => level % 2 === 1 && actual === undefined;

/** Joiners, variation selectors and direction marks: they are invisible, and no font has them. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
/** As above, without what decides whether letters join. */
const invisibleExceptJoiners = /(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}/gu;
/** ASCII is always in the likeliest file, and not changed by normalization. */
const plain = /^[\x20-\x7e]+$/;

const pointOf = (letter: string) => letter.codePointAt(0) ?? 0;
const codePointLabelOf = (letter: string) => `[U+${pointOf(letter).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Most paragraphs are the same in all documents. */
const cachedTextsMax = 1_000;
const runsOfTexts = new RecentMap<string, readonly Run[]>(cachedTextsMax);

/** Finds the fonts for the characters of one text. */
class FontFinder {
  readonly #face: Face;
  readonly #eastAsian: ReturnType<typeof eastAsianOrder>;

  constructor(text: string, face: Face) {
    this.#face = face;
    this.#eastAsian = eastAsianOrder(text);
  }

  /** Takes a letter and its combining marks from one file, if one has them all, and a space from that of the last letter. */
  runsOf(cluster: string, level: number, lastFile?: string): readonly Run[] {
    const visible = cluster.replace(invisible, '');
    if (visible === '') return [];
    const isSpaceWithin = visible === ' ' && lastFile !== undefined && hasAll(lastFile, visible);
    const usual = isSpaceWithin ? lastFile : this.#usualWith(visible);
    if (usual !== undefined) return [{ file: usual, text: visible, level }];
    const whole = this.#foreignWith(visible);
    if (whole !== undefined) {
      const text = cluster.replace(invisibleExceptJoiners, '');
      return [{ file: whole, text, level }];
    }
    const name = emojiNameOf(cluster);
    if (name !== null) return [this.#label(`[${name}]`, cluster, level)];
    return Array.from(visible, (letter) => this.#runOf(letter, level));
  }

  #runOf(letter: string, level: number): Run {
    const usual = this.#usualWith(letter);
    if (usual !== undefined) return { file: usual, text: letter, level };
    const foreign = this.#foreignWith(letter);
    if (foreign !== undefined) return { file: foreign, text: letter, level };
    return this.#label(codePointLabelOf(letter), letter, level);
  }

  #label(text: string, actual: string, level: number): Run {
    return { file: files[this.#face][0] ?? '', text, actual, level };
  }

  #usualWith(letters: string): string | undefined {
    return files[this.#face].find((file) => hasAll(file, letters));
  }

  #foreignWith(letters: string): string | undefined {
    const [first = ''] = letters;
    if (!isForeign(first)) return undefined;
    for (const file of fontsFor(first, weights[this.#face], this.#eastAsian)) if (hasAll(file, letters)) return file;
    return undefined;
  }
}

const hasAll = (file: string, letters: string) => {
  const { letters: known } = openFont(file);
  for (const letter of letters) if (!known.has(pointOf(letter))) return false;
  return true;
};

/** A label stays on its own. Other letters are joined, because they may change each other. */
const canJoin = (last: Run, next: Run) =>
  last.file === next.file && last.level === next.level && last.actual === undefined && next.actual === undefined;

const findRuns = (text: string, face: Face): readonly Run[] => {
  const normal = withoutOverrides(text.normalize('NFC'));
  const levels = levelsOf(normal);
  const fonts = new FontFinder(normal, face);
  const runs: Run[] = [];
  let at = 0;
  for (const cluster of charactersOf(normal)) {
    for (const run of fonts.runsOf(cluster, levels[at] ?? 0, runs.at(-1)?.file)) {
      const last = runs.at(-1);
      if (last && canJoin(last, run)) runs[runs.length - 1] = { ...last, text: last.text + run.text };
      else runs.push(run);
    }
    at += cluster.length;
  }
  return runs;
};

/** Returns the runs of a text in the order in which it is read. */
export const runsOf = (text: string, face: Face): readonly Run[] => {
  if (plain.test(text)) return [{ file: files[face][0] ?? '', text, level: 0 }];
  const key = `${face} ${text}`;
  const known = runsOfTexts.get(key);
  if (known !== undefined) return known;
  const found = findRuns(text, face);
  runsOfTexts.set(key, found);
  return found;
};
