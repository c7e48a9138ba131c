import sharp from 'sharp';

/** A small, repeatable generator of numbers from 0 to 1. */
const numbers = (seed: number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
};

const skies = [
  ['#f7d9b5', '#e58a6a', '#4b3a5e'],
  ['#dbe9f4', '#8fb3d1', '#2f4858'],
  ['#fbe7c6', '#f2a65a', '#772f1a'],
  ['#e8e4f3', '#a58fc4', '#2b2d5b'],
  ['#e3f1e6', '#7fb39a', '#1f4d45'],
  ['#fde2e4', '#d88c9a', '#5a2a4a'],
] as const;

const ridge = (next: () => number, width: number, base: number, height: number) => {
  const steps = 14;
  const points = Array.from({ length: steps + 1 }, (_unused, index) => {
    const x = (index / steps) * width;
    return `${x.toFixed(0)},${(base - next() * height).toFixed(0)}`;
  });
  return `M0,${base + 900} L${points.join(' L')} L${width},${base + 900} Z`;
};

const mix = (one: string, other: string, share: number) => {
  const parse = (color: string) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  const [a, b] = [parse(one), parse(other)];
  return `rgb(${a.map((value, index) => Math.round(value + ((b[index] ?? 0) - value) * share)).join(',')})`;
};

/** A drawn landscape as a JPEG, identical for the same seed. */
export const drawPicture = (seed: number, width = 2400, height = 1800): Promise<Buffer> => {
  const next = numbers(seed * 7919 + 17);
  const [light, middle, dark] = skies[seed % skies.length] ?? skies[0];
  const sun = {
    x: width * (0.2 + next() * 0.6),
    y: height * (0.2 + next() * 0.25),
    radius: height * (0.05 + next() * 0.07),
  };
  const ridges = Array.from({ length: 6 }, (_unused, index) => {
    const depth = (index + 1) / 6;
    const path = ridge(next, width, height * (0.45 + depth * 0.5), height * (0.22 - depth * 0.1));
    return `<path d="${path}" fill="${mix(middle, dark, depth)}" />`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${middle}"/><stop offset=".55" stop-color="${light}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${sun.x}" cy="${sun.y}" r="${sun.radius}" fill="${light}" opacity=".92"/>
    ${ridges.join('')}
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer();
};
