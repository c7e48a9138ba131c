import type { ContentPublishedData } from './content.ts';
import type { Measures } from './media/measures.ts';

/** What is compared of two items. */
export type ComparedItem = Pick<ContentPublishedData, 'tags'> & { readonly measures: Measures | null };

/** The share of each in how much two items are alike, together 1. */
const weights = { look: 0.45, tags: 0.35, colors: 0.2 };
/** From so many different bits on, two pictures look no more alike than any two do. */
const differentBits = 24;
const bandHexDigits = 4;
/** Without a tag in common, two pictures have to look this much alike. */
const lookAlone = 0.5;

/** Parts of a hash, each with its place: of hashes that differ in less bits than there are parts, one is the same. */
export const bandsOf = (measures: Measures | null): readonly string[] =>
  (measures?.hash.match(new RegExp(`.{${bandHexDigits}}`, 'g')) ?? []).map((digits, place) => `${place}${digits}`);

/** The bits of each hex digit. */
const bitCounts = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

const differingBits = (one: string, other: string) =>
  [...one].reduce((sum, digit, at) => {
    const different = Number.parseInt(digit, 16) ^ Number.parseInt(other[at] ?? '0', 16);
    return sum + (bitCounts[different] ?? 0);
  }, 0);

const lookOf = (one: Measures, other: Measures) => Math.max(0, 1 - differingBits(one.hash, other.hash) / differentBits);

const colorsOf = (one: Measures, other: Measures) => {
  const shares = new Map(other.colors.map(({ name, percent }) => [name, percent]));
  return one.colors.reduce((sum, { name, percent }) => sum + Math.min(percent, shares.get(name) ?? 0), 0) / 100;
};

const tagsOf = (one: ComparedItem, other: ComparedItem) => {
  const all = new Set([...one.tags, ...other.tags]).size;
  const shared = one.tags.filter((tag) => other.tags.includes(tag)).length;
  return all === 0 ? 0 : shared / all;
};

/** How much two items are alike, from 0 to 1; the same from either side. 0 where nothing makes one think of the other. */
export const similarityOf = (one: ComparedItem, other: ComparedItem): number => {
  const tags = tagsOf(one, other);
  const measured = one.measures && other.measures ? ([one.measures, other.measures] as const) : null;
  const look = measured ? lookOf(...measured) : 0;
  if (tags === 0 && look < lookAlone) return 0;
  return weights.look * look + weights.tags * tags + weights.colors * (measured ? colorsOf(...measured) : 0);
};
