import { createHmac } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import {
  refusalOf,
  cardForm,
  checkout,
  get,
  licenses,
  patch,
  pay,
  post,
  publish,
  signInAdmin,
  signUpBrand,
  signUpCreator,
  testCards,
  upload,
} from '../support/worlds/client.ts';
import { drawPicture } from '../support/picture.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';

interface Order {
  readonly status: string;
  readonly total: { readonly amount_cents: number };
  readonly license_ids: readonly string[];
}

interface MarketplaceAnswer {
  readonly items: readonly { readonly id: string; readonly title: string }[];
  readonly tags: readonly string[];
}

describe('buying a license over HTTP', () => {
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

  const orderOf = (id: string, token = shop.brand.token) => get<Order>(`${url}/api/orders/${id}`, { token });
  const market = (query: string) => get<MarketplaceAnswer>(`${url}/api/marketplace?${query}`);

  it('[API-20, MKT-31, MKT-32] the marketplace can be read without a session, searched by substring and filtered by exact tag', async () => {
    for (const search of ['harbour', 'BOATS bef', 'Acme', 'orning']) {
      expect((await market(`search=${encodeURIComponent(search)}`)).items.map(({ id }) => id)).toEqual([shop.itemId]);
    }
    expect((await market('search=nowhere')).items).toEqual([]);
    expect((await market('tag=sea')).items).toHaveLength(1);
    expect((await market('tag=se')).items).toEqual([]);
    expect((await market('')).tags).toEqual(['sea', 'morning']);
  });

  it('[CART-31, API-53] a price that was changed in the browser changes nothing: the server charges its own', async () => {
    const line = { id: shop.itemId, title: 'Mine', price: 0.01, licenseType: 'six_month', quantity: 2 };
    const { order_id } = await checkout(url, shop.brand.token, [line]);
    expect((await orderOf(order_id)).total.amount_cents).toBe(50_000);
    const paid = await pay(url, shop.brand.token, order_id);
    const owned = (await licenses(url, shop.brand.token, paid.position)).items;
    expect(owned.find(({ id }) => id === paid.license_ids[0])).toMatchObject({ price: 500 });
  });

  it('[API-38, API-39] the same checkout sent many times concurrently creates one order', async () => {
    const key = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => checkout(url, shop.brand.token, [{ id: shop.itemId }], key)),
    );
    expect(new Set(answers.map(({ order_id }) => order_id)).size).toBe(1);
    expect(answers[0]?.checkoutUrl).toBe(`/brand/checkout?order=${answers[0]?.order_id}`);
    const other = checkout(url, shop.brand.token, [{ id: shop.itemId, licenseType: 'perpetual' }], key);
    expect(await refusalOf(other)).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
  });

  it('[CHK-38] the same payment sent many times concurrently charges once and grants once', async () => {
    const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => pay(url, shop.brand.token, order_id)));
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 });
    }
    const order = await orderOf(order_id);
    expect(order).toMatchObject({ status: 'paid', license_ids: [expect.any(String)] });
    const gateway = new DatabaseSync(join(product.dataDir, 'sandbox-gateway.db'), { readOnly: true });
    const charges = gateway.prepare('SELECT count(*) AS count FROM charges WHERE key LIKE ?').get(`${order_id}:%`);
    gateway.close();
    expect(charges).toMatchObject({ count: 1 });
    expect(await pay(url, shop.brand.token, order_id)).toMatchObject({ license_ids: order.license_ids });
  });

  it('[GAL-10] an order gives its licenses as a list and their originals as one archive, byte for byte, to its brand only', async () => {
    const { token } = shop.brand;
    const lines = [{ id: shop.itemId }, { id: shop.itemId, licenseType: 'perpetual' }];
    const { order_id } = await checkout(url, token, lines);
    const order = `${url}/api/orders/${order_id}`;
    expect(await get(`${order}/licenses`, { token })).toEqual({ items: [] });
    expect(await refusalOf(get(`${order}/originals`, { token }))).toMatchObject({ status: 404 });
    const { license_ids, position } = await pay(url, token, order_id);
    const { items } = await get<{ items: readonly { id: string }[] }>(`${order}/licenses?after=${position}`, { token });
    expect(items.map(({ id }) => id)).toEqual(license_ids);

    const headers = { authorization: `Bearer ${token}` };
    const archive = await fetch(`${order}/originals`, { headers });
    expect(archive.headers.get('content-type')).toBe('application/zip');
    expect(archive.headers.get('content-disposition')).toBe(
      `attachment; filename=tessera-order-${order_id.slice(-8)}.zip`,
    );
    const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
    const alone = await fetch(`${url}/api/licenses/${license_ids[0]}/download`, { headers });
    const [, name] = /filename="?([^";]+)/.exec(alone.headers.get('content-disposition') ?? '') ?? [];
    expect(Object.keys(files)).toEqual([name]);
    expect(Buffer.from(files[name!]!).equals(Buffer.from(await alone.arrayBuffer()))).toBe(true);

    const stranger = await signUpBrand(url, 'Nosy & Co');
    for (const path of ['licenses', 'originals']) {
      expect(await refusalOf(get(`${order}/${path}`, stranger))).toMatchObject({ status: 404 });
    }
    const forged = archive.url.replace(/orders[/]./, (start) => `${start}x`);
    expect((await fetch(forged)).status).toBe(404);
    expect((await fetch(archive.url.replace('/orders/', '/'))).status).toBe(404);
  });

  it('[FIX-19] the originals of an order have different names in its archive, also where case and spelling don’t count', async () => {
    const { token } = shop.creator;
    const lines: { readonly id: string }[] = [];
    for (const [seed, title] of ['Harbor', 'HARBOR', 'Harbor (2)', 'aux', `${'x'.repeat(99)}😀`].entries()) {
      const picture = new Uint8Array(await drawPicture(seed + 10, 800, 600));
      lines.push(await publish(url, token, await upload(url, token, picture), { title, description: '', tags: [] }));
    }
    const { order_id } = await checkout(
      url,
      shop.brand.token,
      lines.map(({ id }) => ({ id })),
    );
    await pay(url, shop.brand.token, order_id);
    const headers = { authorization: `Bearer ${shop.brand.token}` };
    const archive = await fetch(`${url}/api/orders/${order_id}/originals`, { headers });
    expect(Object.keys(unzipSync(new Uint8Array(await archive.arrayBuffer())))).toEqual([
      ...['Harbor.jpg', 'HARBOR (2).jpg', 'Harbor (2) (2).jpg', '_aux.jpg', `${'x'.repeat(99)}.jpg`],
    ]);
  });

  it('[CHK-27] a declined card is refused in plain words, and the order stays open for another card', async () => {
    const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
    expect(await refusalOf(pay(url, shop.brand.token, order_id, testCards.declined))).toMatchObject({
      status: 402,
      code: 'payment_declined',
      title: 'Checkout Error',
      message: 'The card was declined. Nothing was charged. Please try another card.',
    });
    expect(await orderOf(order_id)).toMatchObject({ status: 'placed', license_ids: [] });
    expect(await pay(url, shop.brand.token, order_id)).toMatchObject({ status: 'paid' });
  });

  it('an invalid card form is refused field by field, and nothing is charged', async () => {
    const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
    const form = { ...cardForm(), cardNumber: '4242', cvv: '1', terms: false };
    const refused = await refusalOf(post(`${url}/api/orders/${order_id}/payment`, form, { token: shop.brand.token }));
    expect(refused).toMatchObject({
      status: 400,
      fields: {
        cardNumber: 'Card Number must be a 16-digit number.',
        cvv: 'CVV must be a 3-digit number.',
        terms: 'You must accept the terms and conditions.',
      },
    });
    expect(await orderOf(order_id)).toMatchObject({ status: 'placed' });
  });

  it('[MKT-38, MKT-28] a sample, an unknown id and a license type that is not offered can’t be ordered', async () => {
    expect(await refusalOf(checkout(url, shop.brand.token, [{ id: 'sample-1', title: 'Golden hour' }]))).toMatchObject({
      status: 422,
      code: 'not_for_sale',
      message: '“Golden hour” is not for sale. Please remove it from your cart.',
    });
    expect(
      await refusalOf(checkout(url, shop.brand.token, [{ id: shop.itemId, licenseType: 'forever' }])),
    ).toMatchObject({ status: 422, code: 'not_offered' });
  });

  it('[CHK-22, CHK-23] an empty cart is refused with the words of the specification', async () => {
    expect(await refusalOf(checkout(url, shop.brand.token, []))).toMatchObject({
      status: 400,
      title: 'Empty Cart',
      message: 'Your cart is empty. Please add items before checkout.',
    });
  });

  it('a price raised after checkout applies to the next order, and the placed order keeps its own', async () => {
    const own = await openShop(product);
    const { order_id } = await checkout(url, own.brand.token, [{ id: own.itemId }]);
    const edit = {
      title: 'Harbour at dawn',
      description: '',
      tags: [],
      offerOneTime: false,
      offerSixMonth: true,
      offerPerpetual: false,
      sixMonthPrice: 300,
    };
    await patch(`${url}/api/content/${own.itemId}`, edit, { token: own.creator.token });
    expect((await orderOf(order_id, own.brand.token)).total.amount_cents).toBe(25_000);
    const next = await checkout(url, own.brand.token, [{ id: own.itemId, price: 250 }]);
    expect((await orderOf(next.order_id, own.brand.token)).total.amount_cents).toBe(30_000);
  });

  it('[API-22, API-23, API-24] a purchase creates a license and an agreement, and each side reads its own with the content', async () => {
    const brand = await signUpBrand(url, 'Fresh Brand');
    const { order_id } = await checkout(url, brand.token, [{ id: shop.itemId, licenseType: 'perpetual' }]);
    const { position } = await pay(url, brand.token, order_id);
    const read = ({ token }: { token: string }) =>
      get<{ items: readonly Record<string, unknown>[] }>(`${url}/api/licenses?after=${position}`, { token });
    const { items: bought } = await read(brand);
    expect(bought).toEqual([
      expect.objectContaining({
        content_id: shop.itemId,
        creator_id: shop.creator.id,
        brand_id: brand.id,
        license_type: 'perpetual',
        content: expect.objectContaining({
          title: 'Harbour at dawn',
          description: 'Fishing boats before sunrise',
          media_url: expect.any(String),
        }),
      }),
    ]);
    const { items: sold } = await read(shop.creator);
    expect(sold.filter(({ brand_id }) => brand_id === brand.id)).toEqual(bought);
    expect((await read(await signUpBrand(url, 'Nobody'))).items).toEqual([]);
    const agreement = await get(`${url}/api/licenses/${String(bought[0]?.['id'])}/agreement`, { token: brand.token });
    expect(agreement).toMatchObject({ content_id: shop.itemId, license_type: 'perpetual', brand_name: 'Fresh Brand' });
  });

  it('[BRAND-24, CREA-19, ENT-17] licenses, agreements and orders of others can’t be accessed', async () => {
    const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
    const { license_ids, position } = await pay(url, shop.brand.token, order_id);
    const [id] = license_ids;
    const [stranger, otherCreator] = await Promise.all([signUpBrand(url, 'Rival'), signUpCreator(url, 'Cora')]);
    for (const { token } of [stranger, otherCreator]) {
      expect((await licenses(url, token, position)).items).toEqual([]);
      for (const path of [`licenses/${id}/agreement`, `licenses/${id}/agreement.pdf`]) {
        expect(await refusalOf(get(`${url}/api/${path}`, { token }))).toMatchObject({ status: 404 });
      }
    }
    expect(await refusalOf(orderOf(order_id, stranger.token))).toMatchObject({ status: 404 });
    expect(await refusalOf(pay(url, stranger.token, order_id))).toMatchObject({ status: 404 });
    expect(await refusalOf(get(`${url}/api/licenses/${id}/download`, { token: shop.creator.token }))).toMatchObject({
      status: 403,
    });
    for (const token of [shop.brand.token, shop.creator.token]) {
      expect(await get(`${url}/api/licenses/${id}/agreement`, { token })).toMatchObject({
        creator_name: 'Carla Creator',
        brand_name: 'Acme',
        license_type: 'six_month',
        agreement_text: expect.stringContaining('$250.00'),
      });
    }
  });

  it('[ENT-16] the agreement has its fields and can be downloaded as a PDF by its parties', async () => {
    const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
    const { license_ids } = await pay(url, shop.brand.token, order_id);
    const response = await fetch(`${url}/api/licenses/${license_ids[0]}/agreement.pdf`, {
      headers: { authorization: `Bearer ${shop.brand.token}` },
    });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.subarray(-6).toString()).toContain('%%EOF');
    for (const { token } of [shop.brand, shop.creator]) {
      expect(await get(`${url}/api/licenses/${license_ids[0]}/agreement`, { token })).toMatchObject({
        content_id: shop.itemId,
        creator_id: shop.creator.id,
        brand_id: shop.brand.id,
        creator_name: 'Carla Creator',
        brand_name: 'Acme',
        license_type: 'six_month',
        agreement_text: expect.stringContaining('Harbour at dawn'),
      });
    }
  });

  it('[AUTH-86] each role may call the API of its own pages, and a visitor none of it', async () => {
    const asCreator = shop.creator.token;
    const asBrand = shop.brand.token;
    expect(await refusalOf(checkout(url, asCreator, [{ id: shop.itemId }]))).toMatchObject({ status: 403 });
    expect(await refusalOf(get(`${url}/api/dashboards/creator`, { token: asBrand }))).toMatchObject({ status: 403 });
    expect(await refusalOf(get(`${url}/api/content/mine`, { token: asBrand }))).toMatchObject({ status: 403 });
    for (const path of ['licenses', 'dashboards/creator', 'dashboards/brand', 'content/mine', 'profile']) {
      expect(await refusalOf(get(`${url}/api/${path}`))).toMatchObject({ status: 401, code: 'not_signed_in' });
    }
  });

  it('[ADM-13] the admin’s calls are refused without an admin session', async () => {
    for (const token of [undefined, shop.brand.token, shop.creator.token]) {
      for (const path of ['counts', 'events', 'views', 'events/0']) {
        const { status } = await refusalOf(get(`${url}/api/admin/${path}`, token ? { token } : {}));
        expect([401, 403]).toContain(status);
      }
    }
  });

  it('an expired token, a forged one and one without a signature are refused with 401', async () => {
    const secret = readFileSync(join(product.dataDir, 'secrets', 'jwt_secret'), 'utf8').trim();
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(shop.brand.token.split('.')[1] ?? '', 'base64url').toString()) as object;
    const sign = (header: object, payload: object, key: string) => {
      const text = `${part(header)}.${part(payload)}`;
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    };
    const header = { alg: 'HS256', typ: 'JWT' };
    const tokens = {
      expired: sign(header, { ...claims, exp: Math.floor(Date.now() / 1_000) - 1 }, secret),
      forged: sign(header, claims, 'another secret'),
      unsigned: `${part({ alg: 'none' })}.${part(claims)}.`,
    };
    expect(await get(`${url}/api/licenses`, { token: sign(header, claims, secret) })).toMatchObject({});
    for (const token of Object.values(tokens)) {
      expect(await refusalOf(get(`${url}/api/licenses`, { token }))).toMatchObject({
        status: 401,
        message: 'Your session has ended. Please sign in again.',
      });
    }
  });

  it('[API-54] an unknown action of the function is refused', async () => {
    for (const action of ['refund', '__proto__', '', undefined]) {
      const call = post(`${url}/functions/v1/store-integration`, { action }, { token: shop.brand.token });
      expect(await refusalOf(call)).toMatchObject({ status: 400, code: 'invalid_input' });
    }
  });

  it('[ERR-10] an unreadable body is answered with 400 in the API’s error format, without internals', async () => {
    const bodies = ['{', '[]', 'null', '"text"', '{"__proto__":{"terms":true}}', '{"cardNumber":{"$gt":""}}', '\0'];
    const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
    const paths = ['functions/v1/store-integration', `api/orders/${order_id}/payment`];
    for (const path of paths) {
      for (const body of bodies) {
        const response = await fetch(`${url}/${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${shop.brand.token}`, 'content-type': 'application/json' },
          body,
        });
        const text = await response.text();
        expect([path, body, response.status]).toEqual([path, body, 400]);
        expect(JSON.parse(text)).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
        expect(text).not.toMatch(/node_modules|\n\s+at |SQLITE/);
      }
    }
    expect(await orderOf(order_id)).toMatchObject({ status: 'placed' });
  });

  it('[API-49] the authentication service refuses an unknown path and an unreadable body in its own error format', async () => {
    for (const path of ['otp', 'sso', 'authorize', 'admin/users']) {
      const response = await fetch(`${url}/auth/v1/${path}`, { method: 'POST' });
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ code: 404, error_code: 'not_found', msg: expect.any(String) });
    }
    const headers = { 'content-type': 'application/json' };
    const broken = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body: '{' });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ code: 400, error_code: 'bad_json' });
  });

  it('[ROUTE-33] an unknown path of the service answers 404 JSON; any other path is the app', async () => {
    for (const path of ['api/nothing', 'functions/v1/nothing', 'media/nothing.webp']) {
      const response = await fetch(`${url}/${path}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: expect.any(String) } });
    }
    const page = await fetch(`${url}/no/such/page`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/text\/html/);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it('[CHK-18] no card number and no CVV is in a file or a line that the product wrote', async () => {
    const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
    const form = { ...cardForm('4000123412341234'), cvv: '907' };
    await refusalOf(post(`${url}/api/orders/${order_id}/payment`, form, { token: shop.brand.token }));
    const files = readdirSync(product.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const bytes = readFileSync(join(file.parentPath, file.name));
      expect([file.name, bytes.includes('4000123412341234'), bytes.includes('4242424242424242')]).toEqual([
        file.name,
        false,
        false,
      ]);
    }
    expect(product.output()).not.toMatch(/4000123412341234|4242424242424242/);
  });

  it('[ADM-04, ADM-05, ADM-06, ADM-07, API-34] the admin sees the counts, and reads a purchase as plain sentences', async () => {
    const token = await signInAdmin(url, product.adminPassword());
    const counts = (after: number) =>
      get<Record<'creators' | 'brands' | 'content' | 'licenses', number>>(`${url}/api/admin/counts?after=${after}`, {
        token,
      });
    const head = async () => (await get<{ position: number }>(`${url}/api/admin/events`, { token })).position;
    const before = await counts(await head());
    await Promise.all([signUpBrand(url, 'Counted Brand'), signUpCreator(url), signUpCreator(url)]);
    expect(await counts(await head())).toEqual({ ...before, creators: before.creators + 2, brands: before.brands + 1 });
    const own = await openShop(product);
    const withShop = { creators: before.creators + 3, brands: before.brands + 2, content: before.content + 1 };
    expect(await counts(await head())).toEqual({ ...before, ...withShop });
    const { order_id } = await checkout(url, own.brand.token, [{ id: own.itemId }]);
    const { position } = await pay(url, own.brand.token, order_id);
    expect(await counts(position)).toEqual({ ...before, ...withShop, licenses: before.licenses + 1 });
    const log = await get<{ items: readonly { sentence: string; position: number }[] }>(
      `${url}/api/admin/events?correlation=${order_id}&type=`,
      { token },
    );
    expect(
      log.items
        .map(({ sentence }) => sentence)
        .reverse()
        .slice(0, 5),
    ).toEqual([
      'Acme placed an order of 1 item for $250.00.',
      `Payment attempt 1 was started with the sandbox gateway, and terms version ${termsInForce().id} accepted.`,
      '$250.00 was paid through the sandbox gateway.',
      expect.stringMatching(
        /^Acme was granted a 6-Month License for “Harbour at dawn” until .*the creator receives \$200\.00\.$/,
      ),
      'The agreement between Acme and the creator was issued.',
    ]);
    const registered = await get<{ data: Record<string, unknown> }>(`${url}/api/admin/events/0`, { token });
    expect(JSON.stringify(registered)).not.toContain('555 010 2030');
    expect(registered.data['phone']).toBe('•••• (personal)');
  });

  it('the service reports its health, its metrics and the description of its API', async () => {
    expect(await get(`${url}/health/live`)).toEqual({ status: 'ok' });
    expect(await get(`${url}/health/ready`)).toEqual({ status: 'ok', not_ready: [], degraded: [] });
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('tessera_view_lag{view="creator-dashboard"} 0');
    const { paths } = await get<{ paths: Record<string, unknown> }>(`${url}/api/openapi.json`);
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/marketplace', '/api/orders/{id}/payment']));
  });
});
