import { defineView, on } from '../kernel/view.ts';
import { brandRegistered, creatorRegistered } from './account.ts';
import type { PaymentMethod, PayoutDetails } from './account.ts';

interface Person {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

export interface CreatorProfile extends Person, PayoutDetails {
  readonly role: 'creator';
  readonly social_handle: string;
  readonly payment_method: PaymentMethod;
}

export interface BrandProfile extends Person {
  readonly role: 'brand';
  readonly brand_name: string;
  readonly brand_url: string;
  readonly logo_url: string | null;
  readonly show_on_homepage: boolean;
}

export type Profile = CreatorProfile | BrandProfile;

/** Everybody's profile, by account id. */
export const profiles = defineView<Profile>({
  name: 'profiles',
  version: 1,
  readsPersonalFields: true,
  on: [
    on(
      creatorRegistered,
      (data) => data.account_id,
      (_document, data): Profile => ({
        role: 'creator',
        user_id: data.account_id,
        name: data.name,
        email: data.email,
        phone: data.phone,
        social_handle: data.social_handle,
        payment_method: data.payment_method,
        ...data.payout,
      }),
    ),
    on(
      brandRegistered,
      (data) => data.account_id,
      (_document, data): Profile => ({
        role: 'brand',
        user_id: data.account_id,
        name: data.name,
        email: data.email,
        phone: data.phone,
        brand_name: data.brand_name,
        brand_url: data.brand_url,
        logo_url: null,
        show_on_homepage: false,
      }),
    ),
  ],
});
