import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { undelivered } from '../undelivered.ts';
import type { MailOutcome, Undelivered } from '../undelivered.ts';

interface OfMail {
  readonly mail_id: string;
}

export const moneyMailSent = defineEvent<OfMail>()('MoneyMailSent', {
  audit: () => 'An email about a creator’s money was handed to the mail server.',
});
export const moneyMailNotSent = defineEvent<OfMail & { readonly reason: Undelivered }>()('MoneyMailNotSent', {
  audit: ({ reason }) => `An email about a creator’s money was not sent: ${undelivered[reason]}.`,
});

const moneyMailEvents = [moneyMailSent, moneyMailNotSent] as const;
export type MoneyMailEvent = EventOf<(typeof moneyMailEvents)[number]>;

interface RecordMoneyMail {
  readonly kind: 'record';
  readonly mail_id: string;
  readonly outcome: MailOutcome;
}

export interface MoneyMailState {
  readonly status: 'due' | 'settled';
}

/** The final outcome of an email about a creator's money. Its id says what the email is about. */
export const moneyMail: Decider<MoneyMailState, RecordMoneyMail, MoneyMailEvent> = {
  category: 'moneyMail',
  events: moneyMailEvents,
  initial: { status: 'due' },
  evolve: () => ({ status: 'settled' }),
  decide: ({ mail_id, outcome }, { status }) => {
    if (status === 'settled') return [];
    return [outcome === 'sent' ? moneyMailSent.of({ mail_id }) : moneyMailNotSent.of({ mail_id, reason: outcome })];
  },
};
