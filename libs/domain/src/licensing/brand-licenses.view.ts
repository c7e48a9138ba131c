import { defineView, on } from '../kernel/view.ts';
import type { LicenseType } from '../license-types.ts';
import type { Cents } from '../money.ts';
import { licenseGranted } from './license.ts';

/** The figures of a brand's licenses. The list itself is read a page at a time. */
export interface BrandLicenses {
  readonly brand_id: string;
  readonly total_licenses: number;
  readonly total_spent_cents: Cents;
  /** Licenses bought of each creator: its keys are the unique creators. */
  readonly by_creator: Readonly<Record<string, number>>;
  readonly by_type: Readonly<Record<LicenseType, number>>;
  readonly latest_license_id: string | null;
}

export const emptyBrandLicenses = (brand_id: string): BrandLicenses => ({
  brand_id,
  total_licenses: 0,
  total_spent_cents: 0,
  by_creator: {},
  by_type: { one_time: 0, six_month: 0, perpetual: 0 },
  latest_license_id: null,
});

export const brandLicenses = defineView<BrandLicenses>({
  name: 'brand-licenses',
  version: 1,
  on: [
    on(
      licenseGranted,
      (data) => data.brand_id,
      (document, data, _event, brandId): BrandLicenses => {
        const before = document ?? emptyBrandLicenses(brandId);
        return {
          brand_id: brandId,
          total_licenses: before.total_licenses + 1,
          total_spent_cents: before.total_spent_cents + data.price_cents,
          by_creator: { ...before.by_creator, [data.creator_id]: (before.by_creator[data.creator_id] ?? 0) + 1 },
          by_type: { ...before.by_type, [data.license_type]: before.by_type[data.license_type] + 1 },
          latest_license_id: data.license_id,
        };
      },
    ),
  ],
  live: { mayWatch: (reader, brandId) => reader.role === 'brand' && reader.id === brandId },
});
