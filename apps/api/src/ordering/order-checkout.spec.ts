import { randomUUID } from 'node:crypto';
import {
  checkout,
  get,
  licenses,
  pay,
  post,
  refusalOf,
  signUpBrand,
  testCards,
} from '../../../../test/support/client.ts';
import type { Checkout } from '../../../../test/support/client.ts';
import { openShop } from '../../../../test/support/shop.ts';
import type { Shop } from '../../../../test/support/shop.ts';
import { startStripeShop } from '../../../../test/support/stripe-shop.ts';
import type { StripeShop } from '../../../../test/support/stripe-shop.ts';
import { startWholeApp } from '../../../../test/support/whole-app.ts';
import type { WholeApp } from '../../../../test/support/whole-app.ts';

interface Order {
  readonly status: 'placed' | 'paying' | 'paid';
  readonly placing: number;
  readonly payment: 'open' | 'pending' | null;
}

let whole: WholeApp;
let shop: Shop;

const place = () => checkout(whole.url, shop.brand.token, [{ id: shop.itemId }]);
const goOn = (orderId: string, query = '', token = shop.brand.token) =>
  post<Checkout & { position: number }>(`${whole.url}/api/orders/${orderId}/checkout${query}`, undefined, { token });
const orderOf = (orderId: string) => get<Order>(`${whole.url}/api/orders/${orderId}`, { token: shop.brand.token });

describe('on Stripe’s page', () => {
  let hosted: StripeShop;

  beforeAll(async () => {
    hosted = await startStripeShop();
    ({ whole } = hosted);
    shop = hosted;
  }, 60_000);
  afterAll(() => hosted.close());
  afterEach(() => hosted.stripe.be('well'));

  describe('an order that is gone on with', () => {
    it('leads to the page of its own payment, whatever was ordered after it', async () => {
      const { order_id, checkoutUrl } = await place();
      await place();
      expect(await goOn(order_id)).toEqual({ order_id, checkoutUrl, position: expect.any(Number) as number });
      expect(checkoutUrl).toBe(hosted.sessionOf(order_id).url);
    });

    it('gets another page once its payment has ended without money', async () => {
      const { order_id, checkoutUrl } = await place();
      await hosted.settle(order_id);
      const next = await goOn(order_id);
      expect(next.checkoutUrl).toBe(hosted.sessionOf(order_id, 2).url);
      expect(next.checkoutUrl).not.toBe(checkoutUrl);
    });

    it('leads to where it is told of once it is paid, and asks for no money', async () => {
      const { order_id } = await place();
      hosted.stripe.pay(hosted.sessionOf(order_id).id);
      const placeOfOrder = `/brand/checkout?order=${order_id}`;
      expect(await goOn(order_id)).toMatchObject({ checkoutUrl: placeOfOrder });
      expect(await orderOf(order_id)).toMatchObject({ status: 'paid' });
      const pages = hosted.stripe.created.length;
      expect(await goOn(order_id)).toMatchObject({ checkoutUrl: placeOfOrder });
      expect(hosted.stripe.created).toHaveLength(pages);
    });

    it('is nobody else’s', async () => {
      const { order_id } = await place();
      const { token } = await signUpBrand(whole.url);
      expect(await refusalOf(goOn(order_id, '', token))).toMatchObject({ status: 404, code: 'not_found' });
      expect(await refusalOf(goOn(randomUUID()))).toMatchObject({ status: 404, code: 'not_found' });
    });

    it('is refused by name while Stripe is away, and found again afterwards', async () => {
      const { order_id, checkoutUrl } = await place();
      hosted.stripe.be('away');
      expect(await refusalOf(goOn(order_id))).toMatchObject({ status: 503, code: 'payment_unavailable' });
      hosted.stripe.be('well');
      expect(await goOn(order_id)).toMatchObject({ checkoutUrl });
    });

    it('is refused by name after too many payments that came to nothing', async () => {
      const { order_id } = await place();
      for (let attempt = 1; attempt < 20; attempt += 1) {
        hosted.stripe.expire(hosted.sessionOf(order_id, attempt).id);
        expect(await goOn(order_id)).toMatchObject({ checkoutUrl: hosted.sessionOf(order_id, attempt + 1).url });
      }
      hosted.stripe.expire(hosted.sessionOf(order_id, 20).id);
      expect(await refusalOf(goOn(order_id))).toMatchObject({ status: 429, code: 'too_many_payment_attempts' });
    });

    it('is refused when it is not as it was shown: a renewal that became an upgrade costs something else', async () => {
      const { token } = shop.brand;
      const bought = await place();
      hosted.stripe.pay(hosted.sessionOf(bought.order_id).id);
      await hosted.settle(bought.order_id);
      const { items } = await licenses(whole.url, token, await whole.head());
      const license = items.find((each) => each.order_id === bought.order_id)?.id ?? '';
      const successor = (way: string) =>
        post<Checkout>(`${whole.url}/api/licenses/${license}/${way}`, undefined, { token });
      const { order_id } = await successor('renew');
      expect(await goOn(order_id)).toMatchObject({ checkoutUrl: hosted.sessionOf(order_id, 1).url });
      await successor('upgrade');
      const refused = await refusalOf(goOn(order_id, '?placing=1'));
      expect(refused).toMatchObject({ status: 409, code: 'order_changed' });
      expect(await goOn(order_id, '?placing=2')).toMatchObject({ checkoutUrl: hosted.sessionOf(order_id, 2).url });
      expect(await refusalOf(goOn(order_id, '?placing=two'))).toMatchObject({ status: 400 });
    });
  });

  describe('an order whose payment has no outcome yet', () => {
    it('tells a page that was left unpaid from a payment that the bank has', async () => {
      const [left, banked] = [await place(), await place()];
      hosted.stripe.payThroughBank(hosted.sessionOf(banked.order_id).id);
      expect(await orderOf(left.order_id)).toMatchObject({ status: 'paying', payment: 'open' });
      expect(await orderOf(banked.order_id)).toMatchObject({ status: 'paying', payment: 'pending' });
    });

    it('never calls a payment unpaid that went through and was not told of yet', async () => {
      const { order_id } = await place();
      hosted.stripe.pay(hosted.sessionOf(order_id).id);
      expect(await orderOf(order_id)).toMatchObject({ status: 'paying', payment: 'pending' });
    });

    it('is told without it while nobody can say, and where there is none', async () => {
      const [unknown, ended] = [await place(), await place()];
      await hosted.settle(ended.order_id);
      expect(await orderOf(ended.order_id)).toMatchObject({ status: 'placed', payment: null });
      hosted.stripe.be('away');
      expect(await orderOf(unknown.order_id)).toMatchObject({ status: 'paying', payment: null });
    });
  });
});

describe('where this shop takes cards itself', () => {
  beforeAll(async () => {
    whole = await startWholeApp();
    shop = await openShop(whole);
  }, 60_000);
  afterAll(() => whole.close());

  it('an order is gone on with at its form, paid or not', async () => {
    const { order_id, checkoutUrl } = await place();
    expect(await goOn(order_id)).toMatchObject({ order_id, checkoutUrl });
    await pay(whole.url, shop.brand.token, order_id);
    expect(await goOn(order_id)).toMatchObject({ order_id, checkoutUrl });
  });

  it('a payment without an outcome waits for the bank', async () => {
    const { order_id } = await place();
    expect(await orderOf(order_id)).toMatchObject({ status: 'placed', payment: null });
    await pay(whole.url, shop.brand.token, order_id, testCards.unknown);
    expect(await orderOf(order_id)).toMatchObject({ status: 'paying', payment: 'pending' });
  });
});
