import type { Order } from '@tessera/contract/orders';
import { get, pay, post, refusalOf, signUpCreator } from '../../../../test/support/worlds/client.ts';
import type { Checkout } from '../../../../test/support/worlds/client.ts';
import { wholeShopForFile } from '../../../../test/support/worlds/whole-shop.ts';
import { Gateway } from '../adapters/payments/port.ts';
import type { CardGateway } from '../adapters/payments/port.ts';

const shop = wholeShopForFile();
afterEach(() => jest.restoreAllMocks());

const line = () => ({
  id: shop.itemId,
  title: 'Harbour at dawn',
  price: 250,
  licenseType: 'six_month',
  quantity: 1,
  properties: { creator_id: shop.creator.id, media_url: 'a.webp', media_type: 'image' },
});
const call = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  post<Checkout>(`${shop.whole.url}/functions/v1/store-integration`, body, { token: shop.brand.token, headers });
const checkOut = (cartItems: readonly unknown[], key?: string) =>
  call({ action: 'cart-checkout', cartItems }, key === undefined ? {} : { 'Idempotency-Key': key });
const orderOf = (id: string) => get<Order>(`${shop.whole.url}/api/orders/${id}`, { token: shop.brand.token });

describe('[API-38] cart-checkout', () => {
  it('takes a cart as it is specified, and answers where to pay the order', async () => {
    const answer = await checkOut([line(), { ...line(), licenseType: 'one_time', quantity: 3 }]);
    const { order_id } = answer;
    expect(answer).toMatchObject({ order_id, checkoutUrl: `/brand/checkout?order=${order_id}` });
    const { status, total, lines } = await orderOf(order_id);
    expect([status, total.amount_cents]).toEqual(['placed', 32_500]);
    expect(lines).toMatchObject([
      { content_id: shop.itemId, license_type: 'six_month', quantity: 1, unit_price_cents: 25_000 },
      { content_id: shop.itemId, license_type: 'one_time', quantity: 3, unit_price_cents: 2_500 },
    ]);
  });

  it('takes no price, title, creator or media from it', async () => {
    const { id } = await signUpCreator(shop.whole.url, 'Eve');
    const properties = { creator_id: id, media_url: 'mine.webp', media_type: 'video' };
    const { order_id } = await checkOut([{ ...line(), title: 'Mine', price: 0.01, properties }]);
    const { total, lines } = await orderOf(order_id);
    expect(total.amount_cents).toBe(25_000);
    expect(lines).toMatchObject([{ title: 'Harbour at dawn', media_type: 'image' }]);
    expect(lines[0]?.media_url).not.toBe('mine.webp');
    const { license_ids } = await pay(shop.whole.url, shop.brand.token, order_id);
    const agreement = `${shop.whole.url}/api/licenses/${license_ids[0]}/agreement`;
    expect(await get(agreement, { token: shop.brand.token })).toMatchObject({ creator_id: shop.creator.id });
  });

  it('refuses everything else: another method, action or field, and an item without its id, type or quantity', async () => {
    const { status } = await fetch(`${shop.whole.url}/functions/v1/store-integration`, {
      headers: { authorization: `Bearer ${shop.brand.token}` },
    });
    expect(status).toBe(404);
    const without = (field: 'id' | 'licenseType' | 'quantity') => {
      const { [field]: _left, ...rest } = line();
      return { action: 'cart-checkout', cartItems: [rest] };
    };
    for (const body of [
      { action: 'checkout', cartItems: [line()] },
      { action: 'cart-checkout', items: [line()] },
      { action: 'cart-checkout', cartItems: line() },
      { action: 'cart-checkout', cartItems: [{ ...line(), discount: 1 }] },
      without('id'),
      without('licenseType'),
      without('quantity'),
    ])
      expect([body, await refusalOf(call(body))]).toEqual([body, expect.objectContaining({ status: 400 })]);
  });
});

describe('[SPC-05] the Idempotency-Key header of cart-checkout', () => {
  it('may be left out, as its description says: each call places an order of its own, and only the paid one is charged, once', async () => {
    const [first, second] = [await checkOut([line()]), await checkOut([line()])];
    expect(second.order_id).not.toBe(first.order_id);
    const charge = jest.spyOn(shop.whole.app.get<CardGateway>(Gateway), 'charge');
    for (const _time of ['first', 'again'])
      expect(await pay(shop.whole.url, shop.brand.token, first.order_id)).toMatchObject({ status: 'paid' });
    expect(charge).toHaveBeenCalledTimes(1);
    expect(await orderOf(second.order_id)).toMatchObject({ status: 'placed', license_ids: [] });

    const { paths } = await get<{ paths: Readonly<Record<string, { post: { parameters: readonly object[] } }>> }>(
      `${shop.whole.url}/api/openapi.json`,
    );
    expect(paths['/functions/v1/store-integration']?.post.parameters).toContainEqual(
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }),
    );
  });

  it('makes repeated calls the same order; the same key with another cart is refused', async () => {
    const key = crypto.randomUUID();
    const answers = [
      await checkOut([line()], key),
      ...(await Promise.all([checkOut([line()], key), checkOut([line()], key)])),
    ];
    expect(new Set(answers.map(({ order_id }) => order_id)).size).toBe(1);
    expect(await refusalOf(checkOut([{ ...line(), quantity: 2 }], key))).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    });
  });

  it('is refused if it is sent but can’t be a key, rather than ignored', async () => {
    for (const key of ['', 'short', 'with spaces in it', 'successor:license-1', 'x'.repeat(101)])
      expect([key, await refusalOf(checkOut([line()], key))]).toEqual([
        key,
        expect.objectContaining({ status: 400, code: 'invalid_input' }),
      ]);
  });
});
