import { sum } from './money.ts';
import type { Cents } from './money.ts';

/** One side of an entry: positive for what we hold or are owed, negative for what we owe. */
export interface Posting {
  readonly account: string;
  readonly amount_cents: Cents;
}

/** Where a creator's money is until it is in transit: not due yet, ready to be paid out, or held for a dispute. */
export const creatorStates = ['pending', 'available', 'reserve'] as const;
export type CreatorState = (typeof creatorStates)[number];

export const platformAccount = 'platform';
export const inTransitAccount = 'payouts:in-transit';
/** What banks hold while a dispute is open. */
export const disputesAccount = 'disputes';
/** The fees of payment gateways. */
export const processorAccount = 'expense:processor';
/** What brands are still owed, because their banks returned a refund. */
export const returnedRefundsAccount = 'refunds:returned';
export const badDebtAccount = 'expense:bad-debt';

export const cashAccount = (gateway: string) => `cash:${gateway}`;
/** Cash from sales whose gateway was not recorded with the license. */
export const unassignedCash = cashAccount('unassigned');
/** The operator's own bank account, from which payouts are paid. */
export const bankCash = cashAccount('bank');
export const creatorAccount = (id: string, state: CreatorState) => `creator:${id}:${state}`;

const creatorPattern = /^creator:(.+):(pending|available|reserve)$/u;

/** The creator whose account it is, and its state; null for any other account. */
export const creatorOf = (account: string): { readonly id: string; readonly state: CreatorState } | null => {
  const [, id, state] = creatorPattern.exec(account) ?? [];
  return id === undefined ? null : { id, state: state as CreatorState };
};

/** Creators are paid within this many days of the payment: what the terms promise. */
export const payoutWindowDays = 15;
/** How long after its payment a sale becomes available: late enough for most refunds, early enough for two payout runs. */
export const availableAfterDays = 9;

const dayMs = 86_400_000;
/** The day of an instant, `yyyy-mm-dd` in UTC. */
export const dayOf = (instant: string) => instant.slice(0, 'yyyy-mm-dd'.length);
export const daysLater = (instant: string, days: number) =>
  dayOf(new Date(Date.parse(instant) + days * dayMs).toISOString());

/** What every money event has. Its postings add up to zero. */
export interface Posted {
  readonly postings: readonly Posting[];
  /** When its postings to pending accounts fall due, `yyyy-mm-dd` in UTC; null if there are none. */
  readonly payout_due_on: string | null;
}

/** What moves from pending to available on `payout_due_on`, without an event being recorded. */
export const fallingDue = ({ postings }: Posted): readonly Posting[] =>
  postings.flatMap(({ account, amount_cents }) => {
    const creator = creatorOf(account);
    if (creator?.state !== 'pending') return [];
    return [
      { account, amount_cents: -amount_cents },
      { account: creatorAccount(creator.id, 'available'), amount_cents },
    ];
  });

export const opposite = (postings: readonly Posting[]): readonly Posting[] =>
  postings.map(({ account, amount_cents }) => ({ account, amount_cents: -amount_cents }));

/** Drops postings of zero. */
export const withoutZeros = (postings: readonly Posting[]) => postings.filter(({ amount_cents }) => amount_cents !== 0);

/** Adds up the postings to each account. */
export const merged = (postings: readonly Posting[]): readonly Posting[] => {
  const sums = new Map<string, Cents>();
  for (const { account, amount_cents } of postings) sums.set(account, (sums.get(account) ?? 0) + amount_cents);
  return [...sums].map(([account, amount_cents]) => ({ account, amount_cents }));
};

/** The sum of those postings that match. */
export const postedCents = (postings: readonly Posting[], matches: (posting: Posting) => boolean): Cents =>
  sum(postings.filter(matches).map(({ amount_cents }) => amount_cents));
export const inAccount = (postings: readonly Posting[], name: string): Cents =>
  postedCents(postings, ({ account }) => account === name);
export const cashIn = (postings: readonly Posting[]): Cents =>
  postedCents(postings, ({ account }) => account.startsWith('cash:'));

/** What falls due on a day. */
export interface DueDay {
  /** `yyyy-mm-dd`. */
  readonly on: string;
  readonly cents: Cents;
}

export const dueCents = (due: readonly DueDay[]): Cents => sum(due.map(({ cents }) => cents));

/** Adds an amount on a day; days stay sorted and unique. */
export const withDue = (due: readonly DueDay[], on: string, cents: Cents): readonly DueDay[] => {
  const before = due.find((day) => day.on === on)?.cents ?? 0;
  return [...due.filter((day) => day.on !== on), { on, cents: before + cents }].toSorted((one, other) =>
    one.on < other.on ? -1 : 1,
  );
};

interface PayoutMoney {
  readonly creator_id: string;
  readonly amount_cents: Cents;
}

/** A payout is prepared: what was available to its creator is in transit. */
export const intoTransit = ({ creator_id, amount_cents }: PayoutMoney): readonly Posting[] => [
  { account: creatorAccount(creator_id, 'available'), amount_cents },
  { account: inTransitAccount, amount_cents: -amount_cents },
];
/** A payout is paid from the operator's own bank account. */
export const outOfTransit = ({ amount_cents }: PayoutMoney): readonly Posting[] => [
  { account: inTransitAccount, amount_cents },
  { account: bankCash, amount_cents: -amount_cents },
];
