import { colorNames, orientationOf, orientations, sizes } from '@tessera/domain/content/media/measures';
import type { ColorName, Orientation, Size } from '@tessera/domain/content/media/measures';
import { peopleChoices, peopleIn } from '@tessera/domain/content/people';
import type { PeopleChoice } from '@tessera/domain/content/people';
import { searchedTexts } from '@tessera/domain/content/row';
import { searchWordsIn, whereFound } from '@tessera/domain/kernel/search-words';
import { isLicenseType, licenseTypeLabels } from '@tessera/domain/license-types';
import { centsOf } from '@tessera/domain/money';
import type { Cents } from '@tessera/domain/money';
import { offersOf } from '../offers.ts';
import type { MarketItem } from '../offers.ts';

const sortLabels = {
  best: 'Best match',
  newest: 'Newest first',
  price_asc: 'Lowest price first',
  price_desc: 'Highest price first',
} as const;
export const mediaTypeLabels = { '': 'Any media', image: 'Photos', video: 'Videos' } as const;
export const sizeLabels: Readonly<Record<'' | Size, string>> = {
  '': 'Any size',
  small: 'Under 3 MP',
  medium: '3 to 12 MP',
  large: '12 MP and more',
};
export const peopleLabels: Readonly<Record<'' | PeopleChoice, string>> = {
  '': 'People or none',
  with: 'With people',
  without: 'Without people',
};
export const licenseLabels = { '': 'Any license', ...licenseTypeLabels } as const;

/** As people read it: `Landscape`, `Blue`. */
export const capitalized = (choice: Orientation | ColorName) => choice.charAt(0).toUpperCase() + choice.slice(1);

