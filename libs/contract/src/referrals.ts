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
  @Text()
  readonly description!: string | null;

  @Instant()
  readonly created_at!: string;
}

/** A code, with what it has brought. */
export class OwnReferralCodeRow extends ReferralCodeRow {
  @Integer('How often somebody came by its link.')
  readonly visits!: number;

  @Integer('Of creators, those that are in review or were not approved among them.')
  readonly sign_ups!: number;

  @Integer('Rewards of the creators who came by it, after refunds, in cents.')
  readonly earned_cents!: number;
}

export class NewReferralCode extends ReferralCodeRow {
  @Integer('Of the log: the code is in what is read with `?after=` it.')
  readonly position!: number;
}

export class ReferralCodePage extends pageOf(() => OwnReferralCodeRow, 'Newest first.') {}

export class ReferralCodeDeleted extends Positioned {
  @Flag()
  readonly deleted!: boolean;
}

/** Who invites with a code. */
export class Inviter {
  @Text('As everybody calls the creator.')
  readonly name!: string;
}

export class ReferralCodeValidity {
  @Flag()
  readonly valid!: boolean;

  @Nullable()
  @Text('Null for no code, and for one whose owner’s account is gone.')
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

  @OneOf(arrivals, 'How the code came to the one who signed up.')
  readonly arrival!: Arrival;

  @OneOf(referralStatuses, 'Pending while it is held; an admin then completes or cancels it.')
  readonly status!: ReferralStatus;

  @Nullable()
  @OneOf(sharedIdentifiers, 'What the two have in common, for which it is held.')
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
  @Integer('Of the log.')
  readonly position!: number;
}

/** What one license of a referred creator brought. */
export class RewardRow {
  @Text('Of the license.')
  readonly id!: string;

  @Text()
  readonly referred_user_id!: string;

  @Nullable()
  @Text('By which that creator came; null as long as the referral is not listed.')
  readonly referral_code!: string | null;

  @Text('Of the item.')
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

/** What all licenses of one referred creator brought. */
export class RewardTotalRow {
  @Text('Of the creator.')
  readonly id!: string;

  @Nullable()
  @Text('By which that creator came; null as long as the referral is not listed.')
  readonly referral_code!: string | null;

  @Nullable()
  @Instant('When that creator signed up.')
  readonly referred_at!: string | null;

  @Integer()
  readonly licenses!: number;

  @Integer()
  readonly reward_cents!: number;

  @Instant('Of the latest reward.')
  readonly latest_at!: string;
}

export class RewardTotalPage extends pageOf(() => RewardTotalRow, 'Those with the latest reward first.') {}

/** A referral as an admin sees it. */
export class ReviewedReferral extends ReferralRow {
  @Nullable()
  @Text('Null once the account is gone.')
  readonly referrer_name!: string | null;

  @Nullable()
  @Text('Null once the account is gone.')
  readonly referred_name!: string | null;
}

export class ReviewedReferralPage extends pageOf(
  () => ReviewedReferral,
  'Those that are held, the longest first; others newest first.',
) {}

export class ReviewedReferralsQuery extends PageQuery {
  @QueryChoice(referralStatuses, 'Pending, if left out.')
  readonly status?: ReferralStatus;
}

export class ReferralDecided extends Positioned {
  @OneOf(referralStatuses)
  readonly status!: ReferralStatus;
}
