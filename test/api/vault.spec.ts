import type { LicenseRow } from '@tessera/contract/licenses';
import { extractText, getDocumentProxy } from 'unpdf';
import { systemClock } from '../../apps/api/src/kernel/clock.ts';
import {
  cardForm,
  checkout,
  get,
  patch,
  pay,
  post,
  publish,
  refusalOf,
  signIn,
  signInAdmin,
  signUpBrand,
  signUpCreator,
  testCards,
  upload,
} from '../support/worlds/client.ts';
import type { Account, Checkout, CheckoutLine, Payment } from '../support/worlds/client.ts';
import { drawPicture } from '../support/picture.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';
import { changed } from '../support/doubles/changed.ts';

interface List {
  readonly items: readonly LicenseRow[];
  readonly next_cursor: string | null;
  readonly position: number;
}

interface Offer {
  readonly price_cents?: number;
  readonly start_date?: string;
  readonly end_date?: string | null;
  readonly reason?: string;
}
type Offers = Readonly<Record<'renewal' | 'upgrade', Offer>>;

interface Order {
  readonly status: string;
  readonly placing: number;
  readonly total: { readonly amount_cents: number };
  readonly lines: readonly { readonly license_type: string; readonly basis: unknown }[];
}

const dayMs = 86_400_000;
let pictures = 0;

/** What a brand does with its licenses over HTTP. */
const vaultOf = (url: string) => {
  const list = ({ token }: Account, query = '') => get<List>(`${url}/api/licenses?${query}`, { token });
  const payFor = (orderId: string, { token }: Account, placing = 1, card?: string) =>
    post<Payment>(`${url}/api/orders/${orderId}/payment?placing=${placing}`, cardForm(card), { token });
  const one = (id: string, { token }: Pick<Account, 'token'>, after?: number) =>
    get<LicenseRow>(`${url}/api/licenses/${id}${after === undefined ? '' : `?after=${after}`}`, { token });
  return {
    list,
    ids: async (account: Account, query = '') => (await list(account, query)).items.map(({ id }) => id),
    one,
    offers: (id: string, { token }: Account) => get<Offers>(`${url}/api/licenses/${id}/successors`, { token }),
    renew: (id: string, { token }: Account) => post<Checkout>(`${url}/api/licenses/${id}/renew`, undefined, { token }),
    upgrade: (id: string, { token }: Account) =>
      post<Checkout>(`${url}/api/licenses/${id}/upgrade`, undefined, { token }),
    order: (id: string, { token }: Account) => get<Order>(`${url}/api/orders/${id}`, { token }),
    payFor,
    put: async (creator: Account, title: string, prices?: readonly [number, number, number]) => {
      const picture = new Uint8Array(await drawPicture((pictures += 1), 200, 150));
      const { id } = await publish(url, creator.token, await upload(url, creator.token, picture), {
        title,
        ...(prices && { prices }),
      });
      return id;
    },
    /** Buys one cart and returns its licenses once they can be read. */
    buy: async (brand: Account, ...lines: CheckoutLine[]) => {
      const { order_id } = await checkout(url, brand.token, lines);
      const { license_ids, position } = await pay(url, brand.token, order_id);
      await list(brand, `after=${position}`);
      return license_ids as readonly [string, ...string[]];
    },
    /** Pays for a successor and returns the license that it granted. */
    paid: async (brand: Account, { order_id }: Checkout, placing?: number) => {
      const { license_ids, position } = await payFor(order_id, brand, placing);
      return one(license_ids[0] ?? '', brand, position);
    },
    csv: async ({ token }: Account, query = '') => {
      const answer = await fetch(`${url}/api/licenses.csv?${query}`, { headers: { authorization: `Bearer ${token}` } });
      // By default the decoder would strip the byte order mark.
      return { answer, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer()) };
    },
  };
};

const listing = (six_month: number | null, perpetual: number | null) => ({
  title: 'Harbour at dawn',
  description: '',
  tags: [],
  offerOneTime: true,
  offerSixMonth: six_month !== null,
  offerPerpetual: perpetual !== null,
  oneTimePrice: 25,
  sixMonthPrice: six_month ?? 250,
  perpetualPrice: perpetual ?? 500,
});

