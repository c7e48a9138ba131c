import { defineView, on, ownFields } from '../kernel/view.ts';
import { payoutLeftOut } from './payout-events.ts';
import type { PayoutLeftOutData } from './payout-events.ts';

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
    fields: ownFields('run_id', 'left_at'),
    listings: [{ where: ['run_id'], sorts: ['left_at'] }],
  },
});
