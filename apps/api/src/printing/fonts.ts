import { create } from 'fontkit';
import type { Font, GlyphPosition, GlyphRun } from 'fontkit';
import { RecentMap } from '../kernel/recent-map.ts';
import { unpackWoff } from './woff.ts';

/** Cached lines per font, about 2 KB each: those with a document's fixed texts, and as many that contain names. */
const cachedLinesMax = 1_000;
/** PDFs measure in thousandths of the font size. */
const unitsPerSize = 1_000;

/** Turns ligatures and contextual alternates off, so that a hyphen and an angle bracket don't become an arrow. */
const noLigatures = { calt: false, clig: false, dlig: false, liga: false };

const tabularMark = '#tabular';

/** Names the same font with figures of equal width, so that they align in columns. */
export const tabular = (file: string) => `${file}${tabularMark}`;

/** A font that is opened once and shared by all documents. */
export interface OpenedFont {
  /** It ignores the features that a document asks for: there are never any ligatures. */
  readonly font: Font;
  /** The code points that the font has a glyph for. */
  readonly letters: ReadonlySet<number>;
  /** Returns the width of a text in one line, at a size of one point. */
  readonly widthOf: (text: string) => number;
}

/**
 * A glyph's position, already scaled for PDFs, so that all documents can share it. pdfkit scales a position's
 * enumerable properties in place; this one has none.
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

  /** Ignored: the document sets the same value. */
  set advanceWidth(_unused) {}
}

/** Decodes the outline of each glyph once, rather than for every document that embeds it. */
const cacheOutlines = (font: Font) => {
  const getGlyph = font.getGlyph.bind(font);
  const cached = new Set<number>();
  font.getGlyph = (id, codePoints) => {
    const glyph = getGlyph(id, codePoints);
    if (cached.has(id)) return glyph;
    const outline = glyph._decode();
    glyph._decode = () => outline;
    cached.add(id);
    return glyph;
  };
};

/** Caches the layout of lines: a letter takes about 10 µs, and most lines are the same in all agreements. */
const cacheLines = (font: Font, features: Readonly<Record<string, boolean>>) => {
  const cached = new RecentMap<string, GlyphRun>(cachedLinesMax);
  const scale = unitsPerSize / font.unitsPerEm;
  const layOut = font.layout.bind(font);
  const getGlyph = font.getGlyph.bind(font);
  let seenInLine = new Set<number>();
  // The library remembers forever which characters a glyph was first used for, and characters may share a glyph.
  // Resetting that for each line keeps lines independent of each other.
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    if (!seenInLine.has(id)) glyph.codePoints = codePoints;
    seenInLine.add(id);
    return glyph;
  };
  const layOutScaled = (text: string): GlyphRun => {
    seenInLine = new Set();
    const { glyphs, positions } = layOut(text, { ...features });
    const scaled = positions.map((position, at) => new ScaledPosition(position, glyphs[at]?.advanceWidth ?? 0, scale));
    return {
      glyphs: glyphs.map(({ id, advanceWidth, codePoints }) => ({ id, advanceWidth, codePoints })),
      positions: scaled,
      advanceWidth: scaled.reduce((width, { xAdvance }) => width + xAdvance, 0),
    };
  };
  font.layout = (text) => {
    const run = cached.get(text) ?? layOutScaled(text);
    cached.set(text, run);
    return run;
  };
};

/** Lays amounts out by character: whole amounts rarely repeat, and figures of equal width have no kerning. */
const layOutByCharacter = (font: Font) => {
  const layOut = font.layout.bind(font);
  font.layout = (text, features) => {
    const runs = Array.from(text, (character) => layOut(character, features));
    return {
      glyphs: runs.flatMap(({ glyphs }) => glyphs),
      positions: runs.flatMap(({ positions }) => positions),
      advanceWidth: runs.reduce((width, run) => width + run.advanceWidth, 0),
    };
  };
};

const opened = new Map<string, OpenedFont>();

/** @param file the path of a WOFF 1.0 file, or what `tabular` returns for it */
export const openFont = (file: string): OpenedFont => {
  const known = opened.get(file);
  if (known) return known;
  const isTabular = file.endsWith(tabularMark);
  const features = isTabular ? { ...noLigatures, tnum: true } : noLigatures;
  const font = create(unpackWoff(isTabular ? file.slice(0, -tabularMark.length) : file));
  // pdfkit treats fonts with the same name as one.
  if (isTabular) Object.defineProperty(font, 'postscriptName', { value: `${font.postscriptName}-Tabular` });
  cacheOutlines(font);
  cacheLines(font, features);
  if (isTabular) layOutByCharacter(font);
  const fresh = {
    font,
    letters: new Set(font.characterSet),
    widthOf: (text: string) => font.layout(text, features).advanceWidth / unitsPerSize,
  };
  opened.set(file, fresh);
  return fresh;
};
