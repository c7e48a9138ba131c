import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../kernel/decider.ts';
import type { Decision } from '../kernel/decider.ts';
import { upcast } from '../kernel/event.ts';
import { given } from '../kernel/given.test-kit.ts';
import type { LicenseType } from '../license-types.ts';
import { licenseTypes } from '../license-types.ts';
import type { TermsVersion } from '../licensing/agreements/agreement.ts';
import { termsVersions } from '../licensing/agreements/terms.ts';
import { sum } from '../money.ts';
import { splitOf } from '../earnings/split.ts';
import { order, paymentAttemptsMax, paymentFailed, paymentStarted } from './order.ts';
import { linesMax, quantityMax } from './order-failures.ts';
import type { OrderCommand, OrderEvent, PaymentStartedData } from './order.ts';
import { lineTotal } from './order-line.ts';
import type { ItemFacts, RequestedLine } from './order-line.ts';

const facts = (id: string, over: Partial<ItemFacts> = {}): ItemFacts => ({
  item: { content_id: id, title: `Title of ${id}`, description: '', media_url: `${id}.webp`, media_type: 'image' },
  creator_id: 'creator-1',
  hasCreator: true,
  referrer_id: null,
  offers: { one_time: 2_500, six_month: 25_000, perpetual: 50_000 },
  ...over,
});

const line = (id: string, license_type: string = 'six_month', quantity = 1): RequestedLine => ({
  content_id: id,
  title: 'What the browser says',
  license_type,
  quantity,
});

const itemsOf = (known: readonly ItemFacts[]) => new Map(known.map((entry) => [entry.item.content_id, entry]));

const place = (lines: readonly RequestedLine[], known: readonly ItemFacts[]): OrderCommand => ({
  kind: 'place',
  order_id: 'order-1',
  brand_id: 'brand-1',
  brand_name: 'Acme',
  lines,
  facts: itemsOf(known),
  at: '2026-11-21T10:00:00.000Z',
});

const startPayment: OrderCommand = {
  kind: 'start-payment',
  brand_id: 'brand-1',
  gateway: 'sandbox',
  terms_version: '2026-11',
  placing: 1,
  facts: {
    items: itemsOf(
      ['photo', 'film', ...Array.from({ length: 8 }, (_unused, at) => `item-${at}`)].map((id) => facts(id)),
    ),
    license: null,
  },
  at: '2026-11-21T10:00:00.000Z',
};
/** A future version of the terms. */
const laterTerms = (id: string): TermsVersion => ({
  id,
  updatedAt: `${id}-01T00:00:00.000Z`,
  reference: (license_id) => `License ${license_id}`,
  sections: () => [{ heading: 'Other words', paragraphs: [`As of ${id}.`] }],
});
const capture = (attempt = 1, lines = 1): OrderCommand => ({
  kind: 'capture-payment',
  attempt,
  gateway: 'sandbox',
  reference: 'ref-1',
  terms: [laterTerms('2027-03'), laterTerms('2027-01'), ...termsVersions],
  paidAt: '2026-11-21T10:00:00.000Z',
  licenseIds: Array.from({ length: lines }, (_unused, index) => `license-${index + 1}`),
  creatorNames: new Map([['creator-1', 'Carla Creator']]),
  goneReferrers: new Set(),
  isBrandGone: false,
});

const eventsOf = (decision: Decision<OrderEvent>): readonly OrderEvent[] => {
  if ('failure' in decision) throw new Error(`refused: ${decision.message}`);
  return decision;
};

/** The events of a series of commands, all of which are accepted. */
const after = (...commands: readonly OrderCommand[]): readonly OrderEvent[] =>
  commands.reduce<readonly OrderEvent[]>(
    (history, command) => [...history, ...eventsOf(given(order, history).when(command))],
    [],
  );

test('[CART-31] title, price and creator of an order are the server’s own, whatever the browser sent', () => {
  const [placed] = after(place([line('photo')], [facts('photo')]));
  expect(placed).toMatchObject({
    type: 'OrderPlaced',
    data: { total_cents: 25_000, lines: [{ creator_id: 'creator-1', item: { title: 'Title of photo' } }] },
  });
});

