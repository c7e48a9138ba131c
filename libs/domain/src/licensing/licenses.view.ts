import { defineView, on } from '../kernel/view.ts';
import type { LicenseType } from '../license-types.ts';
import { agreementIssued, licenseGranted } from './license.ts';
import type { AgreementIssuedData, LicenseGrantedData } from './license.ts';

/** A licence, and its agreement once that was issued (in the same append). */
export interface License extends LicenseGrantedData {
  readonly agreement: Pick<AgreementIssuedData, 'agreement_text' | 'terms_version'> | null;
  /** The instant of the grant: ISO 8601. */
  readonly created_at: string;
}

/** What a brand may do with an item: the field `right` by which its licences are found. */
export const rightOf = (brandId: string, contentId: string, type: LicenseType) => `${brandId}/${contentId}/${type}`;

/** Every licence by its id. */
export const licenses = defineView<License>({
  name: 'licenses',
  version: 2,
  on: [
    on(
      licenseGranted,
      (data) => data.license_id,
      (_license, data, event): License => ({ ...data, agreement: null, created_at: event.recordedAt }),
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
      created_at: (license) => license.created_at,
      right: (license) => rightOf(license.brand_id, license.item.content_id, license.license_type),
    },
  },
});
