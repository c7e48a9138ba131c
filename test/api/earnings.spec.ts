import { CommandBus } from '@nestjs/cqrs';
import type {
  Balance,
  PayoutDetail,
  PayoutLinePage,
  PayoutPage,
  StatementPage,
  YearAnswer,
} from '@tessera/contract/money/earnings';
import type { CreatorPeriod } from '@tessera/contract/dashboards';
import { earnedCents, noFigures } from '@tessera/domain/earnings/dashboard/figures';
import type { CreatorAccount } from '@tessera/domain/earnings/ledger/creator-account';
import { formatDay } from '@tessera/domain/days';
import { availableOn } from '@tessera/domain/earnings/ledger/creator-account';
import { payout } from '@tessera/domain/payouts/payout';
import type { PayoutCommand } from '@tessera/domain/payouts/payout';
import { refund } from '@tessera/domain/refunds/refund';
import type { RefundCommand } from '@tessera/domain/refunds/refund';
import { extractText, getDocumentProxy } from 'unpdf';
import { Dispatch } from '../../apps/api/src/kernel/commands/dispatch.ts';
import { systemClock } from '../../apps/api/src/kernel/clock.ts';
import { ReadStore } from '../../apps/api/src/kernel/views/port.ts';
import { recordsOf } from '../support/csv.ts';
import { changed } from '../support/doubles/changed.ts';
import { connect, nextMessage, watch } from '../support/live.ts';
import { until } from '../support/until.ts';
import { dayOf, daysLater } from '@tessera/domain/ledger';
import { checkout, get, pay, refusalOf, signIn, signUpCreator } from '../support/worlds/client.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

const dayMs = 86_400_000;
const metadata = { actor: 'admin', correlation: 'test', causation: null };

