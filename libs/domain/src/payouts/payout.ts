import type { PaymentMethod } from '../payment-methods.ts';
import { assertNever } from '../kernel/decider.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { intoTransit, merged, opposite, outOfTransit, withoutZeros } from '../ledger.ts';
import { sum } from '../money.ts';
import type { Cents } from '../money.ts';
import { leftOutFor } from './left-out.ts';
import type { LeftOutReason } from './left-out.ts';
import {
  payoutCanceled,
  payoutEvents,
  payoutFailed,
  payoutLeftOut,
  payoutPaid,
  payoutPrepared,
  payoutReturned,
  payoutSent,
  payoutsHeld,
  payoutsReleased,
} from './payout-events.ts';
import type { OfPayout, PayoutEvent } from './payout-events.ts';
import { payoutAlreadySettled, payoutNotFound, payoutsMovedOn, payoutsNotHeld } from './payout-failures.ts';
import type { PreparePayout } from './prepare-payout.ts';
import { noCutoff } from './cutoff.ts';
import type { Cutoff } from './cutoff.ts';

export type PayoutCommand =
  | PreparePayout
  | { readonly kind: 'send'; readonly payout_id: string; readonly rail: string }
  | { readonly kind: 'pay'; readonly payout_id: string; readonly reference: string | null }
  | { readonly kind: 'fail'; readonly payout_id: string; readonly reason: string }
  | { readonly kind: 'cancel'; readonly payout_id: string }
  | { readonly kind: 'return'; readonly payout_id: string; readonly reason: string }
  | { readonly kind: 'hold'; readonly creator_id: string; readonly reason: string }
  | { readonly kind: 'release'; readonly creator_id: string };

