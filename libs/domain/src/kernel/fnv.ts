const offset = 0x811c9dc5;
const prime = 0x01000193;

/** A number from 0 to 2³² - 1 that stands for a text, in all processes the same (FNV-1a). Others have it, too. */
export const fnv = (text: string): number => {
  let hash = offset;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime) >>> 0;
  return hash;
};
