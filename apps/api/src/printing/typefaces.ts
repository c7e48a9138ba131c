import { charactersOf } from '@tessera/domain/kernel/text';
import type PDFDocument from 'pdfkit';
import { RecentMap } from '../kernel/recent-map.ts';
import { backwards, openFont } from './fonts.ts';
import { isRightToLeft, runsOf, unusedFile } from './runs.ts';
import type { Face, Run } from './runs.ts';
import { directionMarkOf, placed } from './scripts/directions.ts';

type Document = InstanceType<typeof PDFDocument>;

/** pdfkit accepts an opened font, although its types don't say so. */
const fontOf = (file: string) => openFont(file).font as unknown as Buffer;

/** An initial font, which is never drawn with. Without it, each document would read a default font. */
export const unusedFont = () => fontOf(unusedFile) as unknown as string;

export interface TextStyle {
  readonly face: Face;
  readonly sizePt: number;
  readonly color: string;
}

const cachedTextsMax = 1_000;
const linesOfTexts = new RecentMap<string, readonly string[]>(cachedTextsMax);

/**
 * pdfkit lays a line out as a whole only if features are given, even none. Word by word, it would lose the spaces'
 * kerning.
 */
const noFeatures: PDFKit.Mixins.OpenTypeFeatures[] = [];

const directed = (text: string, run: Run) => (isRightToLeft(run) ? backwards(text) : text);

/** Measures word by word, like line breaking does: kerning between a space and a letter doesn't count. */
const widthOfRun = (run: Run, sizePt: number) => {
  const { widthOf: widthOfWord } = openFont(run.file);
  const words = run.text.split(' ').map((word) => directed(word, run));
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

/**
 * Breaks the text into lines of at most `widthPt`. A longer word is broken between letters. Each line begins with an
 * invisible mark if it needs one to keep the direction of the text.
 */
export const linesOf = (text: string, style: TextStyle, widthPt: number): readonly string[] => {
  const key = `${style.face} ${style.sizePt} ${widthPt} ${text}`;
  const known = linesOfTexts.get(key);
  if (known !== undefined) return known;
  const mark = directionMarkOf(text);
  const lines = breakLines(text, style, widthPt).map((line) => `${mark}${line}`);
  linesOfTexts.set(key, lines);
  return lines;
};

interface PlacedRun extends Run {
  readonly x: number;
  readonly widthPt: number;
}

/** Places the runs of a line from left to right, and returns them in the order in which they are read. */
const placeRuns = (line: string, { face, sizePt }: TextStyle, x: number): readonly PlacedRun[] => {
  const runs = runsOf(line, face);
  const places = new Map<Run, PlacedRun>();
  let at = x;
  for (const run of placed(runs)) {
    const widthPt = widthOfRun(run, sizePt);
    places.set(run, { ...run, x: at, widthPt });
    at += widthPt;
  }
  return runs.flatMap((run) => places.get(run) ?? []);
};

/**
 * Draws text in a document. A font has the letters of one script, so a line may need several. An emoji that no font has is
 * printed as its name, any other such letter as its code point, and none as a box.
 */
export class Typesetter {
  readonly #document: Document;
  readonly #registered = new Set<string>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Draws one line from its left end, with its baseline at `y`. Returns the x of its end. */
  draw(line: string, style: TextStyle, x: number, y: number): number {
    let end = x;
    // Readers of the file that don't know about directions then still find the words in their order.
    for (const run of placeRuns(line, style, x)) {
      this.#drawRun(run, style, y);
      end = Math.max(end, run.x + run.widthPt);
    }
    return end;
  }

  #drawRun(run: PlacedRun, { sizePt, color }: TextStyle, y: number) {
    // Given the width, the library doesn't measure again.
    const options = {
      lineBreak: false,
      baseline: 'alphabetic',
      features: noFeatures,
      textWidth: run.widthPt,
      wordCount: 1,
    } as const;
    this.#use(run.file).fontSize(sizePt).fillColor(color);
    if (run.actual !== undefined) this.#document.markContent('Span', { actual: run.actual });
    this.#document.text(directed(run.text, run), run.x, y, options);
    if (run.actual !== undefined) this.#document.endMarkedContent();
  }

  #use(file: string): Document {
    if (!this.#registered.has(file)) this.#document.registerFont(file, fontOf(file));
    this.#registered.add(file);
    return this.#document.font(file);
  }
}
