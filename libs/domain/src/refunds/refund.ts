import { notFound } from '../failures.ts';
import { assertNever } from '../kernel/decider.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import type { Failure } from '../kernel/failure.ts';
import { formatUsd } from '../money.ts';
import type { Cents } from '../money.ts';
import {
  alreadyRefunded,
  refundAfterRenewal,
  refundAlreadyRequested,
  refundAmountInvalid,
  refundInProgress,
  refundNotRequested,
  refundTooLarge,
  refundTooLate,
  refundWhileDisputed,
} from './refund-failures.ts';
import { idsOf, refundRepaid, refundReturned, repaid, returned } from './returned-refund.ts';
import type { OfRefund, RepayRefund, ReportReturned, Returns } from './returned-refund.ts';

export const refundWindowDays = 14;
const dayMs = 86_400_000;

export interface RefundRequestedData extends OfRefund {
  /** In the brand's words. */
  readonly reason: string;
}

export interface RefundDeclinedData extends OfRefund {
  /** In the operator's words, which the brand reads. */
  readonly reason: string;
}

interface NumberedRefund extends OfRefund {
  readonly creator_id: string;
  readonly price_cents: Cents;
  /** Counts from 1 within the license; together with the license's id it is the gateway's idempotency key. */
  readonly refund_number: number;
  readonly amount_cents: Cents;
  readonly gateway: string;
}

export interface RefundStartedData extends NumberedRefund {
  /** The gateway's id for the refunded payment. */
  readonly payment: string;
  /** In the operator's words. */
  readonly reason: string;
}

export interface RefundFailedData extends OfRefund {
  readonly refund_number: number;
  /** In the gateway's words, for the operator. */
  readonly reason: string;
}

export interface LicenseRefundedData extends NumberedRefund {
  /** The sum of this license's refunds so far, including this one. */
  readonly refunded_cents: Cents;
  /** Whether the whole price is now refunded, which ends the license. */
  readonly is_whole: boolean;
  /** The gateway's id for the refund. */
  readonly reference: string;
}

const ofBrand = { account: (data: OfRefund & { reason: string }) => data.brand_id, fields: ['reason'] as const };

export const refundRequested = defineEvent<RefundRequestedData>()('RefundRequested', {
  personal: ofBrand,
  audit: ({ license_id }) => `A refund of license ${license_id} was requested.`,
});
export const refundDeclined = defineEvent<RefundDeclinedData>()('RefundDeclined', {
  personal: ofBrand,
  audit: ({ license_id }) => `The refund of license ${license_id} was declined.`,
});
export const refundStarted = defineEvent<RefundStartedData>()('RefundStarted', {
  personal: ofBrand,
  audit: ({ license_id, amount_cents, gateway }) =>
    `A refund of ${formatUsd(amount_cents)} of license ${license_id} was started with the ${gateway} gateway.`,
});
export const refundFailed = defineEvent<RefundFailedData>()('RefundFailed', {
  audit: ({ license_id, reason }) => `The refund of license ${license_id} failed: ${reason}.`,
});
export const licenseRefunded = defineEvent<LicenseRefundedData>()('LicenseRefunded', {
  audit: ({ license_id, amount_cents, price_cents, is_whole }) =>
    `${formatUsd(amount_cents)} of ${formatUsd(price_cents)} for license ${license_id} was refunded` +
    `${is_whole ? '; the license has ended' : ''}.`,
});

const refundEvents = [
  refundRequested,
  refundDeclined,
  refundStarted,
  refundFailed,
  licenseRefunded,
  refundReturned,
  refundRepaid,
] as const;
export type RefundEvent = EventOf<(typeof refundEvents)[number]>;

/** What the server knows about the license and its payment. */
export interface RefundFacts extends Omit<RefundStartedData, 'refund_number' | 'amount_cents' | 'reason'> {
  /** ISO 8601. */
  readonly paid_at: string;
  /** Whether a later license continues this one. */
  readonly isContinued: boolean;
  /** Whether the bank is deciding on the payment, or has taken it back. */
  readonly isDisputed: boolean;
}

export type RefundCommand =
  | ReportReturned
  | RepayRefund
  | {
      readonly kind: 'request';
      readonly brand_id: string;
      readonly reason: string;
      readonly facts: RefundFacts;
      /** ISO 8601. */
      readonly at: string;
    }
  | { readonly kind: 'decline'; readonly reason: string; readonly facts: OfRefund }
  | {
      /** With or without a request. */
      readonly kind: 'start';
      readonly amount_cents: Cents;
      readonly reason: string;
      readonly facts: RefundFacts;
    }
  | { readonly kind: 'complete'; readonly refund_number: number; readonly reference: string }
  | { readonly kind: 'fail'; readonly refund_number: number; readonly reason: string }
  | {
      /** Made directly at the gateway, without us. The license takes of it what is left of its price. */
      readonly kind: 'record';
      /** What the payment's other licenses haven't taken. */
      readonly up_to_cents: Cents;
      readonly reference: string;
      readonly facts: OfRefund & Pick<RefundFacts, 'creator_id' | 'price_cents' | 'gateway'>;
    };

export interface RefundState extends Returns {
  /** The brand's words while its request waits; null if none does. */
  readonly requested: { readonly reason: string } | null;
  /** Why the last request was declined; null if it wasn't, and once another waits. */
  readonly declined: { readonly reason: string } | null;
  /** The latest reason given: by the brand, the operator, or the gateway if a refund failed. */
  readonly reason: string | null;
  /** The refund under way at the gateway; null for none. */
  readonly started: RefundStartedData | null;
  readonly refunded_cents: Cents;
  readonly isWhole: boolean;
  /** The number of the last refund that was started. */
  readonly last: number;
}

