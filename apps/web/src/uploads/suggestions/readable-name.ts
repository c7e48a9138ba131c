/** What a camera or an app calls its files, before or without a number. */
const cameraMark =
  /^_?(dsc[fn]?|img|imgp|mg|dscn|pxl|mvi|mov|vid|gopr|gx|gh|dji|p|pict|cimg|sam|hpim|kif|burst|wa|screenshot|untitled|image|photo|video|file|scan)\d*$/i;
/** At the end of a name, what says which copy of a work it is: 'v2', 'final', '1920x1080'. */
const copyMark =
  /^(v\d+|ver\d+|version|copy|kopie|final|edit|edited|export|web|print|hires|lowres|small|large|\(\d+\)|\d+x\d+|\d+px|\d+k)$/i;
const isYear = (word: string) => /^(19|20)\d\d$/.test(word);
/** A number that a counter gave: with leading zeros, or longer than a person would count. */
const isCounter = (word: string) => /^(0\d+|\d{3,})$/.test(word) && !isYear(word);
const hasWord = (text: string) => /\p{L}{2}/u.test(text);

/** 'HarborAtDawn' is three words, 'iPhone' is one. */
const withoutHumps = (word: string) =>
  /^(\p{Lu}\p{Ll}+){2,}$/u.test(word) ? word.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase() : word;

const isNoWord = (word: string) => cameraMark.test(word) || isCounter(word);

const sentence = (text: string) => {
  const calm = /\p{Ll}/u.test(text) ? text : text.toLowerCase();
  return calm.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
};

/**
 * A file's name as a person would write it, for a title: 'harbor-at-dawn_v2.jpg' reads 'Harbor at dawn'. Empty where
 * nobody named the file, as with 'DSC_0042.jpg'.
 */
export const readableName = (fileName: string): string => {
  const words = fileName
    .replace(/\.\w{1,5}$/, '')
    .split(/[\s_.+–—-]+/)
    .filter(Boolean);
  const isCamera = cameraMark.test(words[0] ?? '');
  while (words.length > 0 && (isNoWord(words[0] ?? '') || (isCamera && isYear(words[0] ?? '')))) words.shift();
  while (words.length > 0 && (copyMark.test(words.at(-1) ?? '') || isCounter(words.at(-1) ?? ''))) words.pop();
  const text = words.map(withoutHumps).join(' ');
  return hasWord(text) ? sentence(text) : '';
};
