import { checkout, get, licenses, patch, pay, post, refusalOf, signUpBrand } from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';

interface Check {
  readonly items: readonly {
    readonly status: string;
    readonly price: number | null;
    readonly licensed: { readonly license_id: string; readonly end_date: string | null } | null;
  }[];
}

const edited = {
  title: 'Harbour at dawn',
  description: '',
  tags: [],
  offerOneTime: true,
  offerSixMonth: true,
  offerPerpetual: false,
  oneTimePrice: 31.5,
  sixMonthPrice: 250,
  perpetualPrice: 500,
};

describe('checking a cart over HTTP', () => {
  let product: Product;
  let shop: Shop;
  let url: string;

  beforeAll(async () => {
    product = await startProduct();
    ({ url } = product);
    shop = await openShop(product);
  }, 60_000);
  afterAll(async () => {
    await product.stop();
    product.forget();
  });

  const check = (lines: readonly object[], token = shop.brand.token) =>
    post<Check>(`${url}/api/cart/check`, { cartItems: lines }, { token });
  const line = (licenseType: string, price: number, id = shop.itemId) => ({ id, licenseType, price });

  it('gives the current price of each line, or says that it can’t be bought', async () => {
    const own = await openShop(product);
    await patch(`${url}/api/content/${own.itemId}`, edited, { token: own.creator.token });
    const { items } = await check([
      line('six_month', 250, own.itemId),
      line('one_time', 25, own.itemId),
      line('perpetual', 500, own.itemId),
      line('one_time', 29.99, 'sample-1'),
    ]);
    expect(items.map(({ status, price }) => [status, price])).toEqual([
      ['ok', 250],
      ['price_changed', 31.5],
      ['not_offered', null],
      ['gone', null],
    ]);
    await post(`${url}/api/content/${own.itemId}/withdraw`, {}, { token: own.creator.token });
    expect((await check([line('six_month', 250, own.itemId)])).items).toMatchObject([{ status: 'gone', price: null }]);
  });

  it('names the license that a brand already holds, to that brand only; a perpetual one covers every license type', async () => {
    const [brand, other] = await Promise.all([signUpBrand(url), signUpBrand(url)]);
    const buy = async (licenseType: string) => {
      const { order_id } = await checkout(url, brand.token, [{ id: shop.itemId, licenseType }]);
      const { license_ids, position } = await pay(url, brand.token, order_id);
      await licenses(url, brand.token, position);
      return license_ids[0];
    };
    const held = async (token: string) => {
      const lines = [line('one_time', 25), line('six_month', 250), line('perpetual', 500)];
      return (await check(lines, token)).items.map(({ licensed }) => licensed?.license_id);
    };
    expect(await held(brand.token)).toEqual([undefined, undefined, undefined]);
    const sixMonths = await buy('six_month');
    expect(await held(brand.token)).toEqual([undefined, sixMonths, undefined]);
    const [, running] = (await check([line('one_time', 25), line('six_month', 250)], brand.token)).items;
    expect(running?.licensed?.end_date).toMatch(/^\d{4}-\d\d-\d\dT/);
    const perpetual = await buy('perpetual');
    expect(await held(brand.token)).toEqual([perpetual, perpetual, perpetual]);
    expect(await held(other.token)).toEqual([undefined, undefined, undefined]);
  });

  it('[FIX-10] names, for each item that a brand views, its most extensive license in force, to that brand only', async () => {
    const [brand, other] = await Promise.all([signUpBrand(url), signUpBrand(url)]);
    const buy = async (licenseType: string) => {
      const { order_id } = await checkout(url, brand.token, [{ id: shop.itemId, licenseType }]);
      const { license_ids, position } = await pay(url, brand.token, order_id);
      await licenses(url, brand.token, position);
      return license_ids[0];
    };
    const held = async ({ token }: { token: string }, ids = `${shop.itemId},sample-1`) =>
      (await get<{ items: readonly object[] }>(`${url}/api/cart/held?content=${ids}`, { token })).items;
    expect(await held(brand)).toEqual([]);
    await buy('one_time');
    const sixMonths = await buy('six_month');
    expect(await held(brand)).toEqual([
      {
        content_id: shop.itemId,
        license_id: sixMonths,
        license_type: 'six_month',
        end_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ]);
    expect(await held(other)).toEqual([]);
    const tooMany = Array.from({ length: 51 }, (_, at) => `item-${at}`).join();
    for (const ids of ['', tooMany, 'x'.repeat(65)]) {
      expect(await refusalOf(held(brand, ids))).toMatchObject({ status: 400, code: 'invalid_input' });
    }
  });

  it('refuses what is not a cart, and a cart too large for an order', async () => {
    const refused = (body: object) => refusalOf(post(`${url}/api/cart/check`, body, { token: shop.brand.token }));
    for (const body of [{}, { cartItems: 'all' }, { cartItems: [null] }, { cartItems: [{ id: 'a', price: '25' }] }]) {
      expect(await refused(body)).toMatchObject({ status: 400 });
    }
    expect(await refused({ cartItems: [{ ...line('one_time', 25), card: '4242' }] })).toMatchObject({
      message: 'Unknown field: card',
    });
    const many = Array.from({ length: 101 }, (_, at) => line('one_time', 25, `item-${at}`));
    expect(await refused({ cartItems: many })).toMatchObject({ status: 400, code: 'cart_too_large' });
  });

  it('[CHK-34] an item that names no creator is not skipped: it is licensed from the creator that the server knows', async () => {
    const cartItems = [
      { id: shop.itemId, title: 'Harbour', price: 250, licenseType: 'six_month', quantity: 1, properties: {} },
    ];
    const { order_id } = await post<{ order_id: string }>(
      `${url}/functions/v1/store-integration`,
      { action: 'cart-checkout', cartItems },
      { token: shop.brand.token, headers: { 'idempotency-key': crypto.randomUUID() } },
    );
    const { license_ids, position } = await pay(url, shop.brand.token, order_id);
    const owned = await licenses(url, shop.brand.token, position);
    expect(owned.items.find(({ id }) => id === license_ids[0])).toMatchObject({ creator_id: shop.creator.id });
    const agreement = `${url}/api/licenses/${license_ids[0]}/agreement`;
    expect(await get(agreement, { token: shop.brand.token })).toMatchObject({ creator_id: shop.creator.id });
  });
});
