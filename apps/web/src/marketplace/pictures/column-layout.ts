/** A picture's place, in pixels from the upper left corner of all of them. What is said about it is right below it. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where each picture is, and the height of everything, including what is below the lowest picture. */
export interface Layout {
  readonly places: readonly Place[];
  readonly height: number;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** The width and height of an item's picture in pixels; 0 if unknown. */
export type Sides = Readonly<Record<'media_width' | 'media_height', number>>;

const defaultAspectRatio = 4 / 3;

/** Width by height of the frame for an item's picture, which leaves room for the others. */
export const frameRatioOf = ({ media_width: width, media_height: height }: Sides, { min, max }: Bounds): number =>
  width > 0 && height > 0 ? Math.min(Math.max(width / height, min), max) : defaultAspectRatio;

interface Columns {
  readonly count: number;
  readonly gaps: { readonly x: number; readonly y: number };
  /** The height of what is below each picture, in pixels. */
  readonly belowHeight: number;
}

/** Lays out pictures in columns of one width; each goes to the column that ends first. */
export const columnLayout = (
  aspectRatios: readonly number[],
  width: number,
  { count, gaps, belowHeight }: Columns,
): Layout => {
  const pitch = (width + gaps.x) / count;
  const ends = Array.from({ length: count }, () => 0);
  const places = aspectRatios.map((aspectRatio): Place => {
    const top = Math.min(...ends);
    const column = ends.indexOf(top);
    const left = Math.round(column * pitch);
    const wide = Math.round((column + 1) * pitch - gaps.x) - left;
    const height = Math.round(wide / aspectRatio);
    ends[column] = top + height + belowHeight + gaps.y;
    return { left, top, width: wide, height };
  });
  return { places, height: Math.max(Math.max(...ends) - gaps.y, 0) };
};
