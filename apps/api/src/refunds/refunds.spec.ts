import type { BrandDashboard } from '@tessera/contract/dashboards';
import type { LicenseProof, LicenseRow } from '@tessera/contract/licenses';
import type { RefundMade, RefundPage, RefundStanding, RefundableLicense } from '@tessera/contract/money/refunds';
import { sum } from '@tessera/domain/money';
import { recordsOf } from '../../../../test/support/csv.ts';
import { TestClock } from '../../../../test/support/worlds/accounts-app.ts';
import {
  checkout,
  get,
  pay,
  post,
  refusalOf,
  signIn,
  signInAdmin,
  signUpBrand,
} from '../../../../test/support/worlds/client.ts';
import type { Account } from '../../../../test/support/worlds/client.ts';
import { connect, nextMessage, watch } from '../../../../test/support/live.ts';
import { startMailServer } from '../../../../test/support/servers/mail-server.ts';
import type { MailServer } from '../../../../test/support/servers/mail-server.ts';
import { openShop } from '../../../../test/support/worlds/shop.ts';
import { until } from '../../../../test/support/until.ts';
import { paymentOf } from '../../../../test/support/worlds/sandbox-payments.ts';
import { startWholeApp } from '../../../../test/support/worlds/whole-app.ts';
import type { WholeApp } from '../../../../test/support/worlds/whole-app.ts';
import { Gateway } from '../adapters/payments/port.ts';
import type { PaymentGateway } from '../adapters/payments/port.ts';
import { EventStore, EventStoreUnavailable } from '../kernel/log/port.ts';
import { ReadStore } from '../kernel/views/port.ts';

const dayMs = 86_400_000;
const clock = new TestClock();
let whole: WholeApp;
let mail: MailServer;
let brand: Account;
let itemId: string;
let admin: string;

beforeAll(async () => {
  mail = await startMailServer();
  whole = await startWholeApp({ MAIL_URL: mail.url }, clock);
  ({ brand, itemId } = await openShop(whole));
  admin = await signInAdmin(whole.url, whole.adminPassword);
}, 60_000);
afterAll(async () => {
  await whole.close();
  await mail.close();
});
afterEach(() => jest.restoreAllMocks());

const after = (path: string, position: number) =>
  `${whole.url}${path}${path.includes('?') ? '&' : '?'}after=${position}`;
const read = async <Answer>(path: string, token?: string) =>
  get<Answer>(after(path, await whole.head()), token === undefined ? {} : { token });
const licenseOf = (id: string) => read<LicenseRow>(`/api/licenses/${id}`, brand.token);
const standingOf = (id: string) => read<RefundStanding>(`/api/licenses/${id}/refund`, brand.token);
const listed = (status: string) => read<RefundPage>(`/api/admin/refunds?status=${status}`, admin);
const ask = (id: string, reason = 'We bought it twice.', token = brand.token) =>
  post(`${whole.url}/api/licenses/${id}/refund-request`, { reason }, { token });
const refund = (id: string, amount?: number, reason = 'Bought twice.') =>
  post<RefundMade>(`${whole.url}/api/admin/licenses/${id}/refunds`, { amount, reason }, { token: admin });
const decline = (id: string, reason = 'It is in your campaign.') =>
  post(`${whole.url}/api/admin/licenses/${id}/refunds/decline`, { reason }, { token: admin });

/** Buys a license of a type, at a price in dollars. */
const buy = async (licenseType = 'six_month', price = 250, token = brand.token) => {
  const { order_id } = await checkout(whole.url, token, [{ id: itemId, licenseType, price }]);
  const { license_ids, position } = await pay(whole.url, token, order_id);
  const id = license_ids[0] ?? '';
  await get(after(`/api/licenses/${id}`, position), { token });
  return { id, order_id };
};
const refundsAtGateway = async (orderId: string) =>
  whole.app.get<PaymentGateway>(Gateway).refundsOf(await paymentOf(whole, orderId));
const recordedOf = async (id: string) =>
  (await whole.app.get<EventStore>(EventStore).readStream(`refund-${id}`)).map(({ type }) => type);
