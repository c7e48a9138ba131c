import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '@tessera/domain/accounts/account';
import {
  cardForm,
  checkout,
  get,
  licenses,
  password,
  patch,
  pay,
  post,
  publish,
  refusalOf,
  signIn,
  signUpBrand,
  signUpCreator,
  testCards,
  upload,
} from '../../../../test/support/worlds/client.ts';
import type { Account, Checkout } from '../../../../test/support/worlds/client.ts';
import { drawPicture } from '../../../../test/support/picture.ts';
import { openShop } from '../../../../test/support/worlds/shop.ts';
import type { Shop } from '../../../../test/support/worlds/shop.ts';
import { startStripeShop } from '../../../../test/support/worlds/stripe-shop.ts';
import type { StripeShop } from '../../../../test/support/worlds/stripe-shop.ts';
import { startWholeApp } from '../../../../test/support/worlds/whole-app.ts';
import type { WholeApp } from '../../../../test/support/worlds/whole-app.ts';
import { Gateway } from '../adapters/payments/port.ts';
import type { CardGateway } from '../adapters/payments/port.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Clock } from '../kernel/clock.ts';
import { Dispatch } from '../kernel/commands/dispatch.ts';

interface Order {
  readonly status: 'placed' | 'paying' | 'paid';
  readonly placing: number;
  readonly total: { readonly amount_cents: number };
  readonly payment: 'open' | 'pending' | null;
  readonly license_ids: readonly string[];
}

let whole: WholeApp;
let shop: Shop;

const hourMs = 3_600_000;
/** How far the shop's clock is ahead, in ms. */
let aheadMs = 0;
const clock: Clock = { now: () => new Date(Date.now() + aheadMs), newId: () => systemClock.newId() };

/** Lets time pass, after which the brand has to sign in again. */
const wait = async (ms: number) => {
  aheadMs += ms;
  shop = { ...shop, brand: await signIn(whole.url, shop.brand) };
};

interface Seller {
  readonly creator: Account;
  readonly itemId: string;
}

/** Another creator, with their own item. */
const newSeller = async (): Promise<Seller> => {
  const { url } = whole;
  const creator = await signUpCreator(url);
  const uploadId = await upload(url, creator.token, new Uint8Array(await drawPicture(2, 400, 300)));
  const { id: itemId } = await publish(url, creator.token, uploadId, { title: 'Dune at noon', tags: ['sand'] });
  return { creator, itemId };
};
const withdraw = ({ creator: { token }, itemId }: Seller) =>
  post(`${whole.url}/api/content/${itemId}/withdraw`, undefined, { token });
const deleteAccount = async ({ creator: { token } }: Seller) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ password });
  expect((await fetch(`${whole.url}/api/account`, { method: 'DELETE', headers, body })).ok).toBe(true);
};
/** A deletion that was interrupted before the items were withdrawn. */
const beginDeletion = ({ creator: { id } }: Seller) => {
  const metadata = { actor: id, correlation: id, causation: null };
  return whole.app.get(CommandBus).execute(new Dispatch(account, id, { kind: 'delete-account' }, metadata));
};
const askDollars = async ({ creator, itemId }: Seller, dollars: number) => {
  const { token } = await signIn(whole.url, creator);
  const offers = { offerOneTime: true, offerSixMonth: true, offerPerpetual: true };
  const prices = { oneTimePrice: 25, sixMonthPrice: dollars, perpetualPrice: 2 * dollars };
  const listing = { title: 'Dune at noon', description: '', tags: ['sand'], ...offers, ...prices };
  await patch(`${whole.url}/api/content/${itemId}`, listing, { token });
};
const order = ({ itemId }: Seller) => checkout(whole.url, shop.brand.token, [{ id: itemId }]);

const place = () => checkout(whole.url, shop.brand.token, [{ id: shop.itemId }]);
const continuePayment = (orderId: string, query = '', token = shop.brand.token) =>
  post<Checkout & { position: number }>(`${whole.url}/api/orders/${orderId}/checkout${query}`, undefined, { token });
const orderOf = (orderId: string) => get<Order>(`${whole.url}/api/orders/${orderId}`, { token: shop.brand.token });

