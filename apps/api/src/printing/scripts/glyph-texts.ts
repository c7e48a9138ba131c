import type { Font, GlyphId } from 'fontkit';

/** Names a glyph together with the text that it stands for in one place. */
export const glyphFor = (id: GlyphId, text: string): GlyphId => `${id} ${text}`;

/**
 * Lets documents embed a glyph once for each text that it stands for. A document remembers one text for each embedded
 * glyph, but in many scripts a glyph stands for different letters in different places, and names could not be copied,
 * searched or read aloud.
 */
export const embedForEachText = (font: Font) => {
  const createSubset = font.createSubset.bind(font);
  font.createSubset = () => {
    const subset = createSubset();
    const include = subset.includeGlyph.bind(subset);
    const included = new Map<string, number>();
    subset.includeGlyph = (glyph) => {
      if (typeof glyph === 'number') return include(glyph);
      const known = included.get(glyph);
      if (known !== undefined) return known;
      const index = subset.glyphs.push(Number.parseInt(glyph, 10)) - 1;
      included.set(glyph, index);
      return index;
    };
    return subset;
  };
};
