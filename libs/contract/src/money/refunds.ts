import { licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { disputeStandings } from '@tessera/domain/refunds/dispute';
import type { DisputeStanding } from '@tessera/domain/refunds/dispute';
import { refundStatuses } from '@tessera/domain/refunds/refunds.view';
import type { RefundStatus } from '@tessera/domain/refunds/refunds.view';
import { Positioned, pageOf } from '../kernel/answers.ts';
import { Flag, Instant, Nullable, OneOf, Row, Rows, Text, Integer } from '../kernel/fields.ts';
import { Money } from '../kernel/money.ts';
import { QueryChoice, PageQuery } from '../kernel/queries.ts';

/** Where the refund of a license stands, for its brand. */
export class RefundStanding extends Positioned {
  @Nullable()
  @Text('The brand’s own words, while its request waits for a decision.')
  readonly requested!: string | null;

  @Nullable()
  @Text('Why the last request was declined, in the operator’s words.')
  readonly declined!: string | null;

  @Flag('A refund is on its way to the bank.')
  readonly is_under_way!: boolean;

  @Flag('The last refund didn’t go through: the bank turned it down.')
  readonly has_failed!: boolean;

  @Row(() => Money, 'Of all refunds so far.')
  readonly refunded_money!: Money;

  @Nullable()
  @Instant('Of the last change; null where there was none.')
  readonly changed_at!: string | null;

  @Instant('Until then a refund can be asked for.')
  readonly until!: string;

  @Nullable()
  @Text('Why no refund can be asked for now; null where one can.')
  readonly refusal!: string | null;
}

export class RefundRequested extends Positioned {}

/** A license of which something was refunded or may be. */
class AboutLicense {
  @Text()
  readonly license_id!: string;

  @Text('Of the item.')
  readonly title!: string;

  @OneOf(licenseTypes)
  readonly license_type!: LicenseType;

  @Text()
  readonly brand_name!: string;

  @Text()
  readonly creator_name!: string;

  @Row(() => Money)
  readonly price_money!: Money;
}

/** A refund as the operator sees it. */
export class RefundRow extends AboutLicense {
  @Text()
  readonly order_id!: string;

  @Row(() => Money, 'Of all refunds so far.')
  readonly refunded_money!: Money;

  @Nullable()
  @Row(() => Money, 'Of the refund that was started or made last.')
  readonly amount_money!: Money | null;

  @OneOf(refundStatuses)
  readonly status!: RefundStatus;

  @Nullable()
  @Text('Whoever spoke last: the brand that asks, the operator, or the gateway where a refund failed.')
  readonly reason!: string | null;

  @Nullable()
  @Instant('While a request waits.')
  readonly requested_at!: string | null;

  @Instant()
  readonly changed_at!: string;
}

export class RefundPage extends pageOf(() => RefundRow, 'Requests the longest waiting first; others newest first.') {}

export class RefundsQuery extends PageQuery {
  @QueryChoice(refundStatuses, 'Requested, if left out.')
  readonly status?: RefundStatus;
}

/** Of a license’s price: who has which part of it, in cents. */
export class PriceParts {
  @Integer()
  readonly creator!: number;

  @Integer()
  readonly referrer!: number;

  @Integer()
  readonly platform!: number;
}

/** What can be refunded of a license, and who would give what of it. */
export class RefundableLicense extends AboutLicense {
  @Row(() => Money, 'What was not refunded yet.')
  readonly left_money!: Money;

  @Nullable()
  @Text('The brand’s words, while its request waits.')
  readonly requested!: string | null;

  @Row(() => PriceParts, 'As the sale was shared.')
  readonly split!: PriceParts;

  @Row(() => PriceParts, 'Of it, what was taken back so far.')
  readonly taken!: PriceParts;
}

export class RefundMade extends Positioned {
  @OneOf(refundStatuses, 'Started, while the bank takes its time.')
  readonly status!: RefundStatus;

  @Nullable()
  @Text('Why it failed, in the gateway’s words.')
  readonly reason!: string | null;
}

export class RefundDeclined extends Positioned {}

/** A license of a disputed payment. */
export class DisputedLicenseRow {
  @Text()
  readonly license_id!: string;

  @Text('Of the item.')
  readonly title!: string;

  @Row(() => Money, 'Of the disputed amount.')
  readonly amount_money!: Money;

  @Text()
  readonly creator_name!: string;

  @Row(() => PriceParts, 'Of it, what each gives: creator and referrer have it in reserve until the bank decides.')
  readonly parts!: PriceParts;
}

/** A dispute, or the warning of one, as the operator sees it. */
export class DisputeRow {
  @Text('As the gateway names it.')
  readonly dispute_id!: string;

  @Text()
  readonly order_id!: string;

  @Text()
  readonly brand_name!: string;

  @Text()
  readonly gateway!: string;

  @OneOf(disputeStandings)
  readonly standing!: DisputeStanding;

  @Row(() => Money)
  readonly amount_money!: Money;

  @Text('A word of the gateway’s, such as `fraudulent`.')
  readonly reason!: string;

  @Nullable()
  @Instant('Until when the bank takes evidence; null where it expects none.')
  readonly evidence_due_at!: string | null;

  @Instant()
  readonly opened_at!: string;

  @Nullable()
  @Instant('Null while it is open.')
  readonly decided_at!: string | null;

  @Rows(() => DisputedLicenseRow)
  readonly licenses!: readonly DisputedLicenseRow[];
}

export class DisputePage extends pageOf(() => DisputeRow, 'Newest first.') {}

export class DisputesQuery extends PageQuery {
  @QueryChoice(disputeStandings, 'Open, if left out.')
  readonly standing?: DisputeStanding;
}
