import { isFailure } from '../kernel/failure.ts';
import type { Failure } from '../kernel/failure.ts';
import { formatUsd } from '../money.ts';
import type { Cents } from '../money.ts';
import { orderChanged } from './order-failures.ts';
import { itemForSale, priceLine } from './order-line.ts';
import type { ItemFacts, OrderLine, RequestedLine } from './order-line.ts';
import { consequenceFor, successorLine } from './successor.ts';
import type { Predecessor } from './successor.ts';

const pricesKeptMs = 24 * 60 * 60 * 1_000;

/** What is known about an order's lines, gathered when its payment starts. */
export interface PaymentFacts {
  /** By content id. */
  readonly items: ReadonlyMap<string, ItemFacts>;
  /** The license that the order renews or upgrades; null for none. */
  readonly license: Predecessor | null;
}

/** Until when an order that was placed at this time keeps its prices: ISO 8601. Null if the time was not recorded. */
export const pricesKeptUntil = (placedAt: string | null): string | null =>
  placedAt && new Date(Date.parse(placedAt) + pricesKeptMs).toISOString();

export const keepsPrices = (placedAt: string | null, at: string): boolean => {
  const until = pricesKeptUntil(placedAt);
  return until !== null && Date.parse(at) < Date.parse(until);
};

const nothingCharged = ({ basis }: OrderLine) =>
  `Nothing was charged. ${basis ? consequenceFor(basis.kind) : 'Please remove it from your cart and check out again.'}`;

const unpayable = (line: OrderLine, failure: Failure): Failure => ({
  ...failure,
  message: `${failure.message} ${nothingCharged(line)}`,
});

/** Why ordered lines can no longer be paid: an item or its creator has left. Price changes don't matter here. */
export const unavailability = (lines: readonly OrderLine[], items: PaymentFacts['items']): Failure | null => {
  for (const line of lines) {
    const found = itemForSale(line.item, items.get(line.item.content_id));
    if (isFailure(found)) return unpayable(line, found);
  }
  return null;
};

const lineNow = (line: OrderLine, { items, license }: PaymentFacts, now: number): OrderLine | Failure => {
  const { item, license_type, quantity, basis } = line;
  const { content_id, title } = item;
  const facts = items.get(content_id);
  if (!basis) {
    const priced = priceLine({ content_id, title, license_type, quantity }, facts);
    return isFailure(priced) ? unpayable(line, priced) : priced;
  }
  if (!license) throw new Error(`License ${basis.license_id}, which an order renews or upgrades, is unknown`);
  return successorLine(basis.kind, license, facts, now);
};

/** The lines, or the first failure among them. */
const allOf = (priced: readonly (OrderLine | Failure)[]): readonly OrderLine[] | Failure => {
  const lines: OrderLine[] = [];
  for (const line of priced) {
    if (isFailure(line)) return line;
    lines.push(line);
  }
  return lines;
};

/** The lines of a cart at current prices. */
export const pricedCart = (lines: readonly RequestedLine[], items: PaymentFacts['items']) =>
  allOf(
    lines.map((line) => {
      const priced = priceLine(line, items.get(line.content_id));
      if (!isFailure(priced)) return priced;
      return { ...priced, message: `${priced.message} Please remove it from your cart.` };
    }),
  );

/** The lines of an order at the prices of `now`, in ms since 1970. */
export const repricedLines = (lines: readonly OrderLine[], facts: PaymentFacts, now: number) =>
  allOf(lines.map((line) => lineNow(line, facts, now)));

/** The refusal of an order whose held prices have expired; it names the new total. */
export const pricesChanged = (total: Cents) =>
  orderChanged({
    message: `We hold prices for 24 hours, and this order is older. Its total is now ${formatUsd(total)}. Nothing was charged.`,
  });
