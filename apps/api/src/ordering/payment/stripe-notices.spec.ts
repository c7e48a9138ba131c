import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { checkout } from '../../../../../test/support/worlds/client.ts';
import { howMany } from '../../../../../test/support/sample.ts';
import { deliverTo, eventOf, signed, startStripeShop } from '../../../../../test/support/worlds/stripe-shop.ts';
import type { StripeShop } from '../../../../../test/support/worlds/stripe-shop.ts';
import { Gateway, PaymentNotices } from '../../adapters/payments/port.ts';
import type { DisputeReport, HostedGateway, RefundReport } from '../../adapters/payments/port.ts';
import { EventStore } from '../../kernel/log/port.ts';

let shop: StripeShop;
let gateway: HostedGateway;
/** The latest that the shop was told about each payment and dispute. */
const heard = { refunds: new Map<string, readonly RefundReport[]>(), disputes: new Map<string, DisputeReport>() };

beforeAll(async () => {
  shop = await startStripeShop();
  gateway = shop.whole.app.get<HostedGateway>(Gateway);
  const notices = shop.whole.app.get<PaymentNotices>(PaymentNotices, { strict: false });
  jest.spyOn(notices, 'refunded').mockImplementation((payment, refunds) => {
    heard.refunds.set(payment, refunds);
    return Promise.resolve();
  });
  jest.spyOn(notices, 'disputed').mockImplementation((dispute) => {
    heard.disputes.set(dispute.id, dispute);
    return Promise.resolve();
  });
}, 60_000);
afterAll(() => shop.close());
beforeEach(() => {
  shop.stripe.setMode('up');
  shop.stripe.books.notices.splice(0);
  heard.refunds.clear();
  heard.disputes.clear();
});

const pay = async () => {
  const { order_id } = await checkout(shop.url, shop.brand.token, [{ id: shop.itemId, quantity: 1 }], randomUUID());
  return shop.stripe.pay(shop.sessionOf(order_id).id).payment_intent ?? '';
};
const deliver = async (notices: readonly { readonly type: string; readonly object: unknown }[]) => {
  for (const { type, object } of notices) {
    expect((await deliverTo(shop.url, eventOf(type, object))).status).toBe(200);
  }
};

