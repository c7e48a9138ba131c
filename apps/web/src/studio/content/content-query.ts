import type { OwnContentRow } from '@tessera/contract/content';
import { sortedName } from '@tessera/domain/kernel/sorted-name';

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

/** Which of their own items are shown, and in which order; an empty part leaves nothing out. */
export interface ContentQuery {
  readonly sort: ContentSort;
  readonly status: keyof typeof contentStatuses;
  readonly type: keyof typeof contentTypes;
  readonly search: string;
}

const oneOf = <Choices extends object>(choices: Choices, asked: string | null, standard: keyof Choices) =>
  asked !== null && asked in choices ? (asked as keyof Choices) : standard;

/** What an address asks for; what it doesn't know asks for nothing. */
export const contentQueryOf = (address: URLSearchParams): ContentQuery => ({
  sort: oneOf(contentSorts, address.get('sort'), 'newest'),
  status: oneOf(contentStatuses, address.get('status'), ''),
  type: oneOf(contentTypes, address.get('type'), ''),
  search: address.get('search') ?? '',
});

/** As the list's address takes it: only what differs from all items, newest first. */
export const addressOf = ({ sort, status, type, search }: ContentQuery): string => {
  const wanted = { sort: sort === 'newest' ? '' : sort, status, type, search: search.trim() };
  return new URLSearchParams(Object.entries(wanted).filter(([, value]) => value)).toString();
};

export const isFiltering = ({ status, type, search }: ContentQuery) =>
  status !== '' || type !== '' || search.trim() !== '';

/** Whether the item is among those requested, as the server decides it. */
export const matches = (item: OwnContentRow, { status, type, search }: ContentQuery) => {
  const text = [item.title, item.description, item.brand_name, ...item.tags].join('\n').toLowerCase();
  return (
    (status === '' || item.status === status) &&
    (type === '' || item.media_type === type) &&
    text.includes(search.trim().toLowerCase())
  );
};

type Before = (one: OwnContentRow, other: OwnContentRow) => boolean;

const standsBefore: Readonly<Record<ContentSort, Before>> = {
  newest: (one, other) => one.created_at > other.created_at,
  oldest: (one, other) => one.created_at < other.created_at,
  title: (one, other) => sortedName(one.title) < sortedName(other.title),
  licenses: (one, other) => one.licenses > other.licenses,
  earnings: (one, other) => one.gross_cents > other.gross_cents,
};

/** Whether the item stands before the other one, for certain: of equals nobody here knows. */
export const isBefore = (one: OwnContentRow, other: OwnContentRow, sort: ContentSort) => standsBefore[sort](one, other);
