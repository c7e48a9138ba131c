import type { LicenseRow } from '@tessera/domain/licensing/row';
import { checkout, get, patch, post, refusalOf } from '../../../../test/support/client.ts';
import type { Checkout } from '../../../../test/support/client.ts';
import { openShop } from '../../../../test/support/shop.ts';
import type { Shop } from '../../../../test/support/shop.ts';
import { startStripeDouble } from '../../../../test/support/stripe-double.ts';
import type { StripeDouble } from '../../../../test/support/stripe-double.ts';
import { startWholeApp } from '../../../../test/support/whole-app.ts';
import type { WholeApp } from '../../../../test/support/whole-app.ts';
import { ChargeEffect } from './charge.effect.ts';

let stripe: StripeDouble;
let whole: WholeApp;
let shop: Shop;
let url: string;

beforeAll(async () => {
  stripe = await startStripeDouble();
  whole = await startWholeApp({
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_a_key_that_is_told_to_nobody',
    STRIPE_WEBHOOK_SECRET: 'whsec_a_secret_that_is_told_to_nobody',
    STRIPE_API_HOST: stripe.url,
    PUBLIC_URL: 'https://tessera.example',
  });
  ({ url } = whole);
  shop = await openShop(whole);
}, 60_000);
afterAll(async () => {
  await whole.close();
  await stripe.close();
});

const pageOf = ({ order_id }: Checkout, attempt: number) => stripe.sessionOf(`${order_id}:${attempt}`);
const settle = ({ order_id }: Checkout) => whole.app.get(ChargeEffect).settle(order_id);
const call = () => ({ token: shop.brand.token });
const successor = (way: 'renew' | 'upgrade', id: string) =>
  post<Checkout>(`${url}/api/licenses/${id}/${way}`, undefined, call());
const owned = async () => {
  const { items } = await get<{ items: readonly LicenseRow[] }>(
    `${url}/api/licenses?limit=500&after=${await whole.head()}`,
    call(),
  );
  return items;
};
const offer = (sixMonthPrice: number) => {
  const terms = { offerOneTime: true, offerSixMonth: true, offerPerpetual: true };
  const prices = { oneTimePrice: 25, sixMonthPrice, perpetualPrice: 500 };
  const body = { title: 'Harbour at dawn', description: '', tags: [], ...terms, ...prices };
  return patch(`${url}/api/content/${shop.itemId}`, body, { token: shop.creator.token });
};
const buy = async () => {
  const placed = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
  stripe.pay(pageOf(placed, 1).id);
  const paid = await settle(placed);
  await owned();
  return paid?.state.status === 'paid' ? (paid.state.licenseIds[0] ?? '') : '';
};

describe('a successor paid on Stripe’s page', () => {
  it('has one page at a time, at the price of today, and whoever pays it gets the one successor', async () => {
    const license = await buy();
    const first = await successor('renew', license);
    expect(first.checkoutUrl).toBe(pageOf(first, 1).url);
    await offer(260);
    const second = await successor('renew', license);
    expect(second.order_id).toBe(first.order_id);
    expect(pageOf(first, 1).status).toBe('expired');
    expect(pageOf(second, 2)).toMatchObject({ status: 'open', amount_total: 26_000 });
    expect(second.checkoutUrl).toBe(pageOf(second, 2).url);

    const third = await successor('upgrade', license);
    expect(pageOf(second, 2).status).toBe('expired');
    expect(pageOf(third, 3)).toMatchObject({ status: 'open', amount_total: 25_000 });
    stripe.pay(pageOf(third, 3).id);
    expect(await settle(third)).toMatchObject({ state: { status: 'paid', attempts: 3 } });
    const successors = (await owned()).filter(({ basis }) => basis?.license_id === license);
    expect(successors).toMatchObject([{ license_type: 'perpetual', price: 250, basis: { kind: 'upgrade' } }]);
    await offer(250);
  });

  it('that was paid while nobody looked is not asked for again', async () => {
    const license = await buy();
    const placed = await successor('renew', license);
    stripe.pay(pageOf(placed, 1).id);
    for (const way of ['renew', 'upgrade'] as const) {
      expect(await refusalOf(successor(way, license))).toMatchObject({ status: 409, code: 'already_renewed' });
    }
    const successors = (await owned()).filter(({ basis }) => basis?.license_id === license);
    expect(successors).toMatchObject([{ license_type: 'six_month', price: 250 }]);
  });

  it('that the bank is still confirming leads the same wish back to it and refuses the other', async () => {
    const license = await buy();
    const placed = await successor('renew', license);
    stripe.payThroughBank(pageOf(placed, 1).id);
    expect(await successor('renew', license)).toMatchObject({
      order_id: placed.order_id,
      checkoutUrl: `/brand/checkout?order=${placed.order_id}`,
    });
    expect(await refusalOf(successor('upgrade', license))).toMatchObject({ status: 409, code: 'payment_in_progress' });
    const { renewal, upgrade } = await get<Record<'renewal' | 'upgrade', object>>(
      `${url}/api/licenses/${license}/successors`,
      call(),
    );
    expect(renewal).toMatchObject({ price_cents: 25_000 });
    expect(upgrade).toMatchObject({ reason: expect.stringContaining('still being confirmed') as string });
    expect((await owned()).filter(({ basis }) => basis?.license_id === license)).toEqual([]);
  });
});
