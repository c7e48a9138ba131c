import { notFound, wrongRole } from '../failures.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { assertNever } from '../kernel/decider.ts';
import { isFailure } from '../kernel/failure.ts';
import type { MailChoices, OptionalMail } from '../mail-choices.ts';
import { defaultSaleMails } from '../mail-choices.ts';
import type { SaleMails } from '../mail-choices.ts';
import {
  accountDeleted,
  accountEvents,
  brandLogoChanged,
  brandProfileChanged,
  brandRegistered,
  creatorProfileChanged,
  creatorRegistered,
} from './account-events.ts';
import type {
  AccountEvent,
  BrandRegisteredData,
  CreatorRegisteredData,
  OfAccount,
  Registered,
  Role,
} from './account-events.ts';
import { changedBilling } from './billing/billing.ts';
import type { BillingDetails } from './billing/billing.ts';
import { changedPage } from './profile/creator-page.ts';
import type { CreatorPage } from './profile/creator-page.ts';
import { brandDetailsOf, creatorDetailsOf } from './details.ts';
import type { BrandDetails, CreatorDetails } from './details.ts';
import { accountExists, accountGone } from './access/identity-failures.ts';
import { emailConfirmationAsked, emailConfirmed } from './access/own-email.ts';
import { accessChanges } from './access/access-changes.ts';
import type { AccessCommand } from './access/access-changes.ts';
import { securityNotice } from './access/security-notice.ts';
import { chosenMail } from './mails/mail-choices.ts';
import { changedMetadata } from './own-metadata.ts';
import type { OwnMetadata } from './own-metadata.ts';
import { saleMailsChosen } from './mails/sale-mails.ts';
import { changedPortrait } from './profile/portrait.ts';

interface Registering {
  /** The metadata that the client stores with the new account, unchecked; omitted for none. */
  readonly metadata?: unknown;
  /** Whether the owner is asked to confirm the address after signing up. */
  readonly asks_confirmation?: boolean;
}

export type AccountCommand =
  | ({ readonly kind: 'register-creator'; readonly registration: CreatorRegisteredData } & Registering)
  | ({ readonly kind: 'register-brand'; readonly registration: BrandRegisteredData } & Registering)
  | { readonly kind: 'change-creator-profile'; readonly changes: Partial<CreatorDetails> }
  | { readonly kind: 'change-brand-profile'; readonly changes: Partial<BrandDetails> }
  | { readonly kind: 'change-logo'; readonly logo_url: string | null }
  | { readonly kind: 'change-billing'; readonly billing: BillingDetails }
  | { readonly kind: 'confirm-email' }
  | AccessCommand
  | { readonly kind: 'change-metadata'; readonly metadata: unknown }
  | { readonly kind: 'choose-sale-mails'; readonly sale_mails: SaleMails }
  | { readonly kind: 'choose-mail'; readonly mail: OptionalMail; readonly wanted: boolean }
  | { readonly kind: 'change-page'; readonly page: CreatorPage | null }
  | { readonly kind: 'change-portrait'; readonly portrait_url: string | null }
  | { readonly kind: 'delete-account' };

interface Open extends OfAccount {
  readonly status: 'open';
  readonly email: string;
  readonly email_confirmed: boolean;
  readonly latest_password_change: string | null;
  /** Ids of the second factors. */
  readonly second_factors: readonly string[];
  readonly metadata: OwnMetadata;
  readonly mails: MailChoices;
}

export interface OpenCreator extends Open {
  readonly role: 'creator';
  readonly details: CreatorDetails;
  readonly sale_mails: SaleMails;
  /** Null if there is none. */
  readonly page: CreatorPage | null;
  readonly portrait_url: string | null;
  readonly referrer_id: string | null;
  /** Whether it was held at sign-up; the referral itself says whether it has been approved since. */
  readonly referral_was_held: boolean;
}

export interface OpenBrand extends Open {
  readonly role: 'brand';
  readonly details: BrandDetails;
  readonly logo_url: string | null;
  /** Null until the brand enters some. */
  readonly billing: BillingDetails | null;
}

/** Personal fields are null without the account's key, and after the key is destroyed. */
export type AccountState =
  | { readonly status: 'none' }
  | OpenCreator
  | OpenBrand
  | { readonly status: 'deleted'; readonly role: Role };

const opened = ({ account_id, email }: Registered): Open => ({
  status: 'open',
  account_id,
  email,
  email_confirmed: false,
  latest_password_change: null,
  second_factors: [],
  metadata: {},
  mails: {},
});