test('[CHK-22] an empty cart is refused', () => {
  expect(given(order).when(place([], []))).toMatchObject({
    failure: 'empty_cart',
    title: 'Empty Cart',
    message: 'Your cart is empty. Please add items before checkout.',
  });
});

test('[MKT-38] an id without an item is refused by name, so that a sample is never sold', () => {
  expect(given(order).when(place([line('sample-1')], []))).toMatchObject({
    failure: 'not_for_sale',
    message: '“What the browser says” is not for sale. Please remove it from your cart.',
  });
});

test('[MKT-28] a license type that the creator doesn’t offer is refused, and so is one that doesn’t exist', () => {
  const known = [facts('photo', { offers: { one_time: 2_500, six_month: null, perpetual: 50 } })];
  for (const type of ['six_month', 'perpetual', 'forever', 'toString']) {
    expect(given(order).when(place([line('photo', type)], known))).toMatchObject({ failure: 'not_offered' });
  }
});

test('[CHK-39] an item whose creator can’t be found is refused before anyone pays', () => {
  const known = [facts('photo', { hasCreator: false })];
  expect(given(order).when(place([line('photo')], known))).toMatchObject({ failure: 'creator_missing' });
});

test('a quantity that is not a whole number from 1 to 100 is refused', () => {
  for (const quantity of [0, -1, 1.5, Number.NaN, quantityMax + 1]) {
    const refused = given(order).when(place([line('photo', 'six_month', quantity)], [facts('photo')]));
    expect(refused).toMatchObject({ failure: 'cart_too_large' });
    const beside = place([line('film'), line('photo', 'six_month', quantity)], [facts('film'), facts('photo')]);
    expect(given(order).when(beside)).toMatchObject({ failure: 'cart_too_large' });
  }
});

test('repeating the same checkout changes nothing; with another cart it is refused', () => {
  const command = place([line('photo')], [facts('photo')]);
  const history = after(command);
  expect(given(order, history).when(command)).toEqual([]);
  const other = place([line('photo', 'perpetual')], [facts('photo')]);
  expect(given(order, history).when(other)).toMatchObject({ failure: 'idempotency_key_reused' });
});

test('[CHK-38] the payment, its licenses and agreements are decided together, once', () => {
  const history = after(
    place([line('photo'), line('film', 'perpetual')], [facts('photo'), facts('film')]),
    startPayment,
  );
  const paid = eventsOf(given(order, history).when(capture(1, 2)));
  expect(paid.map((event) => event.type)).toEqual([
    'PaymentCaptured',
    'LicenseGranted',
    'AgreementIssued',
    'LicenseGranted',
    'AgreementIssued',
  ]);
  expect(given(order, [...history, ...paid]).when(capture(1, 2))).toEqual([]);
});

test('[CHK-32, CHK-33, CART-33] each cart item makes one license and one agreement, priced with its quantity', () => {
  const history = after(place([line('photo', 'one_time', 3)], [facts('photo')]), startPayment, capture());
  const granted = history.filter((event) => event.type === 'LicenseGranted');
  const issued = history.filter((event) => event.type === 'AgreementIssued');
  expect(granted).toHaveLength(1);
  expect(issued).toHaveLength(1);
  expect(granted[0]?.data).toMatchObject({ quantity: 3, price_cents: 7_500, brand_id: 'brand-1' });
});

test('[CHK-35] a perpetual license has no end date', () => {
  const history = after(place([line('photo', 'perpetual')], [facts('photo')]), startPayment, capture());
  const granted = history.find((event) => event.type === 'LicenseGranted');
  expect(granted?.data).toMatchObject({ end_date: null });
});

test('[CHK-36, CHK-37] a one-time and a six-month license end 180 days after their start, and the agreement says when', () => {
  for (const type of ['one_time', 'six_month'] as const) {
    const history = after(place([line('photo', type)], [facts('photo')]), startPayment, capture());
    const granted = history.find((event) => event.type === 'LicenseGranted');
    const issued = history.find((event) => event.type === 'AgreementIssued');
    expect(granted?.data).toMatchObject({
      start_date: '2026-11-21T10:00:00.000Z',
      end_date: '2027-05-20T10:00:00.000Z',
    });
    expect(issued?.data).toMatchObject({ agreement_text: expect.stringContaining('May 20, 2027') as string });
  }
});

