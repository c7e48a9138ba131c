import { defineView, on } from '../kernel/view.ts';
import type { LicenseType } from '../license-types.ts';
import { agreementIssued, licenseGranted } from './license.ts';
import type { AgreementIssuedData, LicenseGrantedData } from './license.ts';

/** A license, and its agreement once that was issued (in the same append). */
export interface License extends LicenseGrantedData {
  readonly agreement: Pick<AgreementIssuedData, 'agreement_text' | 'terms_version'> | null;
  /** The instant of the grant: ISO 8601. */
  readonly created_at: string;
  /** The license that continues from this one; of the two there is at most one. */
  readonly renewed_by: string | null;
  readonly upgraded_by: string | null;
}

/** Later than any end: what has none is found among what ends later. */
const neverEnds = '9999-12-31T23:59:59.999Z';

const granted = (data: LicenseGrantedData, created_at: string): License => ({
  ...data,
  agreement: null,
  created_at,
  renewed_by: null,
  upgraded_by: null,
});

const succeeded = (license: License, { license_id, basis }: LicenseGrantedData): License =>
  // Stryker disable next-line OptionalChaining: what succeeds a license has a basis
  basis?.kind === 'upgrade' ? { ...license, upgraded_by: license_id } : { ...license, renewed_by: license_id };

/** What a brand may do with an item: the field `right` by which its licenses are found. */
export const rightOf = (brandId: string, contentId: string, type: LicenseType) => `${brandId}/${contentId}/${type}`;

/** What a party may narrow its own list by. */
const narrowed = ['license_type', 'starts', 'ends'];

/** Every license by its id. */
export const licenses = defineView<License>({
  name: 'licenses',
  version: 4,
  on: [
    on(
      licenseGranted,
      ({ license_id, basis }) => (basis ? [license_id, basis.license_id] : license_id),
      (license, data, event, key) =>
        key === data.license_id ? granted(data, event.recordedAt) : license && succeeded(license, data),
    ),
    on(
      agreementIssued,
      (data) => data.license_id,
      (license, { agreement_text, terms_version }) =>
        license && { ...license, agreement: { agreement_text, terms_version } },
    ),
  ],
  indexes: {
    fields: {
      brand_id: (license) => license.brand_id,
      creator_id: (license) => license.creator_id,
      order_id: (license) => license.order_id,
      license_type: (license) => license.license_type,
      created_at: (license) => license.created_at,
      starts: (license) => license.start_date,
      ends: (license) => license.end_date ?? neverEnds,
      right: (license) => rightOf(license.brand_id, license.item.content_id, license.license_type),
    },
    orders: ['created_at'],
    listings: [
      { where: ['brand_id'], sorts: ['created_at'], filters: narrowed, searched: true },
      { where: ['creator_id'], sorts: ['created_at'], filters: narrowed, searched: true },
      { where: ['right'], sorts: ['created_at'] },
    ],
    text: ({ item, creator_name, brand_name }) => `${item.title}\n${creator_name}\n${brand_name}`,
  },
});
