import type { AdminTasks } from '@tessera/contract/admin';
import { checkout, get, pay, post, signInAdmin, signUpCreator } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { disputePayment } from '../support/worlds/sandbox-payments.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';
import { until } from '../support/until.ts';

const nothing = { count: 0, since: null };

describe('what waits for the operator', () => {
  let whole: WholeApp;
  let shop: Shop;
  let token: string;

  beforeAll(async () => {
    whole = await startWholeApp();
    shop = await openShop(whole);
    token = await signInAdmin(whole.url, whole.adminPassword);
  }, 60_000);
  afterAll(() => whole.close());

  const readCurrent = async <Answer>(path: string) =>
    get<Answer>(`${whole.url}/api/admin/${path}${path.includes('?') ? '&' : '?'}after=${await whole.head()}`, {
      token,
    });
  const tasks = () => readCurrent<AdminTasks>('tasks');
  const decide = (path: string, body: object) => post(`${whole.url}/api/admin/${path}`, body, { token });
  /** When each row of a list began to wait, longest ago first. */
  const timesOf = async (list: string, field: string) => {
    const { items } = await readCurrent<{ items: readonly Record<string, string>[] }>(list);
    return items.map((row) => row[field] ?? '').sort((one, other) => one.localeCompare(other));
  };

  const buy = async () => {
    const { order_id } = await checkout(whole.url, shop.brand.token, [{ id: shop.itemId }]);
    const { license_ids, position } = await pay(whole.url, shop.brand.token, order_id);
    await get(`${whole.url}/api/licenses/${license_ids[0]}?after=${position}`, { token: shop.brand.token });
    return { order_id, id: license_ids[0]! };
  };
  const askRefund = async () => {
    const { id } = await buy();
    await post(`${whole.url}/api/licenses/${id}/refund-request`, { reason: 'Not used.' }, { token: shop.brand.token });
    return id;
  };
  const dispute = async () => disputePayment(whole, (await buy()).order_id);
  const report = () =>
    post(`${whole.url}/api/marketplace/${shop.itemId}/reports`, {
      reason: 'unlicensed',
      details: 'This is mine.',
      email: 'paula@example.com',
    });
  const holdReferral = async (): Promise<Account> => {
    const same = { phone: '+1 (415) 555-0188' };
    const referrer = await signUpCreator(whole.url, 'Rita', same);
    const { code } = await post<{ code: string }>(`${whole.url}/api/referral-codes`, {}, { token: referrer.token });
    return signUpCreator(whole.url, 'Ruth', { ...same, referral_code: code });
  };

  it('is counted by kind, with how long the first has been waiting, until it is decided', async () => {
    expect(await tasks()).toEqual({
      refunds: nothing,
      returned_refunds: nothing,
      disputes: nothing,
      reports: nothing,
      referrals: nothing,
      payouts: nothing,
    });

    const licenseIds = [await askRefund(), await askRefund()];
    await dispute();
    await report();
    const { id: referred } = await holdReferral();
    const all = await until('everything waits', async () => {
      const now = await tasks();
      const { returned_refunds: _returned, payouts: _payouts, ...waiting } = now;
      return Object.values(waiting).every(({ count }) => count > 0) && now;
    });
    const [refunds, disputes, reports, referrals] = [
      await timesOf('refunds?status=requested', 'requested_at'),
      await timesOf('disputes?standing=open', 'opened_at'),
      await timesOf('reports?status=open', 'reported_at'),
      await timesOf('referrals?status=pending', 'created_at'),
    ];
    expect(all).toEqual({
      refunds: { count: 2, since: refunds[0] },
      returned_refunds: nothing,
      payouts: nothing,
      disputes: { count: 1, since: disputes[0] },
      reports: { count: 1, since: reports[0] },
      referrals: { count: 1, since: referrals[0] },
    });

    const [first, second] = licenseIds;
    await decide(`licenses/${first}/refunds/decline`, { reason: 'It was used.' });
    expect((await tasks()).refunds).toEqual({ count: 1, since: refunds[1] });
    await decide(`licenses/${second}/refunds`, { reason: 'It was not used.' });
    const { items } = await readCurrent<{ items: readonly { report_id: string }[] }>('reports');
    await decide(`reports/${items[0]?.report_id}/close`, { outcome: 'resolved' });
    await decide(`referrals/${referred}/approve`, { reason: 'They share an office line.' });
    expect(await tasks()).toEqual({ ...all, refunds: nothing, reports: nothing, referrals: nothing });
  });
});
