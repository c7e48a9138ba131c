import type { AdminTasks } from '@tessera/contract/admin';
import type { DueNow, PayoutRunPage } from '@tessera/contract/money/payout-runs';
import { formatDay } from '@tessera/domain/days';
import { daysLater, payoutWindowDays } from '@tessera/domain/ledger';
import { mailTitled } from '../../../../../test/support/browser/mailbox.ts';
import { get, post } from '../../../../../test/support/worlds/client.ts';
import type { Account } from '../../../../../test/support/worlds/client.ts';
import { startPayoutShop } from '../../../../../test/support/worlds/payout-shop.ts';
import type { PayoutShop } from '../../../../../test/support/worlds/payout-shop.ts';
import { until } from '../../../../../test/support/until.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let shop: PayoutShop;
afterEach(() => shop.close());

const admin = <Answer>(path: string) => get<Answer>(`${shop.url}/api/admin/${path}`, { token: shop.token });
const runsOf = async () => (await admin<PayoutRunPage>('payout-runs')).items;
const newest = (count: number) =>
  until(`${count} runs are there, and the newest is prepared`, async () => {
    const runs = await runsOf();
    return runs.length === count && runs[0]?.status === 'prepared' ? runs[0] : null;
  });
const urgentIs = (creators: number) =>
  until(`${creators} creators are urgent`, async () => {
    const { payouts } = await admin<AdminTasks>('tasks');
    return payouts.count === creators;
  });

it('[SPC-03] [FIX-20] runs are prepared by themselves, what is close to its last day is an alert until it is paid, and whoever is put on hold meanwhile isn’t paid', async () => {
  shop = await startPayoutShop({ PAYOUT_RUN_DAYS: 'mon,thu' });
  const [held, paid] = [await shop.creatorWith(0), await shop.creatorWith(0)];
  await shop.creatorWith(999);
  // Paid for 13 days ago: available for four, and two are left.
  for (const { id } of [held, paid]) await shop.earn(id, 12_000, 13);
  const by = daysLater(new Date(shop.clock.now().getTime() - 13 * dayMs).toISOString(), payoutWindowDays);
  expect(await admin<DueNow>('payout-runs/due')).toMatchObject({
    creators: 3,
    days: [{ by, creators: 2, cents: 24_000 }],
    urgent: null,
  });
  shop.clock.pass(11 * minuteMs);
  const run = await newest(1);
  expect(run).toMatchObject({ started_by: 'schedule', count: 2, pay_by_on: by, total_cents: 24_000, left_out: 1 });
  await urgentIs(2);
  expect(await admin<DueNow>('payout-runs/due')).toMatchObject({ urgent: { by, creators: 2, cents: 24_000 } });
  const title = `Payouts to make: $240.00, the first by ${formatDay(by)}`;
  const mail = await mailTitled(shop.url, shop.config.adminEmail, title);
  expect(mail.text).toContain('$240.00 to 2 creators isn’t paid yet');

  await hold(held);
  const after = await until('the held payout has left the run', async () => {
    const found = await shop.run(run.id);
    return found.count === 1 ? found : null;
  });
  expect(after).toMatchObject({ total_cents: 12_000, left_out: 2, pay_by_on: by });
  expect((await shop.leftOutOf(run.id)).find(({ creator_id }) => creator_id === held.id)).toMatchObject({
    reason: 'on_hold',
    available_cents: 12_000,
    on_hold: true,
  });
  await shop.send(run.id);
  await until('the other one is sent', async () => (await statusOf(run.id, paid)) === 'sent');
  expect(await statusOf(run.id, held)).toBe('canceled');
  const payout = (await shop.payoutsOf(run.id)).find(({ creator_id }) => creator_id === paid.id);
  await post(`${shop.url}/api/admin/payouts/${paid.id}/${payout?.id}/paid`, {}, { token: shop.token });
  await shop.runThatIs(run.id, 'closed');
  shop.clock.pass(11 * minuteMs);
  await urgentIs(0);

  // The next ones, without anybody asking for them.
  await shop.earn(paid.id, 15_000, 10);
  shop.clock.pass(4 * dayMs);
  await shop.signInAgain();
  expect(await newest(2)).toMatchObject({ started_by: 'schedule', count: 1, total_cents: 15_000 });
}, 60_000);

const hold = async ({ id }: Account) => {
  const answer = await fetch(`${shop.url}/api/admin/creators/${id}/payouts-hold`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'A brand reported one of your photos.' }),
  });
  expect(answer.status).toBe(200);
};
const statusOf = async (runId: string, { id }: Account) =>
  (await shop.payoutsOf(runId)).find(({ creator_id }) => creator_id === id)?.status;
