import type { ContentPublishedData } from './content-events.ts';
import type { Measures } from './media/measures.ts';

/** The parts of an item that are compared. */
export type ComparedItem = Pick<ContentPublishedData, 'tags'> & { readonly measures: Measures | null };

/** The weight of each part in the similarity; they add up to 1. */
const weights = { look: 0.45, tags: 0.35, colors: 0.2 };
/** With this many different bits or more, two pictures look no more alike than any two others. */
const differentBits = 24;
const bandHexDigits = 4;
/** Items without a tag in common must look at least this much alike. */
const lookAloneMin = 0.5;

/** The hash in bands, each with its place: hashes that differ in fewer bits than there are bands share at least one. */
export const bandsOf = (measures: Measures | null): readonly string[] =>
  (measures?.hash.match(new RegExp(`.{${bandHexDigits}}`, 'g')) ?? []).map((digits, place) => `${place}${digits}`);

/** The number of one bits in each hex digit. */
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

/** How similar two items are, from 0 to 1; symmetric. 0 if they share no tag and don't look alike. */
export const similarityOf = (one: ComparedItem, other: ComparedItem): number => {
  const tags = tagsOf(one, other);
  const measured = one.measures && other.measures ? ([one.measures, other.measures] as const) : null;
  const look = measured ? lookOf(...measured) : 0;
  if (tags === 0 && look < lookAloneMin) return 0;
  return weights.look * look + weights.tags * tags + weights.colors * (measured ? colorsOf(...measured) : 0);
};
