/** Types for the parts of the library that are used here. It has none of its own. */
declare module 'fontkit' {
  /** The number of a glyph in its font, or that number, a space and the text that it stands for. */
  export type GlyphId = number | string;

  /** A glyph in a layout. */
  export interface PlacedGlyph {
    readonly id: GlyphId;
    readonly advanceWidth: number;
    readonly codePoints: readonly number[];
  }

  export interface Glyph {
    readonly id: number;
    readonly advanceWidth: number;
    /** The characters that it was first used for. */
    codePoints: readonly number[];
    readonly path: Path;
    /** Returns its outline. */
    _decode: () => unknown;
  }

  /** In font units. */
  export interface GlyphPosition {
    readonly xAdvance: number;
    readonly xOffset: number;
    readonly yOffset: number;
  }

  export interface GlyphRun {
    readonly glyphs: readonly PlacedGlyph[];
    readonly positions: readonly GlyphPosition[];
    readonly advanceWidth: number;
  }

  /** The control points of a curve come before its end. */
  export interface Path {
    readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[];
  }

  /** The glyphs that a document uses of a font. */
  export interface Subset {
    /** Their numbers in the font. */
    readonly glyphs: number[];
    /** Adds a glyph, if it is new, and returns its number in the document. */
    includeGlyph: (glyph: GlyphId) => number;
    /** Writes the outlines of a variable font. */
    readonly glyphEncoder: { encodeSimple: (path: Path) => Uint8Array };
  }

  export interface Font {
    readonly postscriptName: string;
    readonly unitsPerEm: number;
    readonly numGlyphs: number;
    readonly characterSet: readonly number[];
    layout: (text: string, features?: Record<string, boolean>) => GlyphRun;
    /** @param codePoints the characters that it stands for, if it was typed */
    getGlyph: (id: number, codePoints?: readonly number[]) => Glyph;
    createSubset: () => Subset;
    /** Returns a variable font with the given values of its axes. */
    getVariation: (settings: Readonly<Record<string, number>>) => Font;
  }

  /** @param file an OpenType font */
  export const create: (file: Uint8Array) => Font;
}
