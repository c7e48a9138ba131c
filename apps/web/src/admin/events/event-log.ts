import type { EventSummary } from '@tessera/contract/admin';

export interface EventFilter {
  readonly type: string;
  readonly stream: string;
  readonly correlation: string;
}

export const filterNames = ['type', 'stream', 'correlation'] as const;

/** The filter that an address asks for; an absent part filters nothing. */
export const filterOf = (search: URLSearchParams): EventFilter => ({
  type: search.get('type') ?? '',
  stream: search.get('stream') ?? '',
  correlation: search.get('correlation') ?? '',
});

/** The query string of a filter, without its empty parts. */
export const queryOf = (filter: EventFilter): string =>
  new URLSearchParams(filterNames.filter((name) => filter[name]).map((name) => [name, filter[name]])).toString();

export const isIn = (filter: EventFilter, event: EventSummary) =>
  filterNames.every((name) => !filter[name] || filter[name] === event[name]);

/** Both lists as one, newest first, each event once. */
export const merged = (one: readonly EventSummary[], other: readonly EventSummary[]): readonly EventSummary[] => {
  const byPosition = new Map([...one, ...other].map((event) => [event.position, event]));
  return [...byPosition.values()].sort((left, right) => right.position - left.position);
};
