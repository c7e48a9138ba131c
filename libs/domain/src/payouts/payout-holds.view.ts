import { defineView, on } from '../kernel/view.ts';
import { payoutsHeld, payoutsReleased } from './payout.ts';

/** Payouts to a creator that the operator holds; why is in the creator's own stream alone. */
export interface PayoutHold {
  readonly creator_id: string;
  /** ISO 8601. */
  readonly since: string;
}

const id = ({ creator_id }: { readonly creator_id: string }) => creator_id;

export const payoutHolds = defineView<PayoutHold>({
  name: 'payout-holds',
  version: 1,
  on: [
    on(
      payoutsHeld,
      id,
      (before: PayoutHold | undefined, { creator_id }, { recordedAt }): PayoutHold =>
        before ?? { creator_id, since: recordedAt },
    ),
    on(payoutsReleased, id, (): PayoutHold | undefined => undefined),
  ],
  indexes: { fields: { since: (hold) => hold.since }, listings: [{ sorts: ['since'] }] },
});
