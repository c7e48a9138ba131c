import { CommandBus } from '@nestjs/cqrs';
import type {
  Balance,
  PayoutDetail,
  PayoutLinePage,
  PayoutPage,
  StatementPage,
} from '@tessera/contract/money/earnings';
import type { PayoutRunPage } from '@tessera/contract/money/payout-runs';
import { formatDay } from '@tessera/domain/days';
import type { Decider } from '@tessera/domain/kernel/decider';
import type { DomainEvent } from '@tessera/domain/kernel/event';
import { termsInForce, termsVersions } from '@tessera/domain/licensing/agreements/terms';
import { order } from '@tessera/domain/ordering/order';
import type { OrderCommand } from '@tessera/domain/ordering/order';
import type { ItemFacts } from '@tessera/domain/ordering/order-line';
import { dispute } from '@tessera/domain/refunds/dispute';
import type { DisputeStanding } from '@tessera/domain/refunds/dispute';
import { refund } from '@tessera/domain/refunds/refund';
import { extractText, getDocumentProxy } from 'unpdf';
import { Dispatch } from '../../apps/api/src/kernel/commands/dispatch.ts';
import { Projections } from '../../apps/api/src/kernel/projecting/projections.ts';
import { forEachConcurrently } from '../../apps/api/src/kernel/async/for-each-concurrently.ts';
import { MoneyBooks } from '../rel/money-books.ts';
import { recordsOf } from '../support/csv.ts';
import { howMany, isFull } from '../support/sample.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import type { MailServer } from '../support/servers/mail-server.ts';
import { until } from '../support/until.ts';
import { TestClock } from '../support/worlds/accounts-app.ts';
import { confirmEmail, get, patch, post, signIn, signInAdmin, signUpCreator } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { adminPassword, startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

const creatorsCount = howMany({ usual: 20, full: 500 });
const salesCount = howMany({ usual: 100, full: 5_000 });
const printedCount = howMany({ usual: 5, full: 25 });
const testMaxMs = isFull ? 1_800_000 : 120_000;
const settledMaxMs = testMaxMs / 4;
const atOnce = 16;
const dayMs = 86_400_000;
const metadata = { actor: 'system', correlation: 'books', causation: null };
const prices = { one_time: 126_26, six_month: 260_03, perpetual: 513_79 } as const;
const types = ['one_time', 'six_month', 'perpetual'] as const;

/** Draws the same numbers below a limit on each run, so that any failure can be reproduced. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
};

const eachConcurrently = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>) => {
  const all = async function* () {
    yield* items;
  };
  await forEachConcurrently(all(), atOnce, work);
};
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const centsOf = (decimal = '') => Math.round(Number(decimal) * 100);
const usd = (cents: number) => {
  const text = (Math.abs(cents) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  return `${cents < 0 ? '−' : ''}${text}`;
};

interface Sold {
  readonly license_id: string;
  readonly order_id: string;
  readonly creator_id: string;
  readonly price_cents: number;
  left: number;
  /** Null unless the payment is disputed. */
  disputed: { readonly id: string; readonly amount: number; standing: DisputeStanding } | null;
}

