import { createRequire } from 'node:module';
import { charactersOf } from '@tessera/domain/kernel/text';
import type PDFDocument from 'pdfkit';
import { RecentMap } from '../kernel/recent-map.ts';
import { openFont, tabular } from './fonts.ts';

type Document = InstanceType<typeof PDFDocument>;

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

/** pdfkit accepts an opened font, although its types don't say so. */
const fontOf = (file: string) => openFont(file).font as unknown as Buffer;

/** An initial font, which is never drawn with. Without it, each document would read a default font. */
export const unusedFont = () => fontOf(inter('latin', 500)) as unknown as string;

/** Consecutive letters from one font file. */
interface Run {
  readonly file: string;
  readonly text: string;
  /** The character that is meant, if no font has it and its code point is printed instead. */
  readonly actual?: string;
}

export interface TextStyle {
  readonly face: Face;
  readonly sizePt: number;
  readonly color: string;
}

/** Joiners, variation selectors and direction marks: they are invisible, and no font has them. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
/** ASCII is always in the likeliest file, and not changed by normalization. */
const plain = /^[\x20-\x7e]+$/;

const pointOf = (letter: string) => letter.codePointAt(0) ?? 0;
const codePointLabelOf = (letter: string) => `[U+${pointOf(letter).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Most paragraphs are the same in all documents. */
const cachedTextsMax = 1_000;
const runsOfTexts = new RecentMap<string, readonly Run[]>(cachedTextsMax);
const linesOfTexts = new RecentMap<string, readonly string[]>(cachedTextsMax);

const cachedIn = <Value>(cache: RecentMap<string, Value>, key: string, compute: () => Value): Value => {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const computed = compute();
  cache.set(key, computed);
  return computed;
};

/**
 * pdfkit lays a line out as a whole only if features are given, even none. Word by word, it would lose the spaces'
 * kerning.
 */
const noFeatures: PDFKit.Mixins.OpenTypeFeatures[] = [];

/** Takes a letter and its combining marks from one file, if one has them all. */
const runsOfCluster = (cluster: string, face: Face): readonly Run[] => {
  const whole = fileWith([...cluster], face);
  if (whole) return [{ file: whole, text: cluster }];
  return [...cluster].map((letter) => {
    const file = fileWith([letter], face);
    return file
      ? { file, text: letter }
      : { file: files[face][0] ?? '', text: codePointLabelOf(letter), actual: letter };
  });
};

const fileWith = (letters: readonly string[], face: Face): string | undefined =>
  files[face].find((file) => letters.every((letter) => openFont(file).letters.has(pointOf(letter))));

const findRuns = (text: string, face: Face): readonly Run[] => {
  const runs: Run[] = [];
  for (const cluster of charactersOf(text.normalize('NFC').replace(invisible, ''))) {
    for (const run of runsOfCluster(cluster, face)) {
      const last = runs.at(-1);
      if (last?.file !== run.file || last.actual !== undefined || run.actual !== undefined) runs.push(run);
      else runs[runs.length - 1] = { file: last.file, text: last.text + run.text };
    }
  }
  return runs;
};

const runsOf = (text: string, face: Face): readonly Run[] => {
  if (plain.test(text)) return [{ file: files[face][0] ?? '', text }];
  return cachedIn(runsOfTexts, `${face} ${text}`, () => findRuns(text, face));
};

/** Measures word by word, like line breaking does: kerning between a space and a letter doesn't count. */
const widthOfRun = ({ file, text }: Run, sizePt: number) => {
  const { widthOf: widthOfWord } = openFont(file);
  const words = text.split(' ');
  const between = words.length > 1 ? (words.length - 1) * widthOfWord(' ') : 0;
  return sizePt * words.reduce((width, word) => width + widthOfWord(word), between);
};

/** Returns the width in points. */
export const widthOf = (text: string, { face, sizePt }: TextStyle): number =>
  runsOf(text, face).reduce((width, run) => width + widthOfRun(run, sizePt), 0);

/** Breaks a word into pieces that fit the width. */
const piecesThatFit = (word: string, style: TextStyle, widthPt: number): readonly string[] => {
  if (widthOf(word, style) <= widthPt) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const cluster of charactersOf(word)) {
    if (piece !== '' && widthOf(piece + cluster, style) > widthPt) {
      pieces.push(piece);
      piece = '';
    }
    piece += cluster;
  }
  return [...pieces, piece];
};

const breakLines = (text: string, style: TextStyle, widthPt: number): readonly string[] => {
  const space = widthOf(' ', style);
  const lines: string[] = [];
  let line: string | null = null;
  let used = 0;
  for (const word of text.split(' ').flatMap((each) => piecesThatFit(each, style, widthPt))) {
    const width = widthOf(word, style);
    if (line !== null && used + space + width <= widthPt) {
      line = `${line} ${word}`;
      used += space + width;
      continue;
    }
    if (line !== null) lines.push(line);
    line = word;
    used = width;
  }
  return [...lines, line ?? ''];
};

/** Breaks the text into lines of at most `widthPt`. A longer word is broken between letters. */
export const linesOf = (text: string, style: TextStyle, widthPt: number): readonly string[] =>
  cachedIn(linesOfTexts, `${style.face} ${style.sizePt} ${widthPt} ${text}`, () => breakLines(text, style, widthPt));

/**
 * Draws text in a document. A font file has the letters of one script, so a line may need several. A letter that no
 * file has is printed as its code point, never as a box.
 */
export class Typesetter {
  readonly #document: Document;
  readonly #registered = new Set<string>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Draws one line from its left end, with its baseline at `y`. Returns the x of its end. */
  draw(line: string, style: TextStyle, x: number, y: number): number {
    let at = x;
    for (const run of runsOf(line, style.face)) {
      const textWidth = widthOfRun(run, style.sizePt);
      // Given the width, the library doesn't measure again.
      const options = {
        lineBreak: false,
        baseline: 'alphabetic',
        features: noFeatures,
        textWidth,
        wordCount: 1,
      } as const;
      this.#use(run.file).fontSize(style.sizePt).fillColor(style.color);
      if (run.actual !== undefined) this.#document.markContent('Span', { actual: run.actual });
      this.#document.text(run.text, at, y, options);
      if (run.actual !== undefined) this.#document.endMarkedContent();
      at += textWidth;
    }
    return at;
  }

  #use(file: string): Document {
    if (!this.#registered.has(file)) this.#document.registerFont(file, fontOf(file));
    this.#registered.add(file);
    return this.#document.font(file);
  }
}
