import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { cashAccount, processorAccount } from '../ledger.ts';
import type { Posting } from '../ledger.ts';
import { formatUsd } from '../money.ts';
import type { Cents } from '../money.ts';

interface Fee {
  readonly order_id: string;
  readonly gateway: string;
  /** As the gateway names the movement of money that it charged for. */
  readonly transaction_id: string;
  /** Negative where the gateway gives a fee back. */
  readonly fee_cents: Cents;
}

export interface ProcessorFeePostedData extends Fee {
  readonly postings: readonly Posting[];
}

export const processorFeePosted = defineEvent<ProcessorFeePostedData>()('ProcessorFeePosted', {
  audit: ({ order_id, gateway, fee_cents }) =>
    fee_cents < 0
      ? `The ${gateway} gateway gave back a fee of ${formatUsd(-fee_cents)} of order ${order_id}.`
      : `The ${gateway} gateway kept a fee of ${formatUsd(fee_cents)} of order ${order_id}.`,
});

const processorFeeEvents = [processorFeePosted] as const;
export type ProcessorFeeEvent = EventOf<(typeof processorFeeEvents)[number]>;

export interface PostProcessorFee extends Fee {
  readonly kind: 'post-fee';
}

/** The transactions whose fees are posted. */
export interface ProcessorFeeState {
  readonly posted: readonly string[];
}

/** What a gateway keeps of the payment of one order, whose id it has: posted once for each of its transactions. */
export const processorFee: Decider<ProcessorFeeState, PostProcessorFee, ProcessorFeeEvent> = {
  category: 'fee',
  events: processorFeeEvents,
  initial: { posted: [] },
  evolve: ({ posted }, { data }) => ({ posted: [...posted, data.transaction_id] }),
  decide: ({ kind: _kind, ...fee }, { posted }) => {
    const { transaction_id, gateway, fee_cents } = fee;
    if (fee_cents === 0 || posted.includes(transaction_id)) return [];
    const postings = [
      { account: processorAccount, amount_cents: fee_cents },
      { account: cashAccount(gateway), amount_cents: -fee_cents },
    ];
    return [processorFeePosted.of({ ...fee, postings })];
  },
};
