import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { TestClock } from '../../../../../test/support/worlds/accounts-app.ts';
import {
  CallFailed,
  cardForm,
  checkout,
  get,
  licenses,
  post,
  refusalOf,
  signInAdmin,
} from '../../../../../test/support/worlds/client.ts';
import type { Checkout } from '../../../../../test/support/worlds/client.ts';
import { howMany } from '../../../../../test/support/sample.ts';
import { openShop } from '../../../../../test/support/worlds/shop.ts';
import type { StripeSession } from '../../../../../test/support/doubles/stripe-double.ts';
import {
  deliverTo,
  eventOf,
  signed,
  startStripeShop,
  stripeSecretKey,
  stripeWebhookSecret,
} from '../../../../../test/support/worlds/stripe-shop.ts';
import type { StripeShop } from '../../../../../test/support/worlds/stripe-shop.ts';
import { adminPassword } from '../../../../../test/support/worlds/whole-app.ts';
import { Gateway, NoticeRefused } from '../../adapters/payments/port.ts';
import type { HostedGateway } from '../../adapters/payments/port.ts';
import { StripeGateway } from '../../adapters/payments/stripe.ts';
import { EventStore } from '../../kernel/log/port.ts';

const runs = howMany({ usual: 6, full: 60 });

interface Order {
  readonly status: 'placed' | 'paying' | 'paid';
  readonly last_failure: string | null;
  readonly license_ids: readonly string[];
}

type EventType = 'completed' | 'expired' | 'async_payment_succeeded' | 'async_payment_failed';

const clock = new TestClock();
let shop: StripeShop;

beforeAll(async () => {
  shop = await startStripeShop(clock);
}, 60_000);
afterAll(() => shop.close());
afterEach(() => {
  shop.stripe.setMode('up');
  const logged = shop.whole.logged.splice(0).join();
  expect(logged).not.toContain(stripeSecretKey);
  expect(logged).not.toContain(stripeWebhookSecret);
});

const begin = (key: string = randomUUID()): Promise<Checkout> =>
  checkout(shop.url, shop.brand.token, [{ id: shop.itemId, title: 'Harbour at dawn', quantity: 2 }], key);
const orderOf = (id: string) => get<Order>(`${shop.url}/api/orders/${id}`, { token: shop.brand.token });
const cancel = async (id: string, token = shop.brand.token) => {
  const answer = await fetch(`${shop.url}/api/orders/${id}/payment`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, order: (await answer.json()) as Order };
};

const deliver = (payload: string, signature?: string | null) => deliverTo(shop.url, payload, signature);
const tell = (type: EventType, session: StripeSession) => deliver(eventOf(`checkout.session.${type}`, session));

const capturesOf = async (orderId: string) => {
  const stored = await shop.whole.app.get<EventStore>(EventStore).readStream(`order-${orderId}`);
  return stored.filter(({ type }) => type === 'PaymentCaptured').length;
};

describe('a payment on Stripe’s page', () => {
  it('[CHK-19] leads to the page, says so in the configuration, and grants the license after the signed notice', async () => {
    const { checkoutUrl, order_id } = await begin();
    expect(checkoutUrl).toBe(shop.sessionOf(order_id).url);
    expect(await get(`${shop.url}/api/config`)).toMatchObject({
      gateway: 'stripe',
      checkout_hosts: ['checkout.stripe.com'],
    });
    const token = await signInAdmin(shop.url, adminPassword);
    const status = await post(`${shop.url}/functions/v1/store-integration`, { action: 'deploy' }, { token });
    expect(status).toMatchObject({ deployed: true, checkoutHost: 'checkout.stripe.com' });

    const session = shop.stripe.pay(shop.sessionOf(order_id).id);
    expect(await orderOf(order_id)).toMatchObject({ status: 'paying', license_ids: [] });
    expect(await tell('completed', session)).toMatchObject({ status: 200 });
    const order = await orderOf(order_id);
    expect(order).toMatchObject({ status: 'paid', license_ids: [expect.any(String)] });
    const owned = await licenses(shop.url, shop.brand.token, await shop.whole.head());
    expect(owned.items.find(({ id }) => id === order.license_ids[0])).toMatchObject({ price: 500 });
  });

  it('charges what the order costs, in dollars, and returns to the public address', async () => {
    const { order_id } = await begin();
    const form = Object.fromEntries(shop.stripe.created.at(-1) ?? []);
    const page = `https://tessera.example/brand/checkout?order=${order_id}`;
    expect(form).toMatchObject({
      mode: 'payment',
      client_reference_id: `${order_id}:1`,
      'line_items[0][quantity]': '2',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '25000',
      'line_items[0][price_data][product_data][name]': 'Harbour at dawn',
      'adaptive_pricing[enabled]': 'false',
      success_url: page,
      cancel_url: `${page}&cancelled=true`,
    });
  });

  it('is started once, no matter how often the same cart is checked out at the same time', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => begin(key)));
    expect(new Set(answers.map(({ checkoutUrl }) => checkoutUrl)).size).toBe(1);
    expect(shop.sessionOf(answers[0]!.order_id)).toMatchObject({ status: 'open' });
  });

  it('refuses a card that was sent to the shop', async () => {
    const { order_id } = await begin();
    const refused = refusalOf(
      post(`${shop.url}/api/orders/${order_id}/payment`, cardForm(), { token: shop.brand.token }),
    );
    expect(await refused).toMatchObject({ status: 409, code: 'payment_on_hosted_page' });
  });
});

