import type { LicenseRow } from '@tessera/contract/licenses';
import type { RefundMade } from '@tessera/contract/money/refunds';
import { checkout, get, pay, post, refusalOf, signInAdmin } from '../../../../test/support/worlds/client.ts';
import type { Checkout } from '../../../../test/support/worlds/client.ts';
import { until } from '../../../../test/support/until.ts';
import { startStripeShop } from '../../../../test/support/worlds/stripe-shop.ts';
import { wholeShopForFile } from '../../../../test/support/worlds/whole-shop.ts';
import { EventStore } from '../kernel/log/port.ts';
import { orderIdOfSuccessor } from '../ordering/public.ts';

const world = wholeShopForFile();
let admin: string;
beforeAll(async () => {
  admin = await signInAdmin(world.whole.url, world.whole.adminPassword);
});
afterEach(() => jest.restoreAllMocks());

const store = () => world.whole.app.get<EventStore>(EventStore);
const typesIn = async (stream: string) => (await store().readStream(stream)).map(({ type }) => type);

/** A license, and the order that would renew or upgrade it. */
const licensed = async (kind: 'renew' | 'upgrade') => {
  const { order_id } = await checkout(world.whole.url, world.brand.token, [{ id: world.itemId }]);
  const { license_ids, position } = await pay(world.whole.url, world.brand.token, order_id);
  const id = license_ids[0] ?? '';
  await get<LicenseRow>(`${world.whole.url}/api/licenses/${id}?after=${position}`, { token: world.brand.token });
  const successor = await post<Checkout>(`${world.whole.url}/api/licenses/${id}/${kind}`, undefined, {
    token: world.brand.token,
  });
  return { id, successor: successor.order_id };
};
const refund = (id: string) =>
  post<RefundMade>(
    `${world.whole.url}/api/admin/licenses/${id}/refunds`,
    { reason: 'Bought twice.' },
    { token: admin },
  );

type Marked = 'RefundStarted' | 'PaymentStarted';

/** Holds both decisions until both are made, and then records them in this order. */
const recordedTogether = (streams: readonly string[], first: Marked, log = store()) => {
  const append = log.append.bind(log);
  const both = Promise.withResolvers<void>();
  const firstDone = Promise.withResolvers<void>();
  let decided = 0;
  jest.spyOn(log, 'append').mockImplementation(async (stream, expected, events) => {
    const marked = events.find(({ type }) => type === 'RefundStarted' || type === 'PaymentStarted');
    if (!marked || !streams.includes(stream)) return append(stream, expected, events);
    decided += 1;
    if (decided === 2) both.resolve();
    await both.promise;
    if (marked.type !== first) await firstDone.promise;
    const appended = await append(stream, expected, events);
    firstDone.resolve();
    return appended;
  });
};

const outcomeOf = async (id: string, successor: string) => {
  const refundEvents = await typesIn(`refund-${id}`);
  const orderEvents = await typesIn(`order-${successor}`);
  return {
    isSettled: refundEvents.length > 1 && !['PaymentStarted'].includes(orderEvents.at(-1) ?? ''),
    isRefunded: refundEvents.includes('LicenseRefunded'),
    isContinued: orderEvents.includes('LicenseGranted'),
  };
};

describe('[FIX-36] the amount of a refund', () => {
  const asked = (id: string, amount: unknown) =>
    refusalOf(
      post(
        `${world.whole.url}/api/admin/licenses/${id}/refunds`,
        { amount, reason: 'Bought twice.' },
        { token: admin },
      ),
    );

  it('that is null, or no number, is refused by name and refunds nothing; only one that is left out means everything', async () => {
    const { id } = await licensed('upgrade');
    for (const amount of [null, '', '12', true, [], {}]) {
      expect(await asked(id, amount)).toMatchObject({
        status: 400,
        code: 'invalid_input',
        fields: { amount: expect.stringContaining('Enter an amount') as string },
      });
    }
    expect(await asked(id, 0)).toMatchObject({ status: 422, code: 'refund_amount_invalid' });
    expect(await typesIn(`refund-${id}`)).toEqual([]);
    expect(await refund(id)).toMatchObject({ status: 'refunded' });
  });
});

