import type { Decider, Decision } from '../kernel/decider.ts';
import { never } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { isFailure } from '../kernel/failure.ts';
import type { Failure } from '../kernel/failure.ts';
import { notFound } from '../failures.ts';
import { isLicenseType, licenseTypeLabels } from '../license-types.ts';
import type { LicenseType, Offers } from '../license-types.ts';
import { grantLicense } from '../licensing/license.ts';
import type { LicensedItem, LicenseEvent } from '../licensing/license.ts';
import type { Cents } from '../money.ts';
import { formatUsd, priceMinCents, sum } from '../money.ts';
import {
  cartTooLarge,
  creatorMissing,
  emptyCart,
  keyReused,
  linesMax,
  notForSale,
  notOffered,
  paymentInProgress,
  quantityMax,
  tooManyAttempts,
} from './order-failures.ts';

export const paymentAttemptsMax = 20;

/** What the browser asks for: nothing of it decides a price, a title or a creator. */
export interface RequestedLine {
  readonly content_id: string;
  readonly title: string;
  readonly license_type: string;
  readonly quantity: number;
}

/** What the server knows of an item; null for an id without an item. */
export interface ItemFacts {
  readonly item: LicensedItem;
  readonly creator_id: string;
  /** False when the creator's account is gone. */
  readonly creatorIsHere: boolean;
  readonly referrer_id: string | null;
  readonly offers: Offers;
}

export interface OrderLine {
  readonly item: LicensedItem;
  readonly creator_id: string;
  readonly referrer_id: string | null;
  readonly license_type: LicenseType;
  readonly quantity: number;
  readonly unit_price_cents: Cents;
}

export interface OrderPlacedData {
  readonly order_id: string;
  readonly brand_id: string;
  readonly brand_name: string;
  readonly lines: readonly OrderLine[];
  readonly total_cents: Cents;
}

interface Attempt {
  readonly order_id: string;
  /** Counts from 1; with the order id it is the gateway's idempotency key. */
  readonly attempt: number;
}

export interface PaymentCapturedData extends Attempt {
  readonly gateway: string;
  readonly reference: string;
  readonly amount_cents: Cents;
  readonly terms_version: string;
}

const withoutName = ({ creator_name: _name, ...line }: Record<string, unknown>) => line;

export const orderPlaced = defineEvent<OrderPlacedData>()('OrderPlaced', {
  version: 2,
  // An order that comes to nothing names no creator: a contract does.
  upcasts: { 1: (data) => ({ ...data, lines: (data['lines'] as Record<string, unknown>[]).map(withoutName) }) },
  audit: (data) =>
    `${data.brand_name} placed an order of ${data.lines.length} ${data.lines.length === 1 ? 'item' : 'items'} ` +
    `for ${formatUsd(data.total_cents)}.`,
});
export const paymentStarted = defineEvent<Attempt & { readonly gateway: string }>()('PaymentStarted', {
  audit: (data) => `Payment attempt ${data.attempt} was started with the ${data.gateway} gateway.`,
});
export const paymentFailed = defineEvent<Attempt & { readonly reason: string }>()('PaymentFailed', {
  audit: (data) => `Payment attempt ${data.attempt} failed: ${data.reason}.`,
});
export const paymentCaptured = defineEvent<PaymentCapturedData>()('PaymentCaptured', {
  audit: (data) => `${formatUsd(data.amount_cents)} was paid through the ${data.gateway} gateway.`,
});

export type OrderEvent =
  | EventOf<typeof orderPlaced>
  | EventOf<typeof paymentStarted>
  | EventOf<typeof paymentFailed>
  | EventOf<typeof paymentCaptured>
  | LicenseEvent;

export type OrderCommand =
  | {
      readonly kind: 'place';
      readonly order_id: string;
      readonly brand_id: string;
      readonly brand_name: string;
      readonly lines: readonly RequestedLine[];
      readonly facts: ReadonlyMap<string, ItemFacts>;
    }
  | { readonly kind: 'start-payment'; readonly brand_id: string; readonly gateway: string }
  | { readonly kind: 'fail-payment'; readonly attempt: number; readonly reason: string }
  | {
      readonly kind: 'capture-payment';
      readonly attempt: number;
      readonly gateway: string;
      readonly reference: string;
      readonly terms_version: string;
      /** ISO 8601. */
      readonly paidAt: string;
      /** One for each line. */
      readonly licenseIds: readonly string[];
      /** By creator, as the contracts shall name them. */
      readonly creatorNames: ReadonlyMap<string, string>;
    };

interface Open {
  readonly order: OrderPlacedData;
  /** Attempts begun so far. */
  readonly attempts: number;
}

export type OrderState =
  | { readonly status: 'none' }
  | ({ readonly status: 'placed'; readonly lastFailure: string | null } & Open)
  | ({ readonly status: 'paying' } & Open)
  | ({ readonly status: 'paid'; readonly licenseIds: readonly string[] } & Open);