test('a declined card leaves the order open for another attempt', () => {
  const history = after(place([line('photo')], [facts('photo')]), startPayment, {
    kind: 'fail-payment',
    attempt: 1,
    reason: 'The card was declined',
  });
  expect(fold(order, history)).toMatchObject({ status: 'placed', lastFailure: 'The card was declined' });
  const again = eventsOf(given(order, history).when(startPayment));
  expect(again).toMatchObject([{ type: 'PaymentStarted', data: { attempt: 2 } }]);
});

/** The accepted terms according to the payment and to each agreement, and the start of the agreements' text. */
const wordingsOf = (events: readonly OrderEvent[]) =>
  events.flatMap((event) => {
    if (event.type === 'PaymentCaptured') return [event.data.terms_version];
    if (event.type !== 'AgreementIssued') return [];
    const { terms_version, agreement_text } = event.data;
    return [
      terms_version,
      /Terms version .*|As of .*/g.exec(agreement_text)?.[0],
      /As of .*/.exec(agreement_text)?.[0],
    ];
  });
const words = 'Terms version 2026-11, last updated November 01, 2026';

test('[FIX-02] an agreement has the wording that its payment was started with, whatever is in force by then', () => {
  const history = after(place([line('photo'), line('film')], [facts('photo'), facts('film')]), startPayment);
  expect(history.at(-1)).toMatchObject({ type: 'PaymentStarted', data: { terms_version: '2026-11' } });
  const paid = eventsOf(given(order, history).when(capture(1, 2)));
  const agreement = ['2026-11', words, undefined];
  expect(wordingsOf(paid)).toEqual(['2026-11', ...agreement, ...agreement]);
});

test('[FIX-02] each attempt, and what it buys, is on the terms that were accepted with it', () => {
  const history = after(
    place([line('photo')], [facts('photo')]),
    startPayment,
    { kind: 'fail-payment', attempt: 1, reason: 'declined' },
    { ...startPayment, terms_version: '2027-01' },
    capture(2),
  );
  const later = ['2027-01', 'Terms version 2027-01, last updated January 01, 2027', 'As of 2027-01.'];
  expect(wordingsOf(history)).toEqual(['2027-01', ...later]);
});

test('[FIX-02] a payment started before terms were recorded is captured and worded with the current terms', () => {
  const old = { order_id: 'order-1', attempt: 1, gateway: 'sandbox' };
  const started = paymentStarted.of(upcast(paymentStarted, 1, old) as unknown as PaymentStartedData);
  const history = [...after(place([line('photo')], [facts('photo')])), started];
  expect(fold(order, history)).toMatchObject({ status: 'paying', termsVersion: null });
  const paid = eventsOf(given(order, history).when(capture()));
  const later = ['2027-03', 'Terms version 2027-03, last updated March 01, 2027', 'As of 2027-03.'];
  expect(wordingsOf(paid)).toEqual(['2027-03', ...later]);
});

test('[FIX-02] a payment on terms that this node doesn’t know grants nothing: it waits for a node that knows them', () => {
  const history = after(place([line('photo')], [facts('photo')]), { ...startPayment, terms_version: '2031-01' });
  expect(() => given(order, history).when(capture())).toThrow('terms version 2031-01');
});

test('while a payment is being confirmed, no second one can start', () => {
  const history = after(place([line('photo')], [facts('photo')]), startPayment);
  expect(given(order, history).when(startPayment)).toMatchObject({ failure: 'payment_in_progress' });
});

test('another brand’s order is not found', () => {
  const history = after(place([line('photo')], [facts('photo')]));
  const foreign: OrderCommand = { ...startPayment, brand_id: 'brand-2' };
  expect(given(order, history).when(foreign)).toMatchObject({ failure: 'not_found' });
});

test('a charge that the order never started is a bug, and grants no license', () => {
  const history = after(place([line('photo')], [facts('photo')]));
  expect(() => given(order, history).when(capture())).toThrow('did not start');
});

