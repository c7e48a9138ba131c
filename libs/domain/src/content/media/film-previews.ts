/** The bounds of a film's public preview, whoever makes it: the server, or a browser where the server can't. */
export const clipSecondsMax = 6;
/** The clip starts after this share of the film, to skip titles and fades. */
export const clipStartShare = 0.1;
/** In pixels. */
export const clipSidesMax = { width: 640, height: 960 } as const;
export const clipFramesPerSecondMax = 30;
/** In bits per second. */
export const clipBitrateMax = 1_500_000;
export const posterSideMax = 1600;

const bytesPerMegabyte = 1024 * 1024;

/** Of what a browser sends. */
export const posterBytesMax = 6 * bytesPerMegabyte;
export const clipBytesMax = 3 * bytesPerMegabyte;

/** The sides of a picture that fits into a box: even, as encoders need them, and never enlarged. */
export const sidesWithin = (
  { width, height }: { readonly width: number; readonly height: number },
  box: { readonly width: number; readonly height: number },
) => {
  const share = Math.min(1, box.width / width, box.height / height);
  const even = (length: number) => Math.max(2, 2 * Math.floor((length * share) / 2));
  return { width: even(width), height: even(height) };
};
