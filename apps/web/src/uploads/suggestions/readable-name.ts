/** File name prefixes of cameras and apps, with or without a number. */
const cameraMark =
  /^_?(dsc[fn]?|img|imgp|mg|dscn|pxl|mvi|mov|vid|gopr|gx|gh|dji|p|pict|cimg|sam|hpim|kif|burst|wa|screenshot|untitled|image|photo|video|file|scan)\d*$/i;
/** Name endings that only tell copies of a work apart: 'v2', 'final', '1920x1080'. */
const copyMark =
  /^(v\d+|ver\d+|version|copy|kopie|final|edit|edited|export|web|print|hires|lowres|small|large|\(\d+\)|\d+x\d+|\d+px|\d+k)$/i;
const isYear = (word: string) => /^(19|20)\d\d$/.test(word);
/** A number from a counter: it has leading zeros, or is longer than a person would count. */
const isCounter = (word: string) => /^(0\d+|\d{3,})$/.test(word) && !isYear(word);
const hasWord = (text: string) => /\p{L}{2}/u.test(text);

/** Splits camel case: 'HarborAtDawn' is three words, 'iPhone' is one. */
const splitCamelCase = (word: string) =>
  /^(\p{Lu}\p{Ll}+){2,}$/u.test(word) ? word.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase() : word;

const isMeaningless = (word: string) => cameraMark.test(word) || isCounter(word);

const sentence = (text: string) => {
  const lowered = /\p{Ll}/u.test(text) ? text : text.toLowerCase();
  return lowered.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
};

/**
 * Turns a file name into a title: 'harbor-at-dawn_v2.jpg' becomes 'Harbor at dawn'. Empty if no person named the file,
 * as with 'DSC_0042.jpg'.
 */
export const readableName = (fileName: string): string => {
  const words = fileName
    .replace(/\.\w{1,5}$/, '')
    .split(/[\s_.+–—-]+/)
    .filter(Boolean);
  const isCamera = cameraMark.test(words[0] ?? '');
  while (words.length > 0 && (isMeaningless(words[0] ?? '') || (isCamera && isYear(words[0] ?? '')))) words.shift();
  while (words.length > 0 && (copyMark.test(words.at(-1) ?? '') || isCounter(words.at(-1) ?? ''))) words.pop();
  const text = words.map(splitCamelCase).join(' ');
  return hasWord(text) ? sentence(text) : '';
};
