import { defineEvent } from '../../kernel/event.ts';
import { defineFailure } from '../../kernel/failure.ts';
import { comparableAddress } from '../email-address.ts';

interface OfAccount {
  readonly account_id: string;
}

/** A new account was asked to confirm its address. Its payouts wait until it does; accounts from before have no such event. */
export const emailConfirmationAsked = defineEvent<OfAccount>()('EmailConfirmationAsked', {
  audit: () => 'An account was asked to confirm its email address.',
});

export const emailConfirmed = defineEvent<OfAccount>()('EmailConfirmed', {
  audit: () => 'An email address was confirmed.',
});

/** The account has another address, which its owner has confirmed. */
export const emailChanged = defineEvent<OfAccount & { readonly email: string }>()('EmailChanged', {
  personal: { account: ({ account_id }) => account_id, fields: ['email'] },
  audit: () => 'An account changed its email address.',
});

/** Records another address, in the form in which addresses are compared. */
export const changedEmail = (account_id: string, current: string, typed: string) => {
  const email = comparableAddress(typed);
  return email === current ? [] : [emailChanged.of({ account_id, email })];
};

export const emailLinkOver = defineFailure(
  'email_link_over',
  'Link expired',
  'This link has expired or was already used. Please change your email address in your account again.',
);
