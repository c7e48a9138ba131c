import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import type { Posting } from '../ledger.ts';
import { formatUsd } from '../money.ts';
import type { Cents } from '../money.ts';
import type { PaymentMethod } from '../payment-methods.ts';
import type { Cutoff } from './cutoff.ts';
import type { LeftOutReason } from './left-out.ts';

export interface OfPayout {
  readonly payout_id: string;
  readonly creator_id: string;
}

export interface PayoutPreparedData extends OfPayout {
  readonly run_id: string;
  readonly amount_cents: Cents;
  readonly method: PaymentMethod;
  /** Where it goes, masked by `destinationOf`. */
  readonly destination: string;
  /** The revision of the payout details that it goes to; null if it was not recorded. */
  readonly details_revision: number | null;
  /** It pays what lies between these two cutoffs: what became available since the previous payout. */
  readonly after: Cutoff;
  readonly until: Cutoff;
  /** Failed, canceled or returned payouts whose money this one pays. */
  readonly takes_over: readonly string[];
  readonly postings: readonly Posting[];
  /** The last day on which it may reach the creator, `yyyy-mm-dd` in UTC; null if it was not recorded. */
  readonly pay_by_on: string | null;
}

interface Moved extends OfPayout {
  readonly postings: readonly Posting[];
}

export interface PayoutPaidData extends Moved {
  /** The bank's or provider's reference; null if there is none. */
  readonly reference: string | null;
}

export interface PayoutCanceledData extends Moved {
  /** As when it was prepared; null if it was not recorded. */
  readonly run_id: string | null;
  readonly method: PaymentMethod | null;
  readonly pay_by_on: string | null;
}

interface Undone extends Moved {
  /** The creator may read it. */
  readonly reason: string;
}

export interface PayoutLeftOutData {
  readonly creator_id: string;
  readonly run_id: string;
  readonly reason: LeftOutReason;
  /** The amount available at that time; may be negative. */
  readonly available_cents: Cents;
}

export interface PayoutsHeldData {
  readonly creator_id: string;
  /** In the operator's words, which the creator reads. */
  readonly reason: string;
}

type OfCreator<Field extends string> = { readonly creator_id: string } & Readonly<Record<Field, unknown>>;
const ofCreator = <const Field extends string>(field: Field) => ({
  account: (data: OfCreator<Field>) => data.creator_id,
  fields: [field] as const,
});

export const payoutPrepared = defineEvent<PayoutPreparedData>()('PayoutPrepared', {
  version: 3,
  upcasts: {
    1: (data) => ({ ...data, details_revision: null }),
    2: (data) => ({ ...data, pay_by_on: null }),
  },
  personal: ofCreator('destination'),
  audit: ({ amount_cents, creator_id, method }) =>
    `A payout of ${formatUsd(amount_cents)} to creator ${creator_id} was prepared (${method}).`,
});
export const payoutSent = defineEvent<OfPayout & { readonly rail: string }>()('PayoutSent', {
  audit: ({ creator_id, rail }) => `A payout to creator ${creator_id} was sent (${rail}).`,
});
export const payoutPaid = defineEvent<PayoutPaidData>()('PayoutPaid', {
  audit: ({ creator_id }) => `A payout to creator ${creator_id} was paid.`,
});
export const payoutFailed = defineEvent<Undone>()('PayoutFailed', {
  personal: ofCreator('reason'),
  audit: ({ creator_id }) => `A payout to creator ${creator_id} failed.`,
});
export const payoutCanceled = defineEvent<PayoutCanceledData>()('PayoutCanceled', {
  version: 2,
  upcasts: { 1: (data) => ({ ...data, run_id: null, method: null, pay_by_on: null }) },
  audit: ({ creator_id }) => `A payout to creator ${creator_id} was canceled before it was sent.`,
});
export const payoutReturned = defineEvent<Undone>()('PayoutReturned', {
  personal: ofCreator('reason'),
  audit: ({ creator_id }) => `The bank returned a payout to creator ${creator_id}.`,
});
export const payoutLeftOut = defineEvent<PayoutLeftOutData>()('PayoutLeftOut', {
  audit: ({ creator_id, available_cents, reason }) =>
    `Creator ${creator_id}, with ${formatUsd(available_cents)} available, was left out of a payout run: ` +
    `${reason.replaceAll('_', ' ')}.`,
});
export const payoutsHeld = defineEvent<PayoutsHeldData>()('PayoutsHeld', {
  personal: ofCreator('reason'),
  audit: ({ creator_id }) => `Payouts to creator ${creator_id} were put on hold.`,
});
export const payoutsReleased = defineEvent<{ readonly creator_id: string }>()('PayoutsReleased', {
  audit: ({ creator_id }) => `The hold on payouts to creator ${creator_id} was lifted.`,
});

export const payoutEvents = [
  payoutPrepared,
  payoutSent,
  payoutPaid,
  payoutFailed,
  payoutCanceled,
  payoutReturned,
  payoutLeftOut,
  payoutsHeld,
  payoutsReleased,
] as const;
export type PayoutEvent = EventOf<(typeof payoutEvents)[number]>;
