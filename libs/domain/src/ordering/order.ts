import type { Decider, Decision } from '../kernel/decider.ts';
import { assertNever } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { isFailure } from '../kernel/failure.ts';
import { notFound } from '../failures.ts';
import type { SuccessorKind } from '../licensing/basis.ts';
import { grantLicense, licenseEvents } from '../licensing/license.ts';
import { hasEnded } from '../licensing/term.ts';
import { acceptedTerms } from '../licensing/agreements/terms.ts';
import type { TermsVersions } from '../licensing/agreements/terms.ts';
import type { Cents } from '../money.ts';
import { formatUsd, sum } from '../money.ts';
import {
  alreadyRenewed,
  alreadyUpgraded,
  cartTooLarge,
  emptyCart,
  keyReused,
  linesMax,
  notContinued,
  notUpgradable,
  orderChanged,
  paymentInProgress,
  quantityMax,
  tooManyAttempts,
} from './order-failures.ts';
import { lineTotal } from './order-line.ts';
import type { ItemFacts, OrderLine, RequestedLine } from './order-line.ts';
import { unavailability, keepsPrices, repricedLines, pricedCart } from './prices.ts';
import type { PaymentFacts } from './prices.ts';
import { refundDue, refundOf } from './refund-due.ts';
import { startOf, successorLine } from './successor.ts';
import type { Predecessor } from './successor.ts';

/** Per placing. */
export const paymentAttemptsMax = 20;

export interface OrderPlacedData {
  readonly order_id: string;
  readonly brand_id: string;
  readonly brand_name: string;
  readonly lines: readonly OrderLine[];
  readonly total_cents: Cents;
  /** ISO 8601; null if it was not recorded. */
  readonly placed_at: string | null;
}

interface Attempt {
  readonly order_id: string;
  /** Counts from 1; with the order id it is the gateway's idempotency key. */
  readonly attempt: number;
}

export interface PaymentStartedData extends Attempt {
  readonly gateway: string;
  /** The terms accepted with it; null if they were recorded only with the captured payment. */
  readonly terms_version: string | null;
}

export interface PaymentCapturedData extends Attempt {
  readonly gateway: string;
  readonly reference: string;
  readonly amount_cents: Cents;
  /** The terms that were accepted when the payment was started. */
  readonly terms_version: string;
}

type Stored = Record<string, unknown>;
const linesOf = (data: Stored) => data['lines'] as readonly Stored[];
const withoutName = ({ creator_name: _name, ...line }: Stored) => line;

export const orderPlaced = defineEvent<OrderPlacedData>()('OrderPlaced', {
  version: 5,
  upcasts: {
    // Only agreements name the creator: an order may never be paid.
    1: (data) => ({ ...data, lines: linesOf(data).map(withoutName) }),
    2: (data) => ({ ...data, lines: linesOf(data).map((line) => ({ ...line, basis: null })) }),
    3: (data) => ({ ...data, placed_at: null }),
    // Creators weren't asked what the items show.
    4: (data) => data,
  },
  audit: (data) =>
    `${data.brand_name} placed an order of ${data.lines.length} ${data.lines.length === 1 ? 'item' : 'items'} ` +
    `for ${formatUsd(data.total_cents)}.`,
});
export const paymentStarted = defineEvent<PaymentStartedData>()('PaymentStarted', {
  version: 2,
  upcasts: { 1: (data) => ({ ...data, terms_version: null }) },
  audit: ({ attempt, gateway, terms_version }) =>
    `Payment attempt ${attempt} was started with the ${gateway} gateway` +
    `${terms_version ? `, and terms version ${terms_version} accepted` : ''}.`,
});
export const paymentFailed = defineEvent<Attempt & { readonly reason: string }>()('PaymentFailed', {
  audit: (data) => `Payment attempt ${data.attempt} failed: ${data.reason}.`,
});
export const paymentCaptured = defineEvent<PaymentCapturedData>()('PaymentCaptured', {
  audit: (data) => `${formatUsd(data.amount_cents)} was paid through the ${data.gateway} gateway.`,
});

const orderEvents = [orderPlaced, paymentStarted, paymentFailed, paymentCaptured, ...licenseEvents, refundDue] as const;
export type OrderEvent = EventOf<(typeof orderEvents)[number]>;

/** Records a payment together with everything it buys. */
export interface CapturePayment {
  readonly kind: 'capture-payment';
  readonly attempt: number;
  readonly gateway: string;
  readonly reference: string;
  /** All versions; the current one is for a payment whose start did not record the accepted version. */
  readonly terms: TermsVersions;
  /** ISO 8601. */
  readonly paidAt: string;
  /** One for each line. */
  readonly licenseIds: readonly string[];
  /** Names for the agreements, by creator id. */
  readonly creatorNames: ReadonlyMap<string, string>;
  /** Referrers who have deleted their accounts. */
  readonly goneReferrers: ReadonlySet<string>;
  /** The brand deleted its account during the payment. */
  readonly isBrandGone: boolean;
}

type OfOrder = Pick<OrderPlacedData, 'order_id' | 'brand_id' | 'brand_name'>;

