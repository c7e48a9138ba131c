import { defineView, on } from '../kernel/view.ts';
import type { LicenseType } from '../license-types.ts';
import type { Cents } from '../money.ts';
import { licenseRefunded } from '../refunds/refund.ts';
import { refundRepaid, refundReturned } from '../refunds/returned-refund.ts';
import { licenseGranted } from './license.ts';

/** A brand's license figures. The list itself is read page by page. */
export interface BrandLicenses {
  readonly brand_id: string;
  readonly total_licenses: number;
  /** The sum of the licenses' prices. */
  readonly total_spent_cents: Cents;
  /** How much of it was refunded. */
  readonly total_refunded_cents: Cents;
  /** How many creators it has licensed from. */
  readonly creators: number;
  readonly by_type: Readonly<Record<LicenseType, number>>;
  readonly latest_license_id: string | null;
}

/** Records that a brand has licensed from a creator, so that each creator is counted once. */
interface BrandCreator {
  readonly first_license_id: string;
}

export const emptyBrandLicenses = (brand_id: string): BrandLicenses => ({
  brand_id,
  total_licenses: 0,
  total_spent_cents: 0,
  total_refunded_cents: 0,
  creators: 0,
  by_type: { one_time: 0, six_month: 0, perpetual: 0 },
  latest_license_id: null,
});

const pairOf = (brandId: string, creatorId: string) => `${brandId}/${creatorId}`;

const withRefund = (
  document: BrandLicenses | BrandCreator | undefined,
  brandId: string,
  cents: Cents,
): BrandLicenses | BrandCreator => {
  const before = (document as BrandLicenses | undefined) ?? emptyBrandLicenses(brandId);
  return { ...before, total_refunded_cents: before.total_refunded_cents + cents };
};

/** A brand's figures by its id, and one document for each pair of a brand and a creator. */
export const brandLicenses = defineView<BrandLicenses | BrandCreator>({
  name: 'brand-licenses',
  version: 5,
  on: [
    on(
      licenseGranted,
      (data) => [data.brand_id, pairOf(data.brand_id, data.creator_id)],
      (document, data, _event, key, other): BrandLicenses | BrandCreator => {
        const { brand_id, creator_id, license_id, license_type, price_cents } = data;
        const pair = other(pairOf(brand_id, creator_id)) as BrandCreator | undefined;
        const first = pair?.first_license_id ?? license_id;
        if (key !== brand_id) return { first_license_id: first };
        const before = (document as BrandLicenses | undefined) ?? emptyBrandLicenses(brand_id);
        return {
          ...before,
          total_licenses: before.total_licenses + 1,
          total_spent_cents: before.total_spent_cents + price_cents,
          creators: before.creators + (first === license_id ? 1 : 0),
          by_type: { ...before.by_type, [license_type]: before.by_type[license_type] + 1 },
          latest_license_id: license_id,
        };
      },
    ),
    on(licenseRefunded, 'brand_id', (document, { brand_id, amount_cents }) =>
      withRefund(document, brand_id, amount_cents),
    ),
    on(refundReturned, 'brand_id', (document, { brand_id, amount_cents }) =>
      withRefund(document, brand_id, 0 - amount_cents),
    ),
    on(refundRepaid, 'brand_id', (document, { brand_id, amount_cents }) =>
      withRefund(document, brand_id, amount_cents),
    ),
  ],
  live: { mayWatch: (reader, brandId) => reader.role === 'brand' && reader.id === brandId },
});