const carts = fc.array(
  fc.record({
    price: fc.integer({ min: 100, max: 10_000_000 }),
    type: fc.constantFrom<LicenseType>(...licenseTypes),
    quantity: fc.integer({ min: 1, max: quantityMax }),
    referred: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

test('[CART-13] for every cart, the total is the sum of price times quantity, of the licenses, and of their splits', () => {
  fc.assert(
    fc.property(carts, (cart) => {
      const known = cart.map(({ price, referred }, index) =>
        facts(`item-${index}`, {
          referrer_id: referred ? 'creator-9' : null,
          offers: { one_time: price, six_month: price, perpetual: price },
        }),
      );
      const lines = cart.map(({ type, quantity }, index) => line(`item-${index}`, type, quantity));
      const history = after(place(lines, known), startPayment, capture(1, cart.length));
      const placed = history.find((event) => event.type === 'OrderPlaced');
      const total = placed?.data.total_cents ?? Number.NaN;
      const granted = history.filter((event) => event.type === 'LicenseGranted').map((event) => event.data);
      expect(total).toBe(sum(cart.map(({ price, quantity }) => price * quantity)));
      expect(total).toBe(sum((placed?.data.lines ?? []).map(lineTotal)));
      expect(total).toBe(sum(granted.map((license) => license.price_cents)));
      expect(total).toBe(sum(granted.map(({ split }) => split.net_cents + split.reward_cents + split.platform_cents)));
    }),
  );
});

test('[FIX-37] what a brand bought that was deleted during the payment is granted and to be refunded, in one append', () => {
  const lines = [line('photo', 'six_month', 2), line('film')];
  const gone = { ...capture(1, 2), isBrandGone: true } as OrderCommand;
  const events = after(place(lines, [facts('photo'), facts('film')]), startPayment, gone);
  const granted = events.flatMap((event) => (event.type === 'LicenseGranted' ? [event.data] : []));
  expect(granted).toHaveLength(2);
  const due = { order_id: 'order-1', gateway: 'sandbox', payment: 'ref-1', paid_at: '2026-11-21T10:00:00.000Z' };
  const licenses = granted.map(({ license_id, creator_id, price_cents }) => ({ license_id, creator_id, price_cents }));
  expect(events.at(-1)).toEqual({ type: 'RefundDue', data: { ...due, brand_id: 'brand-1', licenses } });
  expect(after(place(lines, [facts('photo'), facts('film')]), startPayment, capture(1, 2)).at(-1)).not.toMatchObject({
    type: 'RefundDue',
  });
});

const buyReferred = (price: number, goneReferrers: ReadonlySet<string>) => {
  const offers = { one_time: price, six_month: price, perpetual: price };
  const known = [facts('photo', { referrer_id: 'creator-9', offers }), facts('film', { offers })];
  const captured = { ...capture(1, 2), goneReferrers } as OrderCommand;
  const events = after(place([line('photo'), line('film')], known), startPayment, captured);
  return events.filter((event) => event.type === 'LicenseGranted').map((event) => event.data);
};

test('[PAY-28] a referrer with a deleted account earns no more: the reward stays with the platform, and the sale says so', () => {
  expect(buyReferred(10_000, new Set(['creator-8', 'creator-9']))).toMatchObject([
    {
      referrer_id: null,
      split: { net_cents: 8_000, reward_cents: 0, commission_cents: 2_000, platform_cents: 2_000 },
      withheld_reward: { referrer_id: 'creator-9', reward_cents: 500, reason: 'account_deleted' },
    },
    { referrer_id: null, split: splitOf(10_000, false), withheld_reward: null },
  ]);
  expect(buyReferred(10_000, new Set(['creator-8']))).toMatchObject([
    { referrer_id: 'creator-9', split: { reward_cents: 500, platform_cents: 1_500 }, withheld_reward: null },
    { withheld_reward: null },
  ]);
});

test('[PAY-28] at any price, the platform gains exactly the reward of a referrer with a deleted account, to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 10_000_000 }), (price) => {
      const [gone] = buyReferred(price, new Set(['creator-9']));
      const [here] = buyReferred(price, new Set());
      const reward = here?.split.reward_cents ?? Number.NaN;
      expect(gone?.withheld_reward?.reward_cents).toBe(reward);
      expect(gone?.split.platform_cents).toBe((here?.split.platform_cents ?? Number.NaN) + reward);
      expect(gone?.split.net_cents).toBe(here?.split.net_cents);
    }),
  );
});

