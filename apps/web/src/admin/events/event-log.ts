import type { EventSummary } from '@tessera/contract/admin';

export interface EventFilter {
  readonly type: string;
  readonly stream: string;
  readonly correlation: string;
}

export const filterNames = ['type', 'stream', 'correlation'] as const;

/** The filter in a page's query string; a missing part filters nothing. */
export const filterOf = (search: URLSearchParams): EventFilter => ({
  type: search.get('type') ?? '',
  stream: search.get('stream') ?? '',
  correlation: search.get('correlation') ?? '',
});

/** A filter as a query string, without its empty parts. */
export const queryOf = (filter: EventFilter): string =>
  new URLSearchParams(filterNames.filter((name) => filter[name]).map((name) => [name, filter[name]])).toString();

export const matchesFilter = (filter: EventFilter, event: EventSummary) =>
  filterNames.every((name) => !filter[name] || filter[name] === event[name]);

/** Merges two lists, newest first, without duplicates. */
export const mergeEvents = (
  events: readonly EventSummary[],
  more: readonly EventSummary[],
): readonly EventSummary[] => {
  const byPosition = new Map([...events, ...more].map((event) => [event.position, event]));
  return [...byPosition.values()].sort((left, right) => right.position - left.position);
};