describe('[FIX-21] a full refund and the payment that would continue the license, decided at the same instant', () => {
  it.each([
    ['upgrade', 'RefundStarted'],
    ['upgrade', 'PaymentStarted'],
    ['renew', 'RefundStarted'],
    ['renew', 'PaymentStarted'],
  ] as const)('%s, %s recorded first: one refuses the other', async (kind, first) => {
    const { id, successor } = await licensed(kind);
    recordedTogether([`refund-${id}`, `order-${successor}`], first);
    await Promise.allSettled([refund(id), pay(world.whole.url, world.brand.token, successor)]);
    const outcome = await until('both have an outcome', async () => {
      const found = await outcomeOf(id, successor);
      return found.isSettled && found;
    });
    expect([outcome.isRefunded, outcome.isContinued].filter(Boolean)).toHaveLength(1);
  });

  it('whichever is first, over many attempts without any order: never both', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { id, successor } = await licensed('upgrade');
      await Promise.allSettled([refund(id), pay(world.whole.url, world.brand.token, successor)]);
      const outcome = await until('both have an outcome', async () => {
        const found = await outcomeOf(id, successor);
        const isRefusedAtOnce = (await typesIn(`refund-${id}`)).length === 0;
        return (found.isSettled || isRefusedAtOnce) && found;
      });
      expect([outcome.isRefunded, outcome.isContinued].filter(Boolean)).toHaveLength(1);
    }
  });

  it('a payment that gave way charged nothing, says why, and can’t be started again', async () => {
    const { id, successor } = await licensed('upgrade');
    recordedTogether([`refund-${id}`, `order-${successor}`], 'RefundStarted');
    const [, paid] = await Promise.all([refund(id), refusalOf(pay(world.whole.url, world.brand.token, successor))]);
    expect(paid).toMatchObject({ status: 409, code: 'not_continued' });
    await until('it is refunded', async () => (await outcomeOf(id, successor)).isRefunded);
    expect(await refusalOf(pay(world.whole.url, world.brand.token, successor))).toMatchObject({
      code: 'not_continued',
    });
  });
});

it('[FIX-21] a payment on Stripe’s page gives way in the same way, and its page takes no money', async () => {
  const shop = await startStripeShop();
  try {
    const { token } = shop.brand;
    const { order_id } = await checkout(shop.url, token, [{ id: shop.itemId }]);
    shop.stripe.pay(shop.sessionOf(order_id).id);
    const paid = await shop.settle(order_id);
    const [id = ''] = paid?.state.status === 'paid' ? paid.state.licenseIds : [];
    await get(`${shop.url}/api/licenses/${id}?after=${await shop.whole.head()}`, { token });
    const operator = await signInAdmin(shop.url, shop.whole.adminPassword);
    const log = shop.whole.app.get<EventStore>(EventStore);
    recordedTogether([`refund-${id}`, `order-${orderIdOfSuccessor(id)}`], 'RefundStarted', log);
    const [refunded, renewed] = await Promise.all([
      post<RefundMade>(
        `${shop.url}/api/admin/licenses/${id}/refunds`,
        { reason: 'Bought twice.' },
        { token: operator },
      ),
      refusalOf(post(`${shop.url}/api/licenses/${id}/renew`, undefined, { token })),
    ]);
    expect(['started', 'refunded']).toContain(refunded.status);
    expect(renewed).toMatchObject({ status: 409, code: 'not_continued' });
    expect(shop.sessionOf(orderIdOfSuccessor(id))).toMatchObject({ status: 'expired' });
    const events = await log.readStream(`order-${orderIdOfSuccessor(id)}`);
    expect(events.map(({ type }) => type)).toEqual(['OrderPlaced', 'PaymentStarted', 'PaymentFailed']);
  } finally {
    await shop.close();
  }
});
