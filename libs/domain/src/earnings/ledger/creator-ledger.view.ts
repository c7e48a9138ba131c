import { defineView, on } from '../../kernel/view.ts';
import type { EventDefinition, RecordedEvent } from '../../kernel/event.ts';
import { cashIn, creatorAccount, dayOf, dueCents, inAccount, inTransitAccount, withDue } from '../../ledger.ts';
import type { CreatorState, DueDay, Posting } from '../../ledger.ts';
import type { Cents } from '../../money.ts';
import {
  payoutCanceled,
  payoutFailed,
  payoutPaid,
  payoutPrepared,
  payoutReturned,
} from '../../payouts/payout-events.ts';
import type { PayoutPreparedData } from '../../payouts/payout-events.ts';
import { earningDisputed, earningPosted, earningReversed } from '../earning-events.ts';
import type { EarningPostedData, EarningReversedData } from '../earning-events.ts';
import { coveringDebts, promisesAfter, promisesOf } from './promises.ts';
import type { Promised } from './promises.ts';

export const lineKinds = [
  'sale',
  'reward',
  'refund',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'payout',
  'payout_failed',
  'payout_canceled',
  'payout_returned',
] as const;
export type LineKind = (typeof lineKinds)[number];

/** Amounts by where the money is; positive for what belongs to the creator. */
type ByState = Readonly<Record<CreatorState, Cents>>;

/** One movement of a creator's money. */
export interface LedgerLine {
  readonly type: 'line';
  readonly id: string;
  readonly creator_id: string;
  readonly kind: LineKind;
  /** When the log recorded it: ISO 8601. */
  readonly at: string;
  readonly position: number;
  /** Null for movements of a payout. */
  readonly license_id: string | null;
  /** Null for movements of a license. */
  readonly payout_id: string | null;
  /** The price of a sale, and the part of it that isn't the creator's; 0 for anything else. */
  readonly gross_cents: Cents;
  readonly commission_cents: Cents;
  /** How the movement changes what is owed to the creator; may be negative. */
  readonly amount_cents: Cents;
  readonly moved: ByState;
  /** When the pending money that it moved falls due, `yyyy-mm-dd`; null if it moved none. */
  readonly due_on: string | null;
  /** From when it counts as available, as a day or an instant: ISO 8601; null if it never does. */
  readonly available_from: string | null;
  /** The total owed to the creator after it, in any state. */
  readonly balance_cents: Cents;
}

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

export type CreatorLedger = LedgerLine | CreatorAccount;

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

/** How one event moves one creator's money. */
interface Movement extends Pick<
  LedgerLine,
  'kind' | 'license_id' | 'payout_id' | 'gross_cents' | 'commission_cents' | 'due_on'
> {
  readonly postings: readonly Posting[];
  /** The last day on which what it adds may reach the creator; null if that isn't known from the event. */
  readonly pay_by_on: string | null;
  readonly earned_cents: Cents;
  readonly reversed_cents: Cents;
  readonly in_transit_cents: Cents;
  readonly paid_cents: Cents;
}

const movedIn = (postings: readonly Posting[], creatorId: string): ByState => {
  const of = (state: CreatorState) =>
    // Liabilities are negative in the ledger; `0 -` avoids a negative zero.
    0 - inAccount(postings, creatorAccount(creatorId, state));
  return { pending: of('pending'), available: of('available'), reserve: of('reserve') };
};

const amountOf = ({ pending, available, reserve }: ByState): Cents => pending + available + reserve;

/** Adds what has fallen due to what is available, so that the list of days stays short. */
const settledBy = (account: CreatorAccount, day: string): CreatorAccount => ({
  ...account,
  available_cents: availableOn(account, day),
  due: account.due.filter(({ on: dueOn }) => dueOn > day),
});

type Recorded = Pick<RecordedEvent, 'id' | 'recordedAt' | 'position'>;

