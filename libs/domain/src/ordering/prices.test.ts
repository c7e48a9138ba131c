import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Decision } from '../kernel/decider.ts';
import { upcast } from '../kernel/event.ts';
import { isFailure } from '../kernel/failure.ts';
import { given } from '../kernel/given.test-kit.ts';
import type { SuccessorKind } from '../licensing/basis.ts';
import { termsVersions } from '../licensing/agreements/terms.ts';
import { order, orderPlaced } from './order.ts';
import type { OrderCommand, OrderEvent, OrderPlacedData } from './order.ts';
import { orderChanged } from './order-failures.ts';
import { lineTotal } from './order-line.ts';
import type { ItemFacts, OrderLine } from './order-line.ts';
import { pricesChanged } from './prices.ts';
import type { PaymentFacts } from './prices.ts';
import type { Predecessor } from './successor.ts';

const placedAt = Date.parse('2026-11-21T10:00:00.000Z');
const dayMs = 86_400_000;
const iso = (time: number) => new Date(time).toISOString();

const known = (id: string, over: Partial<ItemFacts> = {}): ItemFacts => ({
  item: { content_id: id, title: `Title of ${id}`, description: '', media_url: `${id}.webp`, media_type: 'image' },
  creator_id: 'creator-1',
  hasCreator: true,
  referrer_id: null,
  offers: { one_time: 2_500, six_month: 25_000, perpetual: 50_000 },
  ...over,
});

const license: Predecessor = {
  license_id: 'license-1',
  brand_id: 'brand-1',
  item: known('photo').item,
  license_type: 'six_month',
  quantity: 1,
  price_cents: 25_000,
  end_date: iso(placedAt + 100 * dayMs),
  refunded_at: null,
};

const factsOf = (...items: readonly ItemFacts[]): PaymentFacts => ({
  items: new Map(items.map((each) => [each.item.content_id, each])),
  license,
});
const asPlaced = factsOf(known('photo'), known('film'));

const ids = { order_id: 'order-1', brand_id: 'brand-1', brand_name: 'Acme' } as const;

const cart = (facts: PaymentFacts = asPlaced, at = iso(placedAt)): OrderCommand => ({
  kind: 'place',
  ...ids,
  lines: ['photo', 'film'].map((id) => ({ content_id: id, title: id, license_type: 'six_month', quantity: 2 })),
  facts: facts.items,
  at,
});
const successor = (kind: SuccessorKind): OrderCommand => ({
  kind: 'place-successor',
  ...ids,
  successor: kind,
  license,
  facts: known('photo'),
  at: iso(placedAt),
});
const start = (facts: PaymentFacts, afterMs: number, placing = 1): OrderCommand => ({
  kind: 'start-payment',
  brand_id: 'brand-1',
  gateway: 'sandbox',
  terms_version: '2026-11',
  placing,
  facts,
  at: iso(placedAt + afterMs),
});

const eventsOf = (decided: Decision<OrderEvent>) => {
  if (isFailure(decided)) throw new Error(decided.message);
  return decided;
};
const historyOf = (command: OrderCommand) => eventsOf(given(order).when(command));
/** The result of paying a placed order. */
const paying = (placed: OrderCommand, facts: PaymentFacts, afterMs = 0) =>
  given(order, historyOf(placed)).when(start(facts, afterMs));

test('[FIX-03] a payment for an item since withdrawn, or whose creator has left, is refused with the item’s name', () => {
  const nothing = 'Nothing was charged. Please remove it from your cart and check out again.';
  for (const afterMs of [0, 2 * dayMs]) {
    expect(paying(cart(), factsOf(known('photo')), afterMs)).toMatchObject({
      failure: 'not_for_sale',
      message: `“Title of film” is not for sale. ${nothing}`,
    });
    expect(paying(cart(), factsOf(known('photo'), known('film', { hasCreator: false })), afterMs)).toMatchObject({
      failure: 'creator_missing',
      message: `The creator of “Title of film” has left Tessera. ${nothing}`,
    });
  }
});

test('[FIX-03] so is one for a renewal or an upgrade; the license itself is unaffected', () => {
  expect(paying(successor('renewal'), factsOf())).toMatchObject({
    failure: 'not_for_sale',
    message: `“Title of photo” is not for sale. Nothing was charged. This license can’t be renewed right now, but is otherwise unaffected.`,
  });
  expect(paying(successor('upgrade'), factsOf(known('photo', { hasCreator: false })))).toMatchObject({
    failure: 'creator_missing',
    message: `The creator of “Title of photo” has left Tessera. Nothing was charged. This license can’t be upgraded right now, but is otherwise unaffected.`,
  });
});

const offered = (six_month: number | null, perpetual = 2 * (six_month ?? 0)) =>
  factsOf(...['photo', 'film'].map((id) => known(id, { offers: { one_time: null, six_month, perpetual } })));

test('[FIX-03] an order keeps its prices for 24 hours, whatever the creator charges by then', () => {
  for (const now of [offered(900_000), offered(null)]) {
    expect(paying(cart(), now, dayMs - 1)).toMatchObject([{ type: 'PaymentStarted' }]);
    expect(paying(successor('renewal'), now, dayMs - 1)).toMatchObject([{ type: 'PaymentStarted' }]);
  }
});

