/** Types for the parts of the library that are used here. It has none of its own. */
declare module 'fontkit' {
  /** A glyph in a layout. */
  export interface PlacedGlyph {
    readonly id: number;
    readonly advanceWidth: number;
    readonly codePoints: readonly number[];
  }

  export interface Glyph {
    readonly id: number;
    readonly advanceWidth: number;
    /** The characters that it was first used for. */
    codePoints: readonly number[];
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

  export interface Font {
    readonly postscriptName: string;
    readonly unitsPerEm: number;
    readonly characterSet: readonly number[];
    layout: (text: string, features: Record<string, boolean>) => GlyphRun;
    /** @param codePoints the characters that it stands for, if it was typed */
    getGlyph: (id: number, codePoints?: readonly number[]) => Glyph;
  }

  /** @param file an OpenType font */
  export const create: (file: Uint8Array) => Font;
}
