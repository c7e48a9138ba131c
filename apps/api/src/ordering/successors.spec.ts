import type { LicenseRow } from '@tessera/contract/licenses';
import { checkout, get, patch, post, refusalOf } from '../../../../test/support/worlds/client.ts';
import type { Checkout } from '../../../../test/support/worlds/client.ts';
import { startStripeShop } from '../../../../test/support/worlds/stripe-shop.ts';
import type { StripeShop } from '../../../../test/support/worlds/stripe-shop.ts';

let shop: StripeShop;
beforeAll(async () => {
  shop = await startStripeShop();
}, 60_000);
afterAll(() => shop.close());

const pageOf = ({ order_id }: Checkout, attempt: number) => shop.sessionOf(order_id, attempt);
const settle = ({ order_id }: Checkout) => shop.settle(order_id);
const call = () => ({ token: shop.brand.token });
const successor = (way: 'renew' | 'upgrade', id: string) =>
  post<Checkout>(`${shop.url}/api/licenses/${id}/${way}`, undefined, call());
const owned = async () => {
  const { items } = await get<{ items: readonly LicenseRow[] }>(
    `${shop.url}/api/licenses?limit=500&after=${await shop.whole.head()}`,
    call(),
  );
  return items;
};
const offer = (sixMonthPrice: number) => {
  const terms = { offerOneTime: true, offerSixMonth: true, offerPerpetual: true };
  const prices = { oneTimePrice: 25, sixMonthPrice, perpetualPrice: 500 };
  const body = { title: 'Harbour at dawn', description: '', tags: [], ...terms, ...prices };
  return patch(`${shop.url}/api/content/${shop.itemId}`, body, { token: shop.creator.token });
};
const buy = async () => {
  const placed = await checkout(shop.url, shop.brand.token, [{ id: shop.itemId }]);
  shop.stripe.pay(pageOf(placed, 1).id);
  const paid = await settle(placed);
  await owned();
  return paid?.state.status === 'paid' ? (paid.state.licenseIds[0] ?? '') : '';
};

describe('a successor paid on Stripe’s page', () => {
  it('has one page at a time, at today’s price, and paying it grants the one successor', async () => {
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
    shop.stripe.pay(pageOf(third, 3).id);
    expect(await settle(third)).toMatchObject({ state: { status: 'paid', attempts: 3 } });
    const successors = (await owned()).filter(({ basis }) => basis?.license_id === license);
    expect(successors).toMatchObject([{ license_type: 'perpetual', price: 250, basis: { kind: 'upgrade' } }]);
    await offer(250);
  });

  it('that was paid unnoticed is not requested again', async () => {
    const license = await buy();
    const placed = await successor('renew', license);
    shop.stripe.pay(pageOf(placed, 1).id);
    for (const way of ['renew', 'upgrade'] as const) {
      expect(await refusalOf(successor(way, license))).toMatchObject({ status: 409, code: 'already_renewed' });
    }
    const successors = (await owned()).filter(({ basis }) => basis?.license_id === license);
    expect(successors).toMatchObject([{ license_type: 'six_month', price: 250 }]);
  });

  it('that the bank is still confirming leads the same request back to it and refuses the other kind', async () => {
    const license = await buy();
    const placed = await successor('renew', license);
    shop.stripe.payThroughBank(pageOf(placed, 1).id);
    expect(await successor('renew', license)).toMatchObject({
      order_id: placed.order_id,
      checkoutUrl: `/brand/checkout?order=${placed.order_id}`,
    });
    expect(await refusalOf(successor('upgrade', license))).toMatchObject({ status: 409, code: 'payment_in_progress' });
    const { renewal, upgrade } = await get<Record<'renewal' | 'upgrade', object>>(
      `${shop.url}/api/licenses/${license}/successors`,
      call(),
    );
    expect(renewal).toMatchObject({ price_cents: 25_000 });
    expect(upgrade).toMatchObject({ reason: expect.stringContaining('still being confirmed') as string });
    expect((await owned()).filter(({ basis }) => basis?.license_id === license)).toEqual([]);
  });
});
