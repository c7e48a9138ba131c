import { formatUsd, centsOf } from '@tessera/domain/money';
import { everything, licenses, mediaTypes, nameOf, peopleWords, sizeWords } from './filter.ts';
import type { Filter } from './filter.ts';

interface ActiveFilter {
  readonly name: string;
  /** As a person reads it. */
  readonly words: string;
  /** What lets it go. */
  readonly without: Partial<Filter>;
}

const priceWords = ({ minPrice, maxPrice }: Filter): string | null => {
  const [from, to] = [minPrice, maxPrice].map((dollars) => dollars !== null && formatUsd(centsOf(dollars)));
  if (from && to) return `${from} – ${to}`;
  return from ? `From ${from}` : to ? `Up to ${to}` : null;
};

const { sort: _sort, ...nothing } = everything;
/** Lets all of them go; the order stays. */
export const unfiltered: Partial<Filter> = nothing;

/** All that narrows the wall, in the order in which it is chosen. The name of a creator is known once an item hangs. */
export const activeFiltersOf = (filter: Filter, creatorName: string | null): readonly ActiveFilter[] => {
  const { search, tag, creator, type, orientation, size, color, people, license } = filter;
  const price = priceWords(filter);
  const active: readonly (ActiveFilter | '' | null)[] = [
    search.trim() && { name: 'search', words: `“${search.trim()}”`, without: { search: '' } },
    creator && { name: 'creator', words: `By ${creatorName ?? 'one creator'}`, without: { creator: '' } },
    type && { name: 'type', words: mediaTypes[type], without: { type: '' } },
    orientation && { name: 'orientation', words: nameOf(orientation), without: { orientation: '' } },
    size && { name: 'size', words: sizeWords[size], without: { size: '' } },
    color && { name: 'color', words: nameOf(color), without: { color: '' } },
    people && { name: 'people', words: peopleWords[people], without: { people: '' } },
    license && { name: 'license', words: licenses[license], without: { license: '' } },
    price && { name: 'price', words: price, without: { minPrice: null, maxPrice: null } },
    tag && { name: 'tag', words: tag, without: { tag: '' } },
  ];
  return active.filter((each) => each !== null && each !== '');
};
