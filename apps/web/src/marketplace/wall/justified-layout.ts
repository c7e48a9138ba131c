import { columnLayout, frameRatioOf } from '../pictures/column-layout.ts';
import type { Layout, Place, Sides } from '../pictures/column-layout.ts';

/** The height of a card's caption in pixels: two lines and the space above them. */
export const captionHeight = 52;
/** From this width on, pictures are laid out in rows of one height; on narrower walls in columns of one width. */
export const rowsMinWidth = 704;
/** More extreme pictures are cropped to these aspect ratios, so that one picture leaves room for the others. */
const frameBounds = { min: 1 / 2, max: 3 };

/** Width by height of an item's picture, as it is laid out. */
export const aspectRatioOf = (item: Sides): number => frameRatioOf(item, frameBounds);

/** The height that rows come close to, in pixels. */
export const targetRowHeight = (width: number) => Math.min(Math.max(width * 0.26, 240), 320);
/** How far the last row may exceed the target height in order to reach the edge, as a factor. */
const lastRowStretchMax = 1.2;
const rowGaps = { x: 20, y: 24 };
const columnGaps = { x: 16, y: 20 };
const columnCountAt = (width: number) => (width < 320 ? 1 : width < 520 ? 2 : 3);

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/**
 * The rows, each as its aspect ratios. A row ends before or after a picture, whichever is closer to the target height.
 */
const rowsOf = (
  aspectRatios: readonly number[],
  heightOf: (row: readonly number[]) => number,
  targetHeight: number,
) => {
  const closed: (readonly number[])[] = [];
  let open: readonly number[] = [];
  for (const aspectRatio of aspectRatios) {
    const longer = [...open, aspectRatio];
    if (heightOf(longer) > targetHeight) {
      open = longer;
    } else if (open.length > 0 && heightOf(open) / targetHeight < targetHeight / heightOf(longer)) {
      closed.push(open);
      open = [aspectRatio];
    } else {
      closed.push(longer);
      open = [];
    }
  }
  return { closed, open };
};

const rowLayout = (aspectRatios: readonly number[], width: number): Layout => {
  const targetHeight = targetRowHeight(width);
  const heightOf = (row: readonly number[]) => (width - rowGaps.x * (row.length - 1)) / sum(row);
  const { closed, open } = rowsOf(aspectRatios, heightOf, targetHeight);
  const places: Place[] = [];
  let top = 0;
  const placeRow = (row: readonly number[], height: number) => {
    let left = 0;
    for (const aspectRatio of row) {
      const right = left + aspectRatio * height;
      // Each edge is rounded to whole pixels, so that the last picture ends where the wall does.
      places.push({
        left: Math.round(left),
        top,
        width: Math.round(right) - Math.round(left),
        height: Math.round(height),
      });
      left = right + rowGaps.x;
    }
    top += Math.round(height) + captionHeight + rowGaps.y;
  };
  for (const row of closed) placeRow(row, heightOf(row));
  // Pictures that don't nearly fill the last row are not enlarged to fill it.
  if (open.length > 0)
    placeRow(open, heightOf(open) < targetHeight * lastRowStretchMax ? heightOf(open) : targetHeight);
  return { places, height: Math.max(top - rowGaps.y, 0) };
};

/**
 * Lays out pictures on a wall of this width in pixels, each at its aspect ratio (width by height). Pictures that are
 * added at the end move nothing but the last row.
 */
export const justifiedLayout = (aspectRatios: readonly number[], width: number): Layout =>
  width < rowsMinWidth
    ? columnLayout(aspectRatios, width, { count: columnCountAt(width), gaps: columnGaps, belowHeight: captionHeight })
    : rowLayout(aspectRatios, width);