describe('[PAY-19] a brand that asks for a refund', () => {
  it('gives a reason, waits for a decision, and sees it with the license; it can’t ask again meanwhile', async () => {
    const { id } = await buy();
    expect(await standingOf(id)).toMatchObject({ requested: null, refusal: null, changed_at: null });
    const socket = await connect(whole.url, brand.token);
    await watch(socket, 'refunds', brand.id);
    const heard = nextMessage(socket, ({ view }) => view === 'refunds');
    await ask(id);
    expect(await heard).toMatchObject({ value: { license_id: id, status: 'requested' } });
    expect(await standingOf(id)).toMatchObject({
      requested: 'We bought it twice.',
      refusal: expect.stringContaining('You’ve already asked'),
    });
    const told = nextMessage(socket, ({ view }) => view === 'refunds');
    await decline(id);
    expect(await told).toMatchObject({ value: { license_id: id, status: 'declined' } });
    expect(await standingOf(id)).toMatchObject({ requested: null, declined: 'It is in your campaign.', refusal: null });
    expect(await licenseOf(id)).toMatchObject({ status: 'active' });
    socket.disconnect();
  });

  it('is refused by name: another’s license, twice, without a reason, after 14 days', async () => {
    const { id } = await buy();
    const stranger = await signUpBrand(whole.url, 'Northwind');
    expect(await refusalOf(ask(id, 'Mine.', stranger.token))).toMatchObject({ status: 404, code: 'not_found' });
    expect(await refusalOf(ask(id, ' '))).toMatchObject({ status: 400, fields: { reason: expect.any(String) } });
    await ask(id);
    expect(await refusalOf(ask(id))).toMatchObject({ status: 409, code: 'refund_already_requested' });
    const late = await buy();
    clock.pass(14 * dayMs + 1);
    try {
      const { token } = await signIn(whole.url, brand);
      expect(await refusalOf(ask(late.id, 'Late.', token))).toMatchObject({ status: 422, code: 'refund_too_late' });
      const path = `${whole.url}/api/licenses/${late.id}/refund`;
      expect(await get(path, { token })).toMatchObject({ refusal: expect.stringContaining('within 14 days') });
    } finally {
      clock.pass(-14 * dayMs - 1);
    }
  });

  it('appears first in the operator’s list, with its reason, which no view has', async () => {
    const { id } = await buy();
    await ask(id, 'The wrong picture, says Ida.');
    const { items } = await listed('requested');
    expect(items.find(({ license_id }) => license_id === id)).toMatchObject({
      title: 'Harbour at dawn',
      brand_name: 'Acme',
      price_money: { amount_cents: 25_000 },
      reason: 'The wrong picture, says Ida.',
    });
    const { items: stored } = await whole.app.get<ReadStore>(ReadStore).find('refunds', { limit: 100 });
    expect(JSON.stringify(stored)).not.toContain('Ida');
    await decline(id);
  });
});

