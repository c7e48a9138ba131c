import type { Decision } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { bankCash, cashAccount, returnedRefundsAccount } from '../ledger.ts';
import type { Posting } from '../ledger.ts';
import { formatUsd } from '../money.ts';
import type { Cents } from '../money.ts';
import { nothingReturned } from './refund-failures.ts';

export interface OfRefund {
  readonly license_id: string;
  readonly order_id: string;
  readonly brand_id: string;
}

/** A refund that succeeded, and whose money then came back from the brand's bank: the brand is still owed it. */
export interface RefundReturnedData extends OfRefund {
  /** The gateway's id for the refund. */
  readonly reference: string;
  /** Its number within the license. */
  readonly refund_number: number;
  readonly amount_cents: Cents;
  /** In the gateway's words, for the operator. */
  readonly reason: string;
  readonly postings: readonly Posting[];
}

/** What brands were owed for returned refunds was paid in another way, from the operator's own bank account. */
export interface RefundRepaidData extends OfRefund {
  readonly amount_cents: Cents;
  /** How it was paid, in the operator's words, which the brand reads. */
  readonly reason: string;
  readonly postings: readonly Posting[];
}

export const refundReturned = defineEvent<RefundReturnedData>()('RefundReturned', {
  audit: ({ license_id, amount_cents, reason }) =>
    `The bank returned the refund of ${formatUsd(amount_cents)} of license ${license_id}: ${reason}.`,
});
export const refundRepaid = defineEvent<RefundRepaidData>()('RefundRepaid', {
  personal: { account: (data) => data.brand_id, fields: ['reason'] },
  audit: ({ license_id, amount_cents }) =>
    `The returned refund of ${formatUsd(amount_cents)} of license ${license_id} was paid in another way.`,
});

type ReturnEvent = EventOf<typeof refundReturned | typeof refundRepaid>;

/** The gateway says that a refund which had succeeded has failed. */
export interface ReportReturned {
  readonly kind: 'report-returned';
  readonly facts: OfRefund;
  readonly gateway: string;
  readonly reference: string;
  readonly reason: string;
}

/** The operator paid what was returned in another way. */
export interface RepayRefund {
  readonly kind: 'repay';
  readonly facts: OfRefund;
  readonly reason: string;
}

/** What became of the refunds that were made. */
export interface Returns {
  /** The amount of each recorded refund, by the gateway's id. */
  readonly recorded: Readonly<Record<string, Cents>>;
  /** Their numbers within the license. */
  readonly numbers: Readonly<Record<string, number>>;
  /** The gateway's ids of refunds that were returned, ever. */
  readonly returned: readonly string[];
  /** What was returned, and wasn't paid in another way. */
  readonly owed_cents: Cents;
}

export const idsOf = ({ license_id, order_id, brand_id }: OfRefund): OfRefund => ({ license_id, order_id, brand_id });

export const returned = (command: ReportReturned, state: Returns): Decision<ReturnEvent> => {
  const { facts, gateway, reference, reason } = command;
  const amount_cents = state.recorded[reference];
  if (amount_cents === undefined || state.returned.includes(reference)) return [];
  const postings = [
    { account: cashAccount(gateway), amount_cents },
    { account: returnedRefundsAccount, amount_cents: -amount_cents },
  ];
  const refund_number = state.numbers[reference] ?? 1;
  return [refundReturned.of({ ...idsOf(facts), reference, refund_number, amount_cents, reason, postings })];
};

export const repaid = ({ facts, reason }: RepayRefund, state: Returns): Decision<ReturnEvent> => {
  const { owed_cents: amount_cents } = state;
  if (amount_cents === 0) return nothingReturned();
  const postings = [
    { account: returnedRefundsAccount, amount_cents },
    { account: bankCash, amount_cents: -amount_cents },
  ];
  return [refundRepaid.of({ ...idsOf(facts), amount_cents, reason, postings })];
};
