import type { Invitation } from '../invitation.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { emailChanged, emailConfirmationAsked, emailConfirmed } from './access/own-email.ts';
import { passwordChanged } from './access/new-password.ts';
import { securityNoticeDue } from './access/security-notice.ts';
import { secondFactorAdded, secondFactorRemoved } from './access/second-factor.ts';
import { brandBillingChanged } from './billing/billing.ts';
import type { BrandDetails, CreatorDetails } from './details.ts';
import { mailChosen } from './mails/mail-choices.ts';
import { saleMailsChosen } from './mails/sale-mails.ts';
import { ownMetadataChanged } from './own-metadata.ts';
import { creatorPageChanged } from './profile/creator-page.ts';
import { creatorPortraitChanged } from './profile/portrait.ts';

export const roles = ['creator', 'brand'] as const;
export type Role = (typeof roles)[number];
export const isRole = (value: unknown): value is Role => roles.some((role) => role === value);

export interface OfAccount {
  readonly account_id: string;
}

export interface Registered extends OfAccount {
  readonly email: string;
  /** The version of the terms that were accepted, along with the confirmation of being 18 or older. */
  readonly terms_version: string;
}

export interface CreatorRegisteredData extends Registered, CreatorDetails {
  /** The creator who is rewarded for this creator's licenses; null for none, and while the invitation is held. */
  readonly referrer_id: string | null;
  /** The invitation this creator signed up with; null without one, and in version 1 of the event. */
  readonly invitation: Invitation | null;
}

export type BrandRegisteredData = Registered & Omit<BrandDetails, 'show_on_homepage'>;

export interface BrandLogoChangedData extends OfAccount {
  /** The path of the public picture in the storage bucket; null for none. */
  readonly logo_url: string | null;
}

const account_id = (data: OfAccount) => data.account_id;
const creatorFields = ['name', 'phone', 'social_handle', 'payout'] as const;
const contactFields = ['name', 'phone'] as const;
const confirmed = ({ terms_version }: Registered) =>
  `confirmed being 18 or older and accepted terms version ${terms_version}`;

export const creatorRegistered = defineEvent<CreatorRegisteredData>()('CreatorRegistered', {
  version: 2,
  upcasts: { 1: (data) => ({ ...data, invitation: null }) },
  personal: { account: account_id, fields: ['email', ...creatorFields] },
  audit: (data) => `A creator signed up, ${confirmed(data)}.`,
});
export const brandRegistered = defineEvent<BrandRegisteredData>()('BrandRegistered', {
  personal: { account: account_id, fields: ['email', ...contactFields] },
  audit: (data) => `${data.brand_name} signed up as a brand, ${confirmed(data)}.`,
});
export const creatorProfileChanged = defineEvent<OfAccount & CreatorDetails>()('CreatorProfileChanged', {
  personal: { account: account_id, fields: creatorFields },
  audit: () => 'A creator changed their profile.',
});
export const brandProfileChanged = defineEvent<OfAccount & BrandDetails>()('BrandProfileChanged', {
  personal: { account: account_id, fields: contactFields },
  audit: (data) =>
    `${data.brand_name} changed its profile and is ${data.show_on_homepage ? '' : 'not '}shown on the home page.`,
});
export const brandLogoChanged = defineEvent<BrandLogoChangedData>()('BrandLogoChanged', {
  audit: (data) => (data.logo_url ? 'A brand changed its logo.' : 'A brand removed its logo.'),
});
/** After this event the account's key is destroyed, and with it everything personal. */
export const accountDeleted = defineEvent<OfAccount & { readonly role: Role }>()('AccountDeleted', {
  audit: (data) => `The account of a ${data.role} was deleted.`,
});

export const accountEvents = [
  creatorRegistered,
  brandRegistered,
  creatorProfileChanged,
  brandProfileChanged,
  brandLogoChanged,
  brandBillingChanged,
  emailConfirmationAsked,
  emailConfirmed,
  emailChanged,
  passwordChanged,
  secondFactorAdded,
  secondFactorRemoved,
  securityNoticeDue,
  ownMetadataChanged,
  saleMailsChosen,
  mailChosen,
  creatorPageChanged,
  creatorPortraitChanged,
  accountDeleted,
] as const;
export type AccountEvent = EventOf<(typeof accountEvents)[number]>;
