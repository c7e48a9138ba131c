import { changes, defineView, on, ownFields } from '../kernel/view.ts';
import type { LicenseType } from '../license-types.ts';
import { licenseGranted } from '../licensing/license.ts';
import type { LicenseGrantedData } from '../licensing/license.ts';
import type { Posting } from '../ledger.ts';
import type { Cents } from '../money.ts';
import { creditedCents } from './ledger/creator-account.ts';
import { earningDisputed, earningReversed } from './earning-events.ts';

type OfReferred = Pick<LicenseGrantedData, 'license_id' | 'creator_id' | 'referrer_id'>;

/** No key if nobody referred the creator. */
const license = ({ referrer_id, license_id }: OfReferred) => (referrer_id ? license_id : []);
const referred = ({ referrer_id, creator_id }: OfReferred) => (referrer_id ? creator_id : []);

const afterTakenBack = <Of extends { readonly referrer_id: string; readonly reward_cents: Cents }>(
  before: Of,
  { postings }: { readonly postings: readonly Posting[] },
): Of => ({ ...before, reward_cents: before.reward_cents + creditedCents(postings, before.referrer_id) });

/** What one license earned for its creator's referrer. */
export interface Reward {
  readonly license_id: string;
  readonly referrer_id: string;
  /** The creator of the licensed item. */
  readonly referred_user_id: string;
  readonly title: string;
  readonly license_type: LicenseType;
  readonly price_cents: Cents;
  /** Less what refunds and lost disputes took back. */
  readonly reward_cents: Cents;
  /** ISO 8601. */
  readonly earned_at: string;
}

/** Rewards by license id. */
export const rewards = defineView<Reward>({
  name: 'rewards',
  version: 3,
  on: [
    on(licenseGranted, license, (_before, data, { recordedAt: earned_at }): Reward => ({
      license_id: data.license_id,
      referrer_id: data.referrer_id!,
      referred_user_id: data.creator_id,
      title: data.item.title,
      license_type: data.license_type,
      price_cents: data.price_cents,
      reward_cents: data.split.reward_cents,
      earned_at,
    })),
    changes(earningReversed, license, afterTakenBack<Reward>),
    changes(earningDisputed, license, afterTakenBack<Reward>),
  ],
  indexes: {
    fields: ownFields('referrer_id', 'earned_at'),
    listings: [{ where: ['referrer_id'], sorts: ['earned_at'] }],
  },
});

/** What all of one creator's licenses earned for their referrer. */
export interface RewardTotal {
  readonly referrer_id: string;
  readonly referred_user_id: string;
  readonly licenses: number;
  readonly reward_cents: Cents;
  /** ISO 8601. */
  readonly latest_at: string;
}

/** Totals by referred creator; a creator can be referred only once. */
export const rewardTotals = defineView<RewardTotal>({
  name: 'reward-totals',
  version: 3,
  on: [
    on(licenseGranted, referred, (before, data, { recordedAt: latest_at }): RewardTotal => ({
      referrer_id: data.referrer_id!,
      referred_user_id: data.creator_id,
      licenses: (before?.licenses ?? 0) + 1,
      reward_cents: (before?.reward_cents ?? 0) + data.split.reward_cents,
      latest_at,
    })),
    changes(earningReversed, referred, afterTakenBack<RewardTotal>),
    changes(earningDisputed, referred, afterTakenBack<RewardTotal>),
  ],
  indexes: {
    fields: ownFields('referrer_id', 'latest_at'),
    listings: [{ where: ['referrer_id'], sorts: ['latest_at'] }],
  },
});