export const payoutStatuses = ['prepared', 'sent', 'paid', 'failed', 'canceled', 'returned'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

interface Payout extends OfPayout {
  readonly status: PayoutStatus;
  readonly run_id: string;
  readonly method: PaymentMethod;
  readonly pay_by_on: string | null;
  readonly amount_cents: Cents;
  readonly destination: string;
  readonly details_revision: number | null;
  /** Why it failed or was returned; null otherwise. */
  readonly reason: string | null;
}

export interface PayoutState {
  readonly payouts: Readonly<Record<string, Payout>>;
  /** The id of the payout that is prepared or sent; null for none. */
  readonly open: string | null;
  readonly cutoff: Cutoff;
  /** Failed, canceled or returned payouts that no later one has taken over. */
  readonly freed: readonly string[];
  /** Null if there is no hold. */
  readonly hold: { readonly reason: string } | null;
  /** The last run that paid or left out this creator. */
  readonly run: string | null;
}

const disbursedStatuses: readonly PayoutStatus[] = ['prepared', 'sent', 'paid'];
/** The sum of payouts that are in transit or paid. */
export const disbursedCents = ({ payouts }: PayoutState): Cents =>
  sum(
    Object.values(payouts)
      .filter(({ status }) => disbursedStatuses.includes(status))
      .map(({ amount_cents }) => amount_cents),
  );

/** Whether this payout is prepared to go to other details than those on file. */
const goesElsewhere = ({ status, details_revision }: Payout, { details }: PreparePayout) => {
  if (status !== 'prepared' || details_revision === null || details?.revision === null) return false;
  return details_revision !== details?.revision;
};

const canceled = (prepared: Payout) => {
  const { payout_id, creator_id, run_id, method, pay_by_on } = prepared;
  const postings = opposite(intoTransit(prepared));
  return payoutCanceled.of({ payout_id, creator_id, run_id, method, pay_by_on, postings });
};

/** The money that was prepared waits for the next run, like that of any other creator who is left out. */
const leaveOutInstead = (prepared: Payout, reason: LeftOutReason): readonly PayoutEvent[] => {
  const { creator_id, run_id, amount_cents: available_cents } = prepared;
  return [canceled(prepared), payoutLeftOut.of({ creator_id, run_id, reason, available_cents })];
};

const whyElsewhere = ({ amount_cents: available_cents }: Payout, command: PreparePayout, state: PayoutState) =>
  leftOutFor({ ...command, available_cents }, { ...state, open: null }) ?? 'details_changed';

const prepare = (command: PreparePayout, state: PayoutState): Decision<PayoutEvent> => {
  const { run_id, payout_id, creator_id, available_cents, until, details } = command;
  const known = state.payouts[payout_id];
  if (known && goesElsewhere(known, command)) return leaveOutInstead(known, whyElsewhere(known, command, state));
  if (state.run === run_id || known) return [];
  if (disbursedCents(state) !== command.disbursed_cents) return payoutsMovedOn();
  const reason = leftOutFor(command, state);
  if (reason || !details) {
    if (available_cents === 0) return [];
    return [payoutLeftOut.of({ creator_id, run_id, reason: reason ?? 'no_details', available_cents })];
  }
  const { method, destination, revision: details_revision } = details;
  return [
    payoutPrepared.of({
      payout_id,
      creator_id,
      run_id,
      amount_cents: available_cents,
      method,
      destination,
      details_revision,
      after: state.cutoff,
      until,
      takes_over: state.freed,
      postings: intoTransit({ creator_id, amount_cents: available_cents }),
      pay_by_on: command.pay_by_on,
    }),
  ];
};

type Step = Exclude<PayoutCommand['kind'], 'prepare' | 'hold' | 'release'>;
/** The statuses from which each step may be taken. A step to the current status is a repetition. */
const stepsFrom: Readonly<Record<Step, { readonly from: readonly PayoutStatus[]; readonly to: PayoutStatus }>> = {
  send: { from: ['prepared'], to: 'sent' },
  pay: { from: ['sent'], to: 'paid' },
  fail: { from: ['sent'], to: 'failed' },
  cancel: { from: ['prepared'], to: 'canceled' },
  return: { from: ['paid'], to: 'returned' },
};

const move = (command: Extract<PayoutCommand, { kind: Step }>, state: PayoutState): Decision<PayoutEvent> => {
  const payout = state.payouts[command.payout_id];
  if (!payout) return payoutNotFound();
  const { from, to } = stepsFrom[command.kind];
  if (payout.status === to) return [];
  if (!from.includes(payout.status)) return payoutAlreadySettled();
  const { payout_id, creator_id } = payout;
  const ids = { payout_id, creator_id };
  switch (command.kind) {
    case 'send':
      // A hold cancels what is prepared; one from before it did so must not be overtaken either.
      return state.hold ? leaveOutInstead(payout, 'on_hold') : [payoutSent.of({ ...ids, rail: command.rail })];
    case 'pay':
      return [payoutPaid.of({ ...ids, reference: command.reference, postings: outOfTransit(payout) })];
    case 'fail':
      return [payoutFailed.of({ ...ids, reason: command.reason, postings: opposite(intoTransit(payout)) })];
    case 'cancel':
      return [canceled(payout)];
    case 'return': {
      const postings = opposite([...intoTransit(payout), ...outOfTransit(payout)]);
      return [payoutReturned.of({ ...ids, reason: command.reason, postings: withoutZeros(merged(postings)) })];
    }
    default:
      return assertNever(command);
  }
};

/** A hold also cancels what is prepared, so that nobody who is on hold is paid. What was sent can't be stopped. */
const hold = (creator_id: string, reason: string, state: PayoutState): readonly PayoutEvent[] => {
  const open = state.open === null ? undefined : state.payouts[state.open];
  return [
    ...(state.hold?.reason === reason ? [] : [payoutsHeld.of({ creator_id, reason })]),
    ...(open?.status === 'prepared' ? leaveOutInstead(open, 'on_hold') : []),
  ];
};

const withPayout = (state: PayoutState, id: string, change: Partial<Payout>): PayoutState => {
  const payout = state.payouts[id];
  return payout ? { ...state, payouts: { ...state.payouts, [id]: { ...payout, ...change } } } : state;
};

const undone = (state: PayoutState, id: string, change: Partial<Payout>): PayoutState => ({
  ...withPayout(state, id, change),
  open: state.open === id ? null : state.open,
  freed: [...state.freed, id],
});

const evolve = (state: PayoutState, event: PayoutEvent): PayoutState => {
  switch (event.type) {
    case 'PayoutPrepared': {
      const { after: _after, takes_over: _takenOver, postings: _postings, until, ...prepared } = event.data;
      const { payout_id, run_id } = prepared;
      const payout: Payout = {
        ...prepared,
        status: 'prepared',
        reason: null,
      };
      return {
        ...state,
        payouts: { ...state.payouts, [payout_id]: payout },
        open: payout_id,
        cutoff: until,
        freed: [],
        run: run_id,
      };
    }
    case 'PayoutSent':
      return withPayout(state, event.data.payout_id, { status: 'sent' });
    case 'PayoutPaid':
      return { ...withPayout(state, event.data.payout_id, { status: 'paid' }), open: null };
    case 'PayoutFailed':
      return undone(state, event.data.payout_id, { status: 'failed', reason: event.data.reason });
    case 'PayoutCanceled':
      return undone(state, event.data.payout_id, { status: 'canceled' });
    case 'PayoutReturned':
      return undone(state, event.data.payout_id, { status: 'returned', reason: event.data.reason });
    case 'PayoutLeftOut':
      return { ...state, run: event.data.run_id };
    case 'PayoutsHeld':
      return { ...state, hold: { reason: event.data.reason } };
    case 'PayoutsReleased':
      return { ...state, hold: null };
    default:
      return assertNever(event);
  }
};

/** The payouts of one creator, at most one of them open at a time. Its id is the creator's. */
export const payout: Decider<PayoutState, PayoutCommand, PayoutEvent> = {
  category: 'payout',
  events: payoutEvents,
  initial: { payouts: {}, open: null, cutoff: noCutoff, freed: [], hold: null, run: null },
  evolve,
  decide: (command, state) => {
    switch (command.kind) {
      case 'prepare':
        return prepare(command, state);
      case 'hold':
        return hold(command.creator_id, command.reason, state);
      case 'release':
        return state.hold ? [payoutsReleased.of({ creator_id: command.creator_id })] : payoutsNotHeld();
      default:
        return move(command, state);
    }
  },
};
