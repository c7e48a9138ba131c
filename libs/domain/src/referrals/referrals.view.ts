import { defineView, on } from '../kernel/view.ts';
import { referralRecorded } from './referral.ts';
import type { ReferralRecordedData } from './referral.ts';
import { referralRow } from './row.ts';

const latestKept = 20;

export interface ReferralMetrics {
  readonly total_referrals: number;
  readonly successful_conversions: number;
  readonly pending_conversions: number;
}

/** What a creator sees of whom they referred: figures over all time, and the latest referrals. */
export interface CreatorReferrals extends ReferralMetrics {
  readonly creator_id: string;
  /** Newest first, at most 20. */
  readonly latest: readonly ReturnType<typeof referralRow>[];
}

export const noReferrals = (creator_id: string): CreatorReferrals => ({
  creator_id,
  total_referrals: 0,
  successful_conversions: 0,
  pending_conversions: 0,
  latest: [],
});

const withReferral = (before: CreatorReferrals, data: ReferralRecordedData): CreatorReferrals => ({
  ...before,
  total_referrals: before.total_referrals + 1,
  successful_conversions: before.successful_conversions + (data.status === 'completed' ? 1 : 0),
  pending_conversions: before.pending_conversions + (data.status === 'pending' ? 1 : 0),
  latest: [referralRow(data), ...before.latest].slice(0, latestKept),
});

export const metricsOf = ({
  total_referrals,
  successful_conversions,
  pending_conversions,
}: ReferralMetrics): ReferralMetrics => ({ total_referrals, successful_conversions, pending_conversions });

/** By referrer. */
export const referrals = defineView<CreatorReferrals>({
  name: 'referrals',
  version: 2,
  on: [
    on(
      referralRecorded,
      (data) => data.referrer_id,
      (before, data): CreatorReferrals => withReferral(before ?? noReferrals(data.referrer_id), data),
    ),
  ],
  live: { mayWatch: (reader, creatorId) => reader.role === 'creator' && reader.id === creatorId },
});
