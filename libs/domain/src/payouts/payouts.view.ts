import { changes, defineView, on, ownFields } from '../kernel/view.ts';
import {
  payoutCanceled,
  payoutFailed,
  payoutPaid,
  payoutPrepared,
  payoutReturned,
  payoutSent,
} from './payout-events.ts';
import type { PayoutStatus } from './payout.ts';
import type { PayoutPreparedData } from './payout-events.ts';

/** One payout. Its destination, and why it failed or was returned, are only in the creator's own stream. */
export interface Payout extends Omit<PayoutPreparedData, 'destination' | 'postings'> {
  readonly status: PayoutStatus;
  /** Null until it is sent. */
  readonly rail: string | null;
  readonly reference: string | null;
  /** When it reached each status: ISO 8601. */
  readonly times: Readonly<Partial<Record<PayoutStatus, string>>>;
}

const stepped = (
  payout: Payout,
  status: PayoutStatus,
  { recordedAt }: { readonly recordedAt: string },
  change: Partial<Payout> = {},
): Payout => ({ ...payout, ...change, status, times: { ...payout.times, [status]: recordedAt } });

export const payouts = defineView<Payout>({
  name: 'payouts',
  version: 3,
  on: [
    on(
      payoutPrepared,
      'payout_id',
      (_before, { destination: _secret, postings: _postings, ...data }, { recordedAt }): Payout => ({
        ...data,
        status: 'prepared',
        rail: null,
        reference: null,
        times: { prepared: recordedAt },
      }),
    ),
    changes(payoutSent, 'payout_id', (payout, { rail }, event) => stepped(payout, 'sent', event, { rail })),
    changes(payoutPaid, 'payout_id', (payout, { reference }, event) => stepped(payout, 'paid', event, { reference })),
    changes(payoutFailed, 'payout_id', (payout, _data, event) => stepped(payout, 'failed', event)),
    changes(payoutCanceled, 'payout_id', (payout, _data, event) => stepped(payout, 'canceled', event)),
    changes(payoutReturned, 'payout_id', (payout, _data, event) => stepped(payout, 'returned', event)),
  ],
  indexes: {
    fields: {
      ...ownFields('creator_id', 'run_id', 'status'),
      prepared_at: (payout) => payout.times.prepared ?? '',
      /** Empty if it isn't known. */
      pay_by: (payout) => payout.pay_by_on ?? '',
    },
    orders: ['prepared_at', 'pay_by'],
    listings: [
      { where: ['creator_id'], sorts: ['prepared_at'] },
      { where: ['run_id'], sorts: ['prepared_at'], filters: ['status'] },
      { where: ['status'], sorts: ['prepared_at', 'pay_by'] },
    ],
  },
  live: {
    room: (payout) => payout.creator_id,
    mayWatch: (reader, creatorId) => reader.role === 'creator' && reader.id === creatorId,
  },
});
