import { assertNever } from '../kernel/decider.ts';
import type { Decider } from '../kernel/decider.ts';
import type { Cents } from '../money.ts';
import {
  badDebtAccount,
  cashAccount,
  creatorAccount,
  creatorOf,
  dayOf,
  daysLater,
  disputesAccount,
  inAccount,
  merged,
  opposite,
  platformAccount,
  unassignedCash,
  withoutZeros,
  availableAfterDays,
  payoutWindowDays,
} from '../ledger.ts';
import type { CreatorState, Posting } from '../ledger.ts';
import { earningDisputed, earningEvents, earningPosted, earningReversed } from './earning-events.ts';
import type {
  DisputeStep,
  EarningDisputedData,
  EarningEvent,
  EarningPostedData,
  OfEarning,
  Taken,
} from './earning-events.ts';
import { minus, noParts, plus, takeBack, wholeOf } from './parts.ts';
import type { Parts } from './parts.ts';
import type { Split } from './split.ts';

export interface PostEarning extends OfEarning {
  readonly kind: 'post';
  readonly order_id: string;
  readonly split: Split;
  /** Null if it was not recorded. */
  readonly gateway: string | null;
  /** ISO 8601. */
  readonly paidAt: string;
}

export interface ReverseEarning {
  readonly kind: 'reverse';
  readonly refund_number: number;
  readonly amount_cents: Cents;
  readonly gateway: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface DisputeEarning {
  readonly kind: 'dispute';
  readonly dispute_id: string;
  readonly dispute_revision: number;
  readonly step: DisputeStep;
  /** The disputed amount of this license, in cents. */
  readonly amount_cents: Cents;
  readonly gateway: string;
  /** ISO 8601. */
  readonly at: string;
}

type EarningCommand = PostEarning | ReverseEarning | DisputeEarning;

interface Dispute extends Taken, Pick<EarningDisputedData, 'step' | 'dispute_revision'> {}

interface PostedState extends OfEarning {
  readonly status: 'posted';
  readonly payout_due_on: string;
  readonly split: Parts;
  /** Taken by refunds, and by disputes that are open or lost. */
  readonly taken: Parts;
  /** The number of the last refund. */
  readonly refunds: number;
  readonly disputes: Readonly<Record<string, Dispute>>;
}

export type EarningState = { readonly status: 'none' } | PostedState;

const postingsOfSale = ({ split, creator_id, referrer_id, gateway }: PostEarning): readonly Posting[] =>
  withoutZeros([
    { account: gateway === null ? unassignedCash : cashAccount(gateway), amount_cents: split.gross_cents },
    { account: creatorAccount(creator_id, 'pending'), amount_cents: -split.net_cents },
    ...(referrer_id ? [{ account: creatorAccount(referrer_id, 'pending'), amount_cents: -split.reward_cents }] : []),
    { account: platformAccount, amount_cents: -split.platform_cents },
  ]);

/** Posts the creator's and referrer's parts to their accounts of the given state. */
const ofPeople = ({ creator_id, referrer_id }: OfEarning, parts: Parts, state: CreatorState): readonly Posting[] => [
  { account: creatorAccount(creator_id, state), amount_cents: parts.creator },
  ...(referrer_id ? [{ account: creatorAccount(referrer_id, state), amount_cents: parts.referrer }] : []),
];

const idsOf = ({ license_id, creator_id, referrer_id }: OfEarning): OfEarning => ({
  license_id,
  creator_id,
  referrer_id,
});

/** Which state a sale's parts are in at an instant, and when postings to it fall due. */
const stateAt = ({ payout_due_on }: PostedState, at: string) =>
  dayOf(at) < payout_due_on
    ? ({ state: 'pending', payout_due_on } as const)
    : ({ state: 'available', payout_due_on: null } as const);

/** How an amount is taken from everyone with a part in the price, up to what is left of it. */
const partsOf = ({ split, taken }: PostedState, amount: Cents): Parts =>
  takeBack(split, taken, Math.min(amount, wholeOf(minus(split, taken))));

/** What the platform loses: its own part, and what the bank takes beyond the price. */
const ofPlatform = ({ amount_cents, parts }: Taken): readonly Posting[] => [
  { account: platformAccount, amount_cents: parts.platform },
  { account: badDebtAccount, amount_cents: amount_cents - wholeOf(parts) },
];

const reverse = (command: ReverseEarning, state: PostedState): readonly EarningEvent[] => {
  const { refund_number, amount_cents, gateway, at } = command;
  if (refund_number <= state.refunds) return [];
  const parts = partsOf(state, amount_cents);
  const current = stateAt(state, at);
  const postings = withoutZeros([
    ...ofPeople(state, parts, current.state),
    ...ofPlatform({ amount_cents, parts }),
    { account: cashAccount(gateway), amount_cents: -amount_cents },
  ]);
  const { payout_due_on } = current;
  return [earningReversed.of({ ...idsOf(state), refund_number, amount_cents, parts, postings, payout_due_on })];
};

const holds = (dispute: Dispute | undefined): dispute is Dispute => dispute !== undefined && dispute.step !== 'won';

/** Opening a dispute moves the parts into the reserve; losing it takes them out of the reserve for good. */
const postingsOfDispute = (
  { dispute_id, step, gateway, at }: DisputeEarning,
  { amount_cents, parts }: Taken,
  state: PostedState,
): readonly Posting[] => {
  const before = state.disputes[dispute_id]?.step;
  const held = { account: disputesAccount, amount_cents };
  const opened = [
    ...ofPeople(state, parts, stateAt(state, at).state),
    ...opposite(ofPeople(state, parts, 'reserve')),
    held,
    { account: cashAccount(gateway), amount_cents: -amount_cents },
  ];
  const lost = [...ofPeople(state, parts, 'reserve'), ...ofPlatform({ amount_cents, parts }), ...opposite([held])];
  switch (step) {
    case 'opened':
      return opened;
    case 'won':
      return opposite(before === 'lost' ? [...opened, ...lost] : opened);
    case 'lost':
      return before === 'opened' ? lost : [...opened, ...lost];
    default:
      return assertNever(step);
  }
};

/**
 * A dispute is opened once; won and lost may alternate if the bank changes its decision; nothing else repeats. A step that
 * was already posted is delivered again after a crash, and must not count as a new decision: its revision is not newer.
 */
const isNext = (before: Dispute | undefined, { step, dispute_revision }: DisputeEarning) => {
  if (!before) return step !== 'won';
  return step !== 'opened' && step !== before.step && dispute_revision > (before.dispute_revision ?? -1);
};

const dispute = (command: DisputeEarning, state: PostedState): readonly EarningEvent[] => {
  const { dispute_id, dispute_revision, step } = command;
  const before = state.disputes[dispute_id];
  if (!isNext(before, command)) return [];
  const taken: Taken = holds(before)
    ? { amount_cents: before.amount_cents, parts: before.parts }
    : { amount_cents: command.amount_cents, parts: partsOf(state, command.amount_cents) };
  const postings = withoutZeros(merged(postingsOfDispute(command, taken, state)));
  const isPending = postings.some(({ account }) => creatorOf(account)?.state === 'pending');
  const payout_due_on = isPending ? state.payout_due_on : null;
  const of = { ...idsOf(state), dispute_id, dispute_revision, step };
  return [earningDisputed.of({ ...of, ...taken, postings, payout_due_on })];
};

const splitIn = ({ creator_id, referrer_id, postings }: EarningPostedData): Parts => {
  return {
    creator: -inAccount(postings, creatorAccount(creator_id, 'pending')),
    referrer: referrer_id ? -inAccount(postings, creatorAccount(referrer_id, 'pending')) : 0,
    platform: -inAccount(postings, platformAccount),
  };
};

const evolveDispute = (state: PostedState, data: EarningDisputedData) => {
  const { dispute_id, dispute_revision, step, amount_cents, parts } = data;
  const dispute = { step, dispute_revision, amount_cents, parts };
  const change = minus(holds(dispute) ? parts : noParts, holds(state.disputes[dispute_id]) ? parts : noParts);
  return { ...state, taken: plus(state.taken, change), disputes: { ...state.disputes, [dispute_id]: dispute } };
};

/**
 * What becomes of one license's price: split when it is paid, taken back by refunds, held and decided by disputes. Each
 * refund and each step of a dispute is posted once, however often it is requested.
 */
export const earning: Decider<EarningState, EarningCommand, EarningEvent> = {
  category: 'earning',
  events: earningEvents,
  initial: { status: 'none' },
  evolve: (state, event) => {
    if (event.type === 'EarningPosted') {
      const { payout_due_on } = event.data;
      const split = splitIn(event.data);
      return { status: 'posted', ...idsOf(event.data), payout_due_on, split, taken: noParts, refunds: 0, disputes: {} };
    }
    if (state.status === 'none') return state;
    switch (event.type) {
      case 'EarningReversed':
        return { ...state, taken: plus(state.taken, event.data.parts), refunds: event.data.refund_number };
      case 'EarningDisputed':
        return evolveDispute(state, event.data);
      default:
        return assertNever(event);
    }
  },
  decide: (command, state) => {
    if (command.kind === 'post') {
      if (state.status === 'posted') return [];
      const { license_id, order_id, creator_id, referrer_id, paidAt } = command;
      const payout_due_on = daysLater(paidAt, availableAfterDays);
      const pay_by_on = daysLater(paidAt, payoutWindowDays);
      const ids = { license_id, order_id, creator_id, referrer_id };
      return [earningPosted.of({ ...ids, postings: postingsOfSale(command), payout_due_on, pay_by_on })];
    }
    if (state.status === 'none') throw new Error('Money was taken back from a license that was not posted');
    return command.kind === 'reverse' ? reverse(command, state) : dispute(command, state);
  },
};
