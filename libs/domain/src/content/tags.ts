import { folded, oneLine } from '../kernel/text.ts';

/** The commas of Latin, Arabic, Chinese and Japanese writing, in every width. */
const commas = /[,،、，､﹐﹑]/u;

/** Tags by which a browser marks an upload that waits for its creator's account; they don't describe the item. */
const internalMarks = ['pending'];

/** What tags have in common that count as one: those that differ in case, width or Unicode form at most. */
export const tagKey = (tag: string): string => folded(oneLine(tag)).replace(/\s+/gu, ' ').trim();

/** Whether a list has a tag, in whatever form. */
export const hasTag = (tags: readonly string[], tag: string): boolean =>
  tags.some((each) => tagKey(each) === tagKey(tag));

const eachOnce = (tags: readonly string[]): string[] => {
  const first = new Map<string, string>();
  for (const tag of tags) if (tagKey(tag) !== '' && !first.has(tagKey(tag))) first.set(tagKey(tag), tag);
  return [...first.values()];
};

/** A tag as it is shown: in lower case and one Unicode form, with single spaces. */
const shownTag = (tag: string): string =>
  oneLine(oneLine(tag).normalize('NFKC').toLowerCase().normalize('NFKC')).replace(/\s+/gu, ' ');

/** Tags as an event keeps them: each once, with internal marks. */
export const keptTags = (tags: readonly string[]): readonly string[] => eachOnce(tags.map(shownTag));

/** Tags as the public may see and search them: each once, and without internal marks. */
export const publicTags = (tags: readonly string[]): readonly string[] =>
  keptTags(tags).filter((tag) => !internalMarks.includes(tagKey(tag)));

/** The tags in a text that separates them by commas, as written and each once: 'Summer, beach、SUMMER' has two. */
export const tagsIn = (text: string): string[] => eachOnce(text.split(commas).map((tag) => tag.trim()));

/** A tag that others can follow in a text, separated by commas. */
export const withoutCommas = (tag: string): string => tag.split(commas).join(' ');
