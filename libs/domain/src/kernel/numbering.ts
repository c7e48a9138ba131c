/**
 * Counts numbers without gaps, starting over each year, in the order of the log. An event's number can be derived from
 * the count whether the count was folded before the event, with it, or with later ones, because it records which events
 * got the latest numbers.
 */
export interface YearCount {
  /** The year in UTC. */
  readonly year: number;
  /** How many numbers have been given. */
  readonly given: number;
  /** The positions of the events that got the latest numbers, in order. */
  readonly recent: readonly number[];
}

/** What determines an event's number. */
interface Numbered {
  readonly position: number;
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
}

/** How many events a count can be ahead of a document beside it: views with numbers fold at most that many at once. */
export const aheadMax = 1_000;

export const yearOf = ({ recordedAt }: Pick<Numbered, 'recordedAt'>): number => new Date(recordedAt).getUTCFullYear();

/** The key of the count's document, stored beside the documents that it numbers. */
export const countKeyOf = (event: Pick<Numbered, 'recordedAt'>): string => `year-${yearOf(event)}`;

/** The count including this event. */
export const withNumber = (count: YearCount | undefined, event: Numbered): YearCount => {
  const { given, recent } = count ?? { given: 0, recent: [] };
  const isCounted = event.position <= (recent.at(-1) ?? -1);
  if (count && isCounted) return count;
  return { year: yearOf(event), given: given + 1, recent: [...recent, event.position].slice(-aheadMax) };
};

/** @throws Error if the event is older than the latest numbers that the count has recorded */
const numberIn = (count: YearCount | undefined, event: Numbered): number => {
  const { given, recent } = withNumber(count, event);
  const at = recent.indexOf(event.position);
  if (at < 0) throw new Error(`The number of the event at ${event.position} is no longer known`);
  return given - (recent.length - 1 - at);
};

const digits = 6;

/** A number such as `INV-2026-000001`. */
export const numberOf = (series: string, count: YearCount | undefined, event: Numbered): string =>
  `${series}-${yearOf(event)}-${String(numberIn(count, event)).padStart(digits, '0')}`;