interface Placing extends OfOrder {
  /** ISO 8601. */
  readonly at: string;
}

export type OrderCommand =
  | (Placing & {
      readonly kind: 'place';
      readonly lines: readonly RequestedLine[];
      readonly facts: ReadonlyMap<string, ItemFacts>;
    })
  | (Placing & {
      /** Orders the one successor that a license can have; if requested again, it is placed at the conditions of that time. */
      readonly kind: 'place-successor';
      readonly successor: SuccessorKind;
      readonly license: Predecessor;
      readonly facts: ItemFacts | undefined;
    })
  | {
      readonly kind: 'start-payment';
      readonly brand_id: string;
      readonly gateway: string;
      /** The terms that the brand accepts by paying. */
      readonly terms_version: string;
      /** Which placing of the order was shown to the payer; counts from 1. */
      readonly placing: number;
      readonly facts: PaymentFacts;
      /** ISO 8601. */
      readonly at: string;
    }
  | { readonly kind: 'fail-payment'; readonly attempt: number; readonly reason: string }
  | CapturePayment;

interface Open {
  readonly order: OrderPlacedData;
  /** How often it was placed: counts from 1. */
  readonly placing: number;
  /** Attempts started so far, over all placings. */
  readonly attempts: number;
  /** How many of them belong to earlier placings. */
  readonly earlierAttempts: number;
}

export type OrderState =
  | { readonly status: 'none' }
  | ({ readonly status: 'placed'; readonly lastFailure: string | null } & Open)
  | ({ readonly status: 'paying'; readonly termsVersion: string | null } & Open)
  | ({
      readonly status: 'paid';
      /** One for each line. */
      readonly licenseIds: readonly string[];
      readonly payment: Pick<PaymentCapturedData, 'gateway' | 'reference'>;
    } & Open);

const wholeQuantity = (line: RequestedLine) =>
  Number.isInteger(line.quantity) && line.quantity >= 1 && line.quantity <= quantityMax;

type Command<Kind extends OrderCommand['kind']> = Extract<OrderCommand, { kind: Kind }>;

const placedAs = ({ order_id, brand_id, brand_name }: OfOrder, lines: readonly OrderLine[], placed_at: string) =>
  orderPlaced.of({ order_id, brand_id, brand_name, lines, total_cents: sum(lines.map(lineTotal)), placed_at });

const hasLines = (order: OrderPlacedData, lines: readonly OrderLine[]) =>
  JSON.stringify(order.lines) === JSON.stringify(lines);

const sameCart = (order: OrderPlacedData, lines: readonly RequestedLine[]) =>
  JSON.stringify(order.lines.map((line) => [line.item.content_id, line.license_type, line.quantity])) ===
  JSON.stringify(lines.map((line) => [line.content_id, line.license_type, line.quantity]));

/** A repeated checkout is the same order; once its held prices have expired, it is placed again at current prices. */
const place = (command: Command<'place'>, state: OrderState): Decision<OrderEvent> => {
  if (state.status !== 'none') {
    if (state.order.brand_id !== command.brand_id || !sameCart(state.order, command.lines)) return keyReused();
    if (state.status !== 'placed' || keepsPrices(state.order.placed_at, command.at)) return [];
  }
  if (command.lines.length === 0) return emptyCart();
  if (command.lines.length > linesMax || !command.lines.every(wholeQuantity)) return cartTooLarge();
  const lines = pricedCart(command.lines, command.facts);
  if (isFailure(lines)) return lines;
  return state.status === 'placed' && hasLines(state.order, lines) ? [] : [placedAs(command, lines, command.at)];
};

const isExhausted = ({ attempts, earlierAttempts }: Open) => attempts - earlierAttempts >= paymentAttemptsMax;
// Stryker disable next-line OptionalChaining: every order has a line
const successorOf = ({ order }: Open) => order.lines[0]?.basis?.kind;

const placeSuccessor = (command: Command<'place-successor'>, state: OrderState): Decision<OrderEvent> => {
  const { brand_id, successor, license, facts, at } = command;
  if (license.brand_id !== brand_id) return notFound();
  if (state.status === 'paid') return successorOf(state) === 'upgrade' ? alreadyUpgraded() : alreadyRenewed();
  if (state.status === 'paying') return successorOf(state) === successor ? [] : paymentInProgress();
  const line = successorLine(successor, license, facts, Date.parse(at));
  if (isFailure(line)) return line;
  const isPlaced = state.status === 'placed' && hasLines(state.order, [line]);
  if (isPlaced && !isExhausted(state)) return [];
  return [placedAs(command, [line], at)];
};

