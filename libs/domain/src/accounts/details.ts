import type { PaymentMethod } from '../payment-methods.ts';

/** Where a creator is paid; the fields of the chosen method are filled, the others null. */
export interface PayoutDetails {
  readonly venmo_name: string | null;
  readonly paypal_email: string | null;
  readonly bank_name: string | null;
  readonly bank_account: string | null;
  readonly bank_routing: string | null;
}

/** What of their own profile a creator changes. */
export interface CreatorDetails {
  readonly name: string;
  readonly phone: string;
  readonly social_handle: string;
  readonly payment_method: PaymentMethod;
  readonly payout: PayoutDetails;
}

/** What of their own profile a brand changes. Name and phone are those of the contact. */
export interface BrandDetails {
  readonly name: string;
  readonly phone: string;
  readonly brand_name: string;
  readonly brand_url: string;
  readonly show_on_homepage: boolean;
}

/** The details alone. */
export const creatorDetailsOf = (data: CreatorDetails): CreatorDetails => ({
  name: data.name,
  phone: data.phone,
  social_handle: data.social_handle,
  payment_method: data.payment_method,
  payout: data.payout,
});

/** The details alone. */
export const brandDetailsOf = (data: BrandDetails): BrandDetails => ({
  name: data.name,
  phone: data.phone,
  brand_name: data.brand_name,
  brand_url: data.brand_url,
  show_on_homepage: data.show_on_homepage,
});
