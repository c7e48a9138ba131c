import type { PaymentMethod } from '../payment-methods.ts';

/** Where a creator is paid. Only the fields of the chosen method are set; the others are null. */
export interface PayoutDetails {
  readonly venmo_name: string | null;
  readonly paypal_email: string | null;
  readonly bank_name: string | null;
  readonly bank_account: string | null;
  readonly bank_routing: string | null;
}

/** The part of a creator's profile that the creator can change. */
export interface CreatorDetails {
  readonly name: string;
  readonly phone: string;
  readonly social_handle: string;
  readonly payment_method: PaymentMethod;
  readonly payout: PayoutDetails;
}

/** The part of a brand's profile that the brand can change. Name and phone are the contact's. */
export interface BrandDetails {
  readonly name: string;
  readonly phone: string;
  readonly brand_name: string;
  readonly brand_url: string;
  readonly show_on_homepage: boolean;
}

/** Picks the details out of an event's data. */
export const creatorDetailsOf = (data: CreatorDetails): CreatorDetails => ({
  name: data.name,
  phone: data.phone,
  social_handle: data.social_handle,
  payment_method: data.payment_method,
  payout: data.payout,
});

/** Picks the details out of an event's data. */
export const brandDetailsOf = (data: BrandDetails): BrandDetails => ({
  name: data.name,
  phone: data.phone,
  brand_name: data.brand_name,
  brand_url: data.brand_url,
  show_on_homepage: data.show_on_homepage,
});