describe('[PAY-20] a license that the operator refunds', () => {
  it('in full, from a request, ends immediately: on every page, for downloads, renewals and the cart', async () => {
    const { id, order_id } = await buy();
    await ask(id);
    expect(await read<RefundableLicense>(`/api/admin/licenses/${id}/refund`, admin)).toMatchObject({
      left_money: { amount_cents: 25_000 },
      requested: 'We bought it twice.',
      split: { creator: 20_000, referrer: 0, platform: 5_000 },
      taken: { creator: 0, referrer: 0, platform: 0 },
    });
    expect(await refund(id)).toMatchObject({ status: 'refunded', reason: null });
    expect(await licenseOf(id)).toMatchObject({
      status: 'refunded',
      refunded_money: { amount_cents: 25_000 },
      refunded_at: expect.any(String),
      days_left: 0,
    });
    expect(await read<LicenseProof>(`/api/verify/${id}`)).toMatchObject({
      status: 'refunded',
      refunded_at: expect.any(String),
    });
    const { token } = brand;
    const at = (path: string) => `${whole.url}/api/licenses/${id}/${path}`;
    expect(await refusalOf(get(at('download'), { token }))).toMatchObject({ status: 403, code: 'license_refunded' });
    expect(await refusalOf(post(at('renew'), undefined, { token }))).toMatchObject({ code: 'not_continued' });
    expect(await refusalOf(post(at('upgrade'), undefined, { token }))).toMatchObject({ code: 'not_continued' });
    expect(await get(at('agreement'), { token })).toMatchObject({ refunded_at: expect.any(String) });
    expect((await fetch(at('agreement.pdf'), { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    const cart = { cartItems: [{ id: itemId, licenseType: 'six_month', price: 250 }] };
    const checked = await post<{ items: { licensed: { license_id: string } | null }[] }>(
      `${whole.url}/api/cart/check`,
      cart,
      { token },
    );
    expect(checked.items[0]?.licensed?.license_id).not.toBe(id);
    expect(await refundsAtGateway(order_id)).toMatchObject([{ amountCents: 25_000, status: 'refunded' }]);
    const reversed = await until('the ledger has it', async () => {
      const earning = await whole.app.get<EventStore>(EventStore).readStream(`earning-${id}`);
      return earning.find(({ type }) => type === 'EarningReversed');
    });
    expect(reversed.data).toMatchObject({ refund_number: 1, parts: { creator: 20_000, platform: 5_000 } });
    expect((await listed('refunded')).items[0]).toMatchObject({ license_id: id, reason: 'Bought twice.' });
    expect(await refusalOf(ask(id))).toMatchObject({ code: 'already_refunded' });
  });

  it('in part, without a request, keeps every right; more than what is left is refused', async () => {
    const { id } = await buy();
    expect(await refund(id, 100.25)).toMatchObject({ status: 'refunded' });
    expect(await licenseOf(id)).toMatchObject({
      status: 'active',
      refunded_money: { amount_cents: 10_025 },
      refunded_at: null,
    });
    expect(await refusalOf(refund(id, 149.76))).toMatchObject({
      status: 422,
      code: 'refund_too_large',
      message: 'You can refund at most $149.75.',
    });
    for (const amount of [0, -5]) expect(await refusalOf(refund(id, amount))).toMatchObject({ status: 422 });
    expect(await refusalOf(refund(id, 1.005))).toMatchObject({ status: 400, fields: { amount: expect.any(String) } });
    expect(await refund(id)).toMatchObject({ status: 'refunded' });
    expect(await licenseOf(id)).toMatchObject({ status: 'refunded', refunded_money: { amount_cents: 25_000 } });
    expect(await refusalOf(refund(id))).toMatchObject({ status: 409, code: 'already_refunded' });
  });

  it('[SPC-04] still counts as spent at its price: rows, totals, CSV and own data add up to the same, and so do the refunds', async () => {
    const { token } = await signUpBrand(whole.url, 'Fernwood');
    const [ended, kept] = [await buy('six_month', 250, token), await buy('perpetual', 500, token)];
    await buy('one_time', 25, token);
    await refund(ended.id);
    await refund(kept.id, 100.25);
    const figures = { total_licenses: 3, total_spent_cents: 77_500, total_refunded_cents: 35_025 };
    expect((await read<BrandDashboard>('/api/dashboards/brand', token)).value).toMatchObject(figures);

    const { items } = await read<{ items: readonly LicenseRow[] }>('/api/licenses', token);
    expect(sum(items.map(({ price_money }) => price_money.amount_cents))).toBe(figures.total_spent_cents);
    expect(sum(items.map(({ refunded_money }) => refunded_money.amount_cents))).toBe(figures.total_refunded_cents);

    const headers = { authorization: `Bearer ${token}` };
    const csv = await fetch(after('/api/licenses.csv', await whole.head()), { headers });
    const [head = [], ...records] = recordsOf(await csv.text());
    const cents = (column: string) =>
      sum(records.map((record) => Math.round(Number(record[head.indexOf(column)]) * 100)));
    expect([cents('price'), cents('refunded')]).toEqual([figures.total_spent_cents, figures.total_refunded_cents]);

    const exported = await fetch(after('/api/account/export', await whole.head()), { headers });
    expect(await exported.json()).toMatchObject({ figures });
  });

  it('or declines must have a refund request; an unknown license is refused', async () => {
    const { id } = await buy();
    expect(await refusalOf(decline(id))).toMatchObject({ status: 409, code: 'refund_not_requested' });
    expect(await refusalOf(refund('nobody-has-this-one'))).toMatchObject({ status: 404 });
  });

  it('is not refunded in full once it was renewed', async () => {
    const { id } = await buy();
    const renewed = await post<{ order_id: string }>(`${whole.url}/api/licenses/${id}/renew`, undefined, {
      token: brand.token,
    });
    const { position } = await pay(whole.url, brand.token, renewed.order_id);
    await get(after(`/api/licenses/${id}`, position), { token: brand.token });
    expect(await refusalOf(refund(id))).toMatchObject({ status: 409, code: 'refund_after_renewal' });
    expect(await refusalOf(ask(id))).toMatchObject({ status: 409, code: 'refund_after_renewal' });
  });
});

describe('[PAY-22] a refund', () => {
  it('whose answer was lost is requested again under the same key, and refunded once', async () => {
    const { id, order_id } = await buy();
    // For amounts with this number of cents, the sandbox loses the answer for three seconds.
    expect(await refund(id, 100.19)).toMatchObject({ status: 'started' });
    expect(await refusalOf(refund(id, 1))).toMatchObject({ status: 409, code: 'refund_in_progress' });
    expect((await listed('started')).items).toMatchObject([{ license_id: id, amount_money: { amount_cents: 10_019 } }]);
    expect(await standingOf(id)).toMatchObject({ is_under_way: true });
    clock.pass(3_000);
    await until('it is settled', async () => (await recordedOf(id)).includes('LicenseRefunded'));
    expect(await refundsAtGateway(order_id)).toMatchObject([{ amountCents: 10_019, key: `refund:${id}:1` }]);
    expect(await recordedOf(id)).toEqual(['RefundStarted', 'LicenseRefunded']);
  });

  it('that was made but could not be recorded is recorded later, once', async () => {
    const { id, order_id } = await buy();
    const store = whole.app.get<EventStore>(EventStore);
    const append = store.append.bind(store);
    let failures = 0;
    jest.spyOn(store, 'append').mockImplementation((stream, revision, events) => {
      const isOutcome = events.some(({ type }) => type === 'LicenseRefunded');
      if (!isOutcome || failures > 0) return append(stream, revision, events);
      failures += 1;
      return Promise.reject(new EventStoreUnavailable('The log went away'));
    });
    expect(await refund(id)).toMatchObject({ status: 'started' });
    await until('it is settled', async () => (await recordedOf(id)).includes('LicenseRefunded'));
    expect(failures).toBe(1);
    expect(await refundsAtGateway(order_id)).toHaveLength(1);
    expect(await recordedOf(id)).toEqual(['RefundStarted', 'LicenseRefunded']);
  });

  it('that the gateway refuses leaves the license as it was, and says why; the next one has its own key', async () => {
    const { id, order_id } = await buy();
    const payments = whole.app.get<PaymentGateway>(Gateway);
    const reason = 'The card was closed';
    const refundAtGateway = payments.refund.bind(payments);
    // Whoever asks, the outcome of a key stays the same: background work may ask first.
    jest
      .spyOn(payments, 'refund')
      .mockImplementation((asked) =>
        asked.key === `refund:${id}:1` ? Promise.resolve({ status: 'failed', reason }) : refundAtGateway(asked),
      );
    expect(await refund(id)).toMatchObject({ status: 'failed', reason });
    expect((await listed('failed')).items).toMatchObject([{ license_id: id, reason }]);
    expect(await standingOf(id)).toMatchObject({ has_failed: true, is_under_way: false, refusal: null });
    expect(await licenseOf(id)).toMatchObject({ status: 'active', refunded_money: { amount_cents: 0 } });
    expect(await refund(id)).toMatchObject({ status: 'refunded' });
    expect(await refundsAtGateway(order_id)).toMatchObject([{ key: `refund:${id}:2` }]);
  });
});

describe('[PAY-20] the mail to the brand', () => {
  /** The mails about a license whose subject starts like that, once that many have arrived. */
  const mailsOf = (id: string, subject: string, count = 1) =>
    until(`${count} mails`, () => {
      const found = mail.mails.filter((each) => each.subject?.startsWith(subject) && each.text?.includes(id));
      return Promise.resolve(found.length >= count && found);
    });

  it('says what was refunded and that the license ended, once', async () => {
    const { id } = await buy();
    await refund(id);
    const [told] = await mailsOf(id, 'Your refund for “Harbour at dawn”');
    expect(told?.text).toContain('$250.00 USD');
    expect(told?.text).toContain('The license ended on');
    expect(told?.to).toMatchObject([{ address: brand.email }]);
    expect(told?.messageId).toMatch(new RegExp(`^<refund\\.${id}\\.refund-1@`));
    await until('it is recorded', async () =>
      (await whole.app.get<EventStore>(EventStore).readStream(`refundMail-${id}`)).some(
        ({ type }) => type === 'RefundMailSent',
      ),
    );
  });

  it('says that the license stays after a partial refund, and why a request was declined', async () => {
    const { id } = await buy();
    await refund(id, 40);
    const [told] = await mailsOf(id, 'Your partial refund');
    expect(told?.text).toContain('$40.00 USD');
    expect(told?.text).toContain('Your license doesn’t change');
    await ask(id);
    await decline(id, 'It runs in your campaign.');
    const [why] = await mailsOf(id, 'Your refund request');
    expect(why?.text).toContain('Here’s why: It runs in your campaign.');
  });
});
