const offset = 0x811c9dc5;
const prime = 0x01000193;

/** The FNV-1a hash of a text, from 0 to 2³² - 1, the same in all processes. Different texts may share one. */
export const fnv = (text: string): number => {
  let hash = offset;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime) >>> 0;
  return hash;
};