const evolve = (state: AccountState, event: AccountEvent): AccountState => {
  switch (event.type) {
    case 'CreatorRegistered': {
      const { referrer_id, invitation } = event.data;
      return {
        ...opened(event.data),
        role: 'creator',
        details: creatorDetailsOf(event.data),
        sale_mails: defaultSaleMails,
        page: null,
        portrait_url: null,
        referrer_id,
        referral_was_held: Boolean(invitation?.held_for),
      };
    }
    case 'BrandRegistered': {
      const details = brandDetailsOf({ ...event.data, show_on_homepage: false });
      return { ...opened(event.data), role: 'brand', details, logo_url: null, billing: null };
    }
  }
  if (state.status !== 'open') return state;
  switch (event.type) {
    case 'CreatorProfileChanged':
      return state.role === 'creator' ? { ...state, details: creatorDetailsOf(event.data) } : state;
    case 'BrandProfileChanged':
      return state.role === 'brand' ? { ...state, details: brandDetailsOf(event.data) } : state;
    case 'BrandLogoChanged':
      return state.role === 'brand' ? { ...state, logo_url: event.data.logo_url } : state;
    case 'BrandBillingChanged':
      return state.role === 'brand' ? { ...state, billing: event.data.billing } : state;
    case 'EmailConfirmationAsked':
    case 'SecurityNoticeDue':
      return state;
    case 'EmailConfirmed':
      return { ...state, email_confirmed: true };
    case 'EmailChanged':
      return { ...state, email: event.data.email, email_confirmed: true };
    case 'PasswordChanged':
      return { ...state, latest_password_change: event.data.change_id };
    case 'SecondFactorAdded':
      return { ...state, second_factors: [...state.second_factors, event.data.factor_id] };
    case 'SecondFactorRemoved':
      return { ...state, second_factors: state.second_factors.filter((id) => id !== event.data.factor_id) };
    case 'OwnMetadataChanged':
      // Null without the account's key.
      return { ...state, metadata: event.data.metadata ?? {} };
    case 'SaleMailsChosen':
      return state.role === 'creator' ? { ...state, sale_mails: event.data.sale_mails } : state;
    case 'MailChosen':
      return { ...state, mails: { ...state.mails, [event.data.mail]: event.data.wanted } };
    case 'CreatorPageChanged':
      return state.role === 'creator' ? { ...state, page: event.data.page } : state;
    case 'CreatorPortraitChanged':
      return state.role === 'creator' ? { ...state, portrait_url: event.data.portrait_url } : state;
    case 'AccountDeleted':
      return { status: 'deleted', role: state.role };
    default:
      return assertNever(event);
  }
};

type Change = Exclude<AccountCommand, { readonly kind: 'register-creator' | 'register-brand' }>;

/** How and where a creator is paid. */
const paidTo = ({ payment_method, payout }: CreatorDetails) => [payment_method, payout];

const same = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

const register = (
  registered: AccountEvent,
  { metadata = {}, asks_confirmation }: Registering,
): Decision<AccountEvent> => {
  const { account_id } = registered.data;
  const changed = changedMetadata(account_id, {}, metadata);
  if (isFailure(changed)) return changed;
  return [registered, ...(asks_confirmation ? [emailConfirmationAsked.of({ account_id })] : []), ...changed];
};

const change = (command: Change, state: OpenCreator | OpenBrand): Decision<AccountEvent> => {
  const { account_id } = state;
  switch (command.kind) {
    case 'change-creator-profile': {
      if (state.role !== 'creator') return wrongRole();
      const details = creatorDetailsOf({ ...state.details, ...command.changes });
      if (same(details, state.details)) return [];
      const changed = creatorProfileChanged.of({ account_id, ...details });
      if (same(paidTo(details), paidTo(state.details))) return [changed];
      return [changed, securityNotice(account_id, { about: 'payout_changed', facts: null })];
    }
    case 'change-brand-profile': {
      if (state.role !== 'brand') return wrongRole();
      const details = brandDetailsOf({ ...state.details, ...command.changes });
      return same(details, state.details) ? [] : [brandProfileChanged.of({ account_id, ...details })];
    }
    case 'change-logo': {
      if (state.role !== 'brand') return wrongRole();
      const { logo_url } = command;
      return state.logo_url === logo_url ? [] : [brandLogoChanged.of({ account_id, logo_url })];
    }
    case 'change-billing':
      return state.role === 'brand' ? changedBilling(account_id, state.billing, command.billing) : wrongRole();
    case 'confirm-email':
      return state.email_confirmed ? [] : [emailConfirmed.of({ account_id })];
    case 'change-email':
    case 'record-password-change':
    case 'record-second-factor':
    case 'record-second-factor-removal':
      return accessChanges(command, state);
    case 'change-metadata':
      return changedMetadata(account_id, state.metadata, command.metadata);
    case 'choose-sale-mails': {
      if (state.role !== 'creator') return wrongRole();
      const { sale_mails } = command;
      return state.sale_mails === sale_mails ? [] : [saleMailsChosen.of({ account_id, sale_mails })];
    }
    case 'choose-mail':
      return chosenMail(state, command.mail, command.wanted);
    case 'change-page':
      return state.role === 'creator' ? changedPage(account_id, state.page, command.page) : wrongRole();
    case 'change-portrait':
      return state.role === 'creator'
        ? changedPortrait(account_id, state.portrait_url, command.portrait_url)
        : wrongRole();
    case 'delete-account':
      return [accountDeleted.of({ account_id, role: state.role })];
    default:
      return assertNever(command);
  }
};

export const account: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'account',
  events: accountEvents,
  initial: { status: 'none' },
  evolve,
  decide: (command, state) => {
    if (state.status === 'deleted') return command.kind === 'delete-account' ? [] : accountGone();
    const open = state.status === 'open';
    switch (command.kind) {
      case 'register-creator':
        return open ? accountExists() : register(creatorRegistered.of(command.registration), command);
      case 'register-brand':
        return open ? accountExists() : register(brandRegistered.of(command.registration), command);
      default:
        return state.status === 'open' ? change(command, state) : notFound();
    }
  },
};
