import { defineView, on } from '../kernel/view.ts';
import type { LicenseType } from '../license-types.ts';
import { licenseGranted } from '../licensing/license.ts';
import type { Cents } from '../money.ts';
import { ownCents } from './creator-ledger.view.ts';
import { earningDisputed, earningReversed } from './earning.ts';
import type { EarningDisputedData, EarningReversedData } from './earning.ts';

type TakenBack = Pick<EarningReversedData | EarningDisputedData, 'referrer_id' | 'postings'>;

const afterTakenBack = <Of extends { readonly reward_cents: Cents }>(
  before: Of | undefined,
  { referrer_id, postings }: TakenBack,
): Of | undefined =>
  before && referrer_id ? { ...before, reward_cents: before.reward_cents + ownCents(postings, referrer_id) } : before;

const license = ({ referrer_id, license_id }: EarningReversedData | EarningDisputedData) =>
  referrer_id ? license_id : [];
const referred = ({ referrer_id, creator_id }: EarningReversedData | EarningDisputedData) =>
  referrer_id ? creator_id : [];

/** What one license brought to whoever referred its creator. */
export interface Reward {
  readonly license_id: string;
  readonly referrer_id: string;
  /** The creator of what was licensed. */
  readonly referred_user_id: string;
  readonly title: string;
  readonly license_type: LicenseType;
  readonly price_cents: Cents;
  /** After what refunds and lost disputes took back. */
  readonly reward_cents: Cents;
  /** ISO 8601. */
  readonly earned_at: string;
}

/** By license. */
export const rewards = defineView<Reward>({
  name: 'rewards',
  version: 2,
  on: [
    on(
      licenseGranted,
      (data) => (data.referrer_id ? data.license_id : []),
      (_before, data): Reward => ({
        license_id: data.license_id,
        referrer_id: data.referrer_id!,
        referred_user_id: data.creator_id,
        title: data.item.title,
        license_type: data.license_type,
        price_cents: data.price_cents,
        reward_cents: data.split.reward_cents,
        earned_at: data.start_date,
      }),
    ),
    on(earningReversed, license, (before: Reward | undefined, data) => afterTakenBack(before, data)),
    on(earningDisputed, license, (before: Reward | undefined, data) => afterTakenBack(before, data)),
  ],
  indexes: {
    fields: { referrer_id: (reward) => reward.referrer_id, earned_at: (reward) => reward.earned_at },
    listings: [{ where: ['referrer_id'], sorts: ['earned_at'] }],
  },
});

/** What all licenses of one creator brought to whoever referred them. */
export interface RewardTotal {
  readonly referrer_id: string;
  readonly referred_user_id: string;
  readonly licenses: number;
  readonly reward_cents: Cents;
  /** ISO 8601. */
  readonly latest_at: string;
}

/** By the creator who was referred, which happens once. */
export const rewardTotals = defineView<RewardTotal>({
  name: 'reward-totals',
  version: 2,
  on: [
    on(
      licenseGranted,
      (data) => (data.referrer_id ? data.creator_id : []),
      (before, data): RewardTotal => ({
        referrer_id: data.referrer_id!,
        referred_user_id: data.creator_id,
        licenses: (before?.licenses ?? 0) + 1,
        reward_cents: (before?.reward_cents ?? 0) + data.split.reward_cents,
        latest_at: data.start_date,
      }),
    ),
    on(earningReversed, referred, (before: RewardTotal | undefined, data) => afterTakenBack(before, data)),
    on(earningDisputed, referred, (before: RewardTotal | undefined, data) => afterTakenBack(before, data)),
  ],
  indexes: {
    fields: { referrer_id: (total) => total.referrer_id, latest_at: (total) => total.latest_at },
    listings: [{ where: ['referrer_id'], sorts: ['latest_at'] }],
  },
});
