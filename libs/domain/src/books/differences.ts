import { sum } from '../money.ts';
import type { Cents } from '../money.ts';
import { formatUsd } from '../money.ts';

export const cashMovementKinds = ['charge', 'refund', 'dispute'] as const;

/** A movement of a gateway's cash, before fees; negative for outgoing money. */
export interface CashMovement {
  readonly kind: (typeof cashMovementKinds)[number];
  readonly cents: Cents;
  /** ISO 8601. */
  readonly at: string;
}

/** A payment as each side recorded it. */
export interface PaymentComparison {
  /** The gateway's id for it. */
  readonly payment: string;
  /** Null if the log doesn't know the payment. */
  readonly order_id: string | null;
  readonly gateway: readonly CashMovement[];
  readonly log: readonly CashMovement[];
  /** The currency of the gateway's account, as three lowercase letters; null for US dollars. */
  readonly currency: string | null;
}

/** The span that is compared, as ISO 8601 instants. */
export interface ComparisonWindow {
  /** What the log recorded before this may predate the gateway's list. */
  readonly from: string;
  /** Anything later may still be under way. */
  readonly until: string;
}

export const differenceKinds = [...cashMovementKinds, 'currency'] as const;

export interface Difference {
  readonly kind: (typeof differenceKinds)[number];
  readonly payment: string;
  readonly order_id: string | null;
  /** What each side recorded; 0 for nothing. */
  readonly gateway_cents: Cents;
  readonly log_cents: Cents;
  /** The currency of the gateway's account; null for US dollars. */
  readonly currency: string | null;
}

const byTime = (moves: readonly CashMovement[]) => moves.toSorted((one, other) => (one.at < other.at ? -1 : 1));
const centsIn = (moves: readonly CashMovement[]) => sum(moves.map(({ cents }) => cents));

/**
 * All sums that the movements may come to: with and without the latest ones, which may still be under way on the other
 * side, and the earliest ones, which may predate its list.
 */
const sumsOf = (moves: readonly CashMovement[], { until, from }: Partial<ComparisonWindow>): ReadonlySet<Cents> => {
  const ordered = byTime(moves);
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

/** Where the two sides of a payment disagree. What may still be under way on one side is not a difference. */
export const differencesOf = (sides: PaymentComparison, { from, until }: ComparisonWindow): readonly Difference[] => {
  const { payment, order_id, currency } = sides;
  if (currency !== null) {
    return [{ kind: 'currency', payment, order_id, gateway_cents: 0, log_cents: centsIn(sides.log), currency }];
  }
  return cashMovementKinds.flatMap((kind) => {
    const gateway = sides.gateway.filter((move) => move.kind === kind);
    const log = sides.log.filter((move) => move.kind === kind);
    const ours = sumsOf(log, { from, until });
    if ([...sumsOf(gateway, { until })].some((cents) => ours.has(cents))) return [];
    return [{ kind, payment, order_id, gateway_cents: centsIn(gateway), log_cents: centsIn(log), currency: null }];
  });
};

const absoluteUsd = (cents: Cents) => formatUsd(Math.abs(cents));

const nounOf = { charge: 'charge', refund: 'refunds', dispute: 'disputes' } as const;

/** A sentence for the operator that names both sides. */
export const describeDifference = (difference: Difference): string => {
  const { kind, payment, gateway_cents, log_cents, currency } = difference;
  const gateway = absoluteUsd(gateway_cents);
  const log = absoluteUsd(log_cents);
  if (kind === 'currency') {
    return `The gateway keeps ${payment} in ${(currency ?? '').toUpperCase()}, and the log has ${log} in US dollars.`;
  }
  if (gateway_cents !== 0 && log_cents !== 0) {
    const verb = kind === 'charge' ? 'is' : 'come to';
    return `For ${payment}, the gateway’s ${nounOf[kind]} ${verb} ${gateway}, and the log has ${log}.`;
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