describe('what is sent to the webhook', () => {
  /** Counts events, except for mails about earlier sales, which may be recorded in the meantime. */
  const countExceptMails = async () => {
    const events = await shop.whole.app.get<EventStore>(EventStore).readAll({ after: -1, limit: 100_000 });
    return events.filter(({ stream }) => !/^(receipt|moneyMail)-/.test(stream)).length;
  };

  it('is refused without a signature, with somebody else’s, with an old one, and with a body other than the signed one', async () => {
    const { order_id } = await begin();
    const payload = eventOf('checkout.session.completed', shop.stripe.pay(shop.sessionOf(order_id).id));
    const before = await countExceptMails();
    const old = Math.floor(Date.now() / 1_000) - 301;
    const answers = [
      await deliver(payload, null),
      await deliver(payload, ''),
      await deliver(payload, 'nonsense'),
      await deliver(payload, signed(payload, { secret: 'whsec_of_somebody_else' })),
      await deliver(payload, signed(payload, { timestamp: old })),
      await deliver(payload.replace('"paid"', '"paid" '), signed(payload)),
      await deliver('', signed(payload)),
      await deliver(payload, signed(payload).replace('v1=', 'v0=')),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
    expect(answers[0]?.text).toContain('has no valid signature');
    expect(await countExceptMails()).toBe(before);
    expect(await deliver(payload)).toMatchObject({ status: 200 });
    expect(await orderOf(order_id)).toMatchObject({ status: 'paid' });
  });

  it('is accepted but ignored if it is about something other than this shop’s payments', async () => {
    const { order_id } = await begin();
    const session = shop.sessionOf(order_id);
    const before = await countExceptMails();
    const others = [
      { ...session, payment_status: 'paid', metadata: {} },
      { ...session, payment_status: 'paid', metadata: { tessera_payment: `${randomUUID()}:1` } },
      { ...session, payment_status: 'paid', metadata: { tessera_payment: '../../etc:1' } },
    ];
    for (const other of others) expect((await deliver(eventOf('checkout.session.completed', other))).status).toBe(200);
    expect((await deliver(eventOf('customer.created', { object: 'customer', id: 'cus_1' }))).status).toBe(200);
    expect(await countExceptMails()).toBe(before);
  });

  it('about an attempt that is over leaves the next one alone', async () => {
    const key = randomUUID();
    const { order_id } = await begin(key);
    const first = shop.stripe.expire(shop.sessionOf(order_id).id);
    await begin(key);
    expect(await tell('expired', first)).toMatchObject({ status: 200 });
    expect(await orderOf(order_id)).toMatchObject({ status: 'paying' });
    expect(shop.sessionOf(order_id, 2)).toMatchObject({ status: 'open' });
    await tell('completed', shop.stripe.pay(shop.sessionOf(order_id, 2).id));
    await tell('completed', { ...first, payment_status: 'paid' });
    expect(await capturesOf(order_id)).toBe(1);
    expect(shop.whole.logged.join()).toContain('money came for a payment that had ended');
  });

  it.each([
    ['another amount', { amount_total: 49_999 }],
    ['another currency', { currency: 'eur' }],
  ])('captures nothing that was paid in %s, and logs it', async (_what, difference) => {
    const { order_id } = await begin();
    await tell('completed', shop.stripe.pay(shop.sessionOf(order_id).id, difference));
    await shop.settle(order_id);
    expect(await orderOf(order_id)).toMatchObject({ status: 'paying', license_ids: [] });
    expect(shop.whole.logged.filter((line) => line.includes('not what its order costs'))).toHaveLength(2);
  });

  type Ending = 'paid' | 'paid by the bank' | 'refused by the bank' | 'left' | 'left, then paid' | 'underpaid';
  const endings: readonly Ending[] = [
    ...(['paid', 'paid by the bank', 'refused by the bank', 'left', 'left, then paid', 'underpaid'] as const),
  ];

  /** Makes the payment end like that at Stripe. Returns every message that Stripe sends about it. */
  const bringAbout = async (ending: Ending, orderId: string, key: string): Promise<readonly string[]> => {
    const { id } = shop.sessionOf(orderId);
    const told = (type: EventType, session: StripeSession) => eventOf(`checkout.session.${type}`, session);
    switch (ending) {
      case 'paid':
        return [told('completed', shop.stripe.pay(id))];
      case 'paid by the bank': {
        const waiting = told('completed', shop.stripe.payThroughBank(id));
        return [waiting, told('async_payment_succeeded', shop.stripe.pay(id))];
      }
      case 'refused by the bank': {
        const waiting = told('completed', shop.stripe.payThroughBank(id));
        return [waiting, told('async_payment_failed', shop.stripe.refuse(id))];
      }
      case 'left':
        return [told('expired', shop.stripe.expire(id))];
      case 'left, then paid': {
        const left = told('expired', shop.stripe.expire(id));
        await begin(key);
        return [left, told('completed', shop.stripe.pay(shop.sessionOf(orderId, 2).id))];
      }
      case 'underpaid':
        return [told('completed', shop.stripe.pay(id, { amount_total: 1 }))];
    }
  };
  const expected: Readonly<Record<Ending, { status: Order['status']; captures: number; licenses: number }>> = {
    paid: { status: 'paid', captures: 1, licenses: 1 },
    'paid by the bank': { status: 'paid', captures: 1, licenses: 1 },
    'refused by the bank': { status: 'placed', captures: 0, licenses: 0 },
    left: { status: 'placed', captures: 0, licenses: 0 },
    'left, then paid': { status: 'paid', captures: 1, licenses: 1 },
    underpaid: { status: 'paying', captures: 0, licenses: 0 },
  };

  it('has the same result in any order, any number of times, and in parallel', async () => {
    const plan = fc.record({
      endings: fc.array(fc.constantFrom(...endings), { minLength: 1, maxLength: 4 }),
      copies: fc.integer({ min: 1, max: 3 }),
      shuffle: fc.infiniteStream(fc.nat()),
      atOnce: fc.integer({ min: 1, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ endings: planned, copies, shuffle, atOnce }) => {
        const orders = await Promise.all(
          planned.map(async (ending) => {
            const key = randomUUID();
            const { order_id } = await begin(key);
            return { ending, order_id, told: await bringAbout(ending, order_id, key) };
          }),
        );
        const told = orders.flatMap((order) =>
          order.told.flatMap((each) => Array.from({ length: copies }, () => each)),
        );
        const shuffled = told.map((each) => [shuffle.next().value, each] as const).sort(([one], [two]) => one - two);
        while (shuffled.length > 0) {
          const batch = shuffled.splice(0, atOnce);
          const answers = await Promise.all(batch.map(([, payload]) => deliver(payload)));
          expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        }
        for (const { ending, order_id } of orders) {
          const { status, license_ids } = await orderOf(order_id);
          const found = { status, captures: await capturesOf(order_id), licenses: license_ids.length };
          expect([ending, found]).toEqual([ending, expected[ending]]);
        }
      }),
      { numRuns: runs },
    );
    shop.whole.logged.splice(0);
  }, 180_000);
});

/**
 * A request exactly as Stripe sends it. Its signature doesn't come from the library that verifies it: it was made once,
 * with `openssl dgst -sha256 -hmac` over the time, a dot and the body.
 */
const recordedRequest = () => {
  const file = new URL('../../../../../test/fixtures/stripe/checkout-session-completed.http', import.meta.url);
  const [head = '', body = ''] = readFileSync(fileURLToPath(file), 'utf8').split('\n\n');
  const [, signature = '', seconds] = /^Stripe-Signature: (t=(\d+),.+)$/m.exec(head) ?? [];
  return { body, signature, sentAtMs: Number(seconds) * 1_000 };
};

describe('a message that was signed outside this product', () => {
  const { body, signature, sentAtMs } = recordedRequest();
  const order = '4f0c7a52-1f0e-5d7b-9a36-0c7f5b1d2e84';
  const gateway = () => shop.whole.app.get<HostedGateway>(Gateway);

  /** Runs something when the message is that old. */
  const whenAged = async <Result>(seconds: number, work: () => Result | Promise<Result>): Promise<Result> => {
    const offsetMs = sentAtMs + seconds * 1_000 - clock.now().getTime();
    clock.pass(offsetMs);
    try {
      return await work();
    } finally {
      clock.pass(-offsetMs);
    }
  };
  const isRefused = (by: HostedGateway, bytes: Buffer, header = signature) => {
    try {
      by.readNotice(bytes, header);
      return false;
    } catch (error) {
      if (error instanceof NoticeRefused) return true;
      throw error;
    }
  };

  it('is accepted unchanged for five minutes, and says which payment was paid and how much', async () => {
    expect(await whenAged(0, () => gateway().readNotice(Buffer.from(body), signature))).toEqual({
      kind: 'payment',
      key: `${order}:1`,
      page: 'cs_test_b1TqW4nYc0RkE7mZs2HdUx9LfJ6PvA3GiOo8SBtCeNyQDl5KwMrVhXgFu',
      paid: { status: 'approved', reference: 'pi_3TkZ8wLmQ2RvXb7N0sHcYd4E', amountCents: 50_000, currency: 'usd' },
    });
    for (const seconds of [0, 240]) {
      expect(await whenAged(seconds, () => deliver(body, signature))).toMatchObject({ status: 200 });
    }
    for (const seconds of [301, 86_400]) {
      expect(await whenAged(seconds, () => deliver(body, signature))).toMatchObject({ status: 400 });
    }
  });

  it('is refused if any byte is changed, if the JSON is formatted differently, and with a later timestamp', async () => {
    const accepted = await whenAged(0, () =>
      [...Buffer.from(body).keys()].filter((index) => {
        const changed = Buffer.from(body);
        changed[index]! ^= 1;
        return !isRefused(gateway(), changed);
      }),
    );
    expect(accepted).toEqual([]);
    const later = signature.replace(String(sentAtMs / 1_000), String(sentAtMs / 1_000 + 1));
    expect(await whenAged(0, () => isRefused(gateway(), Buffer.from(body), later))).toBe(true);
    for (const words of [body.replace('50000', '50001'), JSON.stringify(JSON.parse(body))]) {
      expect(words).not.toBe(body);
      expect(await whenAged(0, () => deliver(words, signature))).toMatchObject({ status: 400 });
    }
  });

  it('is refused with another secret', () => {
    const now = () => new Date(sentAtMs);
    const whoHas = (webhookSecret: string) => {
      const account = { engine: 'stripe', secretKey: stripeSecretKey, webhookSecret, apiHost: null } as const;
      const own = new StripeGateway(account, { now, newId: randomUUID });
      own.close();
      return own;
    };
    expect(isRefused(whoHas(stripeWebhookSecret), Buffer.from(body))).toBe(false);
    expect(isRefused(whoHas('whsec_of_somebody_else'), Buffer.from(body))).toBe(true);
  });
});

describe('a payment whose outcome was never reported', () => {
  it('is captured if Stripe has the money when asked', async () => {
    const { order_id } = await begin();
    shop.stripe.pay(shop.sessionOf(order_id).id);
    expect(await shop.settle(order_id)).toMatchObject({ state: { status: 'paid' } });
    await tell('completed', shop.sessionOf(order_id));
    expect(await capturesOf(order_id)).toBe(1);
  });

  it('is closed for good if it is unpaid, and the next checkout of the order opens another page', async () => {
    const key = randomUUID();
    const { order_id, checkoutUrl } = await begin(key);
    expect(await shop.settle(order_id)).toMatchObject({ state: { status: 'placed' } });
    expect(shop.sessionOf(order_id)).toMatchObject({ status: 'expired' });
    const next = await begin(key);
    expect(next.order_id).toBe(order_id);
    expect(next.checkoutUrl).not.toBe(checkoutUrl);
    expect(next.checkoutUrl).toBe(shop.sessionOf(order_id, 2).url);
  });

  it('is left alone while the bank works on it, even when Stripe has forgotten the key', async () => {
    const { order_id } = await begin();
    const { id } = shop.sessionOf(order_id);
    shop.stripe.payThroughBank(id);
    expect(await shop.settle(order_id)).toBeNull();
    shop.stripe.forgetKeys();
    // The first request creates another session, which the second one then finds.
    expect(await shop.settle(order_id)).toBeNull();
    expect(await shop.settle(order_id)).toBeNull();
    expect(await orderOf(order_id)).toMatchObject({ status: 'paying' });
    shop.stripe.pay(id);
    expect(await shop.settle(order_id)).toMatchObject({ state: { status: 'paid' } });
  });

  it('is asked about again later while Stripe is down', async () => {
    const { order_id } = await begin();
    shop.stripe.setMode('down');
    expect(await shop.settle(order_id)).toBeNull();
    expect(await orderOf(order_id)).toMatchObject({ status: 'paying' });
  });

  it('is found again by its key if the answer that named its page was lost', async () => {
    const key = randomUUID();
    shop.stripe.setMode('loses answers');
    expect(await refusalOf(begin(key))).toMatchObject({
      status: 503,
      code: 'payment_unavailable',
      title: 'Checkout Error',
    });
    shop.stripe.setMode('up');
    const { order_id, checkoutUrl } = await begin(key);
    expect(checkoutUrl).toBe(shop.sessionOf(order_id, 1).url);
  });

  it('is started after all if Stripe never learned of it', async () => {
    const key = randomUUID();
    shop.stripe.setMode('down');
    expect(await refusalOf(begin(key))).toMatchObject({ status: 503 });
    shop.stripe.setMode('up');
    const { order_id, checkoutUrl } = await begin(key);
    expect(checkoutUrl).toBe(shop.sessionOf(order_id, 1).url);
  });

  it('of an order that was paid meanwhile leads to the order, and asks for no money', async () => {
    const key = randomUUID();
    const { order_id } = await begin(key);
    shop.stripe.pay(shop.sessionOf(order_id).id);
    expect((await begin(key)).checkoutUrl).toBe(`/brand/checkout?order=${order_id}`);
    expect(await orderOf(order_id)).toMatchObject({ status: 'paid' });
    expect((await begin(key)).checkoutUrl).toBe(`/brand/checkout?order=${order_id}`);
  });
});

describe('a payment that the brand cancels', () => {
  it('cannot be paid by anyone after that', async () => {
    const { order_id } = await begin();
    expect(await cancel(order_id)).toMatchObject({
      status: 200,
      order: { status: 'placed', last_failure: 'You left the payment page without paying' },
    });
    expect(shop.sessionOf(order_id)).toMatchObject({ status: 'expired' });
    await tell('expired', shop.sessionOf(order_id));
    expect(await orderOf(order_id)).toMatchObject({ status: 'placed' });
  });

  it('counts if it went through meanwhile', async () => {
    const { order_id } = await begin();
    shop.stripe.pay(shop.sessionOf(order_id).id);
    expect(await cancel(order_id)).toMatchObject({ status: 200, order: { status: 'paid' } });
  });

  it('is nobody else’s to cancel', async () => {
    const { order_id } = await begin();
    expect(await cancel(order_id, (await openShop(shop.whole)).brand.token)).toMatchObject({ status: 404 });
    expect(shop.sessionOf(order_id)).toMatchObject({ status: 'open' });
  });
});

it('money that comes for a payment that had ended is logged, and grants nothing', async () => {
  const { order_id } = await begin();
  const { id } = shop.sessionOf(order_id);
  await shop.settle(order_id);
  expect(
    (await tell('completed', { ...shop.sessionOf(order_id), payment_status: 'paid', payment_intent: id })).status,
  ).toBe(200);
  expect(await orderOf(order_id)).toMatchObject({ status: 'placed', license_ids: [] });
  expect(shop.whole.logged.join()).toContain('money came for a payment that had ended');
});

it('a secret key that Stripe rejects isn’t shown to anyone', async () => {
  shop.stripe.setMode('knows no key');
  const refused: unknown = await begin().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CallFailed);
  expect((refused as CallFailed).status).toBe(503);
  expect((refused as CallFailed).message).not.toMatch(/sk_test|Invalid API/);
  expect(shop.whole.logged.join()).toContain('StripeAuthenticationError');
});
