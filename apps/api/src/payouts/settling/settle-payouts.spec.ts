import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import { confirmOwner, del, get, patch, post, refusalOf } from '../../../../../test/support/worlds/client.ts';
import type { Account } from '../../../../../test/support/worlds/client.ts';
import { startPayoutShop } from '../../../../../test/support/worlds/payout-shop.ts';
import type { PayoutShop } from '../../../../../test/support/worlds/payout-shop.ts';
import { adminPassword } from '../../../../../test/support/worlds/whole-app.ts';
import { mailTitled } from '../../../../../test/support/browser/mailbox.ts';
import { until } from '../../../../../test/support/until.ts';
import { EventStore } from '../../kernel/log/port.ts';
import { BankAnswers } from './bank-answers.ts';

const dayMs = 86_400_000;
const bank = { payment_method: 'bank', bank_name: 'First', bank_account: '0123456789', bank_routing: '021000021' };
const paypal = { payment_method: 'paypal', paypal_email: 'carla@example.com' };

let shop: PayoutShop;
afterEach(() => shop.close());

const statusOf = async (runId: string, { id }: Account) =>
  (await shop.payoutsOf(runId)).find(({ creator_id }) => creator_id === id)?.status;
const statusBecomes = (runId: string, creator: Account, status: PayoutStatus) =>
  until(`the payout is ${status}`, async () => (await statusOf(runId, creator)) === status);

describe('payouts by the sandbox rail', () => {
  beforeEach(async () => {
    shop = await startPayoutShop({ PAYOUTS: 'sandbox' });
  });

  it('[PAY-15] [PAY-14] are paid, fail or are returned by documented amounts; after a lost answer the rail is asked again, and pays once', async () => {
    const [paid, failed, back, lost] = [
      await shop.creatorWith(12_000),
      await shop.creatorWith(12_001),
      await shop.creatorWith(12_002),
      await shop.creatorWith(12_003),
    ];
    const run = await shop.prepared();
    expect(run).toMatchObject({ count: 4, is_automatic: true });
    await shop.send(run.id);
    await shop.runThatIs(run.id, 'closed');
    expect(await statusOf(run.id, paid)).toBe('paid');
    expect(await statusOf(run.id, failed)).toBe('failed');
    expect(await statusOf(run.id, back)).toBe('paid');
    expect(await statusOf(run.id, lost)).toBe('paid');
    const rail = new DatabaseSync(join(shop.dataDir, 'sandbox-rail.db'), { readOnly: true });
    expect(rail.prepare('SELECT count(*) AS payouts FROM payouts').get()).toEqual({ payouts: 4 });
    rail.close();
    shop.clock.pass(3 * dayMs + 1_000);
    await shop.signInAgain();
    await statusBecomes(run.id, back, 'returned');
    const next = await shop.prepared();
    const amounts = Object.fromEntries(
      (await shop.payoutsOf(next.id)).map((row) => [row.creator_id, row.amount_cents]),
    );
    expect(amounts).toEqual({ [failed.id]: 12_001, [back.id]: 12_002 });
  }, 30_000);

  it('[PAY-18] a payout whose details changed after it was prepared is not paid, and its money waits for the next one', async () => {
    const creator = await shop.creatorWith(12_000);
    const run = await shop.prepared();
    await confirmOwner(shop.url, creator);
    await patch(`${shop.url}/api/profile`, { venmo_name: 'somebody-else' }, { token: creator.token });
    await shop.send(run.id);
    await shop.runThatIs(run.id, 'closed');
    expect(await shop.payoutsOf(run.id)).toMatchObject([
      { status: 'failed', reason: 'Your payout details changed before this payout went out, so we stopped it.' },
    ]);
  });
});

