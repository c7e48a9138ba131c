import { defineEvent } from '../../kernel/event.ts';

/** What a brand's invoices say about it. A field that the brand left out is empty. */
export interface BillingDetails {
  readonly company: string;
  readonly street: string;
  readonly city: string;
  readonly region: string;
  readonly postal_code: string;
  readonly country: string;
  readonly tax_number: string;
  /** The brand's own purchase order number, used until the brand changes it. */
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
  /** The complete details, as they are from now on. */
  readonly billing: BillingDetails;
}

/** This event is in the account's stream. */
export const brandBillingChanged = defineEvent<BrandBillingChangedData>()('BrandBillingChanged', {
  personal: { account: ({ account_id }) => account_id, fields: ['billing'] },
  audit: () => 'A brand changed its billing details.',
});

const fields = Object.keys(noBilling) as (keyof BillingDetails)[];

/** @param kept the current details; null for none */
export const changedBilling = (account_id: string, kept: BillingDetails | null, billing: BillingDetails) => {
  const before = kept ?? noBilling;
  return fields.every((field) => before[field] === billing[field])
    ? []
    : [brandBillingChanged.of({ account_id, billing })];
};

/** The lines of an address label, none of them empty. The postal code comes before the city if there is no region. */
export const addressLines = ({ street, city, region, postal_code, country }: BillingDetails): readonly string[] => {
  const place = region ? `${city}, ${region} ${postal_code}`.trim() : `${postal_code} ${city}`.trim();
  return [street, place, country].filter(Boolean);
};
