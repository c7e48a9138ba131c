import type { ReferralDecided, ReviewedReferralPage } from '@tessera/contract/referrals';
import type { DecideReferral, ReferralStatus } from '@tessera/domain/referrals/referral';
import { post } from '../../kernel/send.ts';
import { liveLists } from '../live-lists.ts';

const path = '/api/admin/referrals';
const { listOf, change, watchAtom } = liveLists<ReviewedReferralPage>(path, ({ stream }) =>
  stream.startsWith('referral-'),
);

/** The referrals of each status, in pages. */
export const referralListAtoms = {
  pending: listOf({ status: 'pending' }),
  completed: listOf({ status: 'completed' }),
  cancelled: listOf({ status: 'cancelled' }),
} as const satisfies Readonly<Record<ReferralStatus, unknown>>;

/** Approves or rejects a referral that is held. @throws ApiError */
export const decideReferral = (referredUserId: string, { kind, reason }: DecideReferral) =>
  change((options) =>
    post<ReferralDecided>(`${path}/${encodeURIComponent(referredUserId)}/${kind}`, { reason }, options),
  );

/** While it is mounted, what happens to a referral has the lists read again. */
export const watchReferralsAtom = watchAtom;
