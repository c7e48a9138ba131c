import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import { RecentMap } from '../../kernel/recent-map.ts';
import { unpackWoff } from './woff.ts';

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
} as const;

export type Face = keyof typeof files;

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
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** For letters beside each other to stay what was typed: no arrow for a hyphen and an angle. */
const asTyped = { calt: false, clig: false, dlig: false, liga: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];

const pointOf = (letter: string) => letter.codePointAt(0) ?? 0;
const numberOf = (letter: string) => `[U+${pointOf(letter).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Most words of an agreement are those of all others. */
const wordsRemembered = 5_000;
const wordWidths = new RecentMap<string, number>(wordsRemembered);

/** Font files and the letters in them, once they were needed. */
const opened = new Map<string, { readonly font: Buffer; letters: ReadonlySet<number> | null }>();
const openedFile = (file: string) => {
  const known = opened.get(file);
  if (known) return known;
  const fresh = { font: unpackWoff(file), letters: null };
  opened.set(file, fresh);
  return fresh;
};

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

  /** In points. */
  widthOf(text: string, { face, sizePt }: TextStyle): number {
    return this.#runs(text, face).reduce((width, run) => width + this.#widthOfRun(run, sizePt), 0);
  }

  /** The text in lines of at most `widthPt`; a word that is longer is broken between its letters. */
  linesOf(text: string, style: TextStyle, widthPt: number): readonly string[] {
    const space = this.widthOf(' ', style);
    const lines: string[] = [];
    let line: string | null = null;
    let used = 0;
    for (const word of text.split(' ').flatMap((each) => this.#fitting(each, style, widthPt))) {
      const width = this.widthOf(word, style);
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
  }

  /** Draws one line from its left end; `y` is where its letters stand. Answers where it ends. */
  draw(line: string, style: TextStyle, x: number, y: number): number {
    let at = x;
    for (const run of this.#runs(line, style.face)) {
      const textWidth = this.#widthOfRun(run, style.sizePt);
      // Told the width, the library doesn't measure once more.
      const options = { lineBreak: false, baseline: 'alphabetic', features: asTyped, textWidth, wordCount: 1 } as const;
      this.#use(run.file).fontSize(style.sizePt).fillColor(style.color);
      if (run.actual !== undefined) this.#document.markContent('Span', { actual: run.actual });
      this.#document.text(run.text, at, y, options);
      if (run.actual !== undefined) this.#document.endMarkedContent();
      at += textWidth;
    }
    return at;
  }

  #fitting(word: string, style: TextStyle, widthPt: number): readonly string[] {
    if (this.widthOf(word, style) <= widthPt) return [word];
    const pieces: string[] = [];
    let piece = '';
    for (const { segment } of clusters.segment(word)) {
      if (piece !== '' && this.widthOf(piece + segment, style) > widthPt) {
        pieces.push(piece);
        piece = '';
      }
      piece += segment;
    }
    return [...pieces, piece];
  }

  #widthOfRun({ file, text }: Run, sizePt: number) {
    const words = text.split(' ');
    const between = words.length > 1 ? (words.length - 1) * this.#widthOfWord(file, ' ') : 0;
    return sizePt * words.reduce((width, word) => width + this.#widthOfWord(file, word), between);
  }

  /** At a size of one point. */
  #widthOfWord(file: string, word: string): number {
    const key = `${file} ${word}`;
    const known = wordWidths.get(key) ?? this.#use(file).fontSize(1).widthOfString(word, { features: asTyped });
    wordWidths.set(key, known);
    return known;
  }

  #runs(text: string, face: Face): readonly Run[] {
    const runs: Run[] = [];
    for (const { segment } of clusters.segment(text.normalize('NFC').replace(unseen, ''))) {
      for (const run of this.#runsOfCluster(segment, face)) {
        const last = runs.at(-1);
        if (last?.file !== run.file || last.actual !== undefined || run.actual !== undefined) runs.push(run);
        else runs[runs.length - 1] = { file: last.file, text: last.text + run.text };
      }
    }
    return runs;
  }

  /** A letter and its marks in one file where one holds them all. */
  #runsOfCluster(cluster: string, face: Face): readonly Run[] {
    const whole = this.#fileWith([...cluster], face);
    if (whole) return [{ file: whole, text: cluster }];
    return [...cluster].map((letter) => {
      const file = this.#fileWith([letter], face);
      return file ? { file, text: letter } : { file: files[face][0] ?? '', text: numberOf(letter), actual: letter };
    });
  }

  #fileWith(letters: readonly string[], face: Face): string | undefined {
    return files[face].find((file) => letters.every((letter) => this.#lettersIn(file).has(pointOf(letter))));
  }

  #lettersIn(file: string): ReadonlySet<number> {
    const known = openedFile(file);
    if (known.letters) return known.letters;
    // The library draws a box for a letter that a font lacks and doesn't tell; the font that it opened can say.
    const used = this.#use(file) as unknown as { _font: { font: { characterSet: readonly number[] } } };
    known.letters = new Set(used._font.font.characterSet);
    return known.letters;
  }

  #use(file: string): Document {
    if (!this.#registered.has(file)) this.#document.registerFont(file, openedFile(file).font);
    this.#registered.add(file);
    return this.#document.font(file);
  }
}
