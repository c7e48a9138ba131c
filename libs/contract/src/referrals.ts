import { arrivals, sharedIdentifiers } from '@tessera/domain/invitation';
import type { Arrival, SharedIdentifier } from '@tessera/domain/invitation';
import { licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { referralStatuses } from '@tessera/domain/referrals/referral';
import type { ReferralStatus } from '@tessera/domain/referrals/referral';
import type { ReferralMetrics as Metrics } from '@tessera/domain/referrals/referrals.view';
import { Positioned, pageOf } from './kernel/answers.ts';
import { QueryChoice, PageQuery } from './kernel/queries.ts';
import { Flag, Instant, Nullable, OneOf, Text, Integer } from './kernel/fields.ts';

export class ReferralCodeRow {
  @Text()
  readonly id!: string;

  @Text()
  readonly creator_id!: string;

  @Text()
  readonly code!: string;

  @Nullable()
  @Text('The creator’s own words; null if there are none.')
  readonly description!: string | null;

  @Instant()
  readonly created_at!: string;
}

/** A code with its results. */
export class OwnReferralCodeRow extends ReferralCodeRow {
  @Integer('How often its link was visited.')
  readonly visits!: number;

  @Integer('Creators who signed up with it, including those in review or not approved.')
  readonly sign_ups!: number;

  @Integer('Rewards from creators who signed up with it, after refunds, in cents.')
  readonly earned_cents!: number;
}

export class NewReferralCode extends ReferralCodeRow {
  @Integer('The position in the log: reads with `?after=` this position include the code.')
  readonly position!: number;
}

export class ReferralCodePage extends pageOf(() => OwnReferralCodeRow, 'Newest first.') {}

export class ReferralCodeDeleted extends Positioned {
  @Flag()
  readonly deleted!: boolean;
}

/** The creator behind a code. */
export class Inviter {
  @Text('The creator’s public name.')
  readonly name!: string;
}

export class ReferralCodeValidity {
  @Flag()
  readonly valid!: boolean;

  @Nullable()
  @Text('Null if the code doesn’t exist, or its owner’s account was deleted.')
  readonly referrer_id!: string | null;
}

/** A referral as its referrer sees it. */
export class ReferralRow {
  @Text()
  readonly id!: string;

  @Text()
  readonly referrer_id!: string;

  @Text()
  readonly referred_user_id!: string;

  @Text()
  readonly referral_code!: string;

  @Text()
  readonly conversion_type!: string;

  @Text()
  readonly source!: string;

  @OneOf(arrivals, 'How the referred creator got the code.')
  readonly arrival!: Arrival;

  @OneOf(referralStatuses, 'Pending while it is held; an admin then completes or cancels it.')
  readonly status!: ReferralStatus;

  @Nullable()
  @OneOf(sharedIdentifiers, 'What both accounts share, which is why it is held.')
  readonly held_for!: SharedIdentifier | null;

  @Instant()
  readonly created_at!: string;

  @Nullable()
  @Instant('When an admin approved or rejected it.')
  readonly decided_at!: string | null;

  @Nullable()
  @Text('Why it was approved or rejected, in the admin’s words.')
  readonly reason!: string | null;
}

export class ReferralPage extends pageOf(() => ReferralRow, 'Newest first.') {}

export class ReferralMetrics implements Metrics {
  @Integer()
  readonly total_referrals!: number;

  @Integer()
  readonly successful_conversions!: number;

  @Integer()
  readonly pending_conversions!: number;
}

export class ReferralFigures extends ReferralMetrics {
  @Integer('The position in the log.')
  readonly position!: number;
}

/** What one license of a referred creator earned. */
export class RewardRow {
  @Text('The license’s id.')
  readonly id!: string;

  @Text()
  readonly referred_user_id!: string;

  @Nullable()
  @Text('The code that the creator signed up with; null until the referral is listed.')
  readonly referral_code!: string | null;

  @Text('The item’s title.')
  readonly title!: string;

  @OneOf(licenseTypes)
  readonly license_type!: LicenseType;

  @Integer()
  readonly price_cents!: number;

  @Integer()
  readonly reward_cents!: number;

  @Instant()
  readonly earned_at!: string;
}

export class RewardPage extends pageOf(() => RewardRow, 'Newest first.') {}

/** What all licenses of one referred creator earned. */
export class RewardTotalRow {
  @Text('The creator’s id.')
  readonly id!: string;

  @Nullable()
  @Text('The code that the creator signed up with; null until the referral is listed.')
  readonly referral_code!: string | null;

  @Nullable()
  @Instant('When the creator signed up.')
  readonly referred_at!: string | null;

  @Integer()
  readonly licenses!: number;

  @Integer()
  readonly reward_cents!: number;

  @Instant('The time of the latest reward.')
  readonly latest_at!: string;
}

export class RewardTotalPage extends pageOf(() => RewardTotalRow, 'Latest reward first.') {}

/** A referral as an admin sees it. */
export class ReviewedReferral extends ReferralRow {
  @Nullable()
  @Text('Null once the account was deleted.')
  readonly referrer_name!: string | null;

  @Nullable()
  @Text('Null once the account was deleted.')
  readonly referred_name!: string | null;
}

export class ReviewedReferralPage extends pageOf(
  () => ReviewedReferral,
  'Held referrals by longest wait first; others newest first.',
) {}

export class ReviewedReferralsQuery extends PageQuery {
  @QueryChoice(referralStatuses, '`pending` if left out.')
  readonly status?: ReferralStatus;
}

export class ReferralDecided extends Positioned {
  @OneOf(referralStatuses)
  readonly status!: ReferralStatus;
}
