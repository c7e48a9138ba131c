import { colorNames, orientationOf, orientations, sizes } from '@tessera/domain/content/media/measures';
import type { ColorName, Orientation, Size } from '@tessera/domain/content/media/measures';
import { peopleChoices, peopleIn } from '@tessera/domain/content/people';
import type { PeopleChoice } from '@tessera/domain/content/people';
import { searchedTexts } from '@tessera/domain/content/row';
import { hasTag } from '@tessera/domain/content/tags';
import { searchWordsIn, whereFound } from '@tessera/domain/kernel/search-words';
import { plainText } from '@tessera/domain/kernel/text';
import { isLicenseType, licenseTypeLabels } from '@tessera/domain/license-types';
import { centsOf, dollarsOf } from '@tessera/domain/money';
import type { Cents } from '@tessera/domain/money';
import { typedAmount } from '@tessera/domain/typed-amount';
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
  large: '12 MP or more',
};
export const peopleLabels: Readonly<Record<'' | PeopleChoice, string>> = {
  '': 'With or without people',
  with: 'With people',
  without: 'Without people',
};
export const licenseLabels = { '': 'Any license', ...licenseTypeLabels } as const;

/** Which items are on the wall, and in which order. An empty field excludes nothing. */
export interface Filter {
  readonly search: string;
  /** Whether nothing else is searched for if nothing matches the search as written. */
  readonly exact: boolean;
  readonly tag: string;
  /** The creator's account id. */
  readonly creator: string;
  readonly type: keyof typeof mediaTypeLabels;
  readonly orientation: '' | Orientation;
  /** The size of the original. */
  readonly size: '' | Size;
  readonly color: '' | ColorName;
  /** As the creator declared. */
  readonly people: '' | PeopleChoice;
  readonly license: keyof typeof licenseLabels;
  /** In dollars: the price of the license type being filtered by, or else the lowest. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly sort: keyof typeof sortLabels;
}

export const emptyFilter: Filter = {
  search: '',
  exact: false,
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

/** The order unless another one is chosen. Only a search has a best match. */
const defaultSort = ({ search }: Pick<Filter, 'search'>) => (search.trim() === '' ? 'newest' : 'best');

/** The sort orders to choose from. */
export const sortOptionsFor = (filter: Filter) => {
  const all = Object.entries(sortLabels).map(([value, label]) => ({ value: value as Filter['sort'], label }));
  return all.filter(({ value }) => value !== 'best' || defaultSort(filter) === 'best');
};

/** Applies a change. A new search isn't exact unless it says so. Unless the visitor has chosen a sort order, it follows from whether there is a search. */
export const changedFilter = (filter: Filter, part: Partial<Filter>): Filter => {
  const isNewSearch = part.search !== undefined && part.search !== filter.search;
  const next = { ...filter, ...(isNewSearch && { exact: false }), ...part };
  const isChosen = part.sort !== undefined || filter.sort !== defaultSort(filter);
  return isChosen && next.sort !== 'best' ? next : { ...next, sort: defaultSort(next) };
};

const chipsMax = 10;

const keyOr = <Choices extends object>(choices: Choices, value: string | null, fallback: keyof Choices) =>
  value !== null && Object.hasOwn(choices, value) ? (value as keyof Choices) : fallback;

const valueOrNone = <Value extends string>(values: readonly Value[], requested: string | null) =>
  values.find((value) => value === requested) ?? '';

const limitMaxDollars = 9_999_999.99;

/**
 * Parses a limit in dollars; null if it is empty, zero or not an amount. Nothing is paid here, and the limit is shown as
 * it was understood, so `1,250` is read as all amounts are written: with a comma before thousands.
 */
export const amountOf = (written: string | null): number | null => {
  const typed = typedAmount(written ?? '');
  const dollars = typed.kind === 'not-an-amount' ? 0 : dollarsOf(typed.cents);
  return dollars > 0 && dollars <= limitMaxDollars ? dollars : null;
};

/** Swaps the limits if they were entered the wrong way round. */
export const orderedRange = (range: Pick<Filter, 'minPrice' | 'maxPrice'>): Pick<Filter, 'minPrice' | 'maxPrice'> =>
  range.minPrice !== null && range.maxPrice !== null && range.minPrice > range.maxPrice
    ? { minPrice: range.maxPrice, maxPrice: range.minPrice }
    : range;

const choicesOf = (address: URLSearchParams): Omit<Filter, 'search' | 'exact' | 'sort'> => ({
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

/** The filter in an address; unknown values are ignored. */
export const filterOf = (address: URLSearchParams): Filter => {
  const search = address.get('search') ?? '';
  const sort = keyOr(sortLabels, address.get('sort'), defaultSort({ search }));
  const exact = address.get('exact') === 'true' && search.trim() !== '';
  return { ...choicesOf(address), search, exact, sort: sort === 'best' ? defaultSort({ search }) : sort };
};

/** The filter as a query string for the page and the API: only what differs from the defaults. */
export const queryOf = (filter: Filter): string => {
  const { search, exact, tag, creator, type, orientation, size, color, people, license, minPrice, maxPrice, sort } =
    filter;
  const entries = {
    search: search.trim(),
    exact: exact && search.trim() !== '' ? 'true' : '',
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

/** The number of active filters, not counting the search. */
export const activeFilterCount = ({
  search: _search,
  exact: _exact,
  sort: _sort,
  minPrice,
  maxPrice,
  ...choices
}: Filter): number => [...Object.values(choices), minPrice ?? maxPrice ?? ''].filter((choice) => choice !== '').length;

export const isFiltered = (filter: Filter) => filter.search.trim() !== '' || activeFilterCount(filter) > 0;

/** The price of this license type, or else the lowest; null if the type isn't offered. */
const priceOf = (item: MarketItem, license: Filter['license']): Cents | null => {
  const offers = offersOf(item).filter(({ type }) => license === '' || type === license);
  return offers.length > 0 ? Math.min(...offers.map(({ cents }) => cents)) : null;
};

/**
 * Where the search words are found: the title ranks before the tags, the tags before the description, and words before
 * what only contains them.
 */
const matchRank = (item: MarketItem, search: string): number | null =>
  whereFound(
    searchedTexts.map((textOf) => textOf(item)),
    searchWordsIn(search),
  );

/** What has no words, such as '%', is found as it is written. */
const matchesSearch = (item: MarketItem, search: string): boolean => {
  if (searchWordsIn(search).length > 0) return matchRank(item, search) !== null;
  const sought = plainText(search);
  return [item.title, item.description, item.brand_name, ...item.tags].some((text) => plainText(text).includes(sought));
};

const matchesVisually = (item: MarketItem, { orientation, size, color, people }: Filter) =>
  (!orientation || orientationOf({ width: item.media_width, height: item.media_height }) === orientation) &&
  (!size || item.size === size) &&
  (!color || item.color === color) &&
  (!people || peopleIn(item) === people);

/**
 * Whether an item matches, decided as the server does. A search matches if each of its words is contained in title,
 * description, brand name, tags or the creator's name, as `plainText` compares them. The tag must be one of the item's.
 */
export const matches = (item: MarketItem, filter: Filter): boolean => {
  const { search, tag, creator, type, license, minPrice, maxPrice } = filter;
  const cents = priceOf(item, isLicenseType(license) ? license : '');
  return (
    (!tag || hasTag(item.tags, tag)) &&
    (!creator || item.creator_id === creator) &&
    (!type || item.media_type === type) &&
    matchesVisually(item, filter) &&
    (!search.trim() || matchesSearch(item, search.trim())) &&
    cents !== null &&
    (minPrice === null || cents >= centsOf(minPrice)) &&
    (maxPrice === null || cents <= centsOf(maxPrice))
  );
};

/** Whether `one` certainly ranks above `other`. For equal items it is false: only the server knows their order. */
export const ranksBefore = (one: MarketItem, other: MarketItem, { search, sort, license }: Filter): boolean => {
  const places = sort === 'best' ? (matchRank(one, search) ?? Infinity) - (matchRank(other, search) ?? Infinity) : 0;
  if (places) return places < 0;
  if (sort === 'newest' || sort === 'best') return one.created_at > other.created_at;
  const [first, second] = sort === 'price_asc' ? [one, other] : [other, one];
  return (priceOf(first, license) ?? 0) < (priceOf(second, license) ?? 0);
};

/** Sorts samples, which the server doesn't know. */
export const sorted = (items: readonly MarketItem[], filter: Filter): readonly MarketItem[] =>
  items.toSorted((one, other) => (ranksBefore(one, other, filter) ? -1 : Number(ranksBefore(other, one, filter))));

/** At most ten different tags, in their given order, to be shown as chips. */
export const chipsOf = (tags: readonly string[]): readonly string[] => [...new Set(tags)].slice(0, chipsMax);
