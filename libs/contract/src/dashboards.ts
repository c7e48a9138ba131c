import type {
  CreatorDashboard as CreatorDocument,
  DayOfSales as Day,
  ReferralNews as News,
  Sale as Sold,
} from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import { disputeSteps } from '@tessera/domain/earnings/earning-events';
import type { DisputeStep } from '@tessera/domain/earnings/earning-events';
import type { DayFigures as DayDocument, Figures as PeriodDocument } from '@tessera/domain/earnings/dashboard/figures';
import { licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import type { BrandLicenses as BrandDocument } from '@tessera/domain/licensing/brand-licenses.view';
import { Positioned } from './kernel/answers.ts';
import { QueryText } from './kernel/queries.ts';
import { Instant, Json, Nullable, OneOf, Row, Rows, Text, Integer } from './kernel/fields.ts';

export class DayOfSales implements Day {
  @Text('`yyyy-mm-dd`, in UTC.')
  readonly day!: string;

  @Integer()
  readonly licenses!: number;

  @Integer()
  readonly gross_cents!: number;

  @Integer()
  readonly net_cents!: number;

  @Integer()
  readonly reward_cents!: number;
}

export class Sale implements Sold {
  @Text()
  readonly license_id!: string;

  @Text()
  readonly content_id!: string;

  @Text()
  readonly title!: string;

  @Text()
  readonly media_url!: string;

  @Text()
  readonly brand_name!: string;

  @OneOf(licenseTypes)
  readonly license_type!: LicenseType;

  @Integer()
  readonly price_cents!: number;

  @Integer()
  readonly net_cents!: number;

  @Instant()
  readonly sold_at!: string;

  @Integer('How much of the price was refunded so far.')
  readonly refunded_cents!: number;

  @Nullable()
  @OneOf(disputeSteps, 'The latest step of a dispute over the price.')
  readonly dispute!: DisputeStep | null;
}

export class LicenseReward {
  @Text('The item’s title.')
  readonly title!: string;

  @OneOf(licenseTypes)
  readonly license_type!: LicenseType;

  @Integer()
  readonly reward_cents!: number;
}

/** Someone referred by the creator now counts as a referral, or has sold a license. */
export class ReferralNews implements News {
  @Text('The id of the referral or the license.')
  readonly id!: string;

  @Instant()
  readonly at!: string;

  @Nullable()
  @Row(() => LicenseReward, 'Null for a referral.')
  readonly reward!: LicenseReward | null;
}

/** A creator's figures: the view's document as it is. */
export class CreatorFigures implements CreatorDocument {
  @Text()
  readonly creator_id!: string;

  @Integer('The number of items for sale.')
  readonly total_content!: number;

  @Integer()
  readonly total_licenses!: number;

  @Integer('The sum of license prices.')
  readonly gross_cents!: number;

  @Integer('After the commission.')
  readonly net_cents!: number;

  @Integer()
  readonly reward_cents!: number;

  @Rows(() => DayOfSales, 'Days on which something happened, oldest first, at most 90.')
  readonly days!: readonly DayOfSales[];

  @Rows(() => Sale, 'Newest first, at most 20.')
  readonly sales!: readonly Sale[];

  @Rows(() => ReferralNews, 'Newest first, at most 20.')
  readonly referral_news!: readonly ReferralNews[];
}

export class CreatorDashboard extends Positioned {
  @Row(() => CreatorFigures)
  readonly value!: CreatorFigures;
}

export class FiguresQuery {
  @QueryText('The first day, `yyyy-mm-dd` in UTC; if both days are left out, the last 30 days are returned.', 20)
  readonly from?: string;

  @QueryText('The last day, `yyyy-mm-dd` in UTC; today if left out.', 20)
  readonly to?: string;
}

/** A creator's figures for a period. */
export class PeriodFigures implements PeriodDocument {
  @Integer()
  readonly licenses!: number;

  @Integer('The sum of license prices.')
  readonly gross_cents!: number;

  @Integer('From own sales, after the commission.')
  readonly net_cents!: number;

  @Integer()
  readonly reward_cents!: number;

  @Integer('From refunds and disputes, whenever the sale was; negative for what was taken away.')
  readonly reversed_cents!: number;

  @Integer('How often items were viewed.')
  readonly views!: number;

  @Integer('How often items were added to a cart.')
  readonly carts!: number;
}

export class DayFigures extends PeriodFigures implements DayDocument {
  @Text('`yyyy-mm-dd`, in UTC.')
  readonly day!: string;
}

export class Period {
  @Text('`yyyy-mm-dd`, in UTC.')
  readonly from!: string;

  @Text('The last day: `yyyy-mm-dd`, in UTC.')
  readonly to!: string;

  @Row(() => PeriodFigures)
  readonly total!: PeriodFigures;
}

/** A creator's figures for a period, and for the period of the same length before it. */
export class CreatorPeriod extends Positioned {
  @Row(() => Period)
  readonly period!: Period;

  @Row(() => Period, 'The period of the same length just before this one.')
  readonly before!: Period;

  @Rows(() => DayFigures, 'Every day of the period, oldest first.')
  readonly days!: readonly DayFigures[];
}

const counts = { type: 'object', additionalProperties: { type: 'integer' } };

/** A brand's license figures: the view's document as it is. */
export class BrandFigures implements BrandDocument {
  @Text()
  readonly brand_id!: string;

  @Integer()
  readonly total_licenses!: number;

  @Integer('The sum of the licenses’ prices.')
  readonly total_spent_cents!: number;

  @Integer('How much of it was refunded.')
  readonly total_refunded_cents!: number;

  @Integer('How many creators it has licensed from.')
  readonly creators!: number;

  @Json('The number of licenses of each type.', counts)
  readonly by_type!: Readonly<Record<LicenseType, number>>;

  @Nullable()
  @Text('Null if it has none.')
  readonly latest_license_id!: string | null;
}

export class BrandDashboard extends Positioned {
  @Row(() => BrandFigures)
  readonly value!: BrandFigures;
}
