import type { LedgerLine } from '../earnings/creator-ledger.view.ts';
import type { Cents } from '../money.ts';
import type { Reach } from './payout.ts';

type Reached = Pick<LedgerLine, 'payout_id' | 'available_from' | 'position'>;

const isWithin = ({ available_from, position }: Reached, reach: Reach) =>
  available_from !== null && available_from <= reach.at && position <= reach.position;

/** Whether a payout pays this line itself; what it takes over of others has been theirs. */
export const pays = ({ after, until }: { readonly after: Reach; readonly until: Reach }, line: Reached): boolean =>
  line.payout_id === null && isWithin(line, until) && !isWithin(line, after);

/** What a line adds to the payout that pays it. */
export const paidOf = ({ moved }: Pick<LedgerLine, 'moved'>): Cents => moved.pending + moved.available;
