import { join } from 'node:path';
import type { MoneyOverview, ReconciliationPage } from '@tessera/contract/money/books';
import type { Reconciliation } from '@tessera/domain/books/reconciliations.view';
import { connect, nextMessage, watch } from '../../../../test/support/live.ts';
import { TestClock } from '../../../../test/support/worlds/accounts-app.ts';
import { cardForm, checkout, get, pay, post, refusalOf, signInAdmin } from '../../../../test/support/worlds/client.ts';
import { until } from '../../../../test/support/until.ts';
import { openShop } from '../../../../test/support/worlds/shop.ts';
import type { Shop } from '../../../../test/support/worlds/shop.ts';
import { startWholeApp } from '../../../../test/support/worlds/whole-app.ts';
import type { WholeApp } from '../../../../test/support/worlds/whole-app.ts';
import { OutcomeUnknown } from '../adapters/payments/port.ts';
import type { GatewayTransaction } from '../adapters/payments/port.ts';
import { SandboxGateway } from '../adapters/payments/sandbox.ts';
import { Clock } from '../kernel/clock.ts';
import { Vault } from '../kernel/records/port.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { Reconciler } from './reconciler.ts';
import { Reconciliations } from './reconciliations.effect.ts';

const dayMs = 86_400_000;

describe('reconciling the gateway’s list with the log', () => {
  const clock = new TestClock();
  let whole: WholeApp;
  /** For changes made at the gateway itself, without the shop. */
  let gateway: SandboxGateway;
  let url: string;
  let shop: Shop;
  let token: string;
  let socket: Awaited<ReturnType<typeof connect>>;
  /** A payment refunded at the gateway itself. */
  let payment: string;
  beforeAll(async () => {
    whole = await startWholeApp({}, clock);
    ({ url } = whole);
    gateway = new SandboxGateway(join(whole.dataDir, 'sandbox-gateway.db'), clock);
    shop = await openShop(whole);
    token = await signInAdmin(url, whole.adminPassword);
    socket = await connect(url, token);
    await watch(socket, 'reconciliations', 'all');
  }, 60_000);
  afterAll(async () => {
    socket.close();
    gateway.close();
    await whole.close();
  });

  const buy = async () => {
    const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId, licenseType: 'one_time' }]);
    await pay(url, shop.brand.token, order_id);
  };
  const told = () => nextMessage<Reconciliation>(socket, ({ view }) => view === 'reconciliations');
  const reconcile = async (body: object = { under_way_minutes: 0 }) => {
    const next = told();
    const isAccepted = () => post(`${url}/api/admin/reconciliations`, body, { token }).then(Boolean, () => false);
    await until('the one before is over', isAccepted);
    const { position } = await next;
    const { items } = await get<ReconciliationPage>(`${url}/api/admin/reconciliations?limit=1&after=${position}`, {
      token,
    });
    return { latest: items[0]!, position };
  };
  const transactions = async () => {
    const all: GatewayTransaction[] = [];
    for await (const each of gateway.transactions(new Date(0), new Date(clock.now().getTime() + dayMs))) all.push(each);
    return all;
  };

  it('[PAY-33] posts the fees once, so that the ledger’s cash is the gateway’s balance, and finds no difference', async () => {
    await buy();
    await buy();
    const { latest } = await reconcile();
    // 2.9% plus 30 cents, for $25.00 each.
    expect(latest).toMatchObject({ gateway: 'sandbox', payments: 2, fees: 2, fee_cents: 2 * 103, difference_count: 0 });
    const { latest: again, position } = await reconcile();
    expect(again).toMatchObject({ payments: 2, fees: 0, fee_cents: 0, differences: [] });
    const board = await get<MoneyOverview>(`${url}/api/admin/money?after=${position}`, { token });
    expect(board.total.fee_cents).toBe(206);
    const balance = (await transactions()).reduce((sum, { amountCents, feeCents }) => sum + amountCents - feeCents, 0);
    expect(board.now.cash).toEqual([{ name: 'sandbox', cents: balance }]);
  });

  it('[PAY-33] names each difference with both sides, once it is older than what may be under way', async () => {
    const [charge] = await transactions();
    ({ payment } = charge!);
    const unknown = await gateway.charge({ key: 'stray:1', amountCents: 4_000 }, cardForm());
    const stray = (unknown as { reference: string }).reference;
    await gateway.refund({ key: 'by-hand', reference: payment, amountCents: 500 });
    // Of a payment that the log doesn’t have: polling for disputes can’t resolve it meanwhile.
    gateway.refundsAndDisputes.open(stray);
    expect((await reconcile({})).latest.differences).toEqual([]);
    const { latest } = await reconcile();
    expect(latest.difference_count).toBe(3);
    expect(latest.differences.map(({ words }) => words).toSorted()).toEqual([
      `A bank has moved $40.00 of ${stray} for a dispute that the log doesn’t have.`,
      `The gateway has a charge of $40.00 (${stray}) that the log has no sale for.`,
      `The gateway has refunded $5.00 of ${payment}, and the log has no refund of it.`,
    ]);
  });

  it.each([
    [{ days: 0 }, 'Please choose 1 to 366 days'],
    [{ days: 1.5 }, 'Please choose 1 to 366 days'],
    [{ under_way_minutes: -1 }, 'Please choose 0 to 1440 minutes'],
  ])('[PAY-33] says what is wrong with what is asked: %j', async (body, message) => {
    expect(await refusalOf(post(`${url}/api/admin/reconciliations`, body, { token }))).toMatchObject({
      status: 400,
      message,
    });
  });

  it('[HOU-08] asked for on two nodes at once, is done once', async () => {
    const { app } = whole;
    /** A node that answers browsers: it leaves the work to others. */
    const anotherNode = () =>
      new Reconciliations(
        { start: () => undefined } as never,
        app.get(Reconciler),
        app.get(ReadStore),
        app.get(Vault),
        app.get(Clock),
      );
    const span = { days: 7, underWayMinutes: 0 };
    const [correlation, next] = [`two nodes ${clock.newId()}`, told()];
    const metadata = { actor: 'admin', correlation, causation: null };
    const answers = await Promise.allSettled([anotherNode(), anotherNode()].map((node) => node.start(span, metadata)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await next;
    // Another one is accepted once this one is over.
    await reconcile();
    expect(await whole.eventsOf(correlation)).toEqual(['Reconciled']);
  });

  it('[PAY-33] runs every day on its own, covering everything since the last time', async () => {
    gateway.refundsAndDisputes.open(payment);
    // Polling for disputes puts this one into the log, and the refund of its payment too.
    await until('the gateway was asked', async () => (await reconcile()).latest.difference_count === 2);
    for (const key of ['stray:2', 'stray:3']) await gateway.charge({ key, amountCents: 4_000 }, cardForm());
    const next = told();
    clock.pass(dayMs + 1_000);
    const { value } = await next;
    expect(value).toMatchObject({ difference_count: 4, payments: 5 });
    expect(Date.parse(value.to) - Date.parse(value.from)).toBe(7 * dayMs);
  });
});

it('[PAY-33] a gateway that doesn’t answer is reported, and nothing is posted', async () => {
  const commands: unknown[] = [];
  const reconciler = new Reconciler(
    {
      name: 'sandbox',
      transactions: () => {
        throw new OutcomeUnknown('The gateway is away');
      },
    } as never,
    { head: () => Promise.resolve(0) } as never,
    {} as never,
    {} as never,
    { execute: ({ command }: { command: unknown }) => Promise.resolve(commands.push(command)) } as never,
    new TestClock(),
  );
  const metadata = { actor: 'admin', correlation: 'test', causation: null };
  await reconciler.reconcile({ days: 7, underWayMinutes: 60 }, metadata);
  expect(commands).toMatchObject([
    {
      kind: 'fail',
      gateway: 'sandbox',
      reason: 'The gateway didn’t answer, or its answer was incomplete. We’ll ask again later.',
    },
  ]);
});
