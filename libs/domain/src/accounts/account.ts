import type { Decider } from '../kernel/decider.ts';
import { never } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { defineFailure } from '../kernel/failure.ts';

export const roles = ['creator', 'brand'] as const;
export type Role = (typeof roles)[number];
export const isRole = (value: unknown): value is Role => roles.some((role) => role === value);

export const paymentMethods = ['venmo', 'paypal', 'bank'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Where a creator is paid; the fields of the chosen method are filled, the others null. */
export interface PayoutDetails {
  readonly venmo_name: string | null;
  readonly paypal_email: string | null;
  readonly bank_name: string | null;
  readonly bank_account: string | null;
  readonly bank_routing: string | null;
}

interface Registered {
  readonly account_id: string;
  /** The person's name; for a brand, that of the contact. */
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** The version of the terms that were accepted, together with the statement to be 18 or older. */
  readonly terms_version: string;
}

export interface CreatorRegisteredData extends Registered {
  readonly social_handle: string;
  readonly payment_method: PaymentMethod;
  readonly payout: PayoutDetails;
  /** Who invited this creator, as the server found from the code; null for nobody. */
  readonly referrer_id: string | null;
}

export interface BrandRegisteredData extends Registered {
  readonly brand_name: string;
  readonly brand_url: string;
}

export const accountExists = defineFailure(
  'user_already_exists',
  422,
  'Account already exists',
  'An account with this email already exists. Please try signing in instead.',
);

export const creatorRegistered = defineEvent<CreatorRegisteredData>()('CreatorRegistered', {
  personal: { account: (data) => data.account_id, fields: ['email', 'phone', 'payout'] },
  audit: (data) => `${data.name} (${data.social_handle}) signed up as a creator.`,
});
export const brandRegistered = defineEvent<BrandRegisteredData>()('BrandRegistered', {
  personal: { account: (data) => data.account_id, fields: ['email', 'phone'] },
  audit: (data) => `${data.brand_name} signed up as a brand, contact ${data.name}.`,
});

export type AccountEvent = EventOf<typeof creatorRegistered> | EventOf<typeof brandRegistered>;

export type AccountCommand =
  | { readonly kind: 'register-creator'; readonly registration: CreatorRegisteredData }
  | { readonly kind: 'register-brand'; readonly registration: BrandRegisteredData };

export type AccountState =
  | { readonly status: 'none' }
  | { readonly status: 'open'; readonly role: 'creator'; readonly name: string; readonly referrer_id: string | null }
  | { readonly status: 'open'; readonly role: 'brand'; readonly name: string; readonly brand_name: string };

export const account: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'account',
  initial: { status: 'none' },
  evolve: (_state, event) => {
    switch (event.type) {
      case 'CreatorRegistered':
        return { status: 'open', role: 'creator', name: event.data.name, referrer_id: event.data.referrer_id };
      case 'BrandRegistered':
        return { status: 'open', role: 'brand', name: event.data.name, brand_name: event.data.brand_name };
      default:
        return never(event);
    }
  },
  decide: (command, state) => {
    if (state.status === 'open') return accountExists();
    switch (command.kind) {
      case 'register-creator':
        return [creatorRegistered.of(command.registration)];
      case 'register-brand':
        return [brandRegistered.of(command.registration)];
      default:
        return never(command);
    }
  },
};
