import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { undelivered } from '../undelivered.ts';
import type { MailOutcome, Undelivered } from '../undelivered.ts';

interface OfMail {
  readonly mail_id: string;
}

export const mailSent = defineEvent<OfMail>()('MailSent', {
  audit: () => 'An email about an account, or to the operator, was handed to the mail server.',
});
export const mailNotSent = defineEvent<OfMail & { readonly reason: Undelivered }>()('MailNotSent', {
  audit: ({ reason }) => `An email about an account, or to the operator, was not sent: ${undelivered[reason]}.`,
});

const mailEvents = [mailSent, mailNotSent] as const;
type MailEvent = EventOf<(typeof mailEvents)[number]>;

interface RecordMail {
  readonly kind: 'record';
  readonly mail_id: string;
  readonly outcome: MailOutcome;
}

interface MailState {
  readonly status: 'due' | 'settled';
}

/** The final outcome of an email whose subject has no stream of its own for that. Its id begins with what it is about. */
export const mail: Decider<MailState, RecordMail, MailEvent> = {
  category: 'mail',
  events: mailEvents,
  initial: { status: 'due' },
  evolve: () => ({ status: 'settled' }),
  decide: ({ mail_id, outcome }, { status }) => {
    if (status === 'settled') return [];
    return [outcome === 'sent' ? mailSent.of({ mail_id }) : mailNotSent.of({ mail_id, reason: outcome })];
  },
};
