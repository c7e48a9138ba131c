import { defineFailure } from '../kernel/failure.ts';
import type { LicenseType } from '../license-types.ts';
import { dollarsOf, wireMoney } from '../money.ts';
import type { WireMoney } from '../money.ts';
import type { LicenseBasis } from './basis.ts';
import type { LicensedItem } from './license.ts';
import type { License } from './licenses.view.ts';
import { proofStatusOf } from './proof.ts';
import { daysUntil } from './term.ts';

export const licenseEnded = defineFailure(
  'license_ended',
  'This license has ended',
  'Its original can’t be downloaded any more. The agreement stays available.',
);

/** One license in the field names of the wire. `price` is in dollars, `price_money` the same in cents. */
export interface LicenseFacts {
  readonly id: string;
  readonly order_id: string;
  readonly content_id: string;
  readonly creator_id: string;
  readonly creator_name: string;
  readonly brand_id: string;
  readonly brand_name: string;
  readonly license_type: LicenseType;
  readonly quantity: number;
  readonly price: number;
  readonly price_money: WireMoney;
  readonly start_date: string;
  readonly end_date: string | null;
  readonly created_at: string;
  readonly content: Omit<LicensedItem, 'content_id'>;
  readonly basis: LicenseBasis | null;
  /** The id of the license that goes on from this one. */
  readonly renewed_by: string | null;
  readonly upgraded_by: string | null;
}

export type LicenseStatus = 'active' | 'expired' | 'upcoming';

/** A license as it stands at a time. */
export interface LicenseRow extends LicenseFacts {
  readonly status: LicenseStatus;
  /** Until its end, begun days counted whole; 0 after it, null without an end. */
  readonly days_left: number | null;
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
  };
};

/** `now` is in ms since 1970. */
export const licenseRow = (license: License, now: number): LicenseRow => ({
  ...licenseFacts(license),
  status: statusOf(license, now),
  days_left: license.end_date === null ? null : daysUntil(license.end_date, now),
});

/** An agreement in the field names of the wire. */
export interface AgreementRow {
  readonly license_id: string;
  readonly content_id: string;
  readonly creator_id: string;
  readonly brand_id: string;
  readonly creator_name: string;
  readonly brand_name: string;
  readonly license_type: LicenseType;
  readonly terms_version: string;
  readonly agreement_text: string;
}
