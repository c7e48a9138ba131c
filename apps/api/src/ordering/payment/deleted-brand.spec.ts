import { checkout, password, pay, signUpBrand, testCards } from '../../../../../test/support/worlds/client.ts';
import type { Account } from '../../../../../test/support/worlds/client.ts';
import { until } from '../../../../../test/support/until.ts';
import { paymentOf } from '../../../../../test/support/worlds/sandbox-payments.ts';
import { deliverTo, eventOf, startStripeShop } from '../../../../../test/support/worlds/stripe-shop.ts';
import { wholeShopForFile } from '../../../../../test/support/worlds/whole-shop.ts';
import { Gateway } from '../../adapters/payments/port.ts';
import type { CardGateway } from '../../adapters/payments/port.ts';
import { EventStore } from '../../kernel/log/port.ts';

const world = wholeShopForFile();
let brand: Account;
beforeEach(async () => {
  brand = await signUpBrand(world.whole.url);
});
afterEach(() => jest.restoreAllMocks());

const store = () => world.whole.app.get<EventStore>(EventStore);
const gateway = () => world.whole.app.get<CardGateway>(Gateway);
const typesIn = async (stream: string, log = store()) => (await log.readStream(stream)).map(({ type }) => type);
const order = async () => (await checkout(world.whole.url, brand.token, [{ id: world.itemId }])).order_id;
const deleteAccount = async (url = world.whole.url, { token } = brand) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/account`, {
    method: 'DELETE',
    headers,
    body: JSON.stringify({ password }),
  });
  expect(answer.status).toBe(200);
};

describe('[FIX-37] an account that is deleted during its payment', () => {
  it('of three seconds is refunded at once, in full: at the gateway and in the books', async () => {
    const order_id = await order();
    const paying = pay(world.whole.url, brand.token, order_id, testCards.slow);
    await until('the payment has started', async () => (await typesIn(`order-${order_id}`)).includes('PaymentStarted'));
    await deleteAccount();
    const { license_ids } = await paying;
    const [id = ''] = license_ids;
    await until('it is refunded', async () => (await typesIn(`refund-${id}`)).includes('LicenseRefunded'));
    expect(await typesIn(`refund-${id}`)).toEqual(['RefundStarted', 'LicenseRefunded']);
    expect(await gateway().refundsOf(await paymentOf(world.whole, order_id))).toMatchObject([
      { amountCents: 25_000, status: 'refunded' },
    ]);
    await until('the books have it', async () => (await typesIn(`earning-${id}`)).includes('EarningReversed'));
    expect(world.whole.logged.filter((line) => line.includes('parked'))).toEqual([]);
  });

  it('is not charged if it was deleted before the gateway was asked', async () => {
    const order_id = await order();
    const charge = jest.spyOn(gateway(), 'charge');
    const append = store().append.bind(store());
    jest.spyOn(store(), 'append').mockImplementation(async (stream, expected, events) => {
      if (events.some(({ type }) => type === 'PaymentStarted')) await deleteAccount();
      return append(stream, expected, events);
    });
    await Promise.allSettled([pay(world.whole.url, brand.token, order_id)]);
    expect(charge).not.toHaveBeenCalled();
    expect(await typesIn(`order-${order_id}`)).toEqual(['OrderPlaced', 'PaymentStarted', 'PaymentFailed']);
  });

  it('on Stripe’s page is refunded as soon as Stripe says that it was paid', async () => {
    const shop = await startStripeShop();
    try {
      const { order_id } = await checkout(shop.url, shop.brand.token, [{ id: shop.itemId }]);
      await deleteAccount(shop.url, shop.brand);
      const session = shop.stripe.pay(shop.sessionOf(order_id).id);
      expect(await deliverTo(shop.url, eventOf('checkout.session.completed', session))).toMatchObject({ status: 200 });
      const log = shop.whole.app.get<EventStore>(EventStore);
      expect((await typesIn(`order-${order_id}`, log)).at(-1)).toBe('RefundDue');
      const refunded = () => [...shop.stripe.books.refunds.values()].map(({ amount, status }) => [amount, status]);
      await until('Stripe has refunded it', async () => refunded().length > 0);
      expect(refunded()).toEqual([[25_000, 'succeeded']]);
    } finally {
      await shop.close();
    }
  });
});
