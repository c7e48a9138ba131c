import { defineEvent } from '../../kernel/event.ts';

/** What a brand's invoices say of it. Empty is what it left out. */
export interface BillingDetails {
  readonly company: string;
  readonly street: string;
  readonly city: string;
  readonly region: string;
  readonly postal_code: string;
  readonly country: string;
  readonly tax_number: string;
  /** The brand's own number for its purchases, until it changes it. */
  readonly po_number: string;
}

export const noBilling: BillingDetails = {
  company: '',
  street: '',
  city: '',
  region: '',
  postal_code: '',
  country: '',
  tax_number: '',
  po_number: '',
};

interface BrandBillingChangedData {
  readonly account_id: string;
  /** The whole of it, as it is from now on. */
  readonly billing: BillingDetails;
}

/** In the account's stream. */
export const brandBillingChanged = defineEvent<BrandBillingChangedData>()('BrandBillingChanged', {
  personal: { account: ({ account_id }) => account_id, fields: ['billing'] },
  audit: () => 'A brand changed its billing details.',
});

const fields = Object.keys(noBilling) as (keyof BillingDetails)[];

/** @param kept null for none */
export const changedBilling = (account_id: string, kept: BillingDetails | null, billing: BillingDetails) => {
  const before = kept ?? noBilling;
  return fields.every((field) => before[field] === billing[field])
    ? []
    : [brandBillingChanged.of({ account_id, billing })];
};

/** As it stands on an envelope, the postal code before the city where no region is named; no line is empty. */
export const addressLines = ({ street, city, region, postal_code, country }: BillingDetails): readonly string[] => {
  const place = region ? `${city}, ${region} ${postal_code}`.trim() : `${postal_code} ${city}`.trim();
  return [street, place, country].filter(Boolean);
};
