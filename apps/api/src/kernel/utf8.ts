/** Of one character of a string. */
export const characterMaxBytes = 3;

/** Whether a text takes more bytes than these. It is counted only where it may: nearly every text is far from its bound. */
export const exceeds = (text: string, maxBytes: number): boolean =>
  text.length * characterMaxBytes > maxBytes && Buffer.byteLength(text) > maxBytes;