/** Which items hang on the wall, and in which order; an empty part leaves nothing out. */
export interface Filter {
  readonly search: string;
  readonly tag: string;
  /** An id. */
  readonly creator: string;
  readonly type: keyof typeof mediaTypeLabels;
  readonly orientation: '' | Orientation;
  /** Of the original. */
  readonly size: '' | Size;
  readonly color: '' | ColorName;
  /** As creators say. */
  readonly people: '' | PeopleChoice;
  readonly license: keyof typeof licenseLabels;
  /** In dollars: of the chosen license type, or of the cheapest one where none is chosen. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly sort: keyof typeof sortLabels;
}

export const emptyFilter: Filter = {
  search: '',
  tag: '',
  creator: '',
  type: '',
  orientation: '',
  size: '',
  color: '',
  people: '',
  license: '',
  minPrice: null,
  maxPrice: null,
  sort: 'newest',
};

/** The order of what no other was chosen for: only a search has a best match. */
const defaultSort = ({ search }: Pick<Filter, 'search'>) => (search.trim() === '' ? 'newest' : 'best');

/** The orders that there are to choose from. */
export const sortOptionsFor = (filter: Filter) => {
  const all = Object.entries(sortLabels).map(([value, label]) => ({ value: value as Filter['sort'], label }));
  return all.filter(({ value }) => value !== 'best' || defaultSort(filter) === 'best');
};

/** As it is asked for now; an order that nobody chose follows the search. */
export const changedFilter = (filter: Filter, part: Partial<Filter>): Filter => {
  const next = { ...filter, ...part };
  const isChosen = part.sort !== undefined || filter.sort !== defaultSort(filter);
  return isChosen && next.sort !== 'best' ? next : { ...next, sort: defaultSort(next) };
};

const chipsMax = 10;

const keyOr = <Choices extends object>(choices: Choices, asked: string | null, standard: keyof Choices) =>
  asked !== null && Object.hasOwn(choices, asked) ? (asked as keyof Choices) : standard;

const valueOrNone = <Value extends string>(values: readonly Value[], asked: string | null) =>
  values.find((value) => value === asked) ?? '';

/** Dollars as someone wrote them; null where that is no amount, or none at all. */
export const amountOf = (written: string | null): number | null =>
  /^\d{1,7}([.]\d{1,2})?$/.test(written?.trim() ?? '') ? Number(written) || null : null;

/** The lower limit first, whichever way round they were given. */
export const orderedRange = (range: Pick<Filter, 'minPrice' | 'maxPrice'>): Pick<Filter, 'minPrice' | 'maxPrice'> =>
  range.minPrice !== null && range.maxPrice !== null && range.minPrice > range.maxPrice
    ? { minPrice: range.maxPrice, maxPrice: range.minPrice }
    : range;

const choicesOf = (address: URLSearchParams): Omit<Filter, 'search' | 'sort'> => ({
  tag: address.get('tag') ?? '',
  creator: address.get('creator') ?? '',
  type: keyOr(mediaTypeLabels, address.get('type'), ''),
  orientation: valueOrNone(orientations, address.get('orientation')),
  size: valueOrNone(sizes, address.get('size')),
  color: valueOrNone(colorNames, address.get('color')),
  people: valueOrNone(peopleChoices, address.get('people')),
  license: keyOr(licenseLabels, address.get('license'), ''),
  ...orderedRange({ minPrice: amountOf(address.get('min_price')), maxPrice: amountOf(address.get('max_price')) }),
});

/** What an address asks for; what it doesn't know asks for nothing. */
export const filterOf = (address: URLSearchParams): Filter => {
  const search = address.get('search') ?? '';
  const sort = keyOr(sortLabels, address.get('sort'), defaultSort({ search }));
  return { ...choicesOf(address), search, sort: sort === 'best' ? defaultSort({ search }) : sort };
};

/** As the page's and the list's addresses take it: only what differs from everything, in its usual order. */
export const queryOf = (filter: Filter): string => {
  const { search, tag, creator, type, orientation, size, color, people, license, minPrice, maxPrice, sort } = filter;
  const entries = {
    search: search.trim(),
    tag,
    creator,
    type,
    orientation,
    size,
    color,
    people,
    license,
    min_price: minPrice?.toString() ?? '',
    max_price: maxPrice?.toString() ?? '',
    sort: sort === defaultSort(filter) ? '' : sort,
  };
  return new URLSearchParams(Object.entries(entries).filter(([, value]) => value)).toString();
};

/** How many of the choices beside the search leave something out. */
export const activeFilterCount = ({ search: _search, sort: _sort, minPrice, maxPrice, ...choices }: Filter): number =>
  [...Object.values(choices), minPrice ?? maxPrice ?? ''].filter((choice) => choice !== '').length;

export const isFiltered = (filter: Filter) => filter.search.trim() !== '' || activeFilterCount(filter) > 0;

/** Of the chosen license type, or of the cheapest; null where that type isn't offered. */
const priceOf = (item: MarketItem, license: Filter['license']): Cents | null => {
  const offers = offersOf(item).filter(({ type }) => license === '' || type === license);
  return offers.length > 0 ? Math.min(...offers.map(({ cents }) => cents)) : null;
};

/** Where the words of a search are found, in the title before the tags and those before the description. */
const matchRank = (item: MarketItem, search: string): number | null =>
  whereFound(
    searchedTexts.map((textOf) => textOf(item)),
    searchWordsIn(search),
  );

const matchesSearch = (item: MarketItem, search: string): boolean => {
  if (matchRank(item, search) !== null) return true;
  const sought = search.toLowerCase();
  return [item.title, item.description, item.brand_name, ...item.tags].some((text) =>
    text.toLowerCase().includes(sought),
  );
};

const matchesVisually = (item: MarketItem, { orientation, size, color, people }: Filter) =>
  (!orientation || orientationOf({ width: item.media_width, height: item.media_height }) === orientation) &&
  (!size || item.size === size) &&
  (!color || item.color === color) &&
  (!people || peopleIn(item) === people);

/**
 * Whether the item is among those requested, as the server decides it: it has all the words, or a case-insensitive
 * substring of title, description, brand name or a tag; the tag has to be exactly one of its tags.
 */
export const matches = (item: MarketItem, filter: Filter): boolean => {
  const { search, tag, creator, type, license, minPrice, maxPrice } = filter;
  const cents = priceOf(item, isLicenseType(license) ? license : '');
  return (
    (!tag || item.tags.includes(tag)) &&
    (!creator || item.creator_id === creator) &&
    (!type || item.media_type === type) &&
    matchesVisually(item, filter) &&
    (!search.trim() || matchesSearch(item, search.trim())) &&
    cents !== null &&
    (minPrice === null || cents >= centsOf(minPrice)) &&
    (maxPrice === null || cents <= centsOf(maxPrice))
  );
};

/** Whether the item stands above the other one, for certain: of equals nobody here knows. */
export const ranksBefore = (one: MarketItem, other: MarketItem, { search, sort, license }: Filter): boolean => {
  const places = sort === 'best' ? (matchRank(one, search) ?? Infinity) - (matchRank(other, search) ?? Infinity) : 0;
  if (places) return places < 0;
  if (sort === 'newest' || sort === 'best') return one.created_at > other.created_at;
  const [first, second] = sort === 'price_asc' ? [one, other] : [other, one];
  return (priceOf(first, license) ?? 0) < (priceOf(second, license) ?? 0);
};

/** Samples hang in the order asked for too. */
export const sorted = (items: readonly MarketItem[], filter: Filter): readonly MarketItem[] =>
  items.toSorted((one, other) => (ranksBefore(one, other, filter) ? -1 : Number(ranksBefore(other, one, filter))));

/** The chips: at most ten different tags, in the order they come. */
export const chipsOf = (tags: readonly string[]): readonly string[] => [...new Set(tags)].slice(0, chipsMax);
