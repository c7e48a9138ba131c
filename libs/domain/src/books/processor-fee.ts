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
  /** The gateway's id for the movement of money that it charged for. */
  readonly transaction_id: string;
  /** Negative if the gateway returns a fee. */
  readonly fee_cents: Cents;
}

export interface ProcessorFeePostedData extends Fee {
  readonly postings: readonly Posting[];
}

export const processorFeePosted = defineEvent<ProcessorFeePostedData>()('ProcessorFeePosted', {
  audit: ({ order_id, gateway, fee_cents }) =>
    fee_cents < 0
      ? `The ${gateway} gateway returned a fee of ${formatUsd(-fee_cents)} for order ${order_id}.`
      : `The ${gateway} gateway charged a fee of ${formatUsd(fee_cents)} for order ${order_id}.`,
});

export interface PostProcessorFee extends Fee {
  readonly kind: 'post-fee';
}

/** The transactions whose fees are posted. */
export interface ProcessorFeeState {
  readonly posted: readonly string[];
}

/** The gateway's fees for one order's payment, each transaction's posted once. Its id is the order's. */
export const processorFee: Decider<ProcessorFeeState, PostProcessorFee, EventOf<typeof processorFeePosted>> = {
  category: 'fee',
  events: [processorFeePosted],
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
