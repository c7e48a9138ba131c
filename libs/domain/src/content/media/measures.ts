/** What a picture's colors are called, in the order in which they are shown. */
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
  /** Of all pixels, in whole percent. */
  readonly percent: number;
}

/** What is measured of an item's picture, or of the still picture of a film, once. */
export interface Measures {
  /** Of the original as it stands upright, in pixels; null for a film. */
  readonly pixels: { readonly width: number; readonly height: number } | null;
  /** Of the original file. */
  readonly bytes: number;
  /** Those that people would name, what there is most of first. */
  readonly colors: readonly ColorShare[];
  /** 64 bits in hex, alike for pictures that look alike: in each of 8 rows, whether it grows brighter from one eighth to the next. */
  readonly hash: string;
}

export const orientations = ['landscape', 'portrait', 'square'] as const;
export type Orientation = (typeof orientations)[number];

/** So much longer one side is before a picture is more than nearly square. */
const squareTolerance = 1.05;

export const orientationOf = ({ width, height }: { readonly width: number; readonly height: number }): Orientation => {
  if (Math.max(width, height) <= Math.min(width, height) * squareTolerance) return 'square';
  return width > height ? 'landscape' : 'portrait';
};

/** Of an original, by its megapixels: enough for a screen, for a page, or for a wall. */
export const sizes = ['small', 'medium', 'large'] as const;
export type Size = (typeof sizes)[number];

const pixelsPerMegapixel = 1_000_000;
const mediumMegapixels = 3;
const largeMegapixels = 12;

export const megapixelsOf = ({ width, height }: NonNullable<Measures['pixels']>) =>
  (width * height) / pixelsPerMegapixel;

/** Null where the pixels are not known. */
export const sizeOf = (measures: Measures | null): Size | null => {
  if (!measures?.pixels) return null;
  const megapixels = megapixelsOf(measures.pixels);
  if (megapixels < mediumMegapixels) return 'small';
  return megapixels < largeMegapixels ? 'medium' : 'large';
};

/** A red apple on gray paper is a red picture: what stands out counts for more than what it stands on. */
const weights: Partial<Record<ColorName, number>> = { black: 0.25, gray: 0.25, white: 0.25, beige: 0.5, brown: 0.7 };

/** The one color a picture is found by; null where it was not measured. */
export const mainColorOf = (measures: Measures | null): ColorName | null => {
  const weighed = (measures?.colors ?? []).map(({ name, percent }) => ({
    name,
    weight: percent * (weights[name] ?? 1),
  }));
  return weighed.toSorted((one, other) => other.weight - one.weight)[0]?.name ?? null;
};
