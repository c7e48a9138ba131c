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

/** The state of a license's refund, for its brand. */
export class RefundStanding extends Positioned {
  @Nullable()
  @Text('The brand’s reason while its request waits for a decision; null otherwise.')
  readonly requested!: string | null;

  @Nullable()
  @Text('Why the last request was declined, in the operator’s words.')
  readonly declined!: string | null;

  @Flag('A refund is on its way to the bank.')
  readonly is_under_way!: boolean;

  @Flag('The bank rejected the last refund.')
  readonly has_failed!: boolean;

  @Row(() => Money, 'The sum of all refunds so far, without what the bank returned.')
  readonly refunded_money!: Money;

  @Row(() => Money, 'Refunded, but returned by the bank, and not paid in another way yet.')
  readonly returned_money!: Money;

  @Nullable()
  @Instant('The time of the last change; null if there was none.')
  readonly changed_at!: string | null;

  @Instant('Until when a refund can be requested.')
  readonly until!: string;

  @Nullable()
  @Text('Why no refund can be requested now; null if one can.')
  readonly refusal!: string | null;
}

export class RefundRequested extends Positioned {}

export class RefundRepaid extends Positioned {}

/** A license that has been or can be refunded. */
class AboutLicense {
  @Text()
  readonly license_id!: string;

  @Text('The item’s title.')
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

  @Row(() => Money, 'The sum of all refunds so far.')
  readonly refunded_money!: Money;

  @Nullable()
  @Row(() => Money, 'The amount of the refund that was last started or made.')
  readonly amount_money!: Money | null;

  @OneOf(refundStatuses)
  readonly status!: RefundStatus;

  @Nullable()
  @Text('The latest reason given: by the brand, the operator, or the gateway if a refund failed.')
  readonly reason!: string | null;

  @Nullable()
  @Instant('Null unless a request waits.')
  readonly requested_at!: string | null;

  @Instant()
  readonly changed_at!: string;
}

export class RefundPage extends pageOf(() => RefundRow, 'Requests by longest wait first; others newest first.') {}

export class RefundsQuery extends PageQuery {
  @QueryChoice(refundStatuses, '`requested` if left out.')
  readonly status?: RefundStatus;
}

/** Each party's part of a license's price, in cents. */
export class PriceParts {
  @Integer('Cents.')
  readonly creator!: number;

  @Integer('Cents.')
  readonly referrer!: number;

  @Integer('Cents.')
  readonly platform!: number;
}

/** How much of a license can be refunded, and how much each party would give. */
export class RefundableLicense extends AboutLicense {
  @Row(() => Money, 'What has not been refunded yet.')
  readonly left_money!: Money;

  @Nullable()
  @Text('The brand’s reason while its request waits; null otherwise.')
  readonly requested!: string | null;

  @Row(() => PriceParts, 'How the sale was split.')
  readonly split!: PriceParts;

  @Row(() => PriceParts, 'How much of each part was taken back so far.')
  readonly taken!: PriceParts;
}

export class RefundMade extends Positioned {
  @OneOf(refundStatuses, '`started` until the bank has confirmed the refund.')
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

  @Text('The item’s title.')
  readonly title!: string;

  @Row(() => Money, 'This license’s share of the disputed amount.')
  readonly amount_money!: Money;

  @Text()
  readonly creator_name!: string;

  @Row(
    () => PriceParts,
    'How much each party gives; the creator’s and referrer’s parts are in reserve until the bank decides.',
  )
  readonly parts!: PriceParts;
}

/** A dispute, or the warning of one, as the operator sees it. */
export class DisputeRow {
  @Text('The gateway’s id for it.')
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

  @Text('The gateway’s term for the reason, such as `fraudulent`.')
  readonly reason!: string;

  @Nullable()
  @Instant('Until when the bank accepts evidence; null if it expects none.')
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
  @QueryChoice(disputeStandings, '`open` if left out.')
  readonly standing?: DisputeStanding;
}
