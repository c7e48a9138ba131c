/**
 * Numbers without a gap, counted anew each year, in the order of the log. An event's number follows from the count, whether
 * the count was folded before it, with it, or with later ones: it knows where in the log its last numbers were given.
 */
export interface YearCount {
  /** Of UTC. */
  readonly year: number;
  /** How many numbers are given. */
  readonly given: number;
  /** The positions of the events that the last of them were given to, in their order. */
  readonly recent: readonly number[];
}

/** What numbers an event. */
interface Numbered {
  readonly position: number;
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
}

/** A count can be so many events ahead of a document beside it: no follower folds more at once. */
export const aheadMax = 1_000;

export const yearOf = ({ recordedAt }: Pick<Numbered, 'recordedAt'>): number => new Date(recordedAt).getUTCFullYear();

/** The key of the count beside the documents that it numbers. */
export const countKeyOf = (event: Pick<Numbered, 'recordedAt'>): string => `year-${yearOf(event)}`;

/** The count with this event. */
export const withNumber = (count: YearCount | undefined, event: Numbered): YearCount => {
  const { given, recent } = count ?? { given: 0, recent: [] };
  const isCounted = event.position <= (recent.at(-1) ?? -1);
  if (count && isCounted) return count;
  return { year: yearOf(event), given: given + 1, recent: [...recent, event.position].slice(-aheadMax) };
};

/** @throws Error for an event from before the last numbers that the count knows of */
const numberIn = (count: YearCount | undefined, event: Numbered): number => {
  const { given, recent } = withNumber(count, event);
  const at = recent.indexOf(event.position);
  if (at < 0) throw new Error(`The number of the event at ${event.position} is not known any more`);
  return given - (recent.length - 1 - at);
};

const digits = 6;

/** Such as `INV-2026-000001`. */
export const numberOf = (series: string, count: YearCount | undefined, event: Numbered): string =>
  `${series}-${yearOf(event)}-${String(numberIn(count, event)).padStart(digits, '0')}`;