const initial: RefundState = {
  requested: null,
  declined: null,
  reason: null,
  started: null,
  refunded_cents: 0,
  isWhole: false,
  last: 0,
  recorded: {},
  numbers: {},
  returned: [],
  owed_cents: 0,
};

const request = (command: Extract<RefundCommand, { kind: 'request' }>, state: RefundState): Decision<RefundEvent> => {
  const { facts, brand_id, reason, at } = command;
  if (facts.brand_id !== brand_id) return notFound();
  if (state.isWhole) return alreadyRefunded();
  if (state.started) return refundInProgress();
  if (state.requested) return refundAlreadyRequested();
  if (facts.isContinued) return refundAfterRenewal();
  if (facts.isDisputed) return refundWhileDisputed();
  if (Date.parse(at) > Date.parse(facts.paid_at) + refundWindowDays * dayMs) return refundTooLate();
  return [refundRequested.of({ ...idsOf(facts), reason })];
};

/** Why an amount can't be refunded when this much of the price is left; null if it can. */
export const amountRefusal = (amount: Cents, left: Cents): Failure | null => {
  if (!Number.isInteger(amount) || amount < 1) return refundAmountInvalid();
  return amount > left ? refundTooLarge({ message: `You can refund at most ${formatUsd(left)}.` }) : null;
};

const start = (command: Extract<RefundCommand, { kind: 'start' }>, state: RefundState): Decision<RefundEvent> => {
  const { facts, amount_cents, reason } = command;
  if (state.isWhole) return alreadyRefunded();
  if (state.started) return refundInProgress();
  const left = facts.price_cents - state.refunded_cents;
  const refusal = amountRefusal(amount_cents, left);
  if (refusal) return refusal;
  if (facts.isDisputed) return refundWhileDisputed();
  if (facts.isContinued && amount_cents === left) return refundAfterRenewal();
  const { creator_id, price_cents, gateway, payment } = facts;
  const numbered = { refund_number: state.last + 1, creator_id, price_cents, amount_cents, gateway };
  return [refundStarted.of({ ...idsOf(facts), ...numbered, payment, reason })];
};

const refunded = (state: RefundState, each: NumberedRefund, reference: string): RefundEvent => {
  const refunded_cents = state.refunded_cents + each.amount_cents;
  const { refund_number, creator_id, price_cents, amount_cents, gateway } = each;
  const numbered = { refund_number, creator_id, price_cents, amount_cents, gateway };
  const is_whole = refunded_cents >= price_cents;
  return licenseRefunded.of({ ...idsOf(each), ...numbered, refunded_cents, is_whole, reference });
};

/** A refund made directly at the gateway counts like one of ours. */
const record = (command: Extract<RefundCommand, { kind: 'record' }>, state: RefundState): Decision<RefundEvent> => {
  const { facts, up_to_cents, reference } = command;
  if (Object.hasOwn(state.recorded, reference)) return [];
  // Every refund that was started counts as done.
  const left = facts.price_cents - state.refunded_cents - (state.started?.amount_cents ?? 0);
  const amount_cents = Math.min(up_to_cents, left);
  if (amount_cents <= 0) return [];
  return [refunded(state, { ...facts, refund_number: state.last + 1, amount_cents }, reference)];
};

/**
 * The refunds of one license, full or partial, requested by its brand or not; each is made once. Its id is the license's.
 */
export const refund: Decider<RefundState, RefundCommand, RefundEvent> = {
  category: 'refund',
  events: refundEvents,
  initial,
  evolve: (state, event) => {
    switch (event.type) {
      case 'RefundRequested':
        return { ...state, requested: { reason: event.data.reason }, declined: null, reason: event.data.reason };
      case 'RefundDeclined':
        return { ...state, requested: null, declined: { reason: event.data.reason }, reason: event.data.reason };
      case 'RefundStarted':
        return {
          ...state,
          requested: null,
          declined: null,
          reason: event.data.reason,
          started: event.data,
          last: event.data.refund_number,
        };
      case 'RefundFailed':
        return { ...state, started: null, reason: event.data.reason };
      case 'LicenseRefunded': {
        const { refund_number, amount_cents, refunded_cents, is_whole, reference } = event.data;
        return {
          ...state,
          started: state.started?.refund_number === refund_number ? null : state.started,
          requested: is_whole ? null : state.requested,
          refunded_cents,
          isWhole: is_whole,
          last: Math.max(state.last, refund_number),
          recorded: { ...state.recorded, [reference]: amount_cents },
          numbers: { ...state.numbers, [reference]: refund_number },
        };
      }
      case 'RefundReturned': {
        const { reference, amount_cents, reason } = event.data;
        return {
          ...state,
          reason,
          returned: [...state.returned, reference],
          owed_cents: state.owed_cents + amount_cents,
        };
      }
      case 'RefundRepaid':
        return { ...state, reason: event.data.reason, owed_cents: state.owed_cents - event.data.amount_cents };
      default:
        return assertNever(event);
    }
  },
  decide: (command, state) => {
    switch (command.kind) {
      case 'request':
        return request(command, state);
      case 'decline':
        return state.requested
          ? [refundDeclined.of({ ...idsOf(command.facts), reason: command.reason })]
          : refundNotRequested();
      case 'start':
        return start(command, state);
      case 'complete':
        if (state.started?.refund_number !== command.refund_number) return [];
        return [refunded(state, state.started, command.reference)];
      case 'fail': {
        const { started } = state;
        if (started?.refund_number !== command.refund_number) return [];
        return [refundFailed.of({ ...idsOf(started), refund_number: started.refund_number, reason: command.reason })];
      }
      case 'record':
        return record(command, state);
      case 'report-returned':
        return returned(command, state);
      case 'repay':
        return repaid(command, state);
      default:
        return assertNever(command);
    }
  },
};
