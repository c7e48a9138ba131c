import { defineEvent } from '../../kernel/event.ts';
import type { SecondFactorKind } from './second-factor.ts';

interface Factor {
  readonly kind: SecondFactorKind;
  /** Given by its owner; may be empty. */
  readonly name: string;
}

/** What each notice has to say beyond what it is about. */
interface Facts {
  readonly password_changed: null;
  /** It goes to the former and to the new address. */
  readonly email_changed: { readonly to: string };
  readonly payout_changed: null;
  readonly second_factor_added: Factor;
  readonly second_factor_removed: Factor;
}

export type SecurityNoticeAbout = keyof Facts;

/** A recorded change to the safety of an account, which its owner is told of by email. */
export type SecurityNotice = {
  readonly [About in SecurityNoticeAbout]: { readonly about: About; readonly facts: Facts[About] };
}[SecurityNoticeAbout];

interface SecurityNoticeDueData {
  readonly account_id: string;
  readonly about: SecurityNoticeAbout;
  readonly facts: SecurityNotice['facts'];
}

const words: Readonly<Record<SecurityNoticeAbout, string>> = {
  password_changed: 'the password was changed',
  email_changed: 'the address was changed',
  payout_changed: 'payout details were changed',
  second_factor_added: 'a second factor was added',
  second_factor_removed: 'a second factor was removed',
};

/** Recorded in the same append as its cause: neither is ever there without the other. */
export const securityNoticeDue = defineEvent<SecurityNoticeDueData>()('SecurityNoticeDue', {
  personal: { account: ({ account_id }) => account_id, fields: ['facts'] },
  audit: ({ about }) => `The owner of an account is told by email: ${words[about]}.`,
});

export const securityNotice = (account_id: string, { about, facts }: SecurityNotice) =>
  securityNoticeDue.of({ account_id, about, facts });
