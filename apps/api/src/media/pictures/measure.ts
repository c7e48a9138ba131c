import type { ColorName, ColorShare, Measures } from '@tessera/domain/content/media/measures';
import type { Sharp } from 'sharp';

/** Colors are counted in a picture reduced to this width and height. */
const sidePixels = 64;
/** Rarer colors wouldn't be noticed. */
const percentMin = 4;
const hashRows = 8;

const linear = (channel: number) => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** Converts to Oklch: perceived lightness and chroma, and the hue in degrees. */
const oklchOf = (red: number, green: number, blue: number) => {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  const greenRed = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const blueYellow = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  const degrees = (Math.atan2(blueYellow, greenRed) * 180) / Math.PI;
  return { lightness, chroma: Math.hypot(greenRed, blueYellow), hue: (degrees + 360) % 360 };
};

/** Where each hue ends, in degrees. */
const hues: readonly (readonly [until: number, ColorName])[] = [
  [12, 'pink'],
  [42, 'red'],
  [80, 'orange'],
  [112, 'yellow'],
  [165, 'green'],
  [222, 'teal'],
  [285, 'blue'],
  [325, 'purple'],
  [360, 'pink'],
];

const isWarm = (hue: number) => hue >= 30 && hue < 105;

/** Returns what people would call an sRGB color. Each channel is from 0 to 255. */
export const colorNameOf = (red: number, green: number, blue: number): ColorName => {
  const { lightness, chroma, hue } = oklchOf(red, green, blue);
  if (lightness < 0.24 || (lightness < 0.32 && chroma < 0.04)) return 'black';
  if (isWarm(hue) && chroma >= 0.018 && lightness >= 0.72 && chroma < 0.085) return 'beige';
  if (chroma < 0.03) return lightness > 0.9 ? 'white' : 'gray';
  if (isWarm(hue) && lightness < 0.66 && chroma < 0.13) return 'brown';
  return hues.find(([until]) => hue < until)?.[1] ?? 'pink';
};

const colorsOf = async (picture: Sharp): Promise<readonly ColorShare[]> => {
  const pixels = await picture.resize(sidePixels, sidePixels, { fit: 'fill' }).raw().toBuffer();
  const counts = new Map<ColorName, number>();
  for (let at = 0; at < pixels.length; at += 3) {
    const name = colorNameOf(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, percent: Math.round((100 * count) / sidePixels ** 2) }))
    .filter(({ percent }) => percent >= percentMin)
    .toSorted((one, other) => other.percent - one.percent);
};

/** Computes a difference hash: resizing, compression or a change of exposure flips only a few of its bits. */
const hashOf = async (picture: Sharp): Promise<string> => {
  const gray = await picture
    .grayscale()
    .resize(hashRows + 1, hashRows, { fit: 'fill' })
    .raw()
    .toBuffer();
  const rows = Array.from({ length: hashRows }, (_, row) => gray.subarray(row * (hashRows + 1)));
  return rows
    .map((row) => {
      const bits = Array.from({ length: hashRows }, (_, at) => ((row[at + 1] ?? 0) > (row[at] ?? 0) ? '1' : '0'));
      return Number.parseInt(bits.join(''), 2).toString(16).padStart(2, '0');
    })
    .join('');
};

/** Measures an upright sRGB picture. Transparency counts as white. */
export const colorsAndHashOf = async (picture: () => Sharp): Promise<Pick<Measures, 'colors' | 'hash'>> => {
  const onWhite = () => picture().flatten({ background: '#FFFFFF' }).toColourspace('srgb');
  return { colors: await colorsOf(onWhite()), hash: await hashOf(onWhite()) };
};
