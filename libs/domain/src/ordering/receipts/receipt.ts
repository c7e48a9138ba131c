import type { Decider } from '../../kernel/decider.ts';
import { defineEvent } from '../../kernel/event.ts';
import type { EventOf } from '../../kernel/event.ts';
import { undelivered } from '../../undelivered.ts';
import type { MailOutcome, Undelivered } from '../../undelivered.ts';

interface OfOrder {
  readonly order_id: string;
}

export const receiptSent = defineEvent<OfOrder>()('ReceiptSent', {
  audit: () => 'The receipt was handed to the mail server.',
});
export const receiptNotSent = defineEvent<OfOrder & { readonly reason: Undelivered }>()('ReceiptNotSent', {
  audit: ({ reason }) => `The receipt was not sent: ${undelivered[reason]}.`,
});

const receiptEvents = [receiptSent, receiptNotSent] as const;
export type ReceiptEvent = EventOf<(typeof receiptEvents)[number]>;

interface RecordReceipt {
  readonly kind: 'record-receipt';
  readonly order_id: string;
  readonly outcome: MailOutcome;
}

export interface ReceiptState {
  readonly status: 'due' | 'settled';
}

/** The final outcome of an order's receipt. Its id is the order's. */
export const receipt: Decider<ReceiptState, RecordReceipt, ReceiptEvent> = {
  category: 'receipt',
  events: receiptEvents,
  initial: { status: 'due' },
  evolve: () => ({ status: 'settled' }),
  decide: ({ order_id, outcome }, { status }) => {
    if (status === 'settled') return [];
    return [outcome === 'sent' ? receiptSent.of({ order_id }) : receiptNotSent.of({ order_id, reason: outcome })];
  },
};