const moveAccount = (before: CreatorAccount, movement: Movement, event: Recorded): CreatorAccount => {
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

const availableFrom = (moved: ByState, due_on: string | null, at: string) => {
  if (moved.pending !== 0) return due_on;
  return moved.available === 0 ? null : at;
};

const lineKey = (creatorId: string, event: Pick<RecordedEvent, 'id'>) => `${creatorId}/${event.id}`;

const lineOf = (account: CreatorAccount | undefined, id: string, movement: Movement, event: Recorded): LedgerLine => {
  const creator_id = account?.creator_id ?? id;
  const before = account ?? emptyAccount(creator_id);
  // When an event is folded again after a crash, the account may already include it.
  const after = before.event_id === event.id ? before : moveAccount(before, movement, event);
  const { kind, license_id, payout_id, gross_cents, commission_cents, due_on } = movement;
  const moved = movedIn(movement.postings, creator_id);
  return {
    type: 'line',
    id: event.id,
    creator_id,
    kind,
    at: event.recordedAt,
    position: event.position,
    license_id,
    payout_id,
    gross_cents,
    commission_cents,
    amount_cents: amountOf(moved),
    moved,
    due_on: moved.pending === 0 ? null : due_on,
    available_from: availableFrom(moved, due_on, event.recordedAt),
    balance_cents: owedTo(after),
  };
};

/** Folds a money event for each creator whose money it moves: changes the account and adds a line. */
const moves = <Type extends string, Data>(
  definition: EventDefinition<Type, Data>,
  creatorsOf: (data: Data) => readonly string[],
  movementOf: (data: Data, creatorId: string) => Movement,
) =>
  on<CreatorLedger, Type, Data>(
    definition,
    (data, event) => creatorsOf(data).flatMap((id) => [id, lineKey(id, event)]),
    (document, data, event, key, other) => {
      const [id = key, line] = key.split('/');
      const movement = movementOf(data, id);
      if (line) return lineOf(other(id) as CreatorAccount | undefined, id, movement, event);
      return moveAccount((document as CreatorAccount | undefined) ?? emptyAccount(id), movement, event);
    },
  );

const nothing = {
  license_id: null,
  payout_id: null,
  gross_cents: 0,
  commission_cents: 0,
  due_on: null,
  pay_by_on: null,
  earned_cents: 0,
  reversed_cents: 0,
  in_transit_cents: 0,
  paid_cents: 0,
};

/** The creators who share in a sale. */
export const beneficiaries = ({ creator_id, referrer_id }: Pick<EarningPostedData, 'creator_id' | 'referrer_id'>) =>
  referrer_id ? [creator_id, referrer_id] : [creator_id];
const payee = ({ creator_id }: { readonly creator_id: string }) => [creator_id];
/** What postings credit to a creator; negative if they take from them. */
export const creditedCents = (postings: readonly Posting[], creatorId: string) =>
  amountOf(movedIn(postings, creatorId));
/** What a refund or a dispute takes from a creator, or gives back. */
const takenBack = (
  kind: LineKind,
  { license_id, postings, payout_due_on }: Pick<EarningReversedData, 'license_id' | 'postings' | 'payout_due_on'>,
  creatorId: string,
): Movement => ({
  ...nothing,
  kind,
  license_id,
  due_on: payout_due_on,
  postings,
  reversed_cents: 0 - creditedCents(postings, creatorId),
});

/** A payout that never arrives. */
const comesBack =
  (kind: LineKind) =>
  ({
    payout_id,
    creator_id,
    postings,
  }: Pick<PayoutPreparedData, 'payout_id' | 'creator_id' | 'postings'>): Movement => ({
    ...nothing,
    kind,
    payout_id,
    postings,
    in_transit_cents: 0 - creditedCents(postings, creator_id),
  });

/** Moves cents from in transit to paid; what is owed stays the same. */
const arrived = (account: CreatorAccount, cents: Cents, event: Recorded): CreatorAccount => ({
  ...settledBy(account, dayOf(event.recordedAt)),
  in_transit_cents: account.in_transit_cents - cents,
  paid_cents: account.paid_cents + cents,
  in_payout: [],
  event_id: event.id,
});

const positionDigits = 16;

/**
 * A sort key that groups the lines of one creator: reading a range costs only what it returns, however many lines other
 * creators have.
 */
export const lineSortKey = (creatorId: string, place: string | number) =>
  `${creatorId}/${typeof place === 'number' ? String(place).padStart(positionDigits, '0') : place}`;

/** Sorts after every line of a creator. */
export const lastLineSortKey = (creatorId: string) => lineSortKey(creatorId, '~');

/**
 * Where each creator's money is, and each movement of it with the balance after it, derived from postings only. One view
 * holds both types of documents, so that a line can read the balance.
 */
export const creatorLedger = defineView<CreatorLedger>({
  name: 'creator-ledger',
  version: 2,
  on: [
    moves(earningPosted, beneficiaries, ({ license_id, creator_id, postings, payout_due_on, pay_by_on }, id) => {
      const own = creditedCents(postings, id);
      const isSale = id === creator_id;
      const gross_cents = isSale ? cashIn(postings) : 0;
      return {
        ...nothing,
        kind: isSale ? 'sale' : 'reward',
        license_id,
        gross_cents,
        commission_cents: isSale ? gross_cents - own : 0,
        due_on: payout_due_on,
        pay_by_on,
        postings,
        earned_cents: own,
      };
    }),
    moves(earningReversed, beneficiaries, (data, id) => takenBack('refund', data, id)),
    moves(earningDisputed, beneficiaries, (data, id) => takenBack(`dispute_${data.step}`, data, id)),
    moves(payoutPrepared, payee, ({ payout_id, amount_cents, postings }) => ({
      ...nothing,
      kind: 'payout',
      payout_id,
      postings,
      in_transit_cents: amount_cents,
    })),
    on(payoutPaid, 'creator_id', (document: CreatorLedger | undefined, { postings }, event) =>
      document?.type === 'account' ? arrived(document, inAccount(postings, inTransitAccount), event) : document,
    ),
    moves(payoutFailed, payee, comesBack('payout_failed')),
    moves(payoutCanceled, payee, comesBack('payout_canceled')),
    moves(payoutReturned, payee, ({ payout_id, creator_id, postings }) => ({
      ...nothing,
      kind: 'payout_returned',
      payout_id,
      postings,
      paid_cents: 0 - creditedCents(postings, creator_id),
    })),
  ],
  indexes: {
    fields: {
      account_of: (document) => (document.type === 'account' ? document.creator_id : null),
      pay_by: (document) => (document.type === 'account' ? (document.promised[0]?.by ?? null) : null),
      license_id: (document) => (document.type === 'line' ? document.license_id : null),
      line_position: (document) =>
        document.type === 'line' ? lineSortKey(document.creator_id, document.position) : null,
      line_at: (document) => (document.type === 'line' ? lineSortKey(document.creator_id, document.at) : null),
      line_available: (document) =>
        document.type === 'line' && document.available_from !== null
          ? lineSortKey(document.creator_id, document.available_from)
          : null,
    },
    orders: ['line_position', 'line_at', 'line_available', 'account_of', 'pay_by'],
    listings: [{ sorts: ['line_position', 'line_at', 'line_available'] }, { sorts: ['account_of', 'pay_by'] }],
  },
  live: {
    room: (document) => (document.type === 'account' ? document.creator_id : `${document.creator_id}/lines`),
    mayWatch: (reader, room) => reader.role === 'creator' && room.split('/')[0] === reader.id,
  },
});
