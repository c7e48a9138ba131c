/** A picture's place on the wall, in pixels from the wall's upper left corner. Its words are right below it. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How pictures hang: where each is, and how high the wall is with the words of the lowest. */
export interface Layout {
  readonly places: readonly Place[];
  readonly height: number;
}

/** Of a card below its picture: two lines and the space above them. */
export const captionHeight = 52;
/** From here on pictures stand in rows of one height; in less they stand in columns of one width. */
export const rowsMinWidth = 704;
/** What is narrower or wider than that is cut to it, so that one picture leaves room for the others. */
const aspectRatioMin = 1 / 2;
const aspectRatioMax = 3;
const defaultAspectRatio = 4 / 3;

type Sides = 'media_width' | 'media_height';

/** Width by height, as an item's picture hangs. */
export const aspectRatioOf = ({ media_width: width, media_height: height }: Readonly<Record<Sides, number>>): number =>
  width > 0 && height > 0 ? Math.min(Math.max(width / height, aspectRatioMin), aspectRatioMax) : defaultAspectRatio;

/** The height that rows come close to. */
export const targetRowHeight = (width: number) => Math.min(Math.max(width * 0.26, 240), 320);
/** So much higher than that a last row may be to reach the edge. */
const lastRowStretchMax = 1.2;
const rowGaps = { x: 20, y: 24 };
const columnGaps = { x: 16, y: 20 };
const columnCountAt = (width: number) => (width < 320 ? 1 : width < 520 ? 2 : 3);

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** The rows, each as the aspectRatios in it. It is closed before or after a picture, whichever is closer to the height. */
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
      // Whole pixels, edge by edge: the last one ends where the wall does.
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
  // What doesn't nearly fill the last row isn't drawn out to do so.
  if (open.length > 0)
    placeRow(open, heightOf(open) < targetHeight * lastRowStretchMax ? heightOf(open) : targetHeight);
  return { places, height: Math.max(top - rowGaps.y, 0) };
};

const columnLayout = (aspectRatios: readonly number[], width: number): Layout => {
  const count = columnCountAt(width);
  const pitch = (width + columnGaps.x) / count;
  const ends = Array.from({ length: count }, () => 0);
  const places = aspectRatios.map((aspectRatio): Place => {
    const top = Math.min(...ends);
    const column = ends.indexOf(top);
    const left = Math.round(column * pitch);
    const wide = Math.round((column + 1) * pitch - columnGaps.x) - left;
    const height = Math.round(wide / aspectRatio);
    ends[column] = top + height + captionHeight + columnGaps.y;
    return { left, top, width: wide, height };
  });
  return { places, height: Math.max(Math.max(...ends) - columnGaps.y, 0) };
};

/**
 * Hangs pictures of these aspectRatios (width by height) on a wall that is so many pixels wide, each as high as its own
 * aspectRatios say. What is added at the end moves nothing but the last row.
 */
export const justifiedLayout = (aspectRatios: readonly number[], width: number): Layout =>
  width < rowsMinWidth ? columnLayout(aspectRatios, width) : rowLayout(aspectRatios, width);
