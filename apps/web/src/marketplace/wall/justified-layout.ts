/** A picture's place on the wall, in pixels from the wall's upper left corner. Its words are right below it. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How pictures hang: where each is, and how high the wall is with the words of the lowest. */
export interface Hanging {
  readonly places: readonly Place[];
  readonly height: number;
}

/** Of a card below its picture: two lines and the space above them. */
export const wordsHeight = 52;
/** From here on pictures stand in rows of one height; in less they stand in columns of one width. */
export const rowsFrom = 704;
/** What is narrower or wider than that is cut to it, so that one picture leaves room for the others. */
const proportionMin = 1 / 2;
const proportionMax = 3;
const usualProportion = 4 / 3;

type Sides = 'media_width' | 'media_height';

/** Width by height, as an item's picture hangs. */
export const proportionOf = ({ media_width: width, media_height: height }: Readonly<Record<Sides, number>>): number =>
  width > 0 && height > 0 ? Math.min(Math.max(width / height, proportionMin), proportionMax) : usualProportion;

/** The height that rows come close to. */
export const rowHeightAt = (width: number) => Math.min(Math.max(width * 0.26, 240), 320);
/** So much higher than that a last row may be to reach the edge. */
const nearlyFull = 1.2;
const rowGaps = { x: 20, y: 24 };
const columnGaps = { x: 16, y: 20 };
const columnsAt = (width: number) => (width < 320 ? 1 : width < 520 ? 2 : 3);

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** The rows, each as the proportions in it. It is closed before or after a picture, whichever is closer to the height. */
const rowsOf = (proportions: readonly number[], heightOf: (row: readonly number[]) => number, wanted: number) => {
  const closed: (readonly number[])[] = [];
  let open: readonly number[] = [];
  for (const proportion of proportions) {
    const longer = [...open, proportion];
    if (heightOf(longer) > wanted) {
      open = longer;
    } else if (open.length > 0 && heightOf(open) / wanted < wanted / heightOf(longer)) {
      closed.push(open);
      open = [proportion];
    } else {
      closed.push(longer);
      open = [];
    }
  }
  return { closed, open };
};

const inRows = (proportions: readonly number[], width: number): Hanging => {
  const wanted = rowHeightAt(width);
  const heightOf = (row: readonly number[]) => (width - rowGaps.x * (row.length - 1)) / sum(row);
  const { closed, open } = rowsOf(proportions, heightOf, wanted);
  const places: Place[] = [];
  let top = 0;
  const hang = (row: readonly number[], height: number) => {
    let left = 0;
    for (const proportion of row) {
      const right = left + proportion * height;
      // Whole pixels, edge by edge: the last one ends where the wall does.
      places.push({
        left: Math.round(left),
        top,
        width: Math.round(right) - Math.round(left),
        height: Math.round(height),
      });
      left = right + rowGaps.x;
    }
    top += Math.round(height) + wordsHeight + rowGaps.y;
  };
  for (const row of closed) hang(row, heightOf(row));
  // What doesn't nearly fill the last row isn't drawn out to do so.
  if (open.length > 0) hang(open, heightOf(open) < wanted * nearlyFull ? heightOf(open) : wanted);
  return { places, height: Math.max(top - rowGaps.y, 0) };
};

const inColumns = (proportions: readonly number[], width: number): Hanging => {
  const count = columnsAt(width);
  const pitch = (width + columnGaps.x) / count;
  const ends = Array.from({ length: count }, () => 0);
  const places = proportions.map((proportion): Place => {
    const top = Math.min(...ends);
    const column = ends.indexOf(top);
    const left = Math.round(column * pitch);
    const wide = Math.round((column + 1) * pitch - columnGaps.x) - left;
    const height = Math.round(wide / proportion);
    ends[column] = top + height + wordsHeight + columnGaps.y;
    return { left, top, width: wide, height };
  });
  return { places, height: Math.max(Math.max(...ends) - columnGaps.y, 0) };
};

/**
 * Hangs pictures of these proportions (width by height) on a wall that is so many pixels wide, each as high as its own
 * proportions say. What is added at the end moves nothing but the last row.
 */
export const hang = (proportions: readonly number[], width: number): Hanging =>
  width < rowsFrom ? inColumns(proportions, width) : inRows(proportions, width);
