import { formatDay } from '../days.ts';
import type { DueDay } from '../ledger.ts';
import { formatUsd } from '../money.ts';
import type { Cents } from '../money.ts';
import { payoutMinCents } from './left-out.ts';
import type { Waiting } from './waiting.ts';

/** The parts of their balance that matter to a creator who is about to leave. */
export interface LastPayoutFacts {
  readonly pending_cents: Cents;
  /** May be negative. */
  readonly available_cents: Cents;
  readonly held_cents: Cents;
  readonly in_transit_cents: Cents;
  readonly due: readonly DueDay[];
  readonly waiting: Waiting | null;
}

interface LastPayoutWords {
  readonly title: string;
  readonly sentences: readonly string[];
  /** What the creator should do before leaving, because otherwise the payout is impossible or likely to come back. */
  readonly toDo: string | null;
}

const toDo: Readonly<Partial<Record<Waiting['code'], string>>> = {
  no_details: 'We don’t know where to pay you. Add your payout details first: nobody can add them later.',
  payout_failed:
    'Your latest payout didn’t go through. Check your payout details first: nobody can correct them later.',
  payout_returned: 'Your latest payout came back. Check your payout details first: nobody can correct them later.',
};

const heldWords = (cents: Cents, waiting: Waiting | null) =>
  waiting
    ? `${formatUsd(cents)} can’t be paid out yet: ${waiting.title}.`
    : `${formatUsd(cents)} can’t be paid out yet.`;

const parts = ({ pending_cents, available_cents, held_cents, in_transit_cents, due, waiting }: LastPayoutFacts) => {
  const last = due.findLast(({ cents }) => cents > 0);
  return [
    in_transit_cents > 0 && `${formatUsd(in_transit_cents)} is on its way to you.`,
    available_cents > 0 && `${formatUsd(available_cents)} is part of the next payout.`,
    pending_cents > 0 &&
      last &&
      `${formatUsd(pending_cents)} becomes available by ${formatDay(last.on)} and is paid after that.`,
    available_cents < 0 && `${formatUsd(0 - available_cents)} is deducted for refunds and disputes.`,
    held_cents > 0 && waiting?.code !== 'no_details' && heldWords(held_cents, waiting),
  ].filter((words) => words !== false && words !== undefined);
};

const kept =
  `The ${formatUsd(payoutMinCents)} minimum doesn’t apply to your last payout. Until it’s paid, we keep your name and ` +
  'payout details for it, encrypted with a separate key; then we destroy them.';

/** Tells a creator who is about to leave how much they are owed, when it is paid, and what data we keep for that. */
export const lastPayoutText = (facts: LastPayoutFacts): LastPayoutWords => {
  const { pending_cents, available_cents, held_cents, in_transit_cents, waiting } = facts;
  const owed = pending_cents + available_cents + held_cents + in_transit_cents;
  if (owed <= 0) return { title: 'No money is due to you', sentences: [], toDo: null };
  const isUnpayable = waiting?.code === 'no_details';
  return {
    title: `${formatUsd(owed)} is still due to you`,
    sentences: [...parts(facts), ...(isUnpayable ? [] : [kept])],
    toDo: (waiting && toDo[waiting.code]) ?? null,
  };
};
