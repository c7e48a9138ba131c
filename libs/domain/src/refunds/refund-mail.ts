import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { undelivered } from '../undelivered.ts';
import type { MailOutcome, Undelivered } from '../undelivered.ts';

interface OfMail {
  readonly license_id: string;
  /** Which of the license's mails it is: see `dueRefundMails`. */
  readonly about: string;
}

export const refundMailSent = defineEvent<OfMail>()('RefundMailSent', {
  audit: ({ license_id }) => `The mail about a refund of license ${license_id} was handed to the mail server.`,
});
export const refundMailNotSent = defineEvent<OfMail & { readonly reason: Undelivered }>()('RefundMailNotSent', {
  audit: ({ license_id, reason }) =>
    `The mail about a refund of license ${license_id} was not sent: ${undelivered[reason]}.`,
});

const refundMailEvents = [refundMailSent, refundMailNotSent] as const;
export type RefundMailEvent = EventOf<(typeof refundMailEvents)[number]>;

interface RecordMail extends OfMail {
  readonly kind: 'record-mail';
  readonly outcome: MailOutcome;
}

export interface RefundMailState {
  readonly settled: readonly string[];
}

/** The final outcome of each mail about a license's refunds. Its id is the license's. */
export const refundMail: Decider<RefundMailState, RecordMail, RefundMailEvent> = {
  category: 'refundMail',
  events: refundMailEvents,
  initial: { settled: [] },
  evolve: ({ settled }, { data: { about } }) => ({ settled: [...settled, about] }),
  decide: ({ license_id, about, outcome }, { settled }) => {
    if (settled.includes(about)) return [];
    const mail = { license_id, about };
    return [outcome === 'sent' ? refundMailSent.of(mail) : refundMailNotSent.of({ ...mail, reason: outcome })];
  },
};
