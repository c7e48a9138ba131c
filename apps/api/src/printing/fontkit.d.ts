/** What is used here of the library, which comes without types. */
declare module 'fontkit' {
  /** As it is laid out. */
  export interface PlacedGlyph {
    readonly id: number;
    readonly advanceWidth: number;
    readonly codePoints: readonly number[];
  }

  export interface Glyph {
    readonly id: number;
    readonly advanceWidth: number;
    /** What it was typed as when it was first used. */
    codePoints: readonly number[];
    /** Its outline. */
    _decode: () => unknown;
  }

  /** In units of the font. */
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
    /** @param codePoints what it was typed as, where it was typed */
    getGlyph: (id: number, codePoints?: readonly number[]) => Glyph;
  }

  /** @param file an OpenType font */
  export const create: (file: Uint8Array) => Font;
}
