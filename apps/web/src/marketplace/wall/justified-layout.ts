/** A picture's place on the wall, in pixels from the wall's upper left corner. Its caption is right below it. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where each picture is, and how high the wall is, including the caption of the lowest picture. */
export interface Layout {
  readonly places: readonly Place[];
  readonly height: number;
}

/** The height of a card's caption in pixels: two lines and the space above them. */
export const captionHeight = 52;
/** From this width on, pictures are laid out in rows of one height; on narrower walls in columns of one width. */
export const rowsMinWidth = 704;
/** More extreme pictures are cropped to these aspect ratios, so that one picture leaves room for the others. */
const aspectRatioMin = 1 / 2;
const aspectRatioMax = 3;
const defaultAspectRatio = 4 / 3;

type Sides = 'media_width' | 'media_height';

/** Width by height of an item's picture, as it is laid out. */
export const aspectRatioOf = ({ media_width: width, media_height: height }: Readonly<Record<Sides, number>>): number =>
  width > 0 && height > 0 ? Math.min(Math.max(width / height, aspectRatioMin), aspectRatioMax) : defaultAspectRatio;

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
 * Lays out pictures on a wall of this width in pixels, each at its aspect ratio (width by height). Pictures that are
 * added at the end move nothing but the last row.
 */
export const justifiedLayout = (aspectRatios: readonly number[], width: number): Layout =>
  width < rowsMinWidth ? columnLayout(aspectRatios, width) : rowLayout(aspectRatios, width);
