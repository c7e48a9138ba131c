import { IsOptional } from 'class-validator';
import { mediaTypes } from '@tessera/domain/content/content-events';
import type { Media, MediaType } from '@tessera/domain/content/content-events';
import type { SaleFacts } from '@tessera/domain/declaration';
import { licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { successorKinds } from '@tessera/domain/licensing/basis';
import type { LicenseBasis as Basis, SuccessorKind } from '@tessera/domain/licensing/basis';
import type { License, LicenseDispute as Dispute } from '@tessera/domain/licensing/licenses.view';
import { proofStatusOf, proofStatuses } from '@tessera/domain/licensing/proof';
import type { ProofStatus } from '@tessera/domain/licensing/proof';
import { daysUntil, endOf } from '@tessera/domain/licensing/term';
import { dollarsOf, wireMoney } from '@tessera/domain/money';
import { CountedPage } from './kernel/answers.ts';
import { QueryChoice, QueryText, PageQuery } from './kernel/queries.ts';
import { Amount, EitherRow, Flag, Rows, Instant, Nullable, OneOf, Row, Text, Integer } from './kernel/fields.ts';
import { Money } from './kernel/money.ts';

/** The license that another one continues. */
export class LicenseBasis implements Basis {
  @OneOf(successorKinds)
  readonly kind!: SuccessorKind;

  @Text()
  readonly license_id!: string;
}

/** What an item was sold as, as declared by its creator at that time. */
class SoldAs implements SaleFacts {
  @Nullable()
  @Flag('Whether people can be recognized; null if the creator hadn’t said.')
  readonly people!: boolean | null;

  @Flag('For news, commentary and education only.')
  readonly editorial!: boolean;

  @Flag()
  readonly ai_generated!: boolean;

  @Flag('Whether AI models may be trained on it.')
  readonly data_mining!: boolean;

  @Integer('How many model releases the creator had on file.')
  readonly model_releases!: number;

  @Integer('How many property releases the creator had on file.')
  readonly property_releases!: number;
}

/** An item as it was when it was licensed. */
export class LicensedContent {
  @Text()
  readonly title!: string;

  @Text()
  readonly description!: string;

  @Text('The path of the public preview, below `/media/`.')
  readonly media_url!: string;

  @OneOf(mediaTypes)
  readonly media_type!: MediaType;

  @IsOptional()
  @Row(() => SoldAs, 'Missing if it was licensed before creators were asked.')
  readonly declared?: SoldAs | undefined;
}

/** The facts of a license that don't depend on the time: what was granted, its successors, and its refunds. */
export class LicenseFacts {
  @Text()
  readonly id!: string;

  @Text()
  readonly order_id!: string;

  @Text()
  readonly content_id!: string;

  @Text()
  readonly creator_id!: string;

  @Text()
  readonly creator_name!: string;

  @Text()
  readonly brand_id!: string;

  @Text()
  readonly brand_name!: string;

  @OneOf(licenseTypes)
  readonly license_type!: LicenseType;

  @Integer()
  readonly quantity!: number;

  @Amount('In dollars.')
  readonly price!: number;

  @Row(() => Money, 'The same price.')
  readonly price_money!: Money;

  @Instant()
  readonly start_date!: string;

  @Nullable()
  @Instant('Null if it has no end.')
  readonly end_date!: string | null;

  @Instant()
  readonly created_at!: string;

  @Row(() => LicensedContent)
  readonly content!: LicensedContent;

  @Nullable()
  @Row(() => LicenseBasis, 'The license that it renews or upgrades; null for one from a cart.')
  readonly basis!: LicenseBasis | null;

  @Nullable()
  @Text('The id of the license that renews this one.')
  readonly renewed_by!: string | null;

  @Nullable()
  @Text('The id of the license that upgrades this one.')
  readonly upgraded_by!: string | null;

  @Row(() => Money, 'How much of the price was refunded so far.')
  readonly refunded_money!: Money;

  @Nullable()
  @Instant('When a full refund ended the license; null otherwise.')
  readonly refunded_at!: string | null;
}

const licenseDisputeStandings = ['open', 'won', 'lost'] as const;

/** A dispute over a license's price. */
export class LicenseDispute {
  @OneOf(licenseDisputeStandings)
  readonly standing!: Dispute['standing'];

  @Row(() => Money, 'The disputed amount of this license.')
  readonly amount_money!: Money;

  @Nullable()
  @Row(() => Money, 'The creator’s part of it, in reserve until the bank decides; only the creator sees it.')
  readonly own_part_money!: Money | null;

  @Instant()
  readonly opened_at!: string;

  @Nullable()
  @Instant('Null while it is open.')
  readonly decided_at!: string | null;
}

const licenseStatuses = ['active', 'expired', 'upcoming', 'refunded'] as const;
type LicenseStatus = (typeof licenseStatuses)[number];

/** A license with its status at a point in time. */
export class LicenseRow extends LicenseFacts {
  @OneOf(licenseStatuses)
  readonly status!: LicenseStatus;

  @Nullable()
  @Integer('Days until its end, rounded up unless less than a minute is over; 0 after it, null if it has no end.')
  readonly days_left!: number | null;

  @Nullable()
  @Row(() => LicenseDispute, 'The latest dispute over its payment.')
  readonly dispute!: LicenseDispute | null;
}

export class LicensePage extends CountedPage {
  @Rows(() => LicenseRow)
  readonly items!: readonly LicenseRow[];
}

/** The licenses of an order, in the order of its lines; empty until it is paid. */
export class OrderLicenses {
  @Rows(() => LicenseRow)
  readonly items!: readonly LicenseRow[];
}

const statusOf = (license: License, now: number): LicenseStatus => {
  const status = proofStatusOf(license, now);
  return status === 'valid' ? 'active' : status;
};

export const licenseFacts = (license: License): LicenseFacts => {
  const { content_id, ...item } = license.item;
  return {
    id: license.license_id,
    order_id: license.order_id,
    content_id,
    creator_id: license.creator_id,
    creator_name: license.creator_name,
    brand_id: license.brand_id,
    brand_name: license.brand_name,
    license_type: license.license_type,
    quantity: license.quantity,
    price: dollarsOf(license.price_cents),
    price_money: wireMoney(license.price_cents),
    start_date: license.start_date,
    end_date: license.end_date,
    created_at: license.created_at,
    content: item,
    basis: license.basis,
    renewed_by: license.renewed_by,
    upgraded_by: license.upgraded_by,
    refunded_money: wireMoney(license.refunded_cents),
    refunded_at: license.refunded_at,
  };
};

const disputeRow = (dispute: Dispute, isForCreator: boolean): LicenseDispute => ({
  standing: dispute.standing,
  amount_money: wireMoney(dispute.amount_cents),
  own_part_money: isForCreator ? wireMoney(dispute.creator_cents) : null,
  opened_at: dispute.opened_at,
  decided_at: dispute.decided_at,
});

/** The license as a person of this role may see it. `now` is in ms since 1970. */
export const licenseRow = (license: License, now: number, role: string): LicenseRow => {
  const end = endOf(license);
  return {
    ...licenseFacts(license),
    status: statusOf(license, now),
    days_left: end === null ? null : daysUntil(end, now),
    dispute: license.dispute && disputeRow(license.dispute, role === 'creator'),
  };
};

/** The agreement between a license's parties. */
export class AgreementRow {
  @Text()
  readonly license_id!: string;

  @Text()
  readonly content_id!: string;

  @Text()
  readonly creator_id!: string;

  @Text()
  readonly brand_id!: string;

  @Text()
  readonly creator_name!: string;

  @Text()
  readonly brand_name!: string;

  @OneOf(licenseTypes)
  readonly license_type!: LicenseType;

  @Text()
  readonly terms_version!: string;

  @Text('The whole agreement, as it was accepted.')
  readonly agreement_text!: string;

  @Nullable()
  @Instant('When a full refund ended the license; null otherwise.')
  readonly refunded_at!: string | null;
}

/** The original as the license's holder downloads it, with the rights written into its metadata. */
export class DownloadedOriginal {
  @Text('Hash of the downloaded file, in hex.')
  readonly sha256!: string;
}

/** What anyone with a license's id may know about it. */
export class LicenseProof {
  @Text()
  readonly license_id!: string;

  @OneOf(proofStatuses)
  readonly status!: ProofStatus;

  @Text()
  readonly item_title!: string;

  @Text('The path of the public preview, below `/media/`.')
  readonly media_url!: string;

  @OneOf(mediaTypes)
  readonly media_type!: Media['media_type'];

  @OneOf(licenseTypes)
  readonly license_type!: LicenseType;

  @Text()
  readonly brand_name!: string;

  @Text()
  readonly creator_name!: string;

  @Instant()
  readonly start_date!: string;

  @Nullable()
  @Instant('Null if it has no end.')
  readonly end_date!: string | null;

  @Nullable()
  @Instant('When a full refund ended it; null otherwise.')
  readonly refunded_at!: string | null;

  @Text('Hash of the original’s bytes, in hex, for comparing a file with it.')
  readonly sha256!: string;

  @Nullable()
  @Text('Null if there is no agreement.')
  readonly terms_version!: string | null;
}

/** The current price of continuing a license. */
export class SuccessorPrice {
  @Integer()
  readonly price_cents!: number;

  @Instant()
  readonly start_date!: string;

  @Nullable()
  @Instant('Null if it has no end.')
  readonly end_date!: string | null;
}

/** Why a license can't be continued. */
export class SuccessorRefusal {
  @Text('A sentence.')
  readonly reason!: string;
}

export type SuccessorOffer = SuccessorPrice | SuccessorRefusal;

export class Successors {
  @EitherRow(() => [SuccessorPrice, SuccessorRefusal])
  readonly renewal!: SuccessorOffer;

  @EitherRow(() => [SuccessorPrice, SuccessorRefusal])
  readonly upgrade!: SuccessorOffer;
}

/** An ending license is in force and ends within days; an upcoming one has not started. */
export const licenseFilters = ['active', 'ending', 'expired', 'upcoming'] as const;
export type LicenseFilter = (typeof licenseFilters)[number];

export class LicensesQuery extends PageQuery {
  @QueryText()
  readonly search?: string;

  @QueryChoice(licenseTypes)
  readonly type?: LicenseType;

  @QueryChoice(licenseFilters)
  readonly status?: LicenseFilter;
}