/** The name of the item as the brand saw it, for refusals. */
export const priceLine = (line: RequestedLine, facts: ItemFacts | undefined): OrderLine | Failure => {
  if (!facts) return notForSale({ message: `“${line.title}” is not for sale. Please remove it from your cart.` });
  const { item, creator_id, creatorIsHere, referrer_id } = facts;
  if (!creatorIsHere) {
    return creatorMissing({ message: `The creator of “${item.title}” is gone. Please remove it from your cart.` });
  }
  const type = line.license_type;
  const price = isLicenseType(type) ? facts.offers[type] : null;
  if (!isLicenseType(type) || price === null || price < priceMinCents) {
    const label = isLicenseType(type) ? licenseTypeLabels[type] : 'This licence type';
    return notOffered({ message: `${label} is not offered for “${item.title}”. Please remove it from your cart.` });
  }
  return {
    item,
    creator_id,
    referrer_id,
    license_type: type,
    quantity: line.quantity,
    unit_price_cents: price,
  };
};

export const lineTotal = (line: Pick<OrderLine, 'unit_price_cents' | 'quantity'>): Cents =>
  line.unit_price_cents * line.quantity;

const wholeQuantity = (line: RequestedLine) =>
  Number.isInteger(line.quantity) && line.quantity >= 1 && line.quantity <= quantityMax;

const place = (command: Extract<OrderCommand, { kind: 'place' }>): Decision<OrderEvent> => {
  if (command.lines.length === 0) return emptyCart();
  if (command.lines.length > linesMax || !command.lines.every(wholeQuantity)) return cartTooLarge();
  const lines: OrderLine[] = [];
  for (const line of command.lines) {
    const priced = priceLine(line, command.facts.get(line.content_id));
    if (isFailure(priced)) return priced;
    lines.push(priced);
  }
  const { order_id, brand_id, brand_name } = command;
  return [orderPlaced.of({ order_id, brand_id, brand_name, lines, total_cents: sum(lines.map(lineTotal)) })];
};

const sameCart = (order: OrderPlacedData, lines: readonly RequestedLine[]) =>
  JSON.stringify(order.lines.map((line) => [line.item.content_id, line.license_type, line.quantity])) ===
  JSON.stringify(lines.map((line) => [line.content_id, line.license_type, line.quantity]));

type Capture = Extract<OrderCommand, { kind: 'capture-payment' }>;

/** The money and everything it buys, in one decision, so that the one can't be stored without the other. */
const capture = (command: Capture, { order }: Open): readonly OrderEvent[] => {
  const { order_id, brand_id, brand_name, total_cents } = order;
  const { attempt, gateway, reference, terms_version, paidAt } = command;
  const licenses = order.lines.flatMap((line, index) => {
    const license_id = command.licenseIds[index];
    if (license_id === undefined) throw new Error(`Order ${order_id} has more lines than licence ids`);
    const creator_name = command.creatorNames.get(line.creator_id);
    if (creator_name === undefined) throw new Error(`Order ${order_id} has a creator without a name`);
    const { unit_price_cents: _unitPrice, ...bought } = line;
    return grantLicense(
      { ...bought, creator_name, license_id, order_id, brand_id, brand_name, price_cents: lineTotal(line) },
      paidAt,
    );
  });
  return [
    paymentCaptured.of({ order_id, attempt, gateway, reference, amount_cents: total_cents, terms_version }),
    ...licenses,
  ];
};

const startPayment = (
  command: Extract<OrderCommand, { kind: 'start-payment' }>,
  state: OrderState,
): Decision<OrderEvent> => {
  if (state.status === 'none' || state.order.brand_id !== command.brand_id) return notFound();
  if (state.status === 'paid') return [];
  if (state.status === 'paying') return paymentInProgress();
  if (state.attempts >= paymentAttemptsMax) return tooManyAttempts();
  const { order_id } = state.order;
  return [paymentStarted.of({ order_id, attempt: state.attempts + 1, gateway: command.gateway })];
};

export const order: Decider<OrderState, OrderCommand, OrderEvent> = {
  category: 'order',
  initial: { status: 'none' },

  evolve: (state, event) => {
    if (event.type === 'OrderPlaced') return { status: 'placed', order: event.data, attempts: 0, lastFailure: null };
    if (state.status === 'none') return state;
    const { order: placed, attempts } = state;
    switch (event.type) {
      case 'PaymentStarted':
        return { status: 'paying', order: placed, attempts: event.data.attempt };
      case 'PaymentFailed':
        return { status: 'placed', order: placed, attempts, lastFailure: event.data.reason };
      case 'PaymentCaptured':
        return { status: 'paid', order: placed, attempts, licenseIds: [] };
      case 'LicenseGranted':
        return state.status === 'paid' ? { ...state, licenseIds: [...state.licenseIds, event.data.license_id] } : state;
      case 'AgreementIssued':
        return state;
      default:
        return never(event);
    }
  },

  decide: (command, state) => {
    switch (command.kind) {
      case 'place':
        if (state.status === 'none') return place(command);
        if (state.order.brand_id !== command.brand_id || !sameCart(state.order, command.lines)) return keyReused();
        return [];
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
        return never(command);
    }
  },
};
