import { sum } from '../money.ts';
import type { Cents } from '../money.ts';
import { formatUsd } from '../money.ts';

export const cashMovementKinds = ['charge', 'refund', 'dispute'] as const;

/** What moved the cash of a gateway: before fees, negative for what leaves. */
export interface CashMovement {
  readonly kind: (typeof cashMovementKinds)[number];
  readonly cents: Cents;
  /** ISO 8601. */
  readonly at: string;
}

/** A payment, as both sides have it. */
export interface PaymentComparison {
  /** As the gateway names it. */
  readonly payment: string;
  /** Null where the log doesn't know the payment. */
  readonly order_id: string | null;
  readonly gateway: readonly CashMovement[];
  readonly log: readonly CashMovement[];
  /** Of the gateway's account, three small letters, where it isn't US dollars. */
  readonly currency: string | null;
}

/** What is compared, as instants in ISO 8601. */
export interface ComparisonWindow {
  /** What the log recorded before may have happened before the gateway's list begins. */
  readonly from: string;
  /** What is later may be under way. */
  readonly until: string;
}

export const differenceKinds = [...cashMovementKinds, 'currency'] as const;

export interface Difference {
  readonly kind: (typeof differenceKinds)[number];
  readonly payment: string;
  readonly order_id: string | null;
  /** What each side has; 0 for nothing. */
  readonly gateway_cents: Cents;
  readonly log_cents: Cents;
  /** Of the gateway's account where it isn't US dollars; null otherwise. */
  readonly currency: string | null;
}

const inTime = (moves: readonly CashMovement[]) => moves.toSorted((one, other) => (one.at < other.at ? -1 : 1));
const centsIn = (moves: readonly CashMovement[]) => sum(moves.map(({ cents }) => cents));

/** What moves may come to, with and without the latest that may be under way, and the earliest from before. */
const sumsOf = (moves: readonly CashMovement[], { until, from }: Partial<ComparisonWindow>): ReadonlySet<Cents> => {
  const ordered = inTime(moves);
  const earlyMax = from === undefined ? 0 : ordered.filter(({ at }) => at < from).length;
  const lateMax = until === undefined ? 0 : ordered.filter(({ at }) => at > until).length;
  const sums = new Set<Cents>();
  for (let early = 0; early <= earlyMax; early += 1) {
    for (let late = 0; late <= Math.min(lateMax, ordered.length - early); late += 1) {
      sums.add(centsIn(ordered.slice(early, ordered.length - late)));
    }
  }
  return sums;
};

/** What the two sides of a payment don't agree about; what may be under way on one of them is no difference. */
export const differencesOf = (sides: PaymentComparison, { from, until }: ComparisonWindow): readonly Difference[] => {
  const { payment, order_id, currency } = sides;
  if (currency !== null) {
    return [{ kind: 'currency', payment, order_id, gateway_cents: 0, log_cents: centsIn(sides.log), currency }];
  }
  return cashMovementKinds.flatMap((kind) => {
    const [gateway, log] = [sides.gateway, sides.log].map((moves) => moves.filter((move) => move.kind === kind));
    const ours = sumsOf(log ?? [], { from, until });
    if ([...sumsOf(gateway ?? [], { until })].some((cents) => ours.has(cents))) return [];
    return [
      { kind, payment, order_id, gateway_cents: centsIn(gateway ?? []), log_cents: centsIn(log ?? []), currency: null },
    ];
  });
};

const plainly = (cents: Cents) => formatUsd(Math.abs(cents));

const wordsOfBoth = { charge: 'charge', refund: 'refunds', dispute: 'disputes' } as const;

/** With both sides, in words for the operator. */
export const describeDifference = (difference: Difference): string => {
  const { kind, payment, gateway_cents, log_cents, currency } = difference;
  const gateway = plainly(gateway_cents);
  const log = plainly(log_cents);
  if (kind === 'currency') {
    return `The gateway keeps ${payment} in ${(currency ?? '').toUpperCase()}, and the log has ${log} in US dollars.`;
  }
  if (gateway_cents !== 0 && log_cents !== 0) {
    const verb = kind === 'charge' ? 'is' : 'come to';
    return `For ${payment}, the gateway’s ${wordsOfBoth[kind]} ${verb} ${gateway}, and the log has ${log}.`;
  }
  const isOfGateway = gateway_cents !== 0;
  switch (kind) {
    case 'charge':
      return isOfGateway
        ? `The gateway has a charge of ${gateway} (${payment}) that the log has no sale for.`
        : `The log has a sale of ${log} (${payment}) that the gateway has no charge for.`;
    case 'refund':
      return isOfGateway
        ? `The gateway has refunded ${gateway} of ${payment}, and the log has no refund of it.`
        : `The log has a refund of ${log} of ${payment} that the gateway has not made.`;
    default:
      return isOfGateway
        ? `A bank has moved ${gateway} of ${payment} for a dispute that the log doesn’t have.`
        : `The log has ${log} of ${payment} in a dispute that the gateway doesn’t have.`;
  }
};
