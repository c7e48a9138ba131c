import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { formatUsd, sum } from '../money.ts';
import type { Cents } from '../money.ts';
import { payoutWindowDays } from './split.ts';
import type { Split } from './split.ts';

/** One side of a double entry: positive is owed to us or held by us, negative is owed by us. */
export interface Posting {
  /** `cash`, `platform` or `creator:{account id}`. */
  readonly account: string;
  readonly amount_cents: Cents;
}

export interface EarningPostedData {
  readonly license_id: string;
  readonly order_id: string;
  readonly postings: readonly Posting[];
  /** The day the payout falls due, `yyyy-mm-dd` in UTC. */
  readonly payout_due_on: string;
}

export const earningPosted = defineEvent<EarningPostedData>()('EarningPosted', {
  audit: (data) =>
    `${formatUsd(sum(data.postings.map((posting) => Math.max(0, posting.amount_cents))))} was posted to the ledger; ` +
    `the payout is due on ${data.payout_due_on}.`,
});

export type EarningEvent = EventOf<typeof earningPosted>;

export interface PostEarning {
  readonly kind: 'post';
  readonly license_id: string;
  readonly order_id: string;
  readonly creator_id: string;
  readonly referrer_id: string | null;
  readonly split: Split;
  /** ISO 8601. */
  readonly paidAt: string;
}

export type EarningState = { readonly status: 'none' } | { readonly status: 'posted' };

export const creatorAccount = (id: string) => `creator:${id}`;

const dayMs = 86_400_000;
export const payoutDueOn = (paidAt: string): string =>
  new Date(Date.parse(paidAt) + payoutWindowDays * dayMs).toISOString().slice(0, 10);

const postingsOf = ({ split, creator_id, referrer_id }: PostEarning): readonly Posting[] =>
  [
    { account: 'cash', amount_cents: split.gross_cents },
    { account: creatorAccount(creator_id), amount_cents: -split.net_cents },
    ...(referrer_id ? [{ account: creatorAccount(referrer_id), amount_cents: -split.reward_cents }] : []),
    { account: 'platform', amount_cents: -split.platform_cents },
  ].filter((posting) => posting.amount_cents !== 0);

/** What one license earned, and for whom. A license is posted once, however often it is asked for. */
export const earning: Decider<EarningState, PostEarning, EarningEvent> = {
  category: 'earning',
  initial: { status: 'none' },
  evolve: () => ({ status: 'posted' }),
  decide: (command, state) =>
    state.status === 'posted'
      ? []
      : [
          earningPosted.of({
            license_id: command.license_id,
            order_id: command.order_id,
            postings: postingsOf(command),
            payout_due_on: payoutDueOn(command.paidAt),
          }),
        ],
};
