/** The most bytes that one UTF-16 code unit of a string takes in UTF-8. */
export const characterMaxBytes = 3;

/** Whether a text exceeds `maxBytes` in UTF-8. Counts bytes only if it might: nearly every text is far below. */
export const exceeds = (text: string, maxBytes: number): boolean =>
  text.length * characterMaxBytes > maxBytes && Buffer.byteLength(text) > maxBytes;
