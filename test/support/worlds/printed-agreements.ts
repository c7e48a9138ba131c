import { agreementText } from '@tessera/domain/licensing/agreements/agreement';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { v7 } from 'uuid';
import { renderAgreement } from '../../../apps/api/src/licensing/agreements/agreement-pdf.ts';
import type { AgreementInput } from '../../../apps/api/src/licensing/agreements/agreement-pdf.ts';

export const licenseOf = (creator_name: string, title: string, brand_name = 'Northwind') =>
  ({
    license_id: v7(),
    order_id: v7(),
    item: { title, media_type: 'image' },
    creator_name,
    brand_name,
    license_type: 'six_month',
    quantity: 1,
    price_cents: 25_000,
    start_date: '2026-11-21T10:00:00.000Z',
    end_date: '2027-05-20T10:00:00.000Z',
    basis: null,
    created_at: '2026-11-21T10:00:00.000Z',
  }) as License;

/** What the printer's thread is asked to print. */
export const inputOf = (license: License, thumbnail: Buffer | null = null): AgreementInput => {
  const text = agreementText(termsInForce(), { ...license, content_title: license.item.title });
  const verifyUrl = `https://tessera.example/verify/${license.license_id}`;
  return { license, text, proof: { thumbnail, sha256: 'ab'.repeat(32), verifyUrl } };
};

export const print = (license: License, thumbnail: Buffer | null = null) => {
  const { text, proof } = inputOf(license, thumbnail);
  return renderAgreement(license, text, proof);
};
