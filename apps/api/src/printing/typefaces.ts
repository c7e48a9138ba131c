import { createRequire } from 'node:module';
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

/** Of each face the files that hold its letters, the likeliest first; Fraunces has no Greek or Cyrillic, Inter has. */
const files = {
  text: allOf(interSubsets, inter, 400),
  strong: allOf(interSubsets, inter, 600),
  book: [...allOf(frauncesSubsets, fraunces, 400), ...allOf(interSubsets, inter, 400)],
  display: [...allOf(frauncesSubsets, fraunces, 600), ...allOf(interSubsets, inter, 600)],
  /** Money and dates beneath each other. */
  figures: allOf(interSubsets, inter, 400).map(tabular),
  strongFigures: allOf(interSubsets, inter, 600).map(tabular),
} as const;

export type Face = keyof typeof files;

/** As a document takes an opened font, which its types don't say. */
const fontOf = (file: string) => openFont(file).font as unknown as Buffer;

/** What a document begins with, and has set nothing in; it would read one of its own for that each time. */
export const unusedFont = () => fontOf(inter('latin', 500)) as unknown as string;

/** Consecutive letters found in one font file. */
interface Run {
  readonly file: string;
  readonly text: string;
  /** What is meant, where no file holds it and its numbers stand instead. */
  readonly actual?: string;
}

export interface TextStyle {
  readonly face: Face;
  readonly sizePt: number;
  readonly color: string;
}

/** Joiners, variation selectors and marks of direction: nothing to be seen, and no file has them. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu;
/** Letters that are all in the likeliest file, and that no normalizing changes. */
const plain = /^[\x20-\x7e]+$/;
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

const pointOf = (letter: string) => letter.codePointAt(0) ?? 0;
const numberOf = (letter: string) => `[U+${pointOf(letter).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Most paragraphs of a document are those of all others. */
const textsRemembered = 1_000;
const runsOfTexts = new RecentMap<string, readonly Run[]>(textsRemembered);
const linesOfTexts = new RecentMap<string, readonly string[]>(textsRemembered);

const remembered = <Value>(kept: RecentMap<string, Value>, key: string, find: () => Value): Value => {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const found = find();
  kept.set(key, found);
  return found;
};

/** With features named, however few, the library sets a line as a whole: words apart would lose what is between them. */
const asAsked: PDFKit.Mixins.OpenTypeFeatures[] = [];

/** A letter and its marks in one file where one holds them all. */
const runsOfCluster = (cluster: string, face: Face): readonly Run[] => {
  const whole = fileWith([...cluster], face);
  if (whole) return [{ file: whole, text: cluster }];
  return [...cluster].map((letter) => {
    const file = fileWith([letter], face);
    return file ? { file, text: letter } : { file: files[face][0] ?? '', text: numberOf(letter), actual: letter };
  });
};

const fileWith = (letters: readonly string[], face: Face): string | undefined =>
  files[face].find((file) => letters.every((letter) => openFont(file).letters.has(pointOf(letter))));

const findRuns = (text: string, face: Face): readonly Run[] => {
  const runs: Run[] = [];
  for (const { segment } of clusters.segment(text.normalize('NFC').replace(unseen, ''))) {
    for (const run of runsOfCluster(segment, face)) {
      const last = runs.at(-1);
      if (last?.file !== run.file || last.actual !== undefined || run.actual !== undefined) runs.push(run);
      else runs[runs.length - 1] = { file: last.file, text: last.text + run.text };
    }
  }
  return runs;
};

const runsOf = (text: string, face: Face): readonly Run[] => {
  if (plain.test(text)) return [{ file: files[face][0] ?? '', text }];
  return remembered(runsOfTexts, `${face} ${text}`, () => findRuns(text, face));
};

/** Measured by words, as lines are broken: what is between a space and a letter doesn't count. */
const widthOfRun = ({ file, text }: Run, sizePt: number) => {
  const { widthOf: widthOfWord } = openFont(file);
  const words = text.split(' ');
  const between = words.length > 1 ? (words.length - 1) * widthOfWord(' ') : 0;
  return sizePt * words.reduce((width, word) => width + widthOfWord(word), between);
};

/** In points. */
export const widthOf = (text: string, { face, sizePt }: TextStyle): number =>
  runsOf(text, face).reduce((width, run) => width + widthOfRun(run, sizePt), 0);

/** A word that fits, or the pieces of one that doesn't. */
const fitting = (word: string, style: TextStyle, widthPt: number): readonly string[] => {
  if (widthOf(word, style) <= widthPt) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of clusters.segment(word)) {
    if (piece !== '' && widthOf(piece + segment, style) > widthPt) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
};

const breakLines = (text: string, style: TextStyle, widthPt: number): readonly string[] => {
  const space = widthOf(' ', style);
  const lines: string[] = [];
  let line: string | null = null;
  let used = 0;
  for (const word of text.split(' ').flatMap((each) => fitting(each, style, widthPt))) {
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

/** The text in lines of at most `widthPt`; a word that is longer is broken between its letters. */
export const linesOf = (text: string, style: TextStyle, widthPt: number): readonly string[] =>
  remembered(linesOfTexts, `${style.face} ${style.sizePt} ${widthPt} ${text}`, () => breakLines(text, style, widthPt));

/**
 * Sets text in a document. A file holds the letters of one script, so that a line may need several; what none of them
 * holds stands as the numbers of its letters, never as a box.
 */
export class Typesetter {
  readonly #document: Document;
  readonly #registered = new Set<string>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Draws one line from its left end; `y` is where its letters stand. Answers where it ends. */
  draw(line: string, style: TextStyle, x: number, y: number): number {
    let at = x;
    for (const run of runsOf(line, style.face)) {
      const textWidth = widthOfRun(run, style.sizePt);
      // Told the width, the library doesn't measure once more.
      const options = { lineBreak: false, baseline: 'alphabetic', features: asAsked, textWidth, wordCount: 1 } as const;
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
