import type { CodedColors } from '../formats/picture-colors.ts';

/** The codes of ITU-T H.273. */
const pq = 16;
const hlg = 18;
const bt2020 = 9;
const displayP3 = 12;

/** In candelas per square meter: where white paper lies in HDR (ITU-R BT.2408), and the peak of a usual HLG display. */
const whiteNits = 203;
const hlgPeakNits = 1_000;
/** What is darker than this share of white stays as it is. */
const knee = 0.5;
/** Fine enough for eight bits of output. */
const outputSteps = 4_095;

export const isHdr = (coded: CodedColors | null): coded is CodedColors =>
  coded !== null && (coded.transfer === pq || coded.transfer === hlg);

/** The light of a PQ signal from 0 to 1, where 1 is white (SMPTE ST 2084). */
const pqLight = (signal: number) => {
  const power = signal ** (1 / 78.84375);
  const share = Math.max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power);
  return (10_000 / whiteNits) * share ** (1 / 0.1593017578125);
};

/** The light of an HLG signal on a usual display (ITU-R BT.2100). */
const hlgLight = (signal: number) => {
  const scene = signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return (hlgPeakNits / whiteNits) * scene ** 1.2;
};

const toSrgb: Readonly<Record<number, readonly number[]>> = {
  [bt2020]: [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187],
  [displayP3]: [1.2249, -0.2247, 0, -0.042, 1.0419, 0, -0.0197, -0.0786, 1.0979],
};
const unchanged = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Brings light above white back below it, gently. */
const compressed = (light: number) =>
  light <= knee ? light : knee + (1 - knee) * Math.tanh((light - knee) / (1 - knee));

const srgbByte = (light: number) =>
  Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
const srgbBytes = Uint8Array.from({ length: outputSteps + 1 }, (_unused, step) => srgbByte(step / outputSteps));

/**
 * Turns red, green and blue of high dynamic range into eight bits of sRGB that look natural on any display: what is as
 * bright as paper or darker keeps its brightness, and highlights keep their color.
 * @param maximum the number that means the strongest signal: 1,023 for ten bits
 */
export const toneMapped = (pixels: Uint16Array, maximum: number, { transfer, primaries }: CodedColors): Buffer => {
  const lightOf = transfer === pq ? pqLight : hlgLight;
  const lights = Float32Array.from({ length: maximum + 1 }, (_unused, signal) => lightOf(signal / maximum));
  const light = (signal: number | undefined) => lights[Math.min(signal ?? 0, maximum)] ?? 0;
  const [rr = 0, rg = 0, rb = 0, gr = 0, gg = 0, gb = 0, br = 0, bg = 0, bb = 0] = toSrgb[primaries] ?? unchanged;
  const mapped = Buffer.alloc(pixels.length);
  for (let at = 0; at < pixels.length; at += 3) {
    const [red, green, blue] = [light(pixels[at]), light(pixels[at + 1]), light(pixels[at + 2])];
    const r = rr * red + rg * green + rb * blue;
    const g = gr * red + gg * green + gb * blue;
    const b = br * red + bg * green + bb * blue;
    const strongest = Math.max(r, g, b, 1e-6);
    // All three by the same factor, so that the color stays.
    const factor = (outputSteps * compressed(strongest)) / strongest;
    mapped[at] = srgbBytes[Math.max(0, Math.round(r * factor))] ?? 0;
    mapped[at + 1] = srgbBytes[Math.max(0, Math.round(g * factor))] ?? 0;
    mapped[at + 2] = srgbBytes[Math.max(0, Math.round(b * factor))] ?? 0;
  }
  return mapped;
};
