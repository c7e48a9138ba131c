import { defineView, on, ownFields, removes } from '../kernel/view.ts';
import { payoutsHeld, payoutsReleased } from './payout-events.ts';

/** A hold on payouts to a creator; the reason is only in the creator's own stream. */
export interface PayoutHold {
  readonly creator_id: string;
  /** ISO 8601. */
  readonly since: string;
}

export const payoutHolds = defineView<PayoutHold>({
  name: 'payout-holds',
  version: 1,
  on: [
    on(
      payoutsHeld,
      'creator_id',
      (before: PayoutHold | undefined, { creator_id }, { recordedAt }): PayoutHold =>
        before ?? { creator_id, since: recordedAt },
    ),
    removes(payoutsReleased, 'creator_id'),
  ],
  live: {
    room: (hold) => hold.creator_id,
    mayWatch: (reader, creatorId) => reader.role === 'creator' && reader.id === creatorId,
  },
  indexes: { fields: ownFields('since'), listings: [{ sorts: ['since'] }] },
});