/** What a bank may do, and which of the pending notices arrive then. */
const happenings = fc.array(
  fc.record({
    what: fc.constantFrom('under_review', 'won', 'lost', 'appeal_under_review'),
    arriving: fc.array(fc.nat(), { maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 5 },
);

it('[PAY-23] notices about a dispute, late, duplicated and in any order, leave the shop with its current status', async () => {
  const { books } = shop.stripe;
  await fc.assert(
    fc.asyncProperty(happenings, fc.infiniteStream(fc.nat()), async (happening, lots) => {
      books.notices.splice(0);
      const { id } = books.openDispute(await pay());
      for (const { what, arriving } of happening) {
        books.changeDispute(id, what);
        await deliver(arriving.map((lot) => books.notices[lot % books.notices.length]!));
      }
      const shuffled = books.notices.map((notice) => ({ notice, lot: lots.next().value as number }));
      await deliver(shuffled.sort((one, other) => one.lot - other.lot).map(({ notice }) => notice));
      expect(heard.disputes.get(id)).toEqual(await gateway.dispute(id));
      const { what } = happening.at(-1)!;
      if (what === 'won' || what === 'lost') expect(heard.disputes.get(id)).toMatchObject({ standing: what });
    }),
    { numRuns: howMany({ usual: 6, full: 60 }) },
  );
});

it.each([['forward'], ['backward']])(
  '[PAY-23] notices about refunds, delivered %s and twice, report each refund of the payment as it is now',
  async (direction) => {
    const { books } = shop.stripe;
    const payment = await pay();
    books.setNewRefundStatus('pending');
    const [one, other] = [randomUUID(), randomUUID()];
    for (const key of [one, other]) await gateway.refund({ key, reference: payment, amountCents: 5_000 });
    books.setNewRefundStatus('succeeded');
    const [first, second] = [...books.refunds.values()].filter(({ payment_intent }) => payment_intent === payment);
    books.endRefund(first!.id, 'succeeded');
    books.endRefund(second!.id, 'failed', 'declined');
    const notices = [...books.notices, ...books.notices];
    await deliver(direction === 'forward' ? notices : notices.toReversed());
    const found = [...(heard.refunds.get(payment) ?? [])].map(({ key, status, reason }) => [key, status, reason]);
    expect(found).toEqual([
      [other, 'failed', 'The refund came back: the bank declined it'],
      [one, 'refunded', null],
    ]);
  },
);

it('[PAY-23] a message without a valid signature changes nothing about a refund or a dispute', async () => {
  shop.stripe.books.openDispute(await pay());
  for (const { type, object } of shop.stripe.books.notices) {
    const payload = eventOf(type, object);
    const old = Math.floor(Date.now() / 1_000) - 301;
    for (const signature of [
      null,
      signed(payload, { secret: 'whsec_other' }),
      signed(payload, { timestamp: old }),
      signed(`${payload} `),
    ]) {
      expect((await deliverTo(shop.url, payload, signature)).status).toBe(400);
    }
  }
  expect(heard.disputes.size).toBe(0);
});

it('[PAY-23] a notice that arrives while Stripe doesn’t answer is refused, so that Stripe sends it again', async () => {
  const { id } = shop.stripe.books.openDispute(await pay());
  const [notice] = shop.stripe.books.notices;
  shop.stripe.setMode('down');
  expect((await deliverTo(shop.url, eventOf(notice!.type, notice!.object))).status).toBe(503);
  expect(heard.disputes.size).toBe(0);
  shop.stripe.setMode('up');
  await deliver([notice!]);
  expect(heard.disputes.get(id)).toMatchObject({ standing: 'open' });
});

it('a payment outside Checkout, and a fraud warning on its own, is acknowledged and ignored', async () => {
  const refund = { object: 'refund', id: 're_1', payment_intent: null, charge: 'ch_1', status: 'succeeded' };
  const warning = { object: 'radar.early_fraud_warning', id: 'warning_1', payment_intent: 'pi_1' };
  await deliver([
    { type: 'refund.created', object: refund },
    { type: 'radar.early_fraud_warning.created', object: warning },
  ]);
  expect([heard.refunds.size, heard.disputes.size]).toEqual([0, 0]);
});

/** Nested deeper than anything Stripe sends. */
const nested = (levels: number) => `${'{"data":'.repeat(levels)}{}${'}'.repeat(levels)}`;
const notices = [
  ...['checkout.session.completed', 'checkout.session.expired', 'charge.refunded', 'refund.updated'],
  ...['charge.dispute.created', 'charge.dispute.closed', 'customer.created'],
];
/** What a notice of each type may be about, if nothing is what it should be. */
const oddObjects = [
  ...[undefined, null, 0, '', true, [], [null], {}, { id: null }, { id: {} }, { id: '../../v1/refunds' }, { id: '' }],
  ...[{ metadata: null }, { metadata: { tessera_payment: 7 } }, { metadata: { tessera_payment: 'x' }, id: [] }],
  ...[{ payment_intent: 7 }, { payment_intent: [] }, { payment_intent: { id: {} } }, { payment_intent: { id: '' } }],
];

it('[FIX-36] a signed message of any shape is acknowledged, or refused as unreadable, without a server error', async () => {
  const { order_id } = await checkout(shop.url, shop.brand.token, [{ id: shop.itemId, quantity: 1 }], randomUUID());
  const metadata = { tessera_payment: `${order_id}:1` };
  const payable = { id: shop.sessionOf(order_id).id, metadata, payment_status: 'paid', currency: 'usd' };
  const shapes = [
    ...['null', 'true', '7', '-1e9', '""', '[]', '[[[]]]', '{}', '{"data":{}}', '{"data":null}', '{"data":[]}'],
    ...['{"type":7}', '{"type":{},"data":{"object":{}}}', '{"object":"v2.core.event"}', '{', '', 'not JSON'],
    ...[nested(20), nested(5_000), `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ...notices.flatMap((type) => [
      JSON.stringify({ type }),
      JSON.stringify({ type, data: 'x' }),
      ...oddObjects.map((object) => JSON.stringify({ type, data: { object } })),
    ]),
    // Says that it was paid, but not what.
    ...[{}, { payment_intent: 7, amount_total: 25_000 }, { payment_intent: 'pi_1', amount_total: '25000' }].map((odd) =>
      eventOf('checkout.session.completed', { ...payable, ...odd }),
    ),
  ];
  shop.whole.logged.splice(0);
  for (const shape of shapes) {
    const { status } = await deliverTo(shop.url, shape);
    expect([shape.slice(0, 100), [200, 400].includes(status), status]).toEqual([shape.slice(0, 100), true, status]);
  }
  expect(shop.whole.logged.splice(0)).toEqual([]);
  expect([heard.refunds.size, heard.disputes.size]).toEqual([0, 0]);
  const paid = await shop.whole.app.get<EventStore>(EventStore).readStream(`order-${order_id}`);
  expect(paid.map(({ type }) => type)).not.toContain('PaymentCaptured');
});
