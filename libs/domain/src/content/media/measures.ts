/** The names of a picture's colors, in display order. */
export const colorNames = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
  'brown',
  'beige',
  'black',
  'gray',
  'white',
] as const;
export type ColorName = (typeof colorNames)[number];

export interface ColorShare {
  readonly name: ColorName;
  /** Share of all pixels, in whole percent. */
  readonly percent: number;
}

/** What is measured, once, of a photo or of a video's poster. */
export interface Measures {
  /** The size of the upright original, in pixels; null for a video. */
  readonly pixels: { readonly width: number; readonly height: number } | null;
  /** The size of the original file. */
  readonly bytes: number;
  /** The colors that people would name, the most frequent first. */
  readonly colors: readonly ColorShare[];
  /**
   * A 64-bit difference hash in hex, similar for similar pictures: for each of 8 rows of 9 pixels, whether each pixel but
   * the first is brighter than the one before.
   */
  readonly hash: string;
}

export const orientations = ['landscape', 'portrait', 'square'] as const;
export type Orientation = (typeof orientations)[number];

/** The ratio of the sides up to which a picture counts as square. */
const squareTolerance = 1.05;

export const orientationOf = ({ width, height }: { readonly width: number; readonly height: number }): Orientation => {
  if (Math.max(width, height) <= Math.min(width, height) * squareTolerance) return 'square';
  return width > height ? 'landscape' : 'portrait';
};

/** Sizes of an original, by its megapixels: enough for a screen, a printed page, or a wall. */
export const sizes = ['small', 'medium', 'large'] as const;
export type Size = (typeof sizes)[number];

const pixelsPerMegapixel = 1_000_000;
const mediumMegapixels = 3;
const largeMegapixels = 12;

export const megapixelsOf = ({ width, height }: NonNullable<Measures['pixels']>) =>
  (width * height) / pixelsPerMegapixel;

/** Null if the pixels are unknown. */
export const sizeOf = (measures: Measures | null): Size | null => {
  if (!measures?.pixels) return null;
  const megapixels = megapixelsOf(measures.pixels);
  if (megapixels < mediumMegapixels) return 'small';
  return megapixels < largeMegapixels ? 'medium' : 'large';
};

/** Below this, a picture looks good on a screen only; it is sold, and everybody is told. */
const screenMegapixels = 1;

/** Whether a photo is too small for anything but a screen. A picture that wasn't measured counts as large enough. */
export const isForScreensOnly = (measures: Measures | null): boolean =>
  measures?.pixels != null && megapixelsOf(measures.pixels) < screenMegapixels;

/** A red apple on gray paper is a red picture: background colors count for less than colors that stand out. */
const weights: Partial<Record<ColorName, number>> = { black: 0.25, gray: 0.25, white: 0.25, beige: 0.5, brown: 0.7 };

/** The one color that a picture is found by; null if it wasn't measured. */
export const mainColorOf = (measures: Measures | null): ColorName | null => {
  const weighed = (measures?.colors ?? []).map(({ name, percent }) => ({
    name,
    weight: percent * (weights[name] ?? 1),
  }));
  return weighed.toSorted((one, other) => other.weight - one.weight)[0]?.name ?? null;
};
