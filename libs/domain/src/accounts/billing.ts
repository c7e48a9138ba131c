import { IsString, MaxLength, MinLength } from 'class-validator';
import { defineEvent } from '../kernel/event.ts';
import { oneLine } from '../kernel/text.ts';
import type { Normalizers } from '../kernel/text.ts';

const textMaxCharacters = 200;
const shortMaxCharacters = 60;

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

const needed = (message: string) => MinLength(2, { message });
const atMost = (name: string, characters = textMaxCharacters) =>
  MaxLength(characters, { message: `${name} must be at most ${characters} characters` });

/** An address to bill is whole or it is none: what only some countries have may stay empty. */
export class BillingForm implements BillingDetails {
  static readonly normalizers: Normalizers = {
    company: oneLine,
    street: oneLine,
    city: oneLine,
    region: oneLine,
    postal_code: oneLine,
    country: oneLine,
    tax_number: oneLine,
    po_number: oneLine,
  };

  @IsString({ message: 'Please enter the company name' })
  @needed('Please enter the company name')
  @atMost('Company name')
  company = '';

  @IsString({ message: 'Please enter the street address' })
  @needed('Please enter the street address')
  @atMost('Street address')
  street = '';

  @IsString({ message: 'Please enter the city' })
  @needed('Please enter the city')
  @atMost('City')
  city = '';

  @IsString({ message: 'Please enter a valid state or region' })
  @atMost('State or region')
  region = '';

  @IsString({ message: 'Please enter a valid postal code' })
  @atMost('Postal code', shortMaxCharacters)
  postal_code = '';

  @IsString({ message: 'Please enter the country' })
  @needed('Please enter the country')
  @atMost('Country')
  country = '';

  @IsString({ message: 'Please enter a valid tax number' })
  @atMost('Tax number', shortMaxCharacters)
  tax_number = '';

  @IsString({ message: 'Please enter a valid PO number' })
  @atMost('PO number', shortMaxCharacters)
  po_number = '';
}

/** As it stands on an envelope, the postal code before the city where no region is named; no line is empty. */
export const addressLines = ({ street, city, region, postal_code, country }: BillingDetails): readonly string[] => {
  const place = region ? `${city}, ${region} ${postal_code}`.trim() : `${postal_code} ${city}`.trim();
  return [street, place, country].filter(Boolean);
};