test('[FIX-03] after that it is placed at the new prices, and paid once these were shown', () => {
  const anew = paying(cart(), offered(30_000), dayMs);
  expect(anew).toMatchObject([
    {
      type: 'OrderPlaced',
      data: {
        ...ids,
        total_cents: 120_000,
        placed_at: iso(placedAt + dayMs),
        lines: [{ unit_price_cents: 30_000 }, { unit_price_cents: 30_000 }],
      },
    },
  ]);
  const { when } = given(order, [...historyOf(cart()), ...eventsOf(anew)]);
  expect(when(start(offered(90_000), dayMs + 1))).toMatchObject({ failure: 'order_changed' });
  expect(pricesChanged(120_000)).toEqual({
    ...orderChanged(),
    message: 'We hold prices for 24 hours, and this order is older. Its total is now $1,200.00. Nothing was charged.',
  });
  expect(when(start(offered(90_000), dayMs + 1, 2))).toMatchObject([{ type: 'PaymentStarted' }]);
  expect(when(start(offered(90_000), 2 * dayMs, 2))).toMatchObject([{ type: 'OrderPlaced' }]);
  expect(paying(cart(), offered(null), dayMs)).toMatchObject({
    failure: 'not_offered',
    message: expect.stringMatching(/“Title of photo”[.] Nothing was charged[.] Please remove it/) as string,
  });
});

test('[FIX-03] renewals and upgrades are priced again as if ordered then', () => {
  const now = offered(30_000, 70_000);
  expect(paying(successor('renewal'), now, dayMs)).toMatchObject([
    { data: { total_cents: 30_000, lines: [{ basis: { kind: 'renewal', license_id: 'license-1' } }] } },
  ]);
  expect(paying(successor('upgrade'), now, dayMs)).toMatchObject([
    { data: { total_cents: 45_000, lines: [{ license_type: 'perpetual', basis: { kind: 'upgrade' } }] } },
  ]);
  expect(() => paying(successor('renewal'), { ...now, license: null }, dayMs)).toThrow('license-1');
});

test('an order whose prices haven’t changed after a day is paid as it is', () => {
  for (const placed of [cart(), successor('renewal'), successor('upgrade')]) {
    expect(paying(placed, asPlaced, 30 * dayMs)).toMatchObject([{ type: 'PaymentStarted' }]);
  }
});

test('an order that doesn’t record when it was placed has no held prices', () => {
  const [placed] = historyOf(cart());
  const { placed_at: _at, ...old } = (placed as { data: unknown }).data as OrderPlacedData;
  const before = orderPlaced.of(upcast(orderPlaced, 3, old) as unknown as OrderPlacedData);
  expect(given(order, [before]).when(start(offered(30_000), 0))).toMatchObject([{ type: 'OrderPlaced' }]);
  expect(given(order, [before]).when(start(asPlaced, 0))).toMatchObject([{ type: 'PaymentStarted' }]);
});

test('a checkout repeated after a day is placed at the prices of that time', () => {
  const { when } = given(order, historyOf(cart()));
  expect(when(cart(offered(30_000), iso(placedAt + dayMs - 1)))).toEqual([]);
  expect(when(cart(asPlaced, iso(placedAt + dayMs)))).toEqual([]);
  expect(when(cart(offered(30_000), iso(placedAt + dayMs)))).toMatchObject([{ data: { total_cents: 120_000 } }]);
  expect(when(cart(factsOf(), iso(placedAt + dayMs)))).toMatchObject({ failure: 'not_for_sale' });
});

test('[FIX-03] a checkout repeated during or after its payment is not placed again', () => {
  const late = cart(offered(30_000), iso(placedAt + 2 * dayMs));
  const isPaying = [...historyOf(cart()), ...eventsOf(paying(cart(), asPlaced))];
  expect(given(order, isPaying).when(late)).toEqual([]);
  const captured: OrderCommand = {
    ...{ kind: 'capture-payment', attempt: 1, gateway: 'sandbox', reference: 'ref-1', terms: termsVersions },
    ...{ paidAt: iso(placedAt), licenseIds: ['license-2', 'license-3'] },
    creatorNames: new Map([['creator-1', 'Carla Creator']]),
    goneReferrers: new Set(),
    isBrandGone: false,
  };
  const paid = [...isPaying, ...eventsOf(given(order, isPaying).when(captured))];
  expect(given(order, paid).when(late)).toEqual([]);
});

test('[FIX-03] whatever the prices and the time, the paid total was shown: just now, or within a day of being placed', () => {
  const price = fc.integer({ min: 100, max: 1_000_000 });
  fc.assert(
    fc.property(price, fc.nat({ max: 3 * dayMs }), (six_month, afterMs) => {
      const [event] = paying(cart(), offered(six_month), afterMs) as readonly { type: string; data: unknown }[];
      const holds = afterMs < dayMs || six_month === 25_000;
      expect(event?.type).toBe(holds ? 'PaymentStarted' : 'OrderPlaced');
      if (holds) return;
      const { total_cents, lines } = (event as { data: unknown }).data as {
        total_cents: number;
        lines: readonly OrderLine[];
      };
      expect(total_cents).toBe(4 * six_month);
      expect(lines.map(lineTotal)).toEqual([2 * six_month, 2 * six_month]);
    }),
  );
});
