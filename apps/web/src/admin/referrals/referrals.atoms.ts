import type { ReferralDecided } from '@tessera/contract/referrals';
import type { DecideReferral } from '@tessera/domain/referrals/referral';
import type { ReferralDecisionForm } from '@tessera/domain/referrals/forms';
import { post } from '../../kernel/send.ts';
import { liveQueries } from '../live-queries.ts';

const path = '/api/admin/referrals';
export const reviewedReferrals = liveQueries('referrals', ({ stream }) => stream.startsWith('referral-'));

/** Approves or rejects a referral that is held. @throws ApiError */
export const decideReferral = (referredUserId: string, { kind, reason }: DecideReferral) =>
  reviewedReferrals.change((options) =>
    post<ReferralDecided>(
      `${path}/${encodeURIComponent(referredUserId)}/${kind}`,
      { reason } satisfies ReferralDecisionForm,
      options,
    ),
  );
