import type {
  CreatorDashboard as CreatorDocument,
  DayOfSales as Day,
  ReferralNews as News,
  Sale as Sold,
} from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import { disputeSteps } from '@tessera/domain/earnings/earning';
import type { DisputeStep } from '@tessera/domain/earnings/earning';
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

  @Integer('Of the price, by all refunds so far.')
  readonly refunded_cents!: number;

  @Nullable()
  @OneOf(disputeSteps, 'What a bank does, or has done, with the price.')
  readonly dispute!: DisputeStep | null;
}

export class LicenseReward {
  @Text('Of the item.')
  readonly title!: string;

  @OneOf(licenseTypes)
  readonly license_type!: LicenseType;

  @Integer()
  readonly reward_cents!: number;
}

/** Someone whom the creator referred counts from now on, or has sold a license. */
export class ReferralNews implements News {
  @Text('Of the referral, or of the license.')
  readonly id!: string;

  @Instant()
  readonly at!: string;

  @Nullable()
  @Row(() => LicenseReward, 'Null for a referral.')
  readonly reward!: LicenseReward | null;
}

/** What a creator sees of the own business: the view's own document. */
export class CreatorFigures implements CreatorDocument {
  @Text()
  readonly creator_id!: string;

  @Integer('Of items for sale.')
  readonly total_content!: number;

  @Integer()
  readonly total_licenses!: number;

  @Integer('The sum of license prices.')
  readonly gross_cents!: number;

  @Integer('After the commission.')
  readonly net_cents!: number;

  @Integer()
  readonly reward_cents!: number;

  @Rows(() => DayOfSales, 'Days with something in them, oldest first, at most 90.')
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
  @QueryText('The first day, `yyyy-mm-dd` in UTC; that of the last 30 days if both are left out.', 20)
  readonly from?: string;

  @QueryText('The last day, `yyyy-mm-dd` in UTC; today if left out.', 20)
  readonly to?: string;
}

/** What happened to a creator within some days. */
export class PeriodFigures implements PeriodDocument {
  @Integer()
  readonly licenses!: number;

  @Integer('The sum of license prices.')
  readonly gross_cents!: number;

  @Integer('Of own sales, after the commission.')
  readonly net_cents!: number;

  @Integer()
  readonly reward_cents!: number;

  @Integer('Of refunds and disputes, of whenever the sale was: negative where it was taken away.')
  readonly reversed_cents!: number;

  @Integer('How often an item was looked at.')
  readonly views!: number;

  @Integer('How often one was put in a cart.')
  readonly carts!: number;
}

export class DayFigures extends PeriodFigures implements DayDocument {
  @Text('`yyyy-mm-dd`, in UTC.')
  readonly day!: string;
}

export class Period {
  @Text('`yyyy-mm-dd`, in UTC.')
  readonly from!: string;

  @Text('`yyyy-mm-dd`, in UTC: the last day of it.')
  readonly to!: string;

  @Row(() => PeriodFigures)
  readonly total!: PeriodFigures;
}

/** A creator's figures within some days, and within as many days before them. */
export class CreatorPeriod extends Positioned {
  @Row(() => Period)
  readonly period!: Period;

  @Row(() => Period, 'As many days, up to the day before the period.')
  readonly before!: Period;

  @Rows(() => DayFigures, 'Every day of the period, oldest first.')
  readonly days!: readonly DayFigures[];
}

const counts = { type: 'object', additionalProperties: { type: 'integer' } };

/** The figures of a brand's licenses: the view's own document. */
export class BrandFigures implements BrandDocument {
  @Text()
  readonly brand_id!: string;

  @Integer()
  readonly total_licenses!: number;

  @Integer()
  readonly total_spent_cents!: number;

  @Integer('How many creators it has licensed from.')
  readonly creators!: number;

  @Json('Licenses of each type.', counts)
  readonly by_type!: Readonly<Record<LicenseType, number>>;

  @Nullable()
  @Text()
  readonly latest_license_id!: string | null;
}

export class BrandDashboard extends Positioned {
  @Row(() => BrandFigures)
  readonly value!: BrandFigures;
}
