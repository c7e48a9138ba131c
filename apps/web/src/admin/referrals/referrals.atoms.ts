import type { ReferralDecided } from '@tessera/contract/referrals';
import type { DecideReferral } from '@tessera/domain/referrals/referral';
import { post } from '../../kernel/send.ts';
import { liveReadings } from '../live-queries.ts';

const path = '/api/admin/referrals';
export const reviewed = liveReadings('referrals', ({ stream }) => stream.startsWith('referral-'));

/** Approves or rejects a referral that is held. @throws ApiError */
export const decideReferral = (referredUserId: string, { kind, reason }: DecideReferral) =>
  reviewed.change((options) =>
    post<ReferralDecided>(`${path}/${encodeURIComponent(referredUserId)}/${kind}`, { reason }, options),
  );
