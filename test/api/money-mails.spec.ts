import { CommandBus } from '@nestjs/cqrs';
import { dueMails } from '@tessera/domain/notices/due-mails.view';
import { disbursedCents, payout } from '@tessera/domain/payouts/payout';
import type { PayoutCommand } from '@tessera/domain/payouts/payout';
import { dispute } from '@tessera/domain/refunds/dispute';
import { refund } from '@tessera/domain/refunds/refund';
import type { Email } from 'postal-mime';
import { Dispatch, Streams } from '../../apps/api/src/kernel/commands/dispatch.ts';
import { EventStore } from '../../apps/api/src/kernel/log/port.ts';
import { ReadStore } from '../../apps/api/src/kernel/views/port.ts';
import { WorkPace } from '../../apps/api/src/kernel/work/background-work.ts';
import { TestClock } from '../support/worlds/accounts-app.ts';
import {
  checkout,
  get,
  password,
  patch,
  pay,
  post,
  publish,
  signIn,
  signInAdmin,
  signUpBrand,
  signUpCreator,
  upload,
} from '../support/worlds/client.ts';
import type { Account, CheckoutLine } from '../support/worlds/client.ts';
import { drawPicture } from '../support/picture.ts';
import { linkIn, startMailServer } from '../support/servers/mail-server.ts';
import type { MailServer } from '../support/servers/mail-server.ts';
import { startProduct } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import { until } from '../support/until.ts';
import { adminPassword, startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

jest.setTimeout(120_000);
const dayMs = 86_400_000;

const buy = async (url: string, { token }: Account, ...lines: readonly CheckoutLine[]) => {
  const { order_id } = await checkout(url, token, lines);
  return { order_id, ...(await pay(url, token, order_id)) };
};
const choose = (url: string, { token }: Account, sale_mails: string) =>
  patch(`${url}/api/profile/sale-mails`, { sale_mails }, { token });

const lines = ({ text }: Email) => text?.split('\n');
const subjects = (mails: readonly Email[]) => mails.map(({ subject }) => subject);

describe('emails about a creator’s money', () => {
  let mail: MailServer;
  let clock: TestClock;
  let whole: WholeApp;
  let url: string;
  let publicUrl: string;
  let creator: Account;
  let referrer: Account;
  let brand: Account;
  let itemId: string;

  beforeAll(async () => {
    mail = await startMailServer();
    clock = new TestClock();
    // A round of payout runs would cancel what was prepared by hand, but these payouts are sent long before one.
    whole = await startWholeApp({ MAIL_URL: mail.url, JWT_SECRET: 'x'.repeat(32) }, clock, new WorkPace());
    ({ url } = whole);
    ({ publicUrl } = whole.config);
  });
  beforeEach(async () => {
    // Accounts that share details may be the same person, and then there is no reward; so these differ.
    const own = { phone: '+1 555 010 9090', social_handle: '@rosa', venmo_name: 'rosa-pays' };
    referrer = await signUpCreator(url, 'Rosa Referrer', own);
    const { code } = await post<{ code: string }>(`${url}/api/referral-codes`, {}, { token: referrer.token });
    creator = await signUpCreator(url, 'Carla Creator', { referral_code: code, referral_source: 'manual' });
    brand = await signUpBrand(url);
    const uploadId = await upload(url, creator.token, new Uint8Array(await drawPicture(Math.random() * 1e6, 800, 600)));
    ({ id: itemId } = await publish(url, creator.token, uploadId, { title: 'Harbour at dawn' }));
  });
  afterAll(async () => {
    await whole.close();
    await mail.close();
  });

  const metadata = { actor: 'admin', correlation: 'money-mails', causation: null };
  const dispatch = (command: Dispatch<never, never, never>) => whole.app.get(CommandBus).execute(command);
  const ofPayout = (command: PayoutCommand) =>
    dispatch(new Dispatch(payout, creator.id, command, metadata) as unknown as Dispatch<never, never, never>);
  const prepare = async (payout_id: string, amount = 12_000) =>
    ofPayout({
      kind: 'prepare',
      run_id: `run of ${payout_id}`,
      payout_id,
      creator_id: creator.id,
      available_cents: amount,
      disbursed_cents: disbursedCents((await whole.app.get(Streams).load(payout, creator.id)).state),
      until: { at: new Date().toISOString(), position: 1 },
      details: { method: 'bank', destination: 'Bank account ending in 6789', changed_at: null, revision: 0 },
      pay_by_on: null,
      is_last: false,
      at: new Date().toISOString(),
    });

  const factsOf = (order_id: string, license_id: string) => ({
    license_id,
    order_id,
    brand_id: brand.id,
    creator_id: creator.id,
    price_cents: 25_000,
    gateway: 'sandbox',
    payment: 'payment-1',
    paid_at: new Date().toISOString(),
    isContinued: false,
    isDisputed: false,
  });
  const refundOf = (order_id: string, license_id: string, amount_cents: number) => {
    const command = {
      kind: 'record',
      up_to_cents: amount_cents,
      reference: `re-${license_id}`,
      facts: factsOf(order_id, license_id),
    };
    return dispatch(new Dispatch(refund, license_id, command as never, metadata) as never);
  };
  const disputeOf = (order_id: string, license_id: string, standing: 'open' | 'won' | 'lost') => {
    const command = {
      kind: 'report',
      standing,
      dispute_id: `dispute-${order_id}`,
      order_id,
      brand_id: brand.id,
      gateway: 'sandbox',
      licenses: [{ license_id, creator_id: creator.id, amount_cents: 25_000 }],
      amount_cents: 25_000,
      reason: 'fraudulent',
      evidence_due_at: null,
    };
    return dispatch(new Dispatch(dispute, `dispute-${order_id}`, command as never, metadata) as never);
  };
  /** @param mailId the id of the email, or the beginning of it */
  const untilSettled = (mailId: string) =>
    until(`${mailId} is settled`, async () => {
      const latest = { after: Infinity, limit: 100, backwards: true };
      const events = await whole.app.get<EventStore>(EventStore).readAll(latest);
      return events.find(({ stream }) => stream.startsWith(`moneyMail-${mailId}`));
    });

  it('[PAY-31] a sale is announced immediately, with the price paid, the creator’s share, when it is available and by when it is paid; never to a referrer', async () => {
    const { license_ids } = await buy(url, brand, { id: itemId, title: 'Harbour at dawn' });
    const message = await mail.mailTo(creator.email);
    expect(message.subject).toBe('You sold a license and earned $200.00');
    expect(lines(message)).toEqual(
      expect.arrayContaining([
        '“Harbour at dawn” — 6-Month License, to Acme: $250.00',
        'Commission — Tessera’s share: −$50.00',
        'Your share: $200.00 USD',
      ]),
    );
    expect(message.text).toMatch(
      /Your share is \$200\.00\. It’s available on \w+ \d\d, \d{4} and paid by \w+ \d\d, \d{4} \(UTC\), within 15 days of receipt/,
    );
    expect(message.messageId).toBe(`<sale.${license_ids[0]}@localhost>`);
    expect(linkIn(message)).toBe(`${publicUrl}/creator/dashboard?tab=licenses`);
    const event = await untilSettled(`sale.${license_ids[0]}`);
    expect(event.type).toBe('MoneyMailSent');
    expect(JSON.stringify(event)).not.toMatch(/@example|Carla/);
    expect(mail.to(referrer.email)).toEqual([]);
  });

  // A single test, because the log's own clock, which decides the day of a sale, can't be moved.
  it('[PAY-31] a creator who chose one email a day gets it after the day, with a total; one who has chosen none by then gets none', async () => {
    await choose(url, creator, 'daily');
    for (const quantity of [1, 2]) await buy(url, brand, { id: itemId, licenseType: 'one_time', price: 25, quantity });
    const itemOf = async ({ token }: Account) => {
      const uploadId = await upload(url, token, new Uint8Array(await drawPicture(Math.random() * 1e6, 640, 480)));
      return publish(url, token, uploadId, { title: 'Quiet' });
    };
    const silent = await signUpCreator(url, 'Silas Silent');
    await choose(url, silent, 'never');
    const tired = await signUpCreator(url, 'Tess Tired');
    await choose(url, tired, 'daily');
    const { order_id } = await buy(url, brand, { id: (await itemOf(silent)).id }, { id: (await itemOf(tired)).id });
    await until('it is due in the daily email', async () => {
      const query = { where: { kind: 'money' }, sort: { field: 'due_at', descending: false }, limit: 100 } as const;
      const { items } = await whole.app.get<ReadStore>(ReadStore).find(dueMails.name, query);
      return items.some(({ key }) => key.startsWith(`money/sales.${tired.id}`));
    });
    await choose(url, tired, 'never');
    await mail.mailTo(brand.email, 3);
    expect(mail.to(brand.email).map(({ text }) => text)).toContainEqual(expect.stringContaining(order_id));
    expect(mail.to(creator.email)).toEqual([]);
    clock.pass(dayMs + 5 * 60_000);
    const message = await mail.mailTo(creator.email);
    expect(message.subject).toBe('You sold 2 licenses and earned $60.00');
    expect(lines(message)).toEqual(
      expect.arrayContaining([
        '“Harbour at dawn” — One-Time Use, to Acme: $20.00',
        '“Harbour at dawn” — One-Time Use × 2, to Acme: $40.00',
        'Your share: $60.00 USD',
      ]),
    );
    expect(message.messageId).toMatch(new RegExp(`^<sales[.]${creator.id}[.]\\d{4}-\\d\\d-\\d\\d@localhost>$`));
    expect((await untilSettled(`sales.${tired.id}`)).type).toBe('MoneyMailNotSent');
    expect([...mail.to(silent.email), ...mail.to(tired.email)]).toEqual([]);
  });

  it('[PAY-31] a payout is announced when it is sent, fails or comes back, with its destination, the reason and a link to its page', async () => {
    await prepare('payout-1');
    await ofPayout({ kind: 'send', payout_id: 'payout-1', rail: 'manual' });
    const sent = await mail.mailTo(creator.email);
    expect(sent.subject).toBe('$120.00 is on its way to you');
    expect(sent.text).toContain('Bank transfer — Bank account ending in 6789: $120.00');
    expect(sent.text).toContain('usually arrive in one to three business days');
    expect(linkIn(sent)).toBe(`${publicUrl}/creator/payouts/payout-1`);
    expect(sent.messageId).toBe('<payout-sent.payout-1@localhost>');
    await untilSettled('payout-sent.payout-1');

    await ofPayout({ kind: 'fail', payout_id: 'payout-1', reason: 'The account is closed.' });
    const failed = await mail.mailTo(creator.email, 2);
    expect(failed.subject).toBe('Your payout of $120.00 didn’t go through');
    expect(failed.text).toContain('Here’s why: The account is closed.');
    expect(failed.text).toContain(`please check your payout details: ${publicUrl}/account`);
    expect(linkIn(failed)).toBe(`${publicUrl}/creator/payouts/payout-1`);

    await prepare('payout-2', 45_000);
    await ofPayout({ kind: 'send', payout_id: 'payout-2', rail: 'manual' });
    await mail.mailTo(creator.email, 3);
    await ofPayout({ kind: 'pay', payout_id: 'payout-2', reference: null });
    await ofPayout({ kind: 'return', payout_id: 'payout-2', reason: 'The name doesn’t match.' });
    const returned = await mail.mailTo(creator.email, 4);
    expect(returned.subject).toBe('Your payout of $450.00 was returned');
    expect(returned.text).toContain('Here’s why: The name doesn’t match.');
    expect(whole.logged.join('')).not.toContain('6789');
  });

  it('[PAY-31] a refund is announced to the creator and to the referrer, each with their own share of it', async () => {
    const { order_id, license_ids } = await buy(url, brand, { id: itemId });
    await mail.mailTo(creator.email);
    await refundOf(order_id, license_ids[0]!, 10_000);
    const message = await mail.mailTo(creator.email, 2);
    expect(message.subject).toBe('A buyer was refunded: $80.00 comes out of your share');
    expect(lines(message)).toEqual(
      expect.arrayContaining([
        '“Harbour at dawn” — 6-Month License, to Acme: −$100.00',
        'Commission — Tessera’s share: $20.00',
        'Your share: −$80.00 USD',
      ]),
    );
    expect(message.text).toMatch(
      /That money wasn’t available yet: the amount available on \w+ \d\d, \d{4} \(UTC\) is now \$80\.00 less\./,
    );
    expect(message.messageId).toBe(`<refund.${license_ids[0]}.1@localhost>`);
    const reward = await mail.mailTo(referrer.email);
    expect(reward.subject).toBe('A buyer was refunded: $5.00 comes out of your referral reward');
    expect(reward.text).toContain('Your reward: −$5.00 USD');
    expect(reward.text).not.toContain('Acme');
    expect(linkIn(reward)).toBe(`${publicUrl}/creator/referrals`);
  });

  it('[PAY-31] a dispute is announced when it is opened, lost or won, with the amount reserved, lost or returned', async () => {
    const { order_id, license_ids } = await buy(url, brand, { id: itemId });
    const [license = ''] = license_ids;
    await mail.mailTo(creator.email);
    await disputeOf(order_id, license, 'open');
    const opened = await mail.mailTo(creator.email, 2);
    expect(opened.subject).toBe('A payment was disputed: $200.00 of your share is set aside');
    expect(opened.text).toContain('Your share: −$200.00 USD');
    expect(opened.text).toContain('you don’t need to do anything');
    expect((await mail.mailTo(referrer.email)).subject).toBe(
      'A payment was disputed: $12.50 of your referral reward is set aside',
    );
    await disputeOf(order_id, license, 'lost');
    const lost = await mail.mailTo(creator.email, 3);
    expect(lost.subject).toBe('We lost a dispute: $200.00 comes out of your share');
    await disputeOf(order_id, license, 'won');
    const won = await mail.mailTo(creator.email, 4);
    expect(won.subject).toBe('We won a dispute: $200.00 is yours again');
    expect(won.text).toMatch(/It’s available on \w+ \d\d, \d{4} \(UTC\), as before\./);
    expect((await mail.mailTo(referrer.email, 3)).text).toContain('Your reward: $12.50 USD');
  });

  it('[PAY-31] a replay sends nothing again, and a deleted account gets no email', async () => {
    const { license_ids } = await buy(url, brand, { id: itemId });
    await mail.mailTo(creator.email);
    await untilSettled(`sale.${license_ids[0]}`);
    const admin = await signInAdmin(url, adminPassword);
    await post(`${url}/api/admin/views/${dueMails.name}/replay`, undefined, { token: admin });
    await until('it is replayed', async () => {
      interface Row {
        readonly view: string;
        readonly replay: { readonly state: string } | null;
      }
      const { items } = await get<{ items: readonly Row[] }>(`${url}/api/admin/views`, { token: admin });
      return items.find(({ view }) => view === dueMails.name)?.replay?.state === 'done';
    });
    const headers = { authorization: `Bearer ${creator.token}`, 'content-type': 'application/json' };
    const leaving = { method: 'DELETE', headers, body: JSON.stringify({ password }) };
    expect((await fetch(`${url}/api/account`, leaving)).ok).toBe(true);
    await mail.mailTo(creator.email, 2);
    await prepare('payout-3');
    await ofPayout({ kind: 'send', payout_id: 'payout-3', rail: 'manual' });
    const event = await untilSettled('payout-sent.payout-3');
    expect(event.type).toBe('MoneyMailNotSent');
    expect(subjects(mail.to(creator.email))).toEqual([
      'You sold a license and earned $200.00',
      'Your Tessera account was deleted',
    ]);
  });
});

it('[PAY-31] a restart does not repeat the email of any sale', async () => {
  const mail = await startMailServer();
  const first = await startProduct({ env: { MAIL_URL: mail.url } });
  const { creator, brand, itemId } = await openShop(first);
  const { license_ids } = await buy(first.url, brand, { id: itemId });
  await mail.mailTo(creator.email);
  const token = await signInAdmin(first.url, first.adminPassword());
  await until('it is recorded', async () => {
    const { items } = await get<{ items: unknown[] }>(`${first.url}/api/admin/events?type=MoneyMailSent`, { token });
    return items.length === 1;
  });
  await first.stop();
  const second = await startProduct({ again: first, env: { MAIL_URL: mail.url } });
  const again = await buy(second.url, await signIn(second.url, brand), { id: itemId });
  // Emails go out oldest first: a repeated one would have come before this one.
  await mail.mailTo(creator.email, 2);
  expect(mail.to(creator.email).map(({ messageId }) => messageId)).toEqual(
    [...license_ids, ...again.license_ids].map((id) => `<sale.${id}@localhost>`),
  );
  await second.stop();
  second.forget();
  await mail.close();
});