describe('payouts that the operator pays', () => {
  beforeEach(async () => {
    shop = await startPayoutShop();
  });
  const file = (runId: string, method: string) =>
    fetch(`${shop.runs}/${runId}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ method }),
    });
  const confirm = (password: string) =>
    post(`${shop.url}/api/admin/session/confirm`, { password }, { token: shop.token });
  const upload = async (runId: string, text: string) => {
    const answer = await fetch(`${shop.runs}/${runId}/settlement`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/octet-stream' },
      body: text,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, never> };
  };

  it('[PAY-16] are in a file with full account numbers only within five minutes of confirming the password; each file is recorded as an event, but never stored', async () => {
    const creator = await shop.creatorWith(125_000, bank);
    await shop.creatorWith(12_000, paypal);
    const run = await shop.prepared();
    const refused = await file(run.id, 'bank');
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'confirmation_needed' } }]);
    expect(await refusalOf(confirm('not the password'))).toMatchObject({ status: 422, code: 'wrong_password' });
    expect((await file(run.id, 'bank')).status).toBe(403);
    await confirm(adminPassword);
    const made = await file(run.id, 'bank');
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(made.headers.get('content-disposition')).toMatch(
      /^attachment; filename="payouts-bank-\d{4}-\d\d-\d\d.csv"$/,
    );
    const [{ id } = { id: '' }] = (await shop.payoutsOf(run.id)).filter(({ creator_id }) => creator_id === creator.id);
    expect(await made.text()).toBe(
      'name,bank,routing,account,amount,reference\r\n' + `Carla Creator,First,021000021,0123456789,1250.00,${id}\r\n`,
    );
    expect(await (await file(run.id, 'paypal')).text()).toMatch(
      /^email,amount,currency,payout_id,note\r\ncarla@example\.com,120\.00,USD,P[0-9A-F]{20},Your earnings on Tessera\r\n$/,
    );
    expect([(await file(run.id, 'venmo')).status, (await file(run.id, 'check')).status]).toEqual([422, 400]);
    expect((await shop.run(run.id)).files).toMatchObject([
      { method: 'bank', count: 1, made_by: 'admin' },
      { method: 'paypal', count: 1, made_by: 'admin' },
    ]);
    shop.clock.pass(5 * 60_000);
    expect((await file(run.id, 'bank')).status).toBe(403);
    const log = JSON.stringify(await shop.app.get<EventStore>(EventStore).readAll({ after: -1, limit: 5_000 }));
    expect([log.includes('0123456789'), shop.logged.join().includes('0123456789')]).toEqual([false, false]);
  });

  it('[PAY-16] [PAY-18] are not in a file once their details have changed', async () => {
    const creator = await shop.creatorWith(12_000, paypal);
    const run = await shop.prepared();
    await confirmOwner(shop.url, creator);
    await patch(`${shop.url}/api/profile`, { paypal_email: 'thief@example.com' }, { token: creator.token });
    await confirm(adminPassword);
    const made = await file(run.id, 'paypal');
    expect([made.headers.get('payouts-left-out'), await made.text()]).toEqual([
      '1',
      'email,amount,currency,payout_id,note\r\n',
    ]);
    const [{ id } = { id: '' }] = await shop.payoutsOf(run.id);
    await post(`${shop.url}/api/admin/payouts/${creator.id}/${id}/canceled`, {}, { token: shop.token });
    expect(await statusOf(run.id, creator)).toBe('canceled');
  });

  it('[PAY-14] are marked as paid, failed or returned one by one, and a run is closed when each has an outcome', async () => {
    const [one, other] = [await shop.creatorWith(12_000), await shop.creatorWith(13_000)];
    const run = await shop.prepared();
    const mark = async (creator: Account, outcome: string, body: object) => {
      const found = (await shop.payoutsOf(run.id)).find(({ creator_id }) => creator_id === creator.id);
      const address = `${shop.url}/api/admin/payouts/${creator.id}/${found?.id}/${outcome}`;
      return post(address, body, { token: shop.token });
    };
    expect(await refusalOf(mark(one, 'paid', {}))).toMatchObject({ status: 409, code: 'payout_already_settled' });
    await shop.send(run.id);
    await statusBecomes(run.id, one, 'sent');
    await statusBecomes(run.id, other, 'sent');
    expect(await refusalOf(mark(one, 'failed', { reason: ' ' }))).toMatchObject({ status: 400 });
    expect(await mark(one, 'paid', { reference: 'BATCH-7' })).toMatchObject({ status: 'paid' });
    expect(await mark(other, 'failed', { reason: 'The account is closed.' })).toMatchObject({ status: 'failed' });
    await shop.runThatIs(run.id, 'closed');
    expect(await mark(one, 'returned', { reason: 'The account is closed.' })).toMatchObject({ status: 'returned' });
    const nobody = post(`${shop.url}/api/admin/payouts/${one.id}/P0/paid`, {}, { token: shop.token });
    expect(await refusalOf(nobody)).toMatchObject({ status: 404, code: 'payout_not_found' });
  });

  it('[PAY-14] are settled by the bank’s answer: either all of it, or nothing, with what is wrong line by line', async () => {
    const [one, other] = [await shop.creatorWith(12_000), await shop.creatorWith(13_000)];
    const run = await shop.prepared();
    await shop.send(run.id);
    await statusBecomes(run.id, one, 'sent');
    await statusBecomes(run.id, other, 'sent');
    const idOf = async ({ id }: Account) =>
      (await shop.payoutsOf(run.id)).find(({ creator_id }) => creator_id === id)?.id ?? '';
    const [first, second] = [await idOf(one), await idOf(other)];
    const head = 'payout_id,amount,status,reference,reason';
    const wrong = await upload(run.id, `${head}\n${first},120.00,paid,BATCH-7,\n${second},1.00,paid,,\n`);
    expect(wrong).toMatchObject({
      status: 422,
      body: {
        error: { code: 'settlement_refused', fields: { 'Line 3': `Payout ${second} is 130.00, not 1.00.` } },
      },
    });
    expect([await statusOf(run.id, one), await statusOf(run.id, other)]).toEqual(['sent', 'sent']);
    const right = `${head}\n${first},120.00,paid,BATCH-7,\n${second},130.00,failed,,The account is closed.\n`;
    expect(await upload(run.id, right)).toMatchObject({ status: 200, body: { paid: 1, failed: 1, returned: 0 } });
    await shop.runThatIs(run.id, 'closed');
    // Uploading it again changes nothing.
    expect(await upload(run.id, right)).toMatchObject({ status: 200 });
    expect([await statusOf(run.id, one), await statusOf(run.id, other)]).toEqual(['paid', 'failed']);
    expect(await upload('none', right)).toMatchObject({
      status: 404,
      body: { error: { code: 'payout_run_not_found' } },
    });
  });

  it('[FIX-25] another request is answered while a file with 100,000 unknown payouts is read and refused', async () => {
    await shop.creatorWith(12_000);
    const run = await shop.prepared();
    const lines = Array.from({ length: 100_000 }, (_, number) => `P${number},120.00,paid`);
    const text = ['payout_id,amount,status', ...lines].join('\n');
    const metadata = { actor: 'admin', correlation: 'test', causation: null };
    const file = shop.app
      .get(BankAnswers)
      .take(run.id, text, metadata)
      .catch((error: unknown) => error);
    const other = fetch(`${shop.url}/api/marketplace`).then(({ status }) => status);
    expect(await Promise.race([file, other])).toBe(200);
    expect(await file).toMatchObject({ failure: { message: expect.stringMatching(/^100000 lines are wrong/) } });
  });

  it('[PAY-17] are on hold for a reason until the hold is lifted; the creator gets a mail for both', async () => {
    const creator = await shop.creatorWith(12_000);
    const at = `${shop.url}/api/admin/creators/${creator.id}/payouts-hold`;
    const put = async (address: string, body: object) => {
      const headers = { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' };
      const answer = await fetch(address, { method: 'PUT', headers, body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as { position: number } };
    };
    const holds = (after?: number) =>
      get<{ items: object[] }>(`${shop.url}/api/admin/payout-holds${after === undefined ? '' : `?after=${after}`}`, {
        token: shop.token,
      });
    expect((await put(at, { reason: '' })).status).toBe(400);
    expect((await put(at.replace(creator.id, 'nobody'), { reason: 'A report.' })).status).toBe(404);
    const reason = 'A brand reported one of your photos.';
    const { body } = await put(at, { reason });
    expect((await holds(body.position)).items).toMatchObject([
      { creator_id: creator.id, creator_name: 'Carla Creator', reason },
    ]);
    const told = await mailTitled(shop.url, creator.email, 'Your Tessera payouts are on hold');
    expect(told.text).toContain(reason);
    const run = await shop.prepared();
    expect(await shop.leftOutOf(run.id)).toMatchObject([{ reason: 'on_hold', on_hold: true }]);
    const lifted = (await del(at, { token: shop.token })) as { position: number };
    expect((await holds(lifted.position)).items).toEqual([]);
    await mailTitled(shop.url, creator.email, 'Your Tessera payouts have resumed');
    expect(await refusalOf(del(at, { token: shop.token }))).toMatchObject({ status: 409, code: 'payouts_not_held' });
  });
});