/** Decides the payment and everything it buys together, so that neither can be stored without the other. */
const capture = (
  command: CapturePayment,
  { order, termsVersion }: Extract<OrderState, { status: 'paying' }>,
): readonly OrderEvent[] => {
  const { order_id, brand_id, brand_name, total_cents } = order;
  const { attempt, gateway, reference, paidAt } = command;
  const accepted = acceptedTerms(command.terms, termsVersion);
  const licenses = order.lines.flatMap((line, index) => {
    const license_id = command.licenseIds[index];
    if (license_id === undefined) throw new Error(`Order ${order_id} has more lines than license ids`);
    const creator_name = command.creatorNames.get(line.creator_id);
    if (creator_name === undefined) throw new Error(`Order ${order_id} has a creator without a name`);
    const { unit_price_cents: _unitPrice, basis: due, ...bought } = line;
    const basis = due && { kind: due.kind, license_id: due.license_id };
    return grantLicense(
      {
        ...bought,
        creator_name,
        isReferrerDeleted: line.referrer_id !== null && command.goneReferrers.has(line.referrer_id),
        license_id,
        order_id,
        brand_id,
        brand_name,
        price_cents: lineTotal(line),
        basis,
        gateway,
      },
      startOf(due, paidAt),
      accepted,
    );
  });
  return [
    paymentCaptured.of({
      order_id,
      attempt,
      gateway,
      reference,
      amount_cents: total_cents,
      terms_version: accepted.id,
    }),
    ...licenses,
    ...(command.isBrandGone ? [refundOf(order, command)] : []),
  ];
};

const triedTooOften = 'This order had too many failed payments. Go back to the license and start again.';

/**
 * What has changed since the order was shown: a refusal, or the order placed again at current prices, in which case the
 * payment has to be requested again. Empty if nothing has changed.
 */
const changedSince = (order: OrderPlacedData, facts: PaymentFacts, at: string): Decision<OrderEvent> => {
  if (facts.license?.refunded_at) return notContinued();
  const unavailable = unavailability(order.lines, facts.items);
  if (unavailable) return unavailable;
  if (keepsPrices(order.placed_at, at)) return [];
  const lines = repricedLines(order.lines, facts, Date.parse(at));
  if (isFailure(lines)) return lines;
  return hasLines(order, lines) ? [] : [placedAs(order, lines, at)];
};

const startPayment = (command: Command<'start-payment'>, state: OrderState): Decision<OrderEvent> => {
  if (state.status === 'none' || state.order.brand_id !== command.brand_id) return notFound();
  if (state.status === 'paid') return [];
  if (state.status === 'paying') return paymentInProgress();
  if (command.placing !== state.placing) return orderChanged();
  if (isExhausted(state)) return successorOf(state) ? tooManyAttempts({ message: triedTooOften }) : tooManyAttempts();
  const { order_id, lines } = state.order;
  const isTooLate = ({ basis }: OrderLine) =>
    basis?.kind === 'upgrade' && hasEnded(basis.end_date, Date.parse(command.at));
  // Stryker disable next-line MethodExpression: an upgrade is always the only line of its order
  if (lines.some(isTooLate)) return notUpgradable();
  const changed = changedSince(state.order, command.facts, command.at);
  if (isFailure(changed) || changed.length > 0) return changed;
  const { gateway, terms_version } = command;
  return [paymentStarted.of({ order_id, attempt: state.attempts + 1, gateway, terms_version })];
};

export const order: Decider<OrderState, OrderCommand, OrderEvent> = {
  category: 'order',
  events: orderEvents,
  initial: { status: 'none' },

  evolve: (state, event) => {
    if (event.type === 'OrderPlaced') {
      const { placing, attempts } = state.status === 'none' ? { placing: 0, attempts: 0 } : state;
      const open = { order: event.data, placing: placing + 1, attempts, earlierAttempts: attempts };
      return { status: 'placed', ...open, lastFailure: null };
    }
    if (state.status === 'none') return state;
    const { order: placed, placing, attempts, earlierAttempts } = state;
    const open: Open = { order: placed, placing, attempts, earlierAttempts };
    switch (event.type) {
      case 'PaymentStarted':
        return { status: 'paying', ...open, attempts: event.data.attempt, termsVersion: event.data.terms_version };
      case 'PaymentFailed':
        return { status: 'placed', ...open, lastFailure: event.data.reason };
      case 'PaymentCaptured': {
        const { gateway, reference } = event.data;
        return { status: 'paid', ...open, licenseIds: [], payment: { gateway, reference } };
      }
      case 'LicenseGranted':
        return state.status === 'paid' ? { ...state, licenseIds: [...state.licenseIds, event.data.license_id] } : state;
      case 'AgreementIssued':
      case 'RefundDue':
        return state;
      default:
        return assertNever(event);
    }
  },

  decide: (command, state) => {
    switch (command.kind) {
      case 'place':
        return place(command, state);
      case 'place-successor':
        return placeSuccessor(command, state);
      case 'start-payment':
        return startPayment(command, state);
      case 'fail-payment':
        if (state.status !== 'paying' || state.attempts !== command.attempt) return [];
        return [paymentFailed.of({ order_id: state.order.order_id, attempt: command.attempt, reason: command.reason })];
      case 'capture-payment':
        if (state.status === 'paying' && state.attempts === command.attempt) return capture(command, state);
        if (state.status === 'paid') return [];
        throw new Error(`A payment was captured that the order did not start: attempt ${command.attempt}`);
      default:
        return assertNever(command);
    }
  },
};
