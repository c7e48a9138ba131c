import { IsOptional } from 'class-validator';
import { mediaTypes } from '@tessera/domain/content/content';
import type { Media, MediaType } from '@tessera/domain/content/content';
import type { SaleFacts } from '@tessera/domain/declaration';
import { licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { successorKinds } from '@tessera/domain/licensing/basis';
import type { LicenseBasis as Basis, SuccessorKind } from '@tessera/domain/licensing/basis';
import type { License, LicenseDispute as Dispute } from '@tessera/domain/licensing/licenses.view';
import { proofStatusOf, proofStatuses } from '@tessera/domain/licensing/proof';
import type { LicenseProof as Proof, ProofStatus } from '@tessera/domain/licensing/proof';
import { daysUntil, endOf } from '@tessera/domain/licensing/term';
import { dollarsOf, wireMoney } from '@tessera/domain/money';
import { CountedPage } from './kernel/answers.ts';
import { QueryChoice, QueryText, PageQuery } from './kernel/queries.ts';
import { Amount, EitherRow, Flag, Rows, Instant, Nullable, OneOf, Row, Text, Integer } from './kernel/fields.ts';
import { Money } from './kernel/money.ts';

/** The license that another one goes on from. */
export class LicenseBasis implements Basis {
  @OneOf(successorKinds)
  readonly kind!: SuccessorKind;

  @Text()
  readonly license_id!: string;
}

/** What its creator said of an item when it was licensed. */
class SoldAs implements SaleFacts {
  @Nullable()
  @Flag('Whether people can be recognized; null where its creator had not said so.')
  readonly people!: boolean | null;

  @Flag('For news, comment and teaching alone.')
  readonly editorial!: boolean;

  @Flag()
  readonly ai_generated!: boolean;

  @Flag('Whether models may be trained on it.')
  readonly data_mining!: boolean;

  @Integer('How many people’s consents its creator held.')
  readonly model_releases!: number;

  @Integer('How many owners’ consents its creator held.')
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
  @Row(() => SoldAs, 'Missing where it was licensed before creators were asked.')
  readonly declared?: SoldAs | undefined;
}

/** What of a license never changes, what goes on from it, and what of its price went back. */
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

  @Amount('Dollars.')
  readonly price!: number;

  @Row(() => Money, 'The same.')
  readonly price_money!: Money;

  @Instant()
  readonly start_date!: string;

  @Nullable()
  @Instant('Null for one without an end.')
  readonly end_date!: string | null;

  @Instant()
  readonly created_at!: string;

  @Row(() => LicensedContent)
  readonly content!: LicensedContent;

  @Nullable()
  @Row(() => LicenseBasis)
  readonly basis!: LicenseBasis | null;

  @Nullable()
  @Text('The id of the license that goes on from this one.')
  readonly renewed_by!: string | null;

  @Nullable()
  @Text('As `renewed_by`.')
  readonly upgraded_by!: string | null;

  @Row(() => Money, 'Of the price, by all refunds so far.')
  readonly refunded_money!: Money;

  @Nullable()
  @Instant('When the whole price was refunded and the license ended; null otherwise.')
  readonly refunded_at!: string | null;
}

const decidedStandings = ['open', 'won', 'lost'] as const;

/** What a bank holds, or has taken, of a license's price. */
export class LicenseDispute {
  @OneOf(decidedStandings)
  readonly standing!: Dispute['standing'];

  @Row(() => Money, 'Of this license.')
  readonly amount_money!: Money;

  @Nullable()
  @Row(() => Money, 'The creator’s part of it, for the creator alone: in reserve until the bank decides.')
  readonly own_part_money!: Money | null;

  @Instant()
  readonly opened_at!: string;

  @Nullable()
  @Instant('Null while it is open.')
  readonly decided_at!: string | null;
}

const licenseStatuses = ['active', 'expired', 'upcoming', 'refunded'] as const;
type LicenseStatus = (typeof licenseStatuses)[number];

/** A license as it stands at a time. */
export class LicenseRow extends LicenseFacts {
  @OneOf(licenseStatuses)
  readonly status!: LicenseStatus;

  @Nullable()
  @Integer('Until its end, begun days counted whole; 0 after it, null without an end.')
  readonly days_left!: number | null;

  @Nullable()
  @Row(() => LicenseDispute, 'The last dispute about its payment.')
  readonly dispute!: LicenseDispute | null;
}

export class LicensePage extends CountedPage {
  @Rows(() => LicenseRow)
  readonly items!: readonly LicenseRow[];
}

/** All that an order brought, in the order of its lines; none while it is not paid. */
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

/** As a person of a role may see it; `now` is in ms since 1970. */
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
  @Instant('When the license ended with its refund; null otherwise.')
  readonly refunded_at!: string | null;
}

/** What everybody may know of a license whose id they hold. */
/** The original as a license's holder downloads it, with the rights written into its metadata. */
export class DownloadedOriginal {
  @Text('Of the file as it is downloaded, in hex.')
  readonly sha256!: string;
}

export class LicenseProof implements Proof {
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
  @Instant('Null for one without an end.')
  readonly end_date!: string | null;

  @Nullable()
  @Instant('Since when it is no longer valid, as its price was refunded; null otherwise.')
  readonly refunded_at!: string | null;

  @Text('Of the original’s bytes, in hex: who holds a file can compare.')
  readonly sha256!: string;

  @Nullable()
  @Text('Null as long as there is no agreement.')
  readonly terms_version!: string | null;
}

/** What going on from a license costs now. */
export class SuccessorPrice {
  @Integer()
  readonly price_cents!: number;

  @Instant()
  readonly start_date!: string;

  @Nullable()
  @Instant('Null for what has no end.')
  readonly end_date!: string | null;
}

/** Why there is no going on from a license. */
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

/** An ending license is in force and ends within days; an upcoming one has not begun. */
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