const commands = fc.array(
  fc.oneof(
    fc.constant(place([line('photo')], [facts('photo')])),
    fc.constantFrom('2026-11', '2027-01').map((terms_version): OrderCommand => ({ ...startPayment, terms_version })),
    fc
      .integer({ min: 1, max: 3 })
      .map((attempt): OrderCommand => ({ kind: 'fail-payment', attempt, reason: 'declined' })),
    fc.integer({ min: 1, max: 3 }).map((attempt) => capture(attempt)),
  ),
  { maxLength: 12 },
);

/** The events after any sequence of commands, skipping commands that would be a bug. */
const play = (series: readonly OrderCommand[]) => {
  let history: readonly OrderEvent[] = [];
  for (const command of series) {
    const state = fold(order, history);
    const captures = command.kind === 'capture-payment';
    if (captures && !(state.status === 'paid' || (state.status === 'paying' && state.attempts === command.attempt)))
      continue;
    const decision = given(order, history).when(command);
    if (!('failure' in decision)) history = [...history, ...decision];
  }
  return history;
};

test('whatever the commands and their sequence, an order is paid at most once', () => {
  fc.assert(
    fc.property(commands, (series) => {
      const history = play(series);
      expect(history.filter((event) => event.type === 'PaymentCaptured').length).toBeLessThanOrEqual(1);
      expect(history.filter((event) => event.type === 'LicenseGranted').length).toBeLessThanOrEqual(1);
      const started = history.findLast((event) => event.type === 'PaymentStarted');
      for (const event of history)
        if (event.type === 'PaymentCaptured') expect(event.data.terms_version).toBe(started?.data.terms_version);
    }),
  );
});

test('folding any prefix and then the rest equals folding everything', () => {
  fc.assert(
    fc.property(commands, fc.nat(), (series, cut) => {
      const history = play(series);
      const at = history.length === 0 ? 0 : cut % (history.length + 1);
      expect(fold(order, history.slice(at), fold(order, history.slice(0, at)))).toEqual(fold(order, history));
    }),
  );
});

test('an order has at most 100 lines, with a quantity of at most 100 each', () => {
  const ids = Array.from({ length: linesMax + 1 }, (_unused, index) => `item-${index}`);
  const known = ids.map((id) => facts(id));
  const lines = ids.map((id) => line(id, 'six_month', quantityMax));
  expect(given(order).when(place(lines, known))).toMatchObject({ failure: 'cart_too_large' });
  expect(given(order).when(place(lines.slice(1), known))).toMatchObject([{ type: 'OrderPlaced' }]);
  expect([linesMax, quantityMax]).toEqual([100, 100]);
});

test('a refusal names the item and the type that isn’t offered', () => {
  const known = [facts('photo', { offers: { one_time: 2_500, six_month: null, perpetual: 99 } })];
  const refusal = (type: string, of = known) => given(order).when(place([line('photo', type)], of));
  expect(refusal('six_month')).toMatchObject({
    message: '6-Month License is not offered for “Title of photo”. Please remove it from your cart.',
  });
  expect(refusal('forever')).toMatchObject({
    message: 'This license type is not offered for “Title of photo”. Please remove it from your cart.',
  });
  expect(refusal('perpetual')).toMatchObject({ failure: 'not_offered' });
  expect(refusal('one_time', [facts('photo', { hasCreator: false })])).toMatchObject({
    message: 'The creator of “Title of photo” has left Tessera. Please remove it from your cart.',
  });
});

test('an item can be sold for the minimum price', () => {
  const known = [facts('photo', { offers: { one_time: 100, six_month: null, perpetual: null } })];
  expect(given(order).when(place([line('photo', 'one_time')], known))).toMatchObject([{ data: { total_cents: 100 } }]);
});

test('a checkout belongs to the brand and the cart that started it', () => {
  const history = after(place([line('photo')], [facts('photo')]));
  const again = (over: object) => given(order, history).when({ ...place([line('photo')], [facts('photo')]), ...over });
  expect(again({ brand_id: 'brand-2' })).toMatchObject({ failure: 'idempotency_key_reused' });
  expect(again({ lines: [line('film')] })).toMatchObject({ failure: 'idempotency_key_reused' });
  expect(again({ lines: [line('photo', 'six_month', 2)] })).toMatchObject({ failure: 'idempotency_key_reused' });
  expect(again({ lines: [] })).toMatchObject({ failure: 'idempotency_key_reused' });
  expect(again({ facts: new Map() })).toEqual([]);
});