/** The records of a CSV file, by column name. */
const rowsIn = (file: string) => {
  const [names = [], ...records] = recordsOf(file.replace('\uFEFF', ''));
  return records.map((cells) => Object.fromEntries(cells.map((cell, index) => [names[index] ?? '', cell])));
};
const centsOf = (decimal = '') => Number(decimal.replace('.', ''));
const usd = (cents: number) => {
  const [dollars = '', rest = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${cents < 0 ? '−' : ''}$${dollars.replaceAll(/\B(?=(\d{3})+$)/gu, ',')}.${rest}`;
};
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const placesOf = (balance: Balance) => [
  balance.pending_cents,
  balance.available_cents,
  balance.held_cents,
  balance.in_transit_cents,
  balance.paid_cents,
];

describe('what creators are told about their own money', () => {
  let whole: WholeApp;
  let shop: Shop;
  /** Recorded events have the log's own time; due dates and the current day follow the shop's clock. */
  let aheadMs = 0;
  const clock = changed(systemClock, { now: () => new Date(Date.now() + aheadMs) });
  const today = () => dayOf(clock.now().toISOString());
  const soldOn = today();
  const firstDay = daysLater(soldOn, -3);
  const year = soldOn.slice(0, 4);
  const prices = { one_time: 25, six_month: 250, perpetual: 500 } as const;

  /** Moves the clock forward. By then the sessions have expired, so everyone signs in again. */
  const passDays = async (days: number) => {
    aheadMs += days * dayMs;
    shop = {
      ...shop,
      creator: await signIn(whole.url, shop.creator),
      brand: await signIn(whole.url, shop.brand),
    };
  };
  const ask = <Answer>(path: string) => get<Answer>(`${whole.url}/api/earnings/${path}`, { token: shop.creator.token });
  const askAfter = async <Answer>(path: string) =>
    ask<Answer>(`${path}${path.includes('?') ? '&' : '?'}after=${await whole.head()}`);
  const fileOf = async (path: string) => {
    const response = await fetch(`${whole.url}/api/earnings/${path}`, {
      headers: { authorization: `Bearer ${shop.creator.token}` },
    });
    expect(response.status).toBe(200);
    return response;
  };
  const csvOf = async (path: string) => {
    const response = await fileOf(path);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    return rowsIn(await response.text());
  };
  const pdfOf = async (path: string) => {
    const response = await fileOf(path);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await response.arrayBuffer())), {
      mergePages: true,
    });
    return text.replaceAll(/\s+/gu, ' ');
  };

  const buy = async (licenseType: keyof typeof prices) => {
    const { order_id } = await checkout(whole.url, shop.brand.token, [
      { id: shop.itemId, licenseType, price: prices[licenseType] },
    ]);
    const before = await ask<Balance>('balance');
    const { license_ids } = await pay(whole.url, shop.brand.token, order_id);
    await until('it is posted', async () => (await ask<Balance>('balance')).earned_cents > before.earned_cents);
    return { order_id, license_id: license_ids[0] ?? '' };
  };

  const creatorAccount = async () => {
    const stored = await whole.app.get<ReadStore>(ReadStore).get<CreatorAccount>('creator-ledger', shop.creator.id);
    return stored!.document;
  };
  const command = (asked: PayoutCommand) =>
    whole.app.get(CommandBus).execute(new Dispatch(payout, shop.creator.id, asked, metadata));
  const prepare = async (payout_id: string) => {
    const account = await creatorAccount();
    const at = clock.now().toISOString();
    await command({
      kind: 'prepare',
      run_id: `run of ${payout_id}`,
      payout_id,
      creator_id: shop.creator.id,
      available_cents: availableOn(account, at.slice(0, 10)),
      disbursed_cents: account.in_transit_cents + account.paid_cents,
      until: { at, position: await whole.head() },
      details: { method: 'venmo', destination: 'Venmo @…pays', changed_at: null, revision: 0 },
      pay_by_on: null,
      is_last: false,
      at,
    });
  };
  const refundOf = (licenseId: string, asked: RefundCommand) =>
    whole.app.get(CommandBus).execute(new Dispatch(refund, licenseId, asked, metadata));
  const refundPart = async (license_id: string, order_id: string, price_cents: number, amount_cents: number) => {
    const before = await ask<Balance>('balance');
    const ids = { license_id, order_id, brand_id: shop.brand.id, creator_id: shop.creator.id };
    const payment = { gateway: 'sandbox', payment: 'a payment', paid_at: clock.now().toISOString() };
    const facts = { ...ids, price_cents, ...payment, isContinued: false, isDisputed: false };
    await refundOf(license_id, { kind: 'start', amount_cents, reason: 'Bought twice.', facts });
    await refundOf(license_id, { kind: 'complete', refund_number: 1, reference: 're-1' });
    await until('it is reversed', async () => (await ask<Balance>('balance')).reversed_cents > before.reversed_cents);
  };
  const bought: { order_id: string; license_id: string }[] = [];

  beforeAll(async () => {
    // The pause is long enough that no round of payout runs cancels what is prepared by hand.
    whole = await startWholeApp({}, clock, { restMs: 60 * 60_000 });
    shop = await openShop(whole, { title: 'Harbour, "at dawn"', description: '', tags: ['sea'] });
  }, 60_000);
  afterAll(() => whole.close());

  it('[PAY-04] [PAY-07] a new creator has a balance, a statement and a year of nothing', async () => {
    expect(await ask<Balance>('balance')).toMatchObject({ day: today(), due: [], waiting: null });
    expect(placesOf(await ask<Balance>('balance'))).toEqual([0, 0, 0, 0, 0]);
    expect(await ask<StatementPage>('statement')).toMatchObject({
      from: `${today().slice(0, 7)}-01`,
      opening_cents: 0,
      closing_cents: 0,
      items: [],
      next_cursor: null,
    });
    expect((await ask<YearAnswer>(`years/${year}`)).months).toHaveLength(12);
    expect(await ask<PayoutPage>('payouts')).toMatchObject({ items: [], next_cursor: null });
  });

  it('[PAY-04] [PAY-06] [SPC-03] sales are pending, with the days on which they become available, and then available, with the day by which they are paid', async () => {
    bought.push(await buy('one_time'), await buy('six_month'));
    const due = [{ on: daysLater(today(), 9), cents: 22_000 }];
    expect(await ask<Balance>('balance')).toMatchObject({
      pending_cents: 22_000,
      payout_due_cents: 0,
      earned_cents: 22_000,
      due,
    });
    const pay_by_on = daysLater(today(), 15);
    await passDays(8);
    const pending = { pending_cents: 22_000, available_cents: 0, due, pay_by_on: null };
    expect(await ask<Balance>('balance')).toMatchObject(pending);
    await passDays(1);
    expect(await ask<Balance>('balance')).toMatchObject({
      pending_cents: 0,
      available_cents: 22_000,
      payout_due_cents: 22_000,
      due: [],
      pay_by_on,
      waiting: null,
    });
  });

  it('[PAY-05] [PAY-06] a payout pays out what is available, and each of its states reaches the open page too', async () => {
    const socket = await connect(whole.url, shop.creator.token);
    await watch(socket, 'creator-ledger', shop.creator.id);
    await watch(socket, 'payouts', shop.creator.id);
    await prepare('payout-1');
    expect(await askAfter<Balance>('balance')).toMatchObject({
      available_cents: 0,
      in_transit_cents: 22_000,
      payout_due_cents: 0,
    });
    await command({ kind: 'send', payout_id: 'payout-1', rail: 'manual' });
    const paid = nextMessage<{ status?: string }>(socket, ({ value }) => value?.status === 'paid');
    const moved = nextMessage<CreatorAccount>(socket, ({ value }) => value?.paid_cents === 22_000);
    await command({ kind: 'pay', payout_id: 'payout-1', reference: 'BATCH-7' });
    await Promise.all([paid, moved]);
    socket.close();
    expect(await ask<Balance>('balance')).toMatchObject({ in_transit_cents: 0, paid_cents: 22_000 });

    const detail = await ask<PayoutDetail>('payouts/payout-1');
    expect(detail).toMatchObject({
      id: 'payout-1',
      status: 'paid',
      amount_cents: 22_000,
      method: 'venmo',
      destination: 'Venmo @…pays',
      reference: 'BATCH-7',
      reason: null,
      takes_over: [],
    });
    expect(detail.steps.map(({ status }) => status)).toEqual(['prepared', 'sent', 'paid']);
    const { items } = await ask<PayoutLinePage>('payouts/payout-1/lines');
    expect(items).toMatchObject([
      {
        kind: 'sale',
        license_id: bought[0]?.license_id,
        title: 'Harbour, "at dawn"',
        brand_name: 'Acme',
        amount_cents: 2_000,
      },
      { kind: 'sale', license_id: bought[1]?.license_id, license_type: 'six_month', amount_cents: 20_000 },
    ]);
  });

  it('[PAY-04] [PAY-05] a refund reduces the next payout; what the bank returned waits with its reason and is carried over', async () => {
    bought.push(await buy('perpetual'));
    await refundPart(bought[1]!.license_id, bought[1]!.order_id, 25_000, 5_000);
    expect(await ask<Balance>('balance')).toMatchObject({ available_cents: 36_000, reversed_cents: 4_000 });
    await prepare('payout-2');
    await command({ kind: 'send', payout_id: 'payout-2', rail: 'manual' });
    await command({ kind: 'pay', payout_id: 'payout-2', reference: null });
    await command({ kind: 'return', payout_id: 'payout-2', reason: 'The account is closed' });
    const balance = await askAfter<Balance>('balance');
    expect(balance).toMatchObject({
      available_cents: 36_000,
      waiting: {
        code: 'payout_returned',
        title: 'The bank returned your payout of $360.00',
        message: expect.stringContaining('The account is closed. Check your payout details.') as string,
      },
    });
    expect(sumOf(placesOf(balance))).toBe(balance.earned_cents - balance.reversed_cents);
    await prepare('payout-3');
    const third = await askAfter<PayoutDetail>('payouts/payout-3');
    expect(third.takes_over).toMatchObject([{ id: 'payout-2', status: 'returned', reason: 'The account is closed' }]);
    expect(third.amount_cents).toBe(36_000);
    expect((await ask<PayoutLinePage>('payouts/payout-3/lines')).items).toEqual([]);
    const second = await ask<PayoutLinePage>('payouts/payout-2/lines');
    expect(second.items.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
      ['sale', 40_000],
      ['refund', -4_000],
    ]);
    expect((await ask<PayoutPage>('payouts?limit=2')).items.map(({ id }) => id)).toEqual(['payout-3', 'payout-2']);
  });

  it('[PAY-04] on hold, available money is shown as held, with the reason; the five figures still add up', async () => {
    await command({ kind: 'cancel', payout_id: 'payout-3' });
    await command({ kind: 'hold', creator_id: shop.creator.id, reason: 'We are checking a report.' });
    const held = await askAfter<Balance>('balance');
    expect(held).toMatchObject({
      available_cents: 0,
      held_cents: 36_000,
      payout_due_cents: 36_000,
      waiting: { code: 'on_hold', message: expect.stringContaining('We are checking a report.') as string },
    });
    expect(sumOf(placesOf(held))).toBe(held.earned_cents - held.reversed_cents);
    await command({ kind: 'release', creator_id: shop.creator.id });
    expect(await ask<Balance>('balance')).toMatchObject({ available_cents: 36_000, held_cents: 0 });
  });

  it('[PAY-05] a payout is the same to the cent in the API, as a table and on paper', async () => {
    for (const id of ['payout-1', 'payout-2', 'payout-3']) {
      const detail = await ask<PayoutDetail>(`payouts/${id}`);
      const { items } = await ask<PayoutLinePage>(`payouts/${id}/lines`);
      const amounts = [...detail.takes_over, ...items].map(({ amount_cents }) => amount_cents);
      expect(sumOf(amounts)).toBe(detail.amount_cents);
      const records = await csvOf(`payouts/${id}/payout.csv`);
      expect(records.map(({ amount }) => centsOf(amount))).toEqual(amounts);
      const words = await pdfOf(`payouts/${id}/payout.pdf`);
      for (const part of ['Venmo @…pays', ...amounts.map(usd), `Payout ${usd(detail.amount_cents)}`])
        expect(words).toContain(part);
    }
    expect(await pdfOf('payouts/payout-2/payout.pdf')).toContain('The account is closed');
  });

  it('[PAY-07] [PAY-08] a statement is the same to the cent in the API, as a table and on paper, and ends at the balance', async () => {
    const range = `from=${firstDay}&to=${today()}`;
    const statement = await ask<StatementPage>(`statement?${range}`);
    expect(statement.items.map(({ kind }) => kind)).toEqual([
      'sale',
      'sale',
      'payout',
      'sale',
      'refund',
      'payout',
      'payout_returned',
      'payout',
      'payout_canceled',
    ]);
    const balance = await ask<Balance>('balance');
    expect(statement.closing_cents).toBe(balance.pending_cents + balance.available_cents + balance.held_cents);
    expect(statement.closing_cents).toBe(36_000);

    const records = await csvOf(`statement.csv?${range}`);
    expect(centsOf(records[0]?.['balance'])).toBe(statement.opening_cents);
    expect(centsOf(records.at(-1)?.['balance'])).toBe(statement.closing_cents);
    const lines = records.slice(1, -1);
    expect(
      lines.map(({ gross, commission, net_or_reward, refund: refunded, payout: out, balance: after }) =>
        [gross, commission, net_or_reward, refunded, out, after].map(centsOf),
      ),
    ).toEqual(
      statement.items.map((line) => [
        line.gross_cents,
        line.commission_cents,
        line.earned_cents,
        line.reversed_cents,
        line.payout_cents,
        line.balance_cents,
      ]),
    );
    expect(lines[4]).toMatchObject({ kind: 'Refund', refund: '-40.00', item: 'Harbour, "at dawn"', currency: 'USD' });

    const words = await pdfOf(`statement.pdf?${range}`);
    for (const part of [
      'Carla Creator',
      'Opening balance $0.00',
      `Balance so far (${formatDay(today())}) ${usd(statement.closing_cents)}`,
      ...statement.items.flatMap((line) => [
        usd(line.earned_cents + line.reversed_cents + line.payout_cents),
        usd(line.balance_cents),
      ]),
    ])
      expect(words).toContain(part);

    const [before, after] = [
      await ask<StatementPage>(`statement?from=${firstDay}&to=${soldOn}`),
      await ask<StatementPage>(`statement?from=${daysLater(soldOn, 1)}&to=${today()}`),
    ];
    expect(before.opening_cents).toBe(0);
    expect(after.opening_cents).toBe(before.closing_cents);
    expect([...before.items, ...after.items]).toEqual(statement.items);

    const pages: StatementPage[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: StatementPage = await ask(`statement?${range}&limit=2${cursor && `&cursor=${cursor}`}`);
      pages.push(page);
      cursor = page.next_cursor;
    }
    expect(pages.flatMap(({ items }) => items)).toEqual(statement.items);
  });

  it('[PAY-09] a year is the same to the cent in the API, as a table and on paper', async () => {
    const { months, total } = await ask<YearAnswer>(`years/${year}`);
    expect(total).toEqual({
      gross_cents: 77_500,
      commission_cents: 15_500,
      net_cents: 62_000,
      reward_cents: 0,
      reversed_cents: -4_000,
      paid_cents: 22_000,
    });
    const records = await csvOf(`years/${year}/summary.csv`);
    expect(
      records.map(({ gross, commission, net, rewards, refunds, paid }) =>
        [gross, commission, net, rewards, refunds, paid].map(centsOf),
      ),
    ).toEqual(
      months.map((month) => [
        month.gross_cents,
        month.commission_cents,
        month.net_cents,
        month.reward_cents,
        month.reversed_cents,
        month.paid_cents,
      ]),
    );
    const words = await pdfOf(`years/${year}/summary.pdf`);
    for (const part of ['Year summary', `All of ${year} $775.00 −$155.00 $620.00 $0.00 −$40.00 $220.00`])
      expect(words).toContain(part);
    expect((await ask<YearAnswer>('years/2024')).total).toMatchObject({ gross_cents: 0, paid_cents: 0 });
  });

  it('[GAL-13] the figures of a range of days agree with its statement, as a table too; other creators have none', async () => {
    const range = `from=${firstDay}&to=${soldOn}`;
    const figuresOf = (asked: string) =>
      get<CreatorPeriod>(`${whole.url}/api/dashboards/creator/figures?${asked}`, { token: shop.creator.token });
    const { period, before, days } = await figuresOf(range);
    const { items } = await ask<StatementPage>(`statement?${range}&limit=500`);
    expect(earnedCents(period.total)).toBe(sumOf(items.map((line) => line.earned_cents + line.reversed_cents)));
    expect(period.total).toMatchObject({ licenses: 3, gross_cents: 77_500, net_cents: 62_000 });
    expect(sumOf(days.map(earnedCents))).toBe(earnedCents(period.total));
    expect(before).toMatchObject({ from: daysLater(firstDay, -4), to: daysLater(firstDay, -1), total: noFigures });
    expect((await figuresOf(`from=${daysLater(soldOn, 1)}&to=${daysLater(soldOn, 4)}`)).before.total).toEqual(
      period.total,
    );
    const file = await fetch(`${whole.url}/api/dashboards/creator/figures.csv?${range}`, {
      headers: { authorization: `Bearer ${shop.creator.token}` },
    });
    const rows = rowsIn(await file.text());
    expect(rows.map(({ day, earned }) => [day, centsOf(earned)])).toEqual(days.map((of) => [of.day, earnedCents(of)]));
    expect(await refusalOf(figuresOf('from=2025-01-01&to=2026-12-31'))).toMatchObject({ code: 'figures_too_long' });
  });

  it.each([
    ['statement?from=2026-02-30', 400, 'no_such_day'],
    ['statement?to=yesterday', 400, 'no_such_day'],
    ['statement.csv?from=2026-12-07&to=2026-12-06', 400, 'range_backward'],
    ['statement.pdf?from=2025-01-01&to=2026-12-31', 400, 'range_too_long'],
    ['statement?from=2026-12-01&from=2026-12-02', 400, 'invalid_input'],
    ['payouts/payout-1/lines?cursor=other.thing', 400, 'bad_cursor'],
    ['payouts/payout-9', 404, 'payout_not_found'],
    ['payouts/payout-9/lines', 404, 'payout_not_found'],
    ['payouts/payout-9/payout.pdf', 404, 'payout_not_found'],
    ['years/20x6', 404, 'not_found'],
    ['years/2026-01/summary.csv', 404, 'not_found'],
  ])('[PAY-07] %s is refused with %d: %s', async (path, status, code) => {
    expect(await refusalOf(ask(path))).toMatchObject({ status, code });
  });

  it('[PAY-05] [PAY-07] nobody else reads a creator’s payouts or lines', async () => {
    const other = await signUpCreator(whole.url, 'Olga Other');
    const asOther = <Answer>(path: string) => get<Answer>(`${whole.url}/api/earnings/${path}`, { token: other.token });
    expect(await refusalOf(ask(`statement?from=${firstDay}&to=${today()}&cursor=nonsense`))).toMatchObject({
      status: 400,
      code: 'bad_cursor',
    });
    for (const path of ['payouts/payout-1', 'payouts/payout-1/lines', 'payouts/payout-1/payout.csv'])
      expect(await refusalOf(asOther(path))).toMatchObject({ status: 404, code: 'payout_not_found' });
    const mine = await ask<StatementPage>(`statement?from=${firstDay}&to=${today()}&limit=2`);
    const forged = `statement?from=${firstDay}&to=${today()}&cursor=${mine.next_cursor}`;
    expect(await asOther<StatementPage>(forged)).toMatchObject({ items: [], opening_cents: 0, closing_cents: 0 });
  });
});
