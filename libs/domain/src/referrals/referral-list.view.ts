import { defineView, on } from '../kernel/view.ts';
import { referralRecorded } from './referral.ts';
import type { ReferralRecordedData } from './referral.ts';

/** Every referral, by the account that was referred. */
export const referralList = defineView<ReferralRecordedData>({
  name: 'referral-list',
  version: 1,
  on: [
    on(
      referralRecorded,
      (data) => data.referred_user_id,
      (_before, data): ReferralRecordedData => data,
    ),
  ],
  indexes: {
    fields: {
      referrer_id: (referral) => referral.referrer_id,
      created_at: (referral) => referral.created_at,
      status: (referral) => referral.status,
    },
    listings: [{ where: ['referrer_id'], sorts: ['created_at'] }],
  },
});