const fail = (attempt: number): OrderCommand => ({ kind: 'fail-payment', attempt, reason: 'declined' });

test('only the attempt under way can fail, and once', () => {
  const placed = after(place([line('photo')], [facts('photo')]));
  expect(given(order).when(fail(1))).toEqual([]);
  expect(given(order, placed).when(fail(0))).toEqual([]);
  const paying = [...placed, ...eventsOf(given(order, placed).when(startPayment))];
  expect(given(order, paying).when(fail(2))).toEqual([]);
  const failed = eventsOf(given(order, paying).when(fail(1)));
  expect(failed).toEqual([paymentFailed.of({ order_id: 'order-1', attempt: 1, reason: 'declined' })]);
  expect(given(order, [...paying, ...failed]).when(fail(1))).toEqual([]);
});

test('a paid order is not paid again, and an order that doesn’t exist can’t be paid', () => {
  const paid = after(place([line('photo')], [facts('photo')]), startPayment, capture());
  expect(given(order, paid).when(startPayment)).toEqual([]);
  expect(given(order, paid).state()).toMatchObject({ status: 'paid', licenseIds: ['license-1'] });
  expect(given(order).when(startPayment)).toMatchObject({ failure: 'not_found' });
});

test('after 20 failed payments of a cart, a new checkout is needed', () => {
  const tries = Array.from({ length: paymentAttemptsMax }, (_unused, index) => [startPayment, fail(index + 1)]).flat();
  const history = after(place([line('photo')], [facts('photo')]), ...tries);
  expect(given(order, history).when(startPayment)).toMatchObject({
    failure: 'too_many_payment_attempts',
    message: 'This order had too many failed payments. Go back to your cart and check out again.',
  });
  expect(given(order, history.slice(0, -2)).when(startPayment)).toMatchObject([{ data: { attempt: 20 } }]);
});

test('a payment with missing facts is a bug, and grants no license', () => {
  const history = after(place([line('photo'), line('film')], [facts('photo'), facts('film')]), startPayment);
  const { when } = given(order, history);
  expect(() => when(capture(1, 1))).toThrow('Order order-1 has more lines than license ids');
  expect(() => when({ ...capture(1, 2), creatorNames: new Map() } as OrderCommand)).toThrow(
    'Order order-1 has a creator without a name',
  );
  expect(() => when(capture(2, 2))).toThrow('A payment was captured that the order did not start: attempt 2');
  expect(() => given(order).when(capture())).toThrow('did not start');
});

test('a cart’s license has what its line has, at the price of all units', () => {
  const [, granted] = eventsOf(
    given(order, after(place([line('photo', 'one_time', 3)], [facts('photo')]), startPayment)).when(capture()),
  );
  expect(granted).toEqual({
    type: 'LicenseGranted',
    data: {
      license_id: 'license-1',
      order_id: 'order-1',
      item: facts('photo').item,
      creator_id: 'creator-1',
      creator_name: 'Carla Creator',
      brand_id: 'brand-1',
      brand_name: 'Acme',
      referrer_id: null,
      license_type: 'one_time',
      quantity: 3,
      price_cents: 7_500,
      basis: null,
      split: splitOf(7_500, false),
      start_date: '2026-11-21T10:00:00.000Z',
      end_date: '2027-05-20T10:00:00.000Z',
      gateway: 'sandbox',
      withheld_reward: null,
    },
  });
});

test('payment events don’t change an order that was not placed, and license events one that is not paid', () => {
  const events = after(place([line('photo')], [facts('photo')]), startPayment, capture());
  expect(fold(order, events.slice(1))).toEqual({ status: 'none' });
  const licenses = events.filter(({ type }) => type === 'LicenseGranted');
  const placed = events.slice(0, 1);
  expect(licenses).toHaveLength(1);
  expect(fold(order, [...placed, ...licenses])).toEqual(fold(order, placed));
});
