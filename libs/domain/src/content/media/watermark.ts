/** The letters as strokes, 20 units high, so that a server without fonts can draw them. */
const letters: Readonly<Record<string, { readonly width: number; readonly strokes: string }>> = {
  T: { width: 14, strokes: 'M0 0H14M7 0V20' },
  E: { width: 12, strokes: 'M12 0H0V20H12M0 10H10' },
  S: {
    width: 13,
    strokes: 'M12 3C10.5 1 8.5 0 6.5 0 3 0 .5 2 .5 5 .5 12 12.5 8 12.5 15 12.5 18 10 20 6.5 20 4 20 1.5 19 0 16.5',
  },
  R: { width: 13, strokes: 'M0 20V0H7C14 0 14 10.5 7 10.5H0M7 10.5L13 20' },
  A: { width: 15, strokes: 'M0 20L7.5 0 15 20M3 13H12' },
};
const word = 'TESSERA';
const letterGap = 9;
const letterHeight = 20;
/** The picture size that the watermark is designed for, in pixels. Each tile has two words. */
const standard = { width: 1600, height: 1200, tileWidth: 540, tileHeight: 400, letters: 1.25 };
const turnDegrees = -30;

const wordStrokes = () => {
  let x = 0;
  const strokes = Array.from(word, (character) => {
    const letter = letters[character];
    if (!letter) throw new Error(`The watermark has no letter ${character}`);
    const placed = `<path transform="translate(${x} 0)" d="${letter.strokes}"/>`;
    x += letter.width + letterGap;
    return placed;
  }).join('');
  return { strokes, width: x - letterGap };
};

/** A thin dark edge beneath a light stroke is legible on bright and dark pictures. Smaller words are more opaque. */
const wordSvg = (scale: number) => {
  const fade = Math.min(1, scale);
  const [dark, light] = [0.34 - 0.12 * fade, 0.86 - 0.36 * fade];
  const { strokes, width } = wordStrokes();
  const at = `translate(${-width / 2} ${-letterHeight / 2})`;
  return (
    `<g transform="${at}" stroke="#000" stroke-opacity="${dark.toFixed(2)}" stroke-width="3.6">${strokes}</g>` +
    `<g transform="${at}" stroke="#fff" stroke-opacity="${light.toFixed(2)}" stroke-width="1.8">${strokes}</g>`
  );
};

/** Returns the centers of the words, two per tile. There are only whole tiles, so that no word is cut at the edge. */
const wordCenters = (width: number, height: number, scale: number) => {
  const columns = Math.max(1, Math.round(width / (standard.tileWidth * scale)));
  const rows = Math.max(1, Math.round(height / (standard.tileHeight * scale)));
  return Array.from({ length: columns * rows * 2 }, (_unused, index) => {
    const step = 0.25 + 0.5 * (index % 2);
    const tile = Math.floor(index / 2);
    return {
      x: ((tile % columns) + step) * (width / columns),
      y: (Math.floor(tile / columns) + step) * (height / rows),
    };
  });
};

/**
 * Draws the watermark for a whole picture of this size in pixels. Its words grow more slowly than the picture: they are
 * few and legible on a thumbnail, and unobtrusive on a large picture.
 */
export const watermarkSvg = (width: number, height: number): string => {
  const scale = ((width * height) / (standard.width * standard.height)) ** 0.2;
  const words = wordCenters(width, height, scale).map(({ x, y }) => {
    const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turnDegrees}) scale(${(scale * standard.letters).toFixed(3)})`;
    return `<use href="#word" transform="${transform}"/>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" ` +
    `stroke-linecap="round" stroke-linejoin="round"><defs><g id="word">${wordSvg(scale)}</g></defs>${words.join('')}</svg>`
  );
};