describe('on Stripe’s page', () => {
  let hosted: StripeShop;

  beforeAll(async () => {
    hosted = await startStripeShop(clock);
    ({ whole } = hosted);
    shop = hosted;
  }, 60_000);
  afterAll(() => hosted.close());
  afterEach(() => hosted.stripe.setMode('up'));

  describe('an order that the brand continues with', () => {
    it('leads to the page of its own payment, whatever was ordered after it', async () => {
      const { order_id, checkoutUrl } = await place();
      await place();
      expect(await continuePayment(order_id)).toEqual({
        order_id,
        checkoutUrl,
        position: expect.any(Number) as number,
      });
      expect(checkoutUrl).toBe(hosted.sessionOf(order_id).url);
    });

    it('gets another page once its payment has ended without money', async () => {
      const { order_id, checkoutUrl } = await place();
      await hosted.settle(order_id);
      const next = await continuePayment(order_id);
      expect(next.checkoutUrl).toBe(hosted.sessionOf(order_id, 2).url);
      expect(next.checkoutUrl).not.toBe(checkoutUrl);
    });

    it('leads to the page with its outcome once it is paid, and asks for no money', async () => {
      const { order_id } = await place();
      hosted.stripe.pay(hosted.sessionOf(order_id).id);
      const orderPage = `/brand/checkout?order=${order_id}`;
      expect(await continuePayment(order_id)).toMatchObject({ checkoutUrl: orderPage });
      expect(await orderOf(order_id)).toMatchObject({ status: 'paid' });
      const pages = hosted.stripe.created.length;
      expect(await continuePayment(order_id)).toMatchObject({ checkoutUrl: orderPage });
      expect(hosted.stripe.created).toHaveLength(pages);
    });

    it('belongs to nobody else', async () => {
      const { order_id } = await place();
      const { token } = await signUpBrand(whole.url);
      expect(await refusalOf(continuePayment(order_id, '', token))).toMatchObject({ status: 404, code: 'not_found' });
      expect(await refusalOf(continuePayment(randomUUID()))).toMatchObject({ status: 404, code: 'not_found' });
    });

    it('is refused by name while Stripe is down, and found again once it is back', async () => {
      const { order_id, checkoutUrl } = await place();
      hosted.stripe.setMode('down');
      expect(await refusalOf(continuePayment(order_id))).toMatchObject({ status: 503, code: 'payment_unavailable' });
      hosted.stripe.setMode('up');
      expect(await continuePayment(order_id)).toMatchObject({ checkoutUrl });
    });

    it('is refused by name after too many failed payments', async () => {
      const { order_id } = await place();
      for (let attempt = 1; attempt < 20; attempt += 1) {
        hosted.stripe.expire(hosted.sessionOf(order_id, attempt).id);
        expect(await continuePayment(order_id)).toMatchObject({
          checkoutUrl: hosted.sessionOf(order_id, attempt + 1).url,
        });
      }
      hosted.stripe.expire(hosted.sessionOf(order_id, 20).id);
      expect(await refusalOf(continuePayment(order_id))).toMatchObject({
        status: 429,
        code: 'too_many_payment_attempts',
      });
    });

    it('is refused if it is not as shown: a renewal that became an upgrade has another price', async () => {
      const { token } = shop.brand;
      const bought = await place();
      hosted.stripe.pay(hosted.sessionOf(bought.order_id).id);
      await hosted.settle(bought.order_id);
      const { items } = await licenses(whole.url, token, await whole.head());
      const license = items.find((each) => each.order_id === bought.order_id)?.id ?? '';
      const successor = (way: string) =>
        post<Checkout>(`${whole.url}/api/licenses/${license}/${way}`, undefined, { token });
      const { order_id } = await successor('renew');
      expect(await continuePayment(order_id)).toMatchObject({ checkoutUrl: hosted.sessionOf(order_id, 1).url });
      await successor('upgrade');
      const refused = await refusalOf(continuePayment(order_id, '?placing=1'));
      expect(refused).toMatchObject({ status: 409, code: 'order_changed' });
      expect(await continuePayment(order_id, '?placing=2')).toMatchObject({
        checkoutUrl: hosted.sessionOf(order_id, 2).url,
      });
      expect(await refusalOf(continuePayment(order_id, '?placing=two'))).toMatchObject({ status: 400 });
    });
  });

  describe('an order whose items have changed since', () => {
    it('[FIX-03] gets no page for a withdrawn item or a deleted creator, and an open page is closed', async () => {
      for (const leave of [withdraw, deleteAccount]) {
        const seller = await newSeller();
        const [waiting, ended] = [await order(seller), await order(seller)];
        await hosted.settle(ended.order_id);
        const pages = hosted.stripe.created.length;
        await leave(seller);
        for (const { order_id } of [ended, waiting]) {
          expect(await refusalOf(continuePayment(order_id))).toMatchObject({
            status: 422,
            message: expect.stringMatching(/“Dune at noon”.*Nothing was charged[.] Please remove it/) as string,
          });
          expect(await orderOf(order_id)).toMatchObject({ status: 'placed' });
          expect(hosted.sessionOf(order_id).status).toBe('expired');
        }
        expect(hosted.stripe.created).toHaveLength(pages);
      }
    });

    it('[CHK-39] that is paid after its creator left is licensed in full: nothing that was paid for is skipped', async () => {
      const seller = await newSeller();
      const items = [{ id: seller.itemId }, { id: shop.itemId }];
      const { order_id } = await checkout(whole.url, shop.brand.token, items);
      await deleteAccount(seller);
      hosted.stripe.pay(hosted.sessionOf(order_id).id);
      await hosted.settle(order_id);
      const { status, license_ids, total } = await orderOf(order_id);
      expect([status, license_ids.length, total.amount_cents]).toEqual(['paid', 2, 50_000]);
      const agreements = license_ids.map((id) =>
        get<{ creator_id: string }>(`${whole.url}/api/licenses/${id}/agreement`, {
          token: shop.brand.token,
        }),
      );
      expect((await Promise.all(agreements)).map(({ creator_id }) => creator_id)).toEqual([
        seller.creator.id,
        shop.creator.id,
      ]);
    });

    it('[FIX-03] gets a page at its own price for a day, and later at the new price once the brand has seen it', async () => {
      const seller = await newSeller();
      const { order_id } = await order(seller);
      await hosted.settle(order_id);
      await askDollars(seller, 9_000);
      await wait(23 * hourMs);
      await continuePayment(order_id);
      expect(hosted.sessionOf(order_id, 2).amount_total).toBe(25_000);
      await hosted.settle(order_id);
      await wait(2 * hourMs);
      expect(await refusalOf(continuePayment(order_id, '?placing=1'))).toMatchObject({
        status: 409,
        code: 'order_changed',
        message: expect.stringContaining('Its total is now $9,000.00. Nothing was charged.') as string,
      });
      expect(await orderOf(order_id)).toMatchObject({ placing: 2, total: { amount_cents: 900_000 } });
      await continuePayment(order_id, '?placing=2');
      expect(hosted.sessionOf(order_id, 3).amount_total).toBe(900_000);
    });

    it('[FIX-03] a renewal and an upgrade get no page once their item is withdrawn, and later cost the price at that time', async () => {
      const { url } = whole;
      const seller = await newSeller();
      const bought = await Promise.all([order(seller), order(seller)]);
      for (const { order_id } of bought) {
        hosted.stripe.pay(hosted.sessionOf(order_id).id);
        await hosted.settle(order_id);
      }
      const { items } = await licenses(url, shop.brand.token, await whole.head());
      const held = items.filter((each) => bought.some(({ order_id }) => order_id === each.order_id));
      const succeed = (id: string, way: string) =>
        post<Checkout>(`${url}/api/licenses/${id}/${way}`, undefined, { token: shop.brand.token });
      const orders = [await succeed(held[0]?.id ?? '', 'renew'), await succeed(held[1]?.id ?? '', 'upgrade')];
      for (const { order_id } of orders) await hosted.settle(order_id);
      await askDollars(seller, 300);
      await wait(25 * hourMs);
      for (const { order_id } of orders) {
        expect(await refusalOf(continuePayment(order_id, '?placing=1'))).toMatchObject({ code: 'order_changed' });
      }
      const totals = await Promise.all(
        orders.map(async ({ order_id }) => (await orderOf(order_id)).total.amount_cents),
      );
      expect(totals).toEqual([30_000, 35_000]);
      await withdraw({ ...seller, creator: await signIn(url, seller.creator) });
      for (const { order_id } of orders) {
        expect(await refusalOf(continuePayment(order_id, '?placing=2'))).toMatchObject({
          code: 'not_for_sale',
          message: expect.stringMatching(/“Dune at noon”.* but is otherwise unaffected[.]$/) as string,
        });
      }
    });
  });

  describe('an order whose payment has no outcome yet', () => {
    it('distinguishes an unpaid page from a payment that the bank has', async () => {
      const [left, banked] = [await place(), await place()];
      hosted.stripe.payThroughBank(hosted.sessionOf(banked.order_id).id);
      expect(await orderOf(left.order_id)).toMatchObject({ status: 'paying', payment: 'open' });
      expect(await orderOf(banked.order_id)).toMatchObject({ status: 'paying', payment: 'pending' });
    });

    it('never calls a payment unpaid that went through but wasn’t reported yet', async () => {
      const { order_id } = await place();
      hosted.stripe.pay(hosted.sessionOf(order_id).id);
      expect(await orderOf(order_id)).toMatchObject({ status: 'paying', payment: 'pending' });
    });

    it('has no status while nobody can say, or if there is no payment', async () => {
      const [unknown, ended] = [await place(), await place()];
      await hosted.settle(ended.order_id);
      expect(await orderOf(ended.order_id)).toMatchObject({ status: 'placed', payment: null });
      hosted.stripe.setMode('down');
      expect(await orderOf(unknown.order_id)).toMatchObject({ status: 'paying', payment: null });
    });
  });
});

