import type * as HarfBuzz from 'harfbuzzjs';

/** A glyph in a line, in font units. */
export interface ShapedGlyph {
  readonly id: number;
  /** The part of the text that it stands for. */
  readonly text: string;
  /** Its own width, before it is moved toward its neighbors. */
  readonly advanceWidth: number;
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** Returns a text's glyphs from left to right. */
export type Shaper = (text: string, isRightToLeft: boolean) => readonly ShapedGlyph[];

/** Outside of the scripts and signs of the usual typefaces, whether they have the letter or not. */
const foreign = /[\u20D0-\u2115\u0530-\u1DFF\u2070-\u209F\u2117-\u2121\u2123-\u2211\u2213-\uFFFF\u{10000}-\u{10FFFF}]/u;
/** Stands for glyphs beyond the first ones of a letter that takes several. It is invisible, and joins what it is between. */
const wordJoiner = '\u2060';

/** Whether a text has letters of other scripts than the usual typefaces. */
export const isForeign = (text: string) => foreign.test(text);

let library: typeof HarfBuzz | null = null;

/** Reads the library that shapes other scripts, if a text has any: it takes 30 ms. Await it before measuring or drawing. */
export const loadShaperFor = async (text: string): Promise<void> => {
  if (isForeign(text)) library ??= await import('harfbuzzjs');
};

/** Divides the text of several glyphs between them, so that together they stand for all of it. */
const textsOf = (text: string, count: number): readonly string[] => {
  const letters = [...text];
  return Array.from({ length: count }, (_unused, index) => {
    const own = index === count - 1 ? letters.slice(index) : letters.slice(index, index + 1);
    return own.join('') || wordJoiner;
  });
};

/** @param font a variable OpenType font */
export const openShaper = (file: Uint8Array, weight: number): Shaper => {
  if (!library) throw new Error('The library that shapes this script has not been loaded');
  const { Blob, Face, Font, Variation, Buffer, Direction, ClusterLevel, shape } = library;
  const font = new Font(new Face(new Blob(file)));
  font.setVariations([new Variation('wght', weight)]);
  return (text, isRightToLeft) => {
    const buffer = new Buffer();
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
    shape(font, buffer);
    const placed = buffer.getGlyphInfosAndPositions();
    const inReadingOrder = isRightToLeft ? placed.toReversed() : placed;
    const starts = [...new Set(inReadingOrder.map(({ cluster }) => cluster))];
    const shaped = starts.flatMap((start, index) => {
      const glyphs = inReadingOrder.filter(({ cluster }) => cluster === start);
      const texts = textsOf(text.slice(start, starts[index + 1]), glyphs.length);
      return glyphs.map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }, at) => ({
        id: codepoint,
        text: texts[at] ?? wordJoiner,
        advanceWidth: font.glyphHAdvance(codepoint),
        xAdvance,
        xOffset,
        yOffset,
      }));
    });
    return isRightToLeft ? shaped.toReversed() : shaped;
  };
};
