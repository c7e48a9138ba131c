import type { RecordedEvent } from '../../kernel/event.ts';
import { creatorAccount, dayOf, dueCents, inAccount, withDue } from '../../ledger.ts';
import type { CreatorState, DueDay, Posting } from '../../ledger.ts';
import type { Cents } from '../../money.ts';
import { coveringDebts, promisesAfter, promisesOf } from './promises.ts';
import type { Promised } from './promises.ts';

/** Where a creator's money is. All in all: earned − reversed = pending + available + reserve + in transit + paid. */
export interface CreatorAccount {
  readonly type: 'account';
  readonly creator_id: string;
  /** From sales and rewards. */
  readonly earned_cents: Cents;
  /** Taken back by refunds and lost disputes. */
  readonly reversed_cents: Cents;
  /** What had fallen due by the latest movement, less what was taken from it; may be negative. */
  readonly available_cents: Cents;
  /** What falls due later, by day, earliest first. */
  readonly due: readonly DueDay[];
  readonly reserve_cents: Cents;
  readonly in_transit_cents: Cents;
  readonly paid_cents: Cents;
  /** By when what is pending or available has to reach the creator, the most urgent first. */
  readonly promised: readonly Promised[];
  /** The same of the payout that is prepared or sent. */
  readonly in_payout: readonly Promised[];
  /** The latest event that moved money. */
  readonly event_id: string;
}

export const emptyAccount = (creator_id: string): CreatorAccount => ({
  type: 'account',
  creator_id,
  earned_cents: 0,
  reversed_cents: 0,
  available_cents: 0,
  due: [],
  reserve_cents: 0,
  in_transit_cents: 0,
  paid_cents: 0,
  promised: [],
  in_payout: [],
  event_id: '',
});

/** What could be paid out on a day, `yyyy-mm-dd`; may be negative. */
export const availableOn = ({ available_cents, due }: CreatorAccount, day: string): Cents =>
  available_cents + dueCents(due.filter(({ on: dueOn }) => dueOn <= day));

/** By when what is available on a day has to reach the creator, the most urgent first. */
export const promisedOn = (account: CreatorAccount, day: string): readonly Promised[] =>
  promisesOf(account.promised, availableOn(account, day), day);

/** What falls due after a day. */
export const pendingOn = ({ due }: CreatorAccount, day: string): readonly DueDay[] =>
  due.filter(({ on: dueOn, cents }) => dueOn > day && cents !== 0);

/** What is owed to the creator and isn't in transit yet. */
export const owedTo = ({ available_cents, due, reserve_cents }: CreatorAccount): Cents =>
  available_cents + dueCents(due) + reserve_cents;

/** Whether more may become available after this day. */
export const isMoreToCome = (account: CreatorAccount, day: string): boolean =>
  dueCents(pendingOn(account, day)) > 0 || account.reserve_cents > 0;

/** Whether an account has anything left to pay out, now or after a due date or a dispute's decision. */
export const isAnythingOwed = (account: CreatorAccount, day: string): boolean =>
  availableOn(account, day) > 0 || isMoreToCome(account, day) || account.in_transit_cents > 0;

/** The account's five balances on a day; they add up to what was earned less what was reversed. */
export const balancesOn = (account: CreatorAccount, day: string) => ({
  pending_cents: dueCents(pendingOn(account, day)),
  available_cents: availableOn(account, day),
  reserve_cents: account.reserve_cents,
  in_transit_cents: account.in_transit_cents,
  paid_cents: account.paid_cents,
});

/** Amounts by where the money is; positive for what belongs to the creator. */
export type ByState = Readonly<Record<CreatorState, Cents>>;

/** What one event moves in one creator's account. */
export interface Movement {
  /** The kind of its line. */
  readonly kind: string;
  readonly postings: readonly Posting[];
  /** When the pending money that it moves falls due, `yyyy-mm-dd`; null if it moves none. */
  readonly due_on: string | null;
  /** The last day on which what it adds may reach the creator; null if that isn't known from the event. */
  readonly pay_by_on: string | null;
  readonly earned_cents: Cents;
  readonly reversed_cents: Cents;
  readonly in_transit_cents: Cents;
  readonly paid_cents: Cents;
}

/** What postings change in a creator's account, by where the money is. */
export const movedIn = (postings: readonly Posting[], creatorId: string): ByState => {
  const of = (state: CreatorState) =>
    // Liabilities are negative in the ledger; `0 -` avoids a negative zero.
    0 - inAccount(postings, creatorAccount(creatorId, state));
  return { pending: of('pending'), available: of('available'), reserve: of('reserve') };
};

export const amountOf = ({ pending, available, reserve }: ByState): Cents => pending + available + reserve;

/** Adds what has fallen due to what is available, so that the list of days stays short. */
const settledBy = (account: CreatorAccount, day: string): CreatorAccount => ({
  ...account,
  available_cents: availableOn(account, day),
  due: account.due.filter(({ on: dueOn }) => dueOn > day),
});

/** What postings credit to a creator; negative if they take from them. */
export const creditedCents = (postings: readonly Posting[], creatorId: string) =>
  amountOf(movedIn(postings, creatorId));

export type Recorded = Pick<RecordedEvent, 'id' | 'recordedAt' | 'position'>;

export const moveAccount = (before: CreatorAccount, movement: Movement, event: Recorded): CreatorAccount => {
  const day = dayOf(event.recordedAt);
  const account = settledBy(before, day);
  const moved = movedIn(movement.postings, account.creator_id);
  const isOverdue = movement.due_on !== null && movement.due_on <= day;
  const becomesAvailable = moved.available + (isOverdue ? moved.pending : 0);
  const cents = moved.pending + moved.available;
  const { promised, in_payout } = promisesAfter(account, { ...movement, cents }, day);
  return {
    ...account,
    promised: coveringDebts(promised, account.available_cents + dueCents(account.due) + cents),
    in_payout,
    earned_cents: account.earned_cents + movement.earned_cents,
    reversed_cents: account.reversed_cents + movement.reversed_cents,
    available_cents: account.available_cents + becomesAvailable,
    due:
      moved.pending === 0 || isOverdue || movement.due_on === null
        ? account.due
        : withDue(account.due, movement.due_on, moved.pending),
    reserve_cents: account.reserve_cents + moved.reserve,
    in_transit_cents: account.in_transit_cents + movement.in_transit_cents,
    paid_cents: account.paid_cents + movement.paid_cents,
    event_id: event.id,
  };
};

/** Moves cents from in transit to paid; what is owed stays the same. */
export const arrived = (account: CreatorAccount, cents: Cents, event: Recorded): CreatorAccount => ({
  ...settledBy(account, dayOf(event.recordedAt)),
  in_transit_cents: account.in_transit_cents - cents,
  paid_cents: account.paid_cents + cents,
  in_payout: [],
  event_id: event.id,
});
