import sharp from 'sharp';
import type { OverlayOptions } from 'sharp';

/** The word as strokes, 20 units high: a server without fonts draws it too. */
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
const tile = { width: 460, height: 320 };
const scale = 1.25;

const wordSvg = () => {
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

/** A thin dark edge beneath a light stroke reads on bright and on dark pictures. */
const tileSvg = () => {
  const { strokes, width } = wordSvg();
  const at = (x: number, y: number) => {
    const place = `translate(${x} ${y}) rotate(-30) scale(${scale}) translate(${-width / 2} -10)`;
    return (
      `<g transform="${place}" stroke="#000" stroke-opacity=".22" stroke-width="3.6">${strokes}</g>` +
      `<g transform="${place}" stroke="#fff" stroke-opacity=".5" stroke-width="1.8">${strokes}</g>`
    );
  };
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${tile.width}" height="${tile.height}" fill="none" ` +
    `stroke-linecap="round" stroke-linejoin="round">${at(tile.width / 4, tile.height / 4)}` +
    `${at((tile.width * 3) / 4, (tile.height * 3) / 4)}</svg>`
  );
};

const drawnTile = Buffer.from(tileSvg());

/** The mark over a whole picture of this size in pixels; a picture smaller than one tile gets that tile's corner. */
export const watermarkFor = async (width: number, height: number): Promise<OverlayOptions> => {
  const input = await sharp(drawnTile)
    .extract({ left: 0, top: 0, width: Math.min(width, tile.width), height: Math.min(height, tile.height) })
    .png()
    .toBuffer();
  return { input, tile: true, gravity: 'northwest' };
};
