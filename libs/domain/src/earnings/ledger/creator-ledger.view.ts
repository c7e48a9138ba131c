import { defineView, on } from '../../kernel/view.ts';
import type { EventDefinition, RecordedEvent } from '../../kernel/event.ts';
import { cashIn, inAccount, inTransitAccount } from '../../ledger.ts';
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
import { amountOf, arrived, creditedCents, emptyAccount, moveAccount, movedIn, owedTo } from './creator-account.ts';
import type { ByState, CreatorAccount, Movement, Recorded } from './creator-account.ts';

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

export type CreatorLedger = LedgerLine | CreatorAccount;

/** A movement, with what its line says about it. */
interface LineMovement
  extends Movement, Pick<LedgerLine, 'license_id' | 'payout_id' | 'gross_cents' | 'commission_cents'> {
  readonly kind: LineKind;
}

const availableFrom = (moved: ByState, due_on: string | null, at: string) => {
  if (moved.pending !== 0) return due_on;
  return moved.available === 0 ? null : at;
};

const lineKey = (creatorId: string, event: Pick<RecordedEvent, 'id'>) => `${creatorId}/${event.id}`;

const lineOf = (
  account: CreatorAccount | undefined,
  id: string,
  movement: LineMovement,
  event: Recorded,
): LedgerLine => {
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
  movementOf: (data: Data, creatorId: string) => LineMovement,
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
/** What a refund or a dispute takes from a creator, or gives back. */
const takenBack = (
  kind: LineKind,
  { license_id, postings, payout_due_on }: Pick<EarningReversedData, 'license_id' | 'postings' | 'payout_due_on'>,
  creatorId: string,
): LineMovement => ({
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
  }: Pick<PayoutPreparedData, 'payout_id' | 'creator_id' | 'postings'>): LineMovement => ({
    ...nothing,
    kind,
    payout_id,
    postings,
    in_transit_cents: 0 - creditedCents(postings, creator_id),
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
