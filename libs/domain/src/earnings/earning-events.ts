import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { unassignedCash } from '../ledger.ts';
import type { Posted, Posting } from '../ledger.ts';
import { formatUsd, sum } from '../money.ts';
import type { Cents } from '../money.ts';
import type { Parts } from './parts.ts';

export interface OfEarning {
  readonly license_id: string;
  readonly creator_id: string;
  readonly referrer_id: string | null;
}

export interface EarningPostedData extends OfEarning, Posted {
  readonly order_id: string;
  readonly payout_due_on: string;
  /** The last day on which it may reach them, `yyyy-mm-dd` in UTC. */
  readonly pay_by_on: string;
}

export interface Taken {
  readonly amount_cents: Cents;
  /** Each party's part of it; what the bank takes beyond the price is in nobody's part. */
  readonly parts: Parts;
}

export interface EarningReversedData extends OfEarning, Posted, Taken {
  /** The refund's number within the license, from 1. */
  readonly refund_number: number;
}

export const disputeSteps = ['opened', 'won', 'lost'] as const;
export type DisputeStep = (typeof disputeSteps)[number];

export interface EarningDisputedData extends OfEarning, Posted, Taken {
  readonly dispute_id: string;
  readonly step: DisputeStep;
  /** The revision of the dispute's event that caused it; null if it was not recorded. */
  readonly dispute_revision: number | null;
}

type Stored = Record<string, unknown>;

/** Upcasts postings from before accounts had states. The creator's posting comes before the referrer's. */
const intoStates = (data: Stored): Stored => {
  const old = data['postings'] as readonly Posting[];
  const [creator_id, referrer_id = null] = old.flatMap(({ account }) =>
    account.startsWith('creator:') ? account.slice('creator:'.length) : [],
  );
  const renamed = (account: string) => {
    if (account === 'cash') return unassignedCash;
    return account.startsWith('creator:') ? `${account}:pending` : account;
  };
  const postings = old.map(({ account, amount_cents }) => ({ account: renamed(account), amount_cents }));
  return { ...data, creator_id, referrer_id, postings };
};

const grossIn = (postings: readonly Posting[]) => sum(postings.map(({ amount_cents }) => Math.max(0, amount_cents)));

export const earningPosted = defineEvent<EarningPostedData>()('EarningPosted', {
  version: 3,
  upcasts: {
    1: intoStates,
    // It became available on the last day of the promise.
    2: (data) => ({ ...data, pay_by_on: data['payout_due_on'] }),
  },
  audit: ({ postings, payout_due_on, pay_by_on }) =>
    `${formatUsd(grossIn(postings))} was posted to the ledger, available on ${payout_due_on}, to be paid by ${pay_by_on}.`,
});
export const earningReversed = defineEvent<EarningReversedData>()('EarningReversed', {
  audit: (data) => `${formatUsd(data.amount_cents)} of the sale was taken back from everyone who had a share in it.`,
});
const stepWords: Readonly<Record<DisputeStep, string>> = {
  opened: 'was set aside while the payment is disputed',
  won: 'was given back: the dispute was won',
  lost: 'was taken back for good: the dispute was lost',
};
export const earningDisputed = defineEvent<EarningDisputedData>()('EarningDisputed', {
  version: 2,
  upcasts: { 1: (data) => ({ ...data, dispute_revision: null }) },
  audit: ({ amount_cents, step }) => `${formatUsd(amount_cents)} of the sale ${stepWords[step]}.`,
});

export const earningEvents = [earningPosted, earningReversed, earningDisputed] as const;
export type EarningEvent = EventOf<(typeof earningEvents)[number]>;