describe('a brand’s licenses over HTTP', () => {
  let product: Product;
  let url: string;
  let vault: ReturnType<typeof vaultOf>;
  let creator: Account;
  let itemId: string;

  beforeAll(async () => {
    product = await startProduct();
    ({ url } = product);
    vault = vaultOf(url);
    creator = await signUpCreator(url);
    itemId = await vault.put(creator, 'Harbour at dawn');
  }, 60_000);
  afterAll(async () => {
    await product.stop();
    product.forget();
  });

  const newBrand = () => signUpBrand(url, 'Acme');
  const offer = (id: string, six_month: number | null, perpetual: number | null) =>
    patch(`${url}/api/content/${id}`, listing(six_month, perpetual), { token: creator.token });

  it('[API-22, BRAND-24] a brand searches its own licenses only, by words, type and status, page by page', async () => {
    const [brand, other] = [await newBrand(), await signUpBrand(url, 'Northwind')];
    const otto = await signUpCreator(url, 'Otto Ödman');
    const rainId = await vault.put(otto, 'Rain on slate');
    const [harbour] = await vault.buy(brand, { id: itemId });
    const [once, ever] = await vault.buy(
      brand,
      { id: rainId, licenseType: 'one_time' },
      { id: rainId, licenseType: 'perpetual', quantity: 3 },
    );
    const [others] = await vault.buy(other, { id: itemId });
    expect(await vault.ids(brand, 'search=HARBOUR')).toEqual([harbour]);
    expect(new Set(await vault.ids(brand, `search=${encodeURIComponent('ödman')}`))).toEqual(new Set([once, ever]));
    expect(await vault.ids(brand, 'search=northwind')).toEqual([]);
    expect(await vault.ids(brand, 'type=perpetual')).toEqual([ever]);
    expect(await vault.ids(brand, 'type=six_month&search=slate')).toEqual([]);
    expect(new Set(await vault.ids(brand, 'status=active'))).toEqual(new Set([harbour, once, ever]));
    for (const status of ['ending', 'expired', 'upcoming'])
      expect(await vault.ids(brand, `status=${status}`)).toEqual([]);
    const first = await vault.list(brand, 'limit=2&status=active');
    const rest = await vault.list(brand, `limit=2&status=active&cursor=${first.next_cursor}`);
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(await vault.ids(brand));
    expect(rest.next_cursor).toBeNull();
    expect(await vault.ids(other)).toEqual([others]);
    expect(await vault.ids(otto, 'search=acme')).toHaveLength(2);
    expect(await vault.ids(otto, 'search=harbour')).toEqual([]);
  });

  it('an unknown filter is refused, and the answer lists the valid ones', async () => {
    const brand = await newBrand();
    for (const [query, message] of [
      ['status=valid', 'status must be one of: active, ending, expired, upcoming.'],
      ['type=video', 'type must be one of: one_time, six_month, perpetual.'],
      ['search=a&search=b', 'search must be one text of at most 200 characters.'],
    ] as const) {
      expect(await refusalOf(vault.list(brand, query))).toMatchObject({ status: 400, message });
      const { answer } = await vault.csv(brand, query);
      expect(answer.status).toBe(400);
    }
    expect(await refusalOf(vault.list(brand, 'cursor=nonsense'))).toMatchObject({ status: 400 });
  });

  it('[ENT-13, ENT-15] a license shows its item, its dates, how long it is valid and what continues it', async () => {
    const brand = await newBrand();
    const [id] = await vault.buy(brand, { id: itemId, quantity: 2 });
    const row = await vault.one(id, brand);
    expect(row).toMatchObject({
      id,
      content_id: itemId,
      license_type: 'six_month',
      price: 500,
      price_money: { amount_cents: 50_000, currency: 'USD' },
      status: 'active',
      days_left: 180,
      basis: null,
      renewed_by: null,
      upgraded_by: null,
      content: { title: 'Harbour at dawn', media_type: 'image' },
    });
    expect((await vault.list(brand)).items).toEqual([row]);
    const admin = await signInAdmin(url, product.adminPassword());
    for (const token of [creator.token, admin]) expect(await vault.one(id, { token })).toEqual(row);
  });

  it('[MKT-59] a renewal is paid like an order, at today’s price, and starts where the license ends', async () => {
    const brand = await newBrand();
    const [id] = await vault.buy(brand, { id: itemId, quantity: 2 });
    const old = await vault.one(id, brand);
    const { renewal } = await vault.offers(id, brand);
    expect(renewal).toMatchObject({ price_cents: 50_000, start_date: old.end_date });
    const placed = await vault.renew(id, brand);
    expect(placed.checkoutUrl).toBe(`/brand/checkout?order=${placed.order_id}`);
    expect(await vault.order(placed.order_id, brand)).toMatchObject({
      status: 'placed',
      placing: 1,
      total: { amount_cents: renewal.price_cents },
      lines: [{ license_type: 'six_month', quantity: 2, basis: { kind: 'renewal', license_id: id } }],
    });
    const renewed = await vault.paid(brand, placed);
    expect(renewed).toMatchObject({
      price: 500,
      quantity: 2,
      start_date: old.end_date,
      end_date: renewal.end_date,
      status: 'upcoming',
      basis: { kind: 'renewal', license_id: id },
    });
    expect(await vault.one(id, brand)).toEqual({ ...old, renewed_by: renewed.id });
    expect(await vault.ids(brand, 'status=upcoming')).toEqual([renewed.id]);
    expect(await vault.ids(brand, 'status=active')).toEqual([id]);
    for (const again of [vault.renew, vault.upgrade]) {
      expect(await refusalOf(again(id, brand))).toMatchObject({ status: 409, code: 'already_renewed' });
    }
    const refused = { reason: expect.stringContaining('has already been renewed') as string };
    expect(await vault.offers(id, brand)).toEqual({ renewal: refused, upgrade: refused });
  });

  it('the agreement of a renewal says which license it renews, as text and as a document', async () => {
    const brand = await newBrand();
    const [id] = await vault.buy(brand, { id: itemId });
    const renewed = await vault.paid(brand, await vault.renew(id, brand));
    const [agreement, pdf] = await Promise.all([
      get<{ agreement_text: string }>(`${url}/api/licenses/${renewed.id}/agreement`, { token: brand.token }),
      fetch(`${url}/api/licenses/${renewed.id}/agreement.pdf`, { headers: { authorization: `Bearer ${brand.token}` } }),
    ]);
    expect(agreement.agreement_text).toContain(`This license renews license ${id}.`);
    const document = await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer()));
    const text = (await extractText(document, { mergePages: true })).text.replace(/\s+/g, ' ');
    expect(text).toContain(`Renews License ${id}`);
    expect(text).toContain(`This license renews license ${id}.`);
  });

  it('an upgrade costs the difference from the price paid per unit, and the old license stays as it was granted', async () => {
    const brand = await newBrand();
    const id = await vault.put(creator, 'Slate', [25, 199.99, 500.01]);
    const [held] = await vault.buy(brand, { id, quantity: 3 });
    const old = await vault.one(held, brand);
    const { upgrade } = await vault.offers(held, brand);
    expect(upgrade).toMatchObject({ price_cents: 3 * 30_002, end_date: null });
    const upgraded = await vault.paid(brand, await vault.upgrade(held, brand));
    expect(upgraded).toMatchObject({
      license_type: 'perpetual',
      price: 900.06,
      quantity: 3,
      end_date: null,
      days_left: null,
      status: 'active',
      basis: { kind: 'upgrade', license_id: held },
    });
    expect(await vault.one(held, brand)).toEqual({ ...old, upgraded_by: upgraded.id });
    for (const again of [vault.renew, vault.upgrade]) {
      expect(await refusalOf(again(held, brand))).toMatchObject({ status: 409, code: 'already_upgraded' });
    }
  });

  it('the renewal of a renewal and its upgrade are based on the last payment', async () => {
    const brand = await newBrand();
    const id = await vault.put(creator, 'Chain', [25, 100, 500]);
    const [first] = await vault.buy(brand, { id });
    await offer(id, 120, 500);
    const second = await vault.paid(brand, await vault.renew(first, brand));
    expect(second).toMatchObject({ price: 120 });
    await offer(id, 140, 500);
    const third = await vault.paid(brand, await vault.renew(second.id, brand));
    expect(third).toMatchObject({ price: 140, start_date: second.end_date });
    const last = await vault.paid(brand, await vault.upgrade(third.id, brand));
    expect(last).toMatchObject({ price: 360, end_date: null });
  });

  it('an unpaid order is placed anew if the price or the choice has changed, and only the amount shown is paid', async () => {
    const brand = await newBrand();
    const id = await vault.put(creator, 'Dear', [25, 250, 500]);
    const [held] = await vault.buy(brand, { id });
    const first = await vault.renew(held, brand);
    expect((await vault.renew(held, brand)).order_id).toBe(first.order_id);
    expect(await vault.order(first.order_id, brand)).toMatchObject({ placing: 1, total: { amount_cents: 25_000 } });
    await offer(id, 300, 500);
    expect((await vault.renew(held, brand)).order_id).toBe(first.order_id);
    expect(await vault.order(first.order_id, brand)).toMatchObject({ placing: 2, total: { amount_cents: 30_000 } });
    const shownBefore = pay(url, brand.token, first.order_id);
    expect(await refusalOf(shownBefore)).toMatchObject({ status: 409, code: 'order_changed' });
    const declined = vault.payFor(first.order_id, brand, 2, testCards.declined);
    expect(await refusalOf(declined)).toMatchObject({ status: 402 });
    expect((await vault.upgrade(held, brand)).order_id).toBe(first.order_id);
    expect(await vault.order(first.order_id, brand)).toMatchObject({
      placing: 3,
      total: { amount_cents: 25_000 },
      lines: [{ license_type: 'perpetual', basis: { kind: 'upgrade' } }],
    });
    expect(await refusalOf(vault.payFor(first.order_id, brand, 2))).toMatchObject({ code: 'order_changed' });
    expect(await vault.paid(brand, first, 3)).toMatchObject({ license_type: 'perpetual', price: 250 });
  });

  it('renewed and paid many times concurrently, a license still gets one successor and one payment', async () => {
    const brand = await newBrand();
    const [held] = await vault.buy(brand, { id: itemId });
    const asked = await Promise.allSettled(
      Array.from({ length: 16 }, (_unused, index) =>
        index % 2 ? vault.renew(held, brand) : vault.upgrade(held, brand),
      ),
    );
    const orders = new Set(asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value.order_id] : [])));
    expect(orders.size).toBe(1);
    const [orderId = ''] = orders;
    const { placing } = await vault.order(orderId, brand);
    const paid = await Promise.allSettled(Array.from({ length: 10 }, () => vault.payFor(orderId, brand, placing)));
    const answers = paid.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(new Set(answers.flatMap(({ license_ids }) => license_ids)).size).toBe(1);
    const position = Math.max(...answers.map((answer) => answer.position));
    expect(await vault.ids(brand, `after=${position}`)).toHaveLength(2);
  });

  it('while a payment is being confirmed, the same request leads to it, and the other one is refused', async () => {
    const brand = await newBrand();
    const [held] = await vault.buy(brand, { id: itemId });
    const { order_id } = await vault.renew(held, brand);
    expect(await vault.payFor(order_id, brand, 1, testCards.unknown)).toMatchObject({ status: 'paying' });
    const [again, other] = await Promise.allSettled([vault.renew(held, brand), vault.upgrade(held, brand)]);
    // The payment may have been settled in the meantime, and then both are refused permanently.
    const { status } = await vault.order(order_id, brand);
    if (status === 'paying') {
      expect(again).toMatchObject({ status: 'fulfilled', value: { order_id } });
      expect(other).toMatchObject({ status: 'rejected', reason: { status: 409 } });
    }
    expect(other.status).toBe('rejected');
  });

  it('a license that can’t be renewed or upgraded says why', async () => {
    const brand = await newBrand();
    const [id, gone] = [await vault.put(creator, 'Fixed'), await vault.put(creator, 'Leaving')];
    const [once, ever, left] = await vault.buy(
      brand,
      { id, licenseType: 'one_time' },
      { id, licenseType: 'perpetual' },
      { id: gone },
    );
    for (const license of [once, ever ?? '']) {
      expect(await refusalOf(vault.renew(license, brand))).toMatchObject({ status: 422, code: 'not_renewable' });
      expect(await refusalOf(vault.upgrade(license, brand))).toMatchObject({ status: 422, code: 'not_upgradable' });
      expect(await vault.offers(license, brand)).toEqual({
        renewal: { reason: expect.stringContaining('Only a six-month license can be renewed') as string },
        upgrade: { reason: expect.stringContaining('Only a six-month license that has not ended') as string },
      });
    }
    await offer(gone, null, 500);
    expect(await refusalOf(vault.renew(left ?? '', brand))).toMatchObject({ status: 422, code: 'not_offered' });
    expect(await vault.offers(left ?? '', brand)).toMatchObject({ upgrade: { price_cents: 25_000 } });
    await post(`${url}/api/content/${gone}/withdraw`, undefined, { token: creator.token });
    for (const successor of [vault.renew, vault.upgrade]) {
      expect(await refusalOf(successor(left ?? '', brand))).toMatchObject({
        status: 422,
        code: 'not_for_sale',
        message: expect.stringMatching(
          /^“Leaving” is not for sale\. This license can’t be (renewed|upgraded)/,
        ) as string,
      });
    }
  });

  it('[BRAND-24] another brand, the creator and a visitor find nothing to renew or upgrade', async () => {
    const [brand, other] = [await newBrand(), await newBrand()];
    const [id] = await vault.buy(brand, { id: itemId });
    for (const call of [vault.offers, vault.renew, vault.upgrade]) {
      expect(await refusalOf(call(id, other) as Promise<unknown>)).toMatchObject({ status: 404, code: 'not_found' });
      expect(await refusalOf(call('nothing', brand) as Promise<unknown>)).toMatchObject({ status: 404 });
      expect(await refusalOf(call(id, creator) as Promise<unknown>)).toMatchObject({ status: 403 });
      expect(await refusalOf(call(id, { ...brand, token: '' }) as Promise<unknown>)).toMatchObject({ status: 401 });
    }
    expect(await refusalOf(vault.one(id, other))).toMatchObject({ status: 404 });
    const { order_id } = await vault.renew(id, brand);
    expect(await refusalOf(vault.order(order_id, other))).toMatchObject({ status: 404 });
    expect(await refusalOf(vault.payFor(order_id, other))).toMatchObject({ status: 404 });
  });

  it('a cart can’t pose as a renewal', async () => {
    const brand = await newBrand();
    const [id] = await vault.buy(brand, { id: itemId });
    const cartItems = [
      {
        id: itemId,
        title: '',
        price: 250,
        licenseType: 'six_month',
        quantity: 1,
        basis: { kind: 'renewal', license_id: id },
      },
    ];
    const asked = post(
      `${url}/functions/v1/store-integration`,
      { action: 'cart-checkout', cartItems },
      { token: brand.token, headers: { 'idempotency-key': crypto.randomUUID() } },
    );
    expect(await refusalOf(asked)).toMatchObject({ status: 400, message: 'Unknown field: basis' });
    const key = `successor:${id}`;
    expect(await refusalOf(checkout(url, brand.token, [{ id: itemId }], key))).toMatchObject({ status: 400 });
  });

  it('[BRAND-24] the list can be exported as a file with the same filters: all pages, and only the brand’s own licenses', async () => {
    const [brand, other] = [await newBrand(), await signUpBrand(url, 'Northwind')];
    const id = await vault.put(creator, '=HYPERLINK("https://evil.example";"Süß, 1")');
    await vault.buy(other, { id: itemId });
    const many = Array.from({ length: 100 }, () => ({ id: itemId, licenseType: 'one_time' }));
    for (let order = 0; order < 6; order += 1) await vault.buy(brand, ...many);
    const [odd] = await vault.buy(brand, { id, licenseType: 'perpetual', quantity: 2 });
    const { answer, text } = await vault.csv(brand);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="licenses-\d{4}-\d\d-\d\d\.csv"$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(text.startsWith('\uFEFFlicense_id,order_id,title,')).toBe(true);
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(1 + 601 + 1);
    expect(new Set(lines.slice(1, -1).map((line) => line.slice(0, 36))).size).toBe(601);
    expect(text).not.toContain('Northwind');
    const { text: chosen } = await vault.csv(brand, 'type=perpetual&search=hyperlink&status=active');
    const [, line = '', end] = chosen.split('\r\n');
    expect(end).toBe('');
    expect(line.startsWith(`${odd},`)).toBe(true);
    expect(line).toContain(
      `,"'=HYPERLINK(""https://evil.example"";""Süß, 1"")",Carla Creator,Acme,Perpetual License,2,1000.00,USD,active,,`,
    );
    expect((await vault.csv(creator)).answer.status).toBe(403);
    const { text: none } = await vault.csv(brand, 'search=nowhere');
    expect(none.split('\r\n')).toHaveLength(2);
  });
});

