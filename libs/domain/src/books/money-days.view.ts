import { earningDisputed, earningPosted, earningReversed } from '../earnings/earning-events.ts';
import type { EventDefinition } from '../kernel/event.ts';
import { defineView, on, ownFields } from '../kernel/view.ts';
import {
  badDebtAccount,
  bankCash,
  cashIn,
  creatorOf,
  dayOf,
  disputesAccount,
  inAccount,
  inTransitAccount,
  postedCents,
  platformAccount,
  processorAccount,
} from '../ledger.ts';
import type { Posting } from '../ledger.ts';
import { adderOf } from '../money.ts';
import type { Cents } from '../money.ts';
import { payoutCanceled, payoutFailed, payoutPaid, payoutPrepared, payoutReturned } from '../payouts/payout-events.ts';
import { refundRepaid, refundReturned } from '../refunds/returned-refund.ts';
import { processorFeePosted } from './processor-fee.ts';

/** What happened to the money. Amounts come from postings only, so that they add up to the ledger's balances. */
export interface MoneyFigures {
  /** Licenses sold. */
  readonly licenses: number;
  readonly gross_cents: Cents;
  /** Commission on what was sold, before rewards are paid out of it. */
  readonly commission_cents: Cents;
  readonly reward_cents: Cents;
  readonly fee_cents: Cents;
  readonly refunds: number;
  readonly refunded_cents: Cents;
  /** Licenses whose money a bank took back. */
  readonly disputes_opened: number;
  readonly disputed_cents: Cents;
  /** Licenses whose money came back. */
  readonly disputes_won: number;
  readonly won_cents: Cents;
  /** Less those that a bank later decided in our favor. */
  readonly disputes_lost: number;
  readonly lost_cents: Cents;
  readonly payouts: number;
  readonly paid_cents: Cents;
  readonly payouts_returned: number;
  readonly returned_cents: Cents;
  /** What was sent to creators, less what arrived, failed or was canceled. */
  readonly in_transit_cents: Cents;
  /** The increase of what is owed to creators, in transit or not. */
  readonly owed_cents: Cents;
  /** What the platform keeps: commission, less rewards, fees and its share of refunds and lost disputes. */
  readonly kept_cents: Cents;
}

/** One day, in UTC. */
export interface MoneyDay extends MoneyFigures {
  /** `yyyy-mm-dd`. */
  readonly day: string;
}

export const noFigures: MoneyFigures = {
  licenses: 0,
  gross_cents: 0,
  commission_cents: 0,
  reward_cents: 0,
  fee_cents: 0,
  refunds: 0,
  refunded_cents: 0,
  disputes_opened: 0,
  disputed_cents: 0,
  disputes_won: 0,
  won_cents: 0,
  disputes_lost: 0,
  lost_cents: 0,
  payouts: 0,
  paid_cents: 0,
  payouts_returned: 0,
  returned_cents: 0,
  in_transit_cents: 0,
  owed_cents: 0,
  kept_cents: 0,
};

const added = adderOf<MoneyFigures>(noFigures);

export const totalOf = (figures: readonly MoneyFigures[]): MoneyFigures =>
  figures.reduce((total, each) => added(total, each), noFigures);

const ofCreator = (postings: readonly Posting[], id: string) =>
  // Liabilities are negative in the ledger; `0 -` avoids a negative zero.
  0 - postedCents(postings, ({ account }) => creatorOf(account)?.id === id);

/** How any money event changes whose the money is, and where it is. */
const placesOf = (postings: readonly Posting[]): Partial<MoneyFigures> => {
  const in_transit_cents = 0 - inAccount(postings, inTransitAccount);
  const ofPlatform = [platformAccount, badDebtAccount, processorAccount];
  return {
    in_transit_cents,
    owed_cents: in_transit_cents - postedCents(postings, ({ account }) => creatorOf(account) !== null),
    kept_cents: 0 - postedCents(postings, ({ account }) => ofPlatform.includes(account)),
  };
};

/** Derived from what moved, because a notification may skip a step, and a bank may change its decision. */
const disputeFiguresOf = (postings: readonly Posting[]): Partial<MoneyFigures> => {
  const cash = cashIn(postings);
  const lost_cents = 0 - cash - inAccount(postings, disputesAccount);
  return {
    disputes_opened: cash < 0 ? 1 : 0,
    disputed_cents: Math.max(0, 0 - cash),
    disputes_won: cash > 0 ? 1 : 0,
    won_cents: Math.max(0, cash),
    disputes_lost: Math.sign(lost_cents),
    lost_cents,
  };
};

const counts = <Type extends string, Data extends { readonly postings: readonly Posting[] }>(
  definition: EventDefinition<Type, Data>,
  figuresOf: (data: Data) => Partial<MoneyFigures> = () => ({}),
) =>
  on<MoneyDay, Type, Data>(
    definition,
    (_data, { recordedAt }) => dayOf(recordedAt),
    (before, data, _event, day) => ({
      day,
      ...added(added(before ?? noFigures, placesOf(data.postings)), figuresOf(data)),
    }),
  );

/** What happened to the money on each day. */
export const moneyDays = defineView<MoneyDay>({
  name: 'money-days',
  version: 2,
  on: [
    counts(earningPosted, ({ postings, creator_id, referrer_id }) => {
      const gross_cents = cashIn(postings);
      return {
        licenses: 1,
        gross_cents,
        commission_cents: gross_cents - ofCreator(postings, creator_id),
        reward_cents: referrer_id ? ofCreator(postings, referrer_id) : 0,
      };
    }),
    counts(processorFeePosted, ({ fee_cents }) => ({ fee_cents })),
    counts(earningReversed, ({ postings }) => ({ refunds: 1, refunded_cents: 0 - cashIn(postings) })),
    counts(refundReturned, ({ amount_cents }) => ({ refunded_cents: 0 - amount_cents })),
    counts(refundRepaid, ({ amount_cents }) => ({ refunded_cents: amount_cents })),
    counts(earningDisputed, ({ postings }) => disputeFiguresOf(postings)),
    counts(payoutPrepared),
    counts(payoutPaid, ({ postings }) => ({ payouts: 1, paid_cents: 0 - inAccount(postings, bankCash) })),
    counts(payoutFailed),
    counts(payoutCanceled),
    counts(payoutReturned, ({ postings }) => ({
      payouts_returned: 1,
      returned_cents: inAccount(postings, bankCash),
    })),
  ],
  indexes: { fields: ownFields('day'), listings: [{ sorts: ['day'] }] },
  live: { room: () => 'all', mayWatch: (reader, room) => room === 'all' && reader.role === 'admin' },
});
