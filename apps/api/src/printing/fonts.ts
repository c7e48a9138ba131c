import { create } from 'fontkit';
import type { Font, GlyphPosition, GlyphRun } from 'fontkit';
import { RecentMap } from '../kernel/recent-map.ts';
import { unpackWoff } from './woff.ts';

/** Of each font, some 2 KB each: those of the fixed words of a document, and as many that hold names. */
const linesKept = 1_000;
/** Documents measure in thousandths of the size. */
const unitsPerSize = 1_000;

/** For letters beside each other to stay what was typed: no arrow for a hyphen and an angle. */
const asTyped = { calt: false, clig: false, dlig: false, liga: false };

const tabularMark = '#tabular';

/** The same font with all figures of one width, so that they stand in columns. */
export const tabular = (file: string) => `${file}${tabularMark}`;

/** A font that is opened once, for every document. */
export interface OpenedFont {
  /** For a document to set text with. Whatever features it asks for, letters stay as they were typed. */
  readonly font: Font;
  /** Code points that the font has a letter for. */
  readonly letters: ReadonlySet<number>;
  /** Of a text in one line, at a size of one point. */
  readonly widthOf: (text: string) => number;
}

/**
 * Where a letter stands, as a document wants it. It scales in place whatever is to be enumerated of a position: nothing is
 * here, and it is scaled already, so that it serves every document.
 */
class ScaledPosition implements GlyphPosition {
  readonly #xAdvance: number;
  readonly #xOffset: number;
  readonly #yOffset: number;
  readonly #advanceWidth: number;

  constructor({ xAdvance, xOffset, yOffset }: GlyphPosition, advanceWidth: number, scale: number) {
    this.#xAdvance = xAdvance * scale;
    this.#xOffset = xOffset * scale;
    this.#yOffset = yOffset * scale;
    this.#advanceWidth = advanceWidth * scale;
  }

  get xAdvance() {
    return this.#xAdvance;
  }

  get xOffset() {
    return this.#xOffset;
  }

  get yOffset() {
    return this.#yOffset;
  }

  get advanceWidth() {
    return this.#advanceWidth;
  }

  /** The document's own, which is the same. */
  set advanceWidth(_unused) {}
}

/** Reads the outline of each glyph once, not for every document that embeds it. */
const keepOutlines = (font: Font) => {
  const getGlyph = font.getGlyph.bind(font);
  const kept = new Set<number>();
  font.getGlyph = (id, codePoints) => {
    const glyph = getGlyph(id, codePoints);
    if (kept.has(id)) return glyph;
    const outline = glyph._decode();
    glyph._decode = () => outline;
    kept.add(id);
    return glyph;
  };
};

/** Lays each line out once: most lines of an agreement are those of all others, and a letter takes some 10 µs. */
const keepLines = (font: Font, features: Readonly<Record<string, boolean>>) => {
  const kept = new RecentMap<string, GlyphRun>(linesKept);
  const scale = unitsPerSize / font.unitsPerEm;
  const layOut = font.layout.bind(font);
  const getGlyph = font.getGlyph.bind(font);
  let met = new Set<number>();
  // The library keeps for good what a glyph was first typed as, and letters may share one: no line is to depend on another.
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    if (!met.has(id)) glyph.codePoints = codePoints;
    met.add(id);
    return glyph;
  };
  const laidOut = (text: string): GlyphRun => {
    met = new Set();
    const { glyphs, positions } = layOut(text, { ...features });
    const scaled = positions.map((position, at) => new ScaledPosition(position, glyphs[at]?.advanceWidth ?? 0, scale));
    return {
      glyphs: glyphs.map(({ id, advanceWidth, codePoints }) => ({ id, advanceWidth, codePoints })),
      positions: scaled,
      advanceWidth: scaled.reduce((width, { xAdvance }) => width + xAdvance, 0),
    };
  };
  font.layout = (text) => {
    const run = kept.get(text) ?? laidOut(text);
    kept.set(text, run);
    return run;
  };
};

/** Lays amounts out figure by figure: hardly one is like another, and figures of one width don't move each other. */
const joinFigures = (font: Font) => {
  const layOut = font.layout.bind(font);
  font.layout = (text, features) => {
    const runs = Array.from(text, (figure) => layOut(figure, features));
    return {
      glyphs: runs.flatMap(({ glyphs }) => glyphs),
      positions: runs.flatMap(({ positions }) => positions),
      advanceWidth: runs.reduce((width, run) => width + run.advanceWidth, 0),
    };
  };
};

const opened = new Map<string, OpenedFont>();

/** @param file the path of a WOFF 1.0 file, for its letters as they are or `tabular` */
export const openFont = (file: string): OpenedFont => {
  const known = opened.get(file);
  if (known) return known;
  const isTabular = file.endsWith(tabularMark);
  const features = isTabular ? { ...asTyped, tnum: true } : asTyped;
  const font = create(unpackWoff(isTabular ? file.slice(0, -tabularMark.length) : file));
  // A document takes fonts of one name for the same.
  if (isTabular) Object.defineProperty(font, 'postscriptName', { value: `${font.postscriptName}-Tabular` });
  keepOutlines(font);
  keepLines(font, features);
  if (isTabular) joinFigures(font);
  const fresh = {
    font,
    letters: new Set(font.characterSet),
    widthOf: (text: string) => font.layout(text, features).advanceWidth / unitsPerSize,
  };
  opened.set(file, fresh);
  return fresh;
};
