import { changes, defineView, on, ownFields } from '../kernel/view.ts';
import { referralApproved, referralRecorded, referralRejected, statusAfter } from './referral.ts';
import type { Referral, ReferralStatus } from './referral.ts';

const decided = (before: Referral, status: ReferralStatus, decided_at: string): Referral => ({
  ...before,
  status,
  decided_at,
});

/** Every referral, by referred account. */
export const referralList = defineView<Referral>({
  name: 'referral-list',
  version: 2,
  on: [
    on(referralRecorded, 'referred_user_id', (_before, data): Referral => ({ ...data, decided_at: null })),
    changes(referralApproved, 'referred_user_id', (before, _data, event) =>
      decided(before, statusAfter.approve, event.recordedAt),
    ),
    changes(referralRejected, 'referred_user_id', (before, _data, event) =>
      decided(before, statusAfter.reject, event.recordedAt),
    ),
  ],
  indexes: {
    fields: ownFields('referrer_id', 'created_at', 'status'),
    listings: [
      { where: ['referrer_id'], sorts: ['created_at'] },
      { where: ['status'], sorts: ['created_at'] },
    ],
  },
});
