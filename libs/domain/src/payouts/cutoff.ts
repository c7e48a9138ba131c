import type { Cents } from '../money.ts';

/** How far payouts reach: to everything available by `at` and recorded up to `position`. */
export interface Cutoff {
  /** ISO 8601; empty before the first payout. */
  readonly at: string;
  /** A position in the log; -1 before the first payout. */
  readonly position: number;
}

export const noCutoff: Cutoff = { at: '', position: -1 };

/** A movement of a creator's money, as in their ledger. */
interface CutoffLine {
  /** Null for movements that aren't part of a payout. */
  readonly payout_id: string | null;
  /** A day or an instant; null if it never becomes available. */
  readonly available_from: string | null;
  readonly position: number;
}

const isWithin = ({ available_from, position }: CutoffLine, cutoff: Cutoff) =>
  available_from !== null && available_from <= cutoff.at && position <= cutoff.position;

/** Whether a payout pays this line itself. Lines of payouts that it takes over still belong to those. */
export const pays = ({ after, until }: { readonly after: Cutoff; readonly until: Cutoff }, line: CutoffLine): boolean =>
  line.payout_id === null && isWithin(line, until) && !isWithin(line, after);

/** What a line adds to the payout that pays it. */
export const paidCents = ({
  moved,
}: {
  readonly moved: { readonly pending: Cents; readonly available: Cents };
}): Cents => moved.pending + moved.available;