describe('a year’s worth of sales, refunds, disputes and payouts', () => {
  const draw = randomFrom(20_261_124);
  const sold: Sold[] = [];
  let mail: MailServer;
  let clock: TestClock;
  let whole: WholeApp;
  let admin: string;
  const creators: Account[] = [];
  let numbers = 0;

  const next = (kind: string) => `${kind}-${(numbers += 1)}`;
  const run = <State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
  ) => whole.app.get(CommandBus).execute(new Dispatch(decider, id, command, metadata));

  /** A third of the creators were referred by another one. */
  const referrerOf = (place: number) => (place % 3 === 1 ? (creators[place - 1]?.id ?? null) : null);

  const sell = async (place: number, type: (typeof types)[number]) => {
    const creator = creators[place]!;
    const [order_id, license_id, content_id, brand_id] = ['order', 'license', 'photo', 'brand'].map(next) as [
      string,
      string,
      string,
      string,
    ];
    const facts: ItemFacts = {
      item: { content_id, title: 'Harbour', description: '', media_url: 'a.webp', media_type: 'image' },
      creator_id: creator.id,
      hasCreator: true,
      referrer_id: referrerOf(place),
      offers: prices,
    };
    const at = clock.now().toISOString();
    const items = new Map([[content_id, facts]]);
    const lines = [{ content_id, title: '', license_type: type, quantity: 1 }];
    const ofOrder = (command: OrderCommand) => run(order, order_id, command);
    await ofOrder({ kind: 'place', order_id, brand_id, brand_name: 'Acme', lines, facts: items, at });
    const terms = { terms_version: termsInForce().id, placing: 1, facts: { items, license: null } };
    await ofOrder({ kind: 'start-payment', brand_id, gateway: 'sandbox', ...terms, at });
    const paid = { attempt: 1, gateway: 'sandbox', reference: `paid-${order_id}`, paidAt: at };
    const people = { creatorNames: new Map([[creator.id, creator.name]]), goneReferrers: new Set<string>() };
    const what = { terms: termsVersions, licenseIds: [license_id], isBrandGone: false };
    const capture = { kind: 'capture-payment', ...paid, ...people, ...what };
    await ofOrder(capture as OrderCommand);
    const price_cents = prices[type];
    sold.push({ license_id, order_id, creator_id: creator.id, price_cents, left: price_cents, disputed: null });
  };

  const recordRefund = async (license: Sold, amount_cents: number) => {
    const { license_id, order_id, creator_id, price_cents } = license;
    const facts = { license_id, order_id, creator_id, price_cents, brand_id: 'brand', gateway: 'sandbox' };
    await run(refund, license_id, { kind: 'record', up_to_cents: amount_cents, reference: next('re'), facts });
    license.left -= amount_cents;
  };

  const report = async (license: Sold, standing: DisputeStanding) => {
    const { license_id, order_id, creator_id } = license;
    const { id, amount } = (license.disputed ??= { id: next('dispute'), amount: license.left, standing });
    const details = { dispute_id: id, order_id, brand_id: 'brand', gateway: 'sandbox', amount_cents: amount };
    const licenses = [{ license_id, creator_id, amount_cents: amount }];
    const words = { reason: 'fraudulent', evidence_due_at: null };
    await run(dispute, id, { kind: 'report', standing, ...details, ...words, licenses });
    license.disputed.standing = standing;
  };

  /** Does to the license whatever the seed draws next. */
  const drawEvent = async (license: Sold) => {
    const { disputed, left } = license;
    const roll = draw(100);
    if (disputed && disputed.standing !== 'won') {
      if (disputed.standing === 'open' && roll < 60) await report(license, roll < 30 ? 'won' : 'lost');
      else if (disputed.standing === 'lost' && roll < 10) await report(license, 'won');
      return;
    }
    if (left > 0 && roll < 12) await recordRefund(license, left);
    else if (left > 0 && roll < 30) await recordRefund(license, 1 + draw(left));
    else if (left > 0 && roll < 42 && !disputed) await report(license, 'open');
  };

  const settled = async () =>
    until(
      'everything is posted, and folded',
      async () => {
        const head = await whole.head();
        await whole.app.get<Projections>(Projections).reached(head, settledMaxMs);
        const parts = new MoneyBooks(whole.dataDir);
        parts.read();
        return parts.areAllPosted && (await whole.head()) === head;
      },
      settledMaxMs,
    );

  const runs = () => `${whole.url}/api/admin/payout-runs`;
  const payAll = async () => {
    await post(runs(), {}, { token: admin });
    for (const [status, step] of [
      ['prepared', 'send'],
      ['closed', null],
    ] as const) {
      const { id } = await until(
        `the run is ${status}`,
        async () =>
          (await get<PayoutRunPage>(`${runs()}?limit=1`, { token: admin })).items.find((one) => one.status === status),
        settledMaxMs,
      );
      if (step) await post(`${runs()}/${id}/${step}`, {}, { token: admin });
    }
  };
  const passDays = async (days: number) => {
    clock.pass(days * dayMs);
    admin = await signInAdmin(whole.url, adminPassword);
  };
  const sellAll = async (count: number) => {
    const picks = Array.from({ length: count }, () => [draw(creatorsCount), types[draw(3)]!] as const);
    await eachConcurrently(picks, ([place, type]) => sell(place, type));
    await settled();
    // Sequential, because the events are drawn in the order of the sales.
    for (const license of sold) await drawEvent(license);
    await settled();
  };

  beforeAll(async () => {
    mail = await startMailServer();
    clock = new TestClock();
    whole = await startWholeApp({ PAYOUTS: 'sandbox', MAIL_URL: mail.url }, clock);
    admin = await signInAdmin(whole.url, adminPassword);
    while (creators.length < creatorsCount) {
      const creator = await signUpCreator(whole.url, `Creator ${creators.length}`);
      await confirmEmail(whole.url, await mail.welcomeTo(creator.email));
      await patch(`${whole.url}/api/profile/sale-mails`, { sale_mails: 'never' }, { token: creator.token });
      creators.push(creator);
    }
    await sellAll(salesCount / 2);
    await passDays(20);
    await payAll();
    await sellAll(salesCount / 2);
    await passDays(20);
    await payAll();
    // Payments that banks return come back three days later; those they refused are paid with the next run.
    await passDays(4);
    await payAll();
    await settled();
  }, testMaxMs);
  afterAll(async () => {
    await whole.close();
    await mail.close();
  });

  it(
    `[PAY-01] [PAY-03] [PAY-05] [PAY-07] [PAY-08] is the same to the cent for each of ${creatorsCount} creators on screen, as a table, on paper, by email and in the ledger`,
    async () => {
      const books = new MoneyBooks(whole.dataDir);
      books.read();
      expect(books.broken).toEqual([]);
      expect(sumOf([...books.accounts.values()])).toBe(0);
      const read = { lines: 0, payouts: 0, negative: 0, mails: 0 };

      await eachConcurrently(creators, async (stale) => {
        const { token } = await signIn(whole.url, stale);
        const ask = <Answer>(path: string) => get<Answer>(`${whole.url}/api/earnings/${path}`, { token });
        const file = async (path: string) =>
          fetch(`${whole.url}/api/earnings/${path}`, { headers: { authorization: `Bearer ${token}` } });
        const rowsIn = async (path: string) => {
          const [names = [], ...records] = recordsOf((await (await file(path)).text()).replace('\uFEFF', ''));
          return records.map((cells) => Object.fromEntries(cells.map((cell, index) => [names[index] ?? '', cell])));
        };
        const wordsIn = async (path: string) => {
          const bytes = new Uint8Array(await (await file(path)).arrayBuffer());
          const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
          return text.replaceAll(/\s+/gu, ' ');
        };

        const balance = await ask<Balance>('balance');
        const due = books.standingOf(stale.id, balance.day);
        const { pending_cents, available_cents, held_cents, in_transit_cents, paid_cents } = balance;
        expect([pending_cents, available_cents + held_cents]).toEqual([due.pending, due.available + due.reserve]);
        expect(pending_cents + available_cents + held_cents + in_transit_cents + paid_cents).toBe(
          balance.earned_cents - balance.reversed_cents,
        );
        if (available_cents < 0) read.negative += 1;

        const from = new Date(clock.now().getTime() - 60 * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length);
        const range = `from=${from}&to=${balance.day}`;
        const statement = await ask<StatementPage>(`statement?${range}&limit=500`);
        expect([statement.opening_cents, statement.next_cursor]).toEqual([0, null]);
        expect(statement.closing_cents).toBe(due.pending + due.available + due.reserve);
        let running = 0;
        for (const line of statement.items) {
          running += line.earned_cents + line.reversed_cents + line.payout_cents;
          expect(line.balance_cents).toBe(running);
        }
        expect(running).toBe(statement.closing_cents);
        read.lines += statement.items.length;
        const table = await rowsIn(`statement.csv?${range}`);
        const columns = ['gross', 'commission', 'net_or_reward', 'refund', 'payout', 'balance'];
        expect(table.slice(1, -1).map((row) => columns.map((name) => centsOf(row[name])))).toEqual(
          statement.items.map((line) => [
            line.gross_cents,
            line.commission_cents,
            line.earned_cents,
            line.reversed_cents,
            line.payout_cents,
            line.balance_cents,
          ]),
        );
        expect([table[0], table.at(-1)].map((row) => centsOf(row?.['balance']))).toEqual([0, statement.closing_cents]);

        const { items: payouts } = await ask<PayoutPage>('payouts?limit=100');
        const mailed = () => mail.to(stale.email).map(({ subject }) => subject ?? '');
        for (const { id, amount_cents, status } of payouts) {
          expect(books.amounts.get(id)).toBe(amount_cents);
          const detail = await ask<PayoutDetail>(`payouts/${id}`);
          const { items } = await ask<PayoutLinePage>(`payouts/${id}/lines?limit=500`);
          const amounts = [...detail.takes_over, ...items].map((one) => one.amount_cents);
          expect(sumOf(amounts)).toBe(amount_cents);
          expect((await rowsIn(`payouts/${id}/payout.csv`)).map(({ amount }) => centsOf(amount))).toEqual(amounts);
          const isMailed = async () => mailed().some((subject) => subject.includes(usd(amount_cents)));
          await until(`the payout of ${usd(amount_cents)} is mailed`, isMailed);
          read.payouts += 1;
          read.mails += mailed().length;
          if (!printed.has(stale.id)) continue;
          const words = await wordsIn(`payouts/${id}/payout.pdf`);
          for (const cents of [...amounts, amount_cents]) expect(words).toContain(usd(cents));
          expect(status).not.toBe('prepared');
        }
        expect(paid_cents).toBe(
          sumOf(payouts.filter(({ status }) => status === 'paid').map(({ amount_cents }) => amount_cents)),
        );

        if (!printed.has(stale.id)) return;
        const words = await wordsIn(`statement.pdf?${range}`);
        for (const line of statement.items)
          for (const cents of [line.earned_cents + line.reversed_cents + line.payout_cents, line.balance_cents])
            expect(words).toContain(usd(cents));
        expect(words).toContain(`Balance so far (${formatDay(balance.day)}) ${usd(statement.closing_cents)}`);
      });

      const ends = (type: string) => [...books.payouts.values()].filter((steps) => steps.at(-1) === type).length;
      console.log(
        `${creatorsCount} creators, ${sold.length} sales: ${read.lines} lines, ${read.payouts} payouts ` +
          `(${ends('PayoutPaid')} paid, ${ends('PayoutFailed')} failed, ${ends('PayoutReturned')} returned), ` +
          `${read.negative} below zero`,
      );
      expect(ends('PayoutPaid')).toBeGreaterThan(creatorsCount / 2);
    },
    testMaxMs,
  );

  const printed = {
    has: (id: string) => creators.slice(0, printedCount).some((creator) => creator.id === id),
  };
});