describe('if the shop takes cards itself', () => {
  beforeAll(async () => {
    whole = await startWholeApp({}, clock);
    shop = await openShop(whole);
  }, 60_000);
  afterAll(() => whole.close());

  it('an order continues at the card form, paid or not', async () => {
    const { order_id, checkoutUrl } = await place();
    expect(await continuePayment(order_id)).toMatchObject({ order_id, checkoutUrl });
    await pay(whole.url, shop.brand.token, order_id);
    expect(await continuePayment(order_id)).toMatchObject({ order_id, checkoutUrl });
  });

  it('[FIX-03] an item that was withdrawn, or whose creator is gone, is refused by name before the card is charged', async () => {
    for (const leave of [withdraw, deleteAccount, beginDeletion]) {
      const seller = await newSeller();
      const { order_id } = await order(seller);
      await leave(seller);
      expect(await refusalOf(pay(whole.url, shop.brand.token, order_id))).toMatchObject({
        status: 422,
        message: expect.stringMatching(/“Dune at noon”.*Nothing was charged[.] Please remove it/) as string,
      });
      expect(await orderOf(order_id)).toMatchObject({ status: 'placed' });
    }
  });

  it('[CHK-39] an item whose creator can’t be found is ordered by nobody, not even beside others, and an order of it is charged nothing', async () => {
    const seller = await newSeller();
    const placed = await order(seller);
    const both = [{ id: shop.itemId }, { id: seller.itemId }];
    const placedTogether = await checkout(whole.url, shop.brand.token, both);
    await beginDeletion(seller);
    const refused = {
      status: 422,
      code: 'creator_missing',
      message: expect.stringContaining('“Dune at noon”') as string,
    };
    expect(await refusalOf(order(seller))).toMatchObject(refused);
    expect(await refusalOf(checkout(whole.url, shop.brand.token, both))).toMatchObject(refused);
    const charge = jest.spyOn(whole.app.get<CardGateway>(Gateway), 'charge');
    for (const { order_id } of [placed, placedTogether]) {
      expect(await refusalOf(pay(whole.url, shop.brand.token, order_id))).toMatchObject(refused);
      expect(await orderOf(order_id)).toMatchObject({ status: 'placed', license_ids: [] });
    }
    expect(charge).not.toHaveBeenCalled();
    charge.mockRestore();
  });

  it('[FIX-03] an order keeps its price for 24 hours, and is then placed again at the new price before it can be paid', async () => {
    const seller = await newSeller();
    const [today, tomorrow] = [await order(seller), await order(seller)];
    await askDollars(seller, 9_000);
    expect(await pay(whole.url, shop.brand.token, today.order_id)).toMatchObject({ status: 'paid' });
    await wait(25 * hourMs);
    const { token } = shop.brand;
    const refused = await refusalOf(pay(whole.url, token, tomorrow.order_id));
    expect(refused).toMatchObject({ status: 409, code: 'order_changed' });
    expect(await orderOf(tomorrow.order_id)).toMatchObject({
      status: 'placed',
      placing: 2,
      total: { amount_cents: 900_000 },
    });
    const payment = `${whole.url}/api/orders/${tomorrow.order_id}/payment?placing=2`;
    expect(await post(payment, cardForm(), { token })).toMatchObject({ status: 'paid' });
    const { items } = await licenses(whole.url, token, await whole.head());
    const priceOf = ({ order_id }: Checkout) => items.find((each) => each.order_id === order_id)?.price;
    expect([priceOf(today), priceOf(tomorrow)]).toEqual([250, 9_000]);
  });

  it('a payment without an outcome waits for the bank', async () => {
    const { order_id } = await place();
    expect(await orderOf(order_id)).toMatchObject({ status: 'placed', payment: null });
    await pay(whole.url, shop.brand.token, order_id, testCards.unknown);
    expect(await orderOf(order_id)).toMatchObject({ status: 'paying', payment: 'pending' });
  });
});
