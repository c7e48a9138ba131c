import { defineView, on } from '../kernel/view.ts';
import { payoutLeftOut } from './payout.ts';
import type { PayoutLeftOutData } from './payout.ts';

export interface LeftOut extends PayoutLeftOutData {
  /** ISO 8601. */
  readonly left_at: string;
}

/** The creators that each run left out, and why. */
export const payoutLeftOuts = defineView<LeftOut>({
  name: 'payout-left-outs',
  version: 1,
  on: [
    on(
      payoutLeftOut,
      ({ run_id, creator_id }) => `${run_id}/${creator_id}`,
      (_before, data, { recordedAt }): LeftOut => ({ ...data, left_at: recordedAt }),
    ),
  ],
  indexes: {
    fields: { run_id: (left) => left.run_id, left_at: (left) => left.left_at },
    listings: [{ where: ['run_id'], sorts: ['left_at'] }],
  },
});
