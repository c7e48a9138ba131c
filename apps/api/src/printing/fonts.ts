import { basename } from 'node:path';
import { create } from 'fontkit';
import type { Font, GlyphPosition, GlyphRun, PlacedGlyph } from 'fontkit';
import { RecentMap } from '../kernel/recent-map.ts';
import { mirrored } from './scripts/directions.ts';
import { readWeighed } from './scripts/families.ts';
import type { WeighedFile } from './scripts/families.ts';
import { embedForEachText, glyphFor } from './scripts/glyph-texts.ts';
import { outlineOf } from './scripts/outlines.ts';
import { openShaper } from './scripts/shaper.ts';
import { unpackWoff2 } from './scripts/woff2.ts';
import { unpackWoff } from './woff.ts';

/** Cached lines per font, about 2 KB each: those with a document's fixed texts, and as many that contain names. */
const cachedLinesMax = 1_000;
/** Of a font that only names need. */
const cachedNamesMax = 100;
/** Fonts of other scripts that are kept open, up to 1 MB each. */
const shapedFontsMax = 64;
/** Unpacked files that are kept, because a document mostly needs a second weight of them soon. */
const unpackedMax = 8;
/** PDFs measure in thousandths of the font size. */
const unitsPerSize = 1_000;

/** Turns ligatures and contextual alternates off, so that a hyphen and an angle bracket don't become an arrow. */
const noLigatures = { calt: false, clig: false, dlig: false, liga: false };

const tabularMark = '#tabular';

/** Names the same font with figures of equal width, so that they align in columns. */
export const tabular = (file: string) => `${file}${tabularMark}`;

/** Before a text, says that it is written from right to left. No text that is printed contains this character. */
const backwardsMark = '\u202E';

export const backwards = (text: string) => `${backwardsMark}${text}`;

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

const scaledRun = (glyphs: readonly PlacedGlyph[], positions: readonly GlyphPosition[], scale: number): GlyphRun => {
  const scaled = positions.map((position, at) => new ScaledPosition(position, glyphs[at]?.advanceWidth ?? 0, scale));
  return { glyphs, positions: scaled, advanceWidth: scaled.reduce((width, { xAdvance }) => width + xAdvance, 0) };
};

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
    return scaledRun(
      glyphs.map(({ id, advanceWidth, codePoints }) => ({ id, advanceWidth, codePoints })),
      positions,
      scale,
    );
  };
  font.layout = (text) => {
    const run = cached.get(text) ?? layOutScaled(text);
    cached.set(text, run);
    return run;
  };
};

const joined = (runs: readonly GlyphRun[]): GlyphRun => ({
  glyphs: runs.flatMap(({ glyphs }) => glyphs),
  positions: runs.flatMap(({ positions }) => positions),
  advanceWidth: runs.reduce((width, run) => width + run.advanceWidth, 0),
});

/** Lays amounts out by character: whole amounts rarely repeat, and figures of equal width have no kerning. */
const layOutByCharacter = (font: Font) => {
  const layOut = font.layout.bind(font);
  font.layout = (text, features) => joined(Array.from(text, (character) => layOut(character, features)));
};

/** Adds layout from right to left, as spaces and brackets between the words of such a script need it. */
const layOutBackwards = (font: Font) => {
  const layOut = font.layout.bind(font);
  font.layout = (text, features) => {
    if (!text.startsWith(backwardsMark)) return layOut(text, features);
    const characters = [...text.slice(backwardsMark.length)].toReversed();
    const runs = characters.map((character) => {
      const run = layOut(mirrored(character), features);
      return { ...run, glyphs: run.glyphs.map((glyph) => standingFor(glyph, character)) };
    });
    return joined(runs);
  };
  embedForEachText(font);
};

const standingFor = ({ id, advanceWidth }: Omit<PlacedGlyph, 'codePoints'>, text: string): PlacedGlyph => ({
  id: glyphFor(id, text),
  advanceWidth,
  codePoints: Array.from(text, (character) => character.codePointAt(0) ?? 0),
});

const openUsual = (file: string): OpenedFont => {
  const isTabular = file.endsWith(tabularMark);
  const features = isTabular ? { ...noLigatures, tnum: true } : noLigatures;
  const font = create(unpackWoff(isTabular ? file.slice(0, -tabularMark.length) : file));
  // pdfkit treats fonts with the same name as one.
  if (isTabular) Object.defineProperty(font, 'postscriptName', { value: `${font.postscriptName}-Tabular` });
  cacheOutlines(font);
  cacheLines(font, features);
  if (isTabular) layOutByCharacter(font);
  layOutBackwards(font);
  return openedFont(font);
};

/** The library's own way of writing the outlines of a variable font fails. */
const embedOutlines = (font: Font) => {
  const createSubset = font.createSubset.bind(font);
  font.createSubset = () => {
    const subset = createSubset();
    subset.glyphEncoder.encodeSimple = outlineOf;
    return subset;
  };
};

const unpacked = new RecentMap<string, Buffer>(unpackedMax);

/** Has another library lay out the letters, which in these scripts depend on each other. */
const openShaped = ({ file, weight }: WeighedFile): OpenedFont => {
  const bytes = unpacked.get(file) ?? unpackWoff2(file);
  unpacked.set(file, bytes);
  const font = create(bytes).getVariation({ wght: weight });
  Object.defineProperty(font, 'postscriptName', { value: `${basename(file, '.woff2')}-${weight}` });
  cacheOutlines(font);
  embedForEachText(font);
  embedOutlines(font);
  const shape = openShaper(bytes, weight);
  const scale = unitsPerSize / font.unitsPerEm;
  const cached = new RecentMap<string, GlyphRun>(cachedNamesMax);
  const layOut = (line: string): GlyphRun => {
    const isBackwards = line.startsWith(backwardsMark);
    const shaped = shape(isBackwards ? line.slice(backwardsMark.length) : line, isBackwards);
    const glyphs = shaped.map((glyph) => standingFor(glyph, glyph.text));
    return scaledRun(glyphs, shaped, scale);
  };
  font.layout = (line) => {
    const run = cached.get(line) ?? layOut(line);
    cached.set(line, run);
    return run;
  };
  return openedFont(font);
};

const openedFont = (font: Font): OpenedFont => ({
  font,
  letters: new Set(font.characterSet),
  widthOf: (text) => font.layout(text).advanceWidth / unitsPerSize,
});

const usualFonts = new Map<string, OpenedFont>();
const shapedFonts = new RecentMap<string, OpenedFont>(shapedFontsMax);

/** @param name the path of a WOFF 1.0 file, what `tabular` returns for it, or a font of another script */
export const openFont = (name: string): OpenedFont => {
  const known = usualFonts.get(name) ?? shapedFonts.get(name);
  if (known) return known;
  const shaped = readWeighed(name);
  const fresh = shaped ? openShaped(shaped) : openUsual(name);
  (shaped ? shapedFonts : usualFonts).set(name, fresh);
  return fresh;
};
