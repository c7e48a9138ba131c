import type { OwnContentRow } from '@tessera/contract/content';
import { plainText } from '@tessera/domain/kernel/text';

export const contentSorts = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  title: 'Title',
  licenses: 'Most licensed',
  earnings: 'Highest earnings',
} as const;
export type ContentSort = keyof typeof contentSorts;

export const contentStatuses = { '': 'Any status', on_sale: 'On sale', withdrawn: 'Withdrawn' } as const;
export const contentTypes = { '': 'Any media', image: 'Photos', video: 'Videos' } as const;

/** Which of the creator's own items are listed, and in which order; an empty part filters nothing. */
export interface ContentQuery {
  readonly sort: ContentSort;
  readonly status: keyof typeof contentStatuses;
  readonly type: keyof typeof contentTypes;
  readonly search: string;
}

const oneOf = <Choices extends object>(choices: Choices, value: string | null, fallback: keyof Choices) =>
  value !== null && value in choices ? (value as keyof Choices) : fallback;

/** The query in a page's address; unknown values are ignored. */
export const contentQueryOf = (address: URLSearchParams): ContentQuery => ({
  sort: oneOf(contentSorts, address.get('sort'), 'newest'),
  status: oneOf(contentStatuses, address.get('status'), ''),
  type: oneOf(contentTypes, address.get('type'), ''),
  search: address.get('search') ?? '',
});

/** The query string for a list, without the defaults: all items, newest first. */
export const addressOf = ({ sort, status, type, search }: ContentQuery): string => {
  const parts = { sort: sort === 'newest' ? '' : sort, status, type, search: search.trim() };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value)).toString();
};

export const isFiltering = ({ status, type, search }: ContentQuery) =>
  status !== '' || type !== '' || search.trim() !== '';

/** Whether an item matches the query, by the same rules as on the server. */
export const matches = (item: OwnContentRow, { status, type, search }: ContentQuery) => {
  const text = plainText([item.title, item.description, item.brand_name, ...item.tags].join('\n'));
  return (
    (status === '' || item.status === status) &&
    (type === '' || item.media_type === type) &&
    text.includes(plainText(search.trim()))
  );
};

const comparisons: Readonly<Record<ContentSort, (item: OwnContentRow, other: OwnContentRow) => boolean>> = {
  newest: (item, other) => item.created_at > other.created_at,
  oldest: (item, other) => item.created_at < other.created_at,
  title: (item, other) => plainText(item.title) < plainText(other.title),
  licenses: (item, other) => item.licenses > other.licenses,
  earnings: (item, other) => item.gross_cents > other.gross_cents,
};

/** Whether an item certainly comes before another one. False for ties, whose order only the server knows. */
export const isBefore = (item: OwnContentRow, other: OwnContentRow, sort: ContentSort) =>
  comparisons[sort](item, other);