describe('a brand’s licenses as time passes', () => {
  let aheadMs = 0;
  const clock = changed(systemClock, { now: () => new Date(Date.now() + aheadMs) });
  let whole: WholeApp;
  let url: string;
  let vault: ReturnType<typeof vaultOf>;
  let creator: Account;
  let itemId: string;

  beforeAll(async () => {
    whole = await startWholeApp({}, clock);
    ({ url } = whole);
    vault = vaultOf(url);
    creator = await signUpCreator(url);
    itemId = await vault.put(creator, 'Harbour at dawn');
  }, 60_000);
  afterEach(() => {
    aheadMs = 0;
  });
  afterAll(() => whole.close());

  /** Moves the clock to that time and returns the account with a session that is valid then. */
  const goTo = (instant: number, account: Account) => {
    aheadMs = instant - Date.now();
    return signIn(url, account);
  };

  it('a license is active until its end, “ending” in its last 45 days, and expired from its end on', async () => {
    const brand = await signUpBrand(url);
    const [id, ever] = await vault.buy(brand, { id: itemId }, { id: itemId, licenseType: 'perpetual' });
    const end = Date.parse((await vault.one(id, brand)).end_date ?? '');
    const minute = 60_000;
    for (const [instant, found, days_left, status] of [
      [end - 45 * dayMs - 2 * minute, ['active'], 46, 'active'],
      [end - 45 * dayMs + minute, ['active', 'ending'], 45, 'active'],
      [end - minute, ['active', 'ending'], 1, 'active'],
      [end + minute, ['expired'], 0, 'expired'],
    ] as const) {
      const later = await goTo(instant, brand);
      for (const asked of ['active', 'ending', 'expired', 'upcoming']) {
        const ids = await vault.ids(later, `status=${asked}&type=six_month`);
        expect([asked, ids]).toEqual([asked, (found as readonly string[]).includes(asked) ? [id] : []]);
        expect((await vault.ids(later, `status=${asked}`)).includes(ever ?? '')).toBe(asked === 'active');
      }
      expect(await vault.one(id, later)).toMatchObject({ days_left, status });
    }
  });

  it('an expired license is renewed from the day of payment and can’t be upgraded', async () => {
    const brand = await signUpBrand(url);
    const [id] = await vault.buy(brand, { id: itemId });
    const end = Date.parse((await vault.one(id, brand)).end_date ?? '');
    const inTime = await goTo(end - dayMs, brand);
    const left = await vault.upgrade(id, inTime);
    const later = await goTo(end + 30 * dayMs, brand);
    expect(await refusalOf(vault.upgrade(id, later))).toMatchObject({ status: 422, code: 'not_upgradable' });
    expect(await refusalOf(vault.payFor(left.order_id, later))).toMatchObject({ status: 422, code: 'not_upgradable' });
    const { renewal, upgrade } = await vault.offers(id, later);
    expect(upgrade).toEqual({ reason: expect.stringContaining('has not ended') as string });
    expect(Date.parse(renewal.start_date ?? '')).toBeGreaterThanOrEqual(end + 30 * dayMs);
    const renewed = await vault.paid(later, await vault.renew(id, later), 2);
    const start = Date.parse(renewed.start_date);
    expect(start).toBeGreaterThanOrEqual(end + 30 * dayMs);
    expect(start).toBeLessThan(end + 30 * dayMs + 60_000);
    expect(Date.parse(renewed.end_date ?? '')).toBe(start + 180 * dayMs);
    expect(renewed).toMatchObject({ status: 'active' });
    expect(await vault.ids(later, 'status=expired')).toEqual([id]);
  });

  it('a renewal becomes active the moment the previous license ends', async () => {
    const brand = await signUpBrand(url);
    const [id] = await vault.buy(brand, { id: itemId });
    const renewed = await vault.paid(brand, await vault.renew(id, brand));
    const later = await goTo(Date.parse(renewed.start_date) + 60_000, brand);
    expect(await vault.one(renewed.id, later)).toMatchObject({ status: 'active', days_left: 180 });
    expect(await vault.one(id, later)).toMatchObject({ status: 'expired', renewed_by: renewed.id });
    expect(await vault.ids(later, 'status=active')).toEqual([renewed.id]);
  });
});
