import { CommandBus } from '@nestjs/cqrs';
import type { Balance } from '@tessera/contract/money/earnings';
import { emailConfirmationAsked } from '@tessera/domain/accounts/access/own-email';
import { account } from '@tessera/domain/accounts/account';
import { streamOf } from '@tessera/domain/kernel/decider';
import type { DomainEvent } from '@tessera/domain/kernel/event';
import { confirmOwner, get, patch, post, refusalOf } from '../../../../test/support/worlds/client.ts';
import { startPayoutShop } from '../../../../test/support/worlds/payout-shop.ts';
import type { PayoutShop } from '../../../../test/support/worlds/payout-shop.ts';
import { until } from '../../../../test/support/until.ts';
import { Clock } from '../kernel/clock.ts';
import { Dispatch, DispatchHandler, Streams } from '../kernel/commands/dispatch.ts';
import { EventCodec } from '../kernel/log/codec.ts';
import { EventStore } from '../kernel/log/port.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import { Payees } from './payees.ts';
import { KeptPayoutDetails } from './deleted-accounts/kept-payout-details.ts';
import { PreparePayouts } from './prepare-payouts.ts';

const bank = { payment_method: 'bank', bank_name: 'First', bank_account: '0123456789', bank_routing: '021000021' };

/** The types of the events recorded about payouts, by creator. */
const recorded = async (shop: PayoutShop) => {
  const events = await shop.app.get<EventStore>(EventStore).readAll({ after: -1, limit: 5_000 });
  const byCreator = new Map<string, string[]>();
  for (const { type, stream } of events) {
    if (!stream.startsWith('payout-')) continue;
    byCreator.set(stream, [...(byCreator.get(stream) ?? []), type]);
  }
  return byCreator;
};

const metadata = { actor: 'system', correlation: 'test', causation: null };

/** Asks a creator to confirm their address, as a product with a mail server does at sign-up. */
const ask = async ({ app }: PayoutShop, account_id: string) => {
  const [store, codec] = [app.get<EventStore>(EventStore), app.get<EventCodec>(EventCodec)];
  const stream = streamOf(account, account_id);
  const { length } = await store.readStream(stream);
  await store.append(stream, length - 1, await codec.encode([emailConfirmationAsked.of({ account_id })], metadata));
};
const confirmEmail = ({ app }: PayoutShop, accountId: string) =>
  app.get(CommandBus).execute(new Dispatch(account, accountId, { kind: 'confirm-email' }, metadata));

/** Shares the log, views and vault with the others, but nothing else: it only knows what it has read from a stream itself. */
const secondNode = ({ app }: PayoutShop) => {
  const [events, codec] = [app.get<EventStore>(EventStore), app.get<EventCodec>(EventCodec)];
  const handler = new DispatchHandler(new Streams(events, codec));
  const commands = { execute: (dispatch: Dispatch<unknown, unknown, DomainEvent>) => handler.execute(dispatch) };
  const details = new Payees(events, codec, app.get(KeptPayoutDetails));
  const views = app.get<ReadStore>(ReadStore);
  return new PreparePayouts(views, commands as unknown as CommandBus, details, app.get<Clock>(Clock));
};

describe('a payout run', () => {
  let shop: PayoutShop;
  beforeEach(async () => {
    shop = await startPayoutShop();
  });
  afterEach(() => shop.close());

  it('[PAY-10] [FIX-35] pays what is due by its date, with one payout per creator, and lists those left out with one reason each', async () => {
    const paid = await shop.creatorWith(12_000, bank);
    await shop.earn(paid.id, 3_000);
    await shop.earn(paid.id, 90_000, 1);
    const poor = await shop.creatorWith(999);
    const moved = await shop.creatorWith(5_000);
    await confirmOwner(shop.url, moved);
    await patch(`${shop.url}/api/profile`, { venmo_name: 'somebody-else' }, { token: moved.token });
    const unconfirmed = await shop.creatorWith(7_000);
    await ask(shop, unconfirmed.id);
    await shop.creatorWith(0);

    const run = await shop.prepared();
    expect(run).toMatchObject({ count: 1, total_cents: 15_000, left_out: 3, is_automatic: false });
    expect(run.methods).toContainEqual({ method: 'bank', count: 1, cents: 15_000 });
    expect(await shop.payoutsOf(run.id)).toMatchObject([
      {
        creator_id: paid.id,
        creator_name: 'Carla Creator',
        amount_cents: 15_000,
        destination: 'Bank account ending in 6789',
        status: 'prepared',
      },
    ]);
    const leftOut = await shop.leftOutOf(run.id);
    expect(Object.fromEntries(leftOut.map(({ creator_id, reason }) => [creator_id, reason]))).toEqual({
      [poor.id]: 'below_minimum',
      [moved.id]: 'details_changed',
      [unconfirmed.id]: 'email_unconfirmed',
    });
    const waiting = async () =>
      (await get<Balance>(`${shop.url}/api/earnings/balance`, { token: unconfirmed.token })).waiting?.code ?? null;
    expect(await waiting()).toBe('email_unconfirmed');
    await confirmEmail(shop, unconfirmed.id);
    expect(await waiting()).toBeNull();
  });

  it('[PAY-14] lists payouts by status, and says for those left out what the creator sees and can do', async () => {
    const [one, other] = [await shop.creatorWith(12_000), await shop.creatorWith(13_000)];
    await shop.creatorWith(999);
    const run = await shop.prepared();
    expect([run.due_by > '2020', run.due_by <= run.started_at]).toEqual([true, true]);
    const { token } = shop;
    const [first] = (await shop.payoutsOf(run.id)).filter(({ creator_id }) => creator_id === one.id);
    const { position } = await post<{ position: number }>(
      `${shop.url}/api/admin/payouts/${one.id}/${first?.id}/canceled`,
      {},
      { token },
    );
    const standing = async (status: string) =>
      (await get<{ items: object[] }>(`${shop.runs}/${run.id}/payouts?status=${status}&after=${position}`, { token }))
        .items;
    expect(await standing('canceled')).toMatchObject([{ creator_id: one.id }]);
    expect(await standing('prepared')).toMatchObject([{ creator_id: other.id }]);
    expect(await refusalOf(standing('gone'))).toMatchObject({ status: 400 });
    expect(await shop.leftOutOf(run.id)).toMatchObject([
      {
        reason: 'below_minimum',
        title: 'Below the minimum of $10.00',
        message: 'Your available $9.99 will be added to your next payout.',
      },
    ]);
  });

  it('[PAY-13] [PAY-14] excludes any other: a second run is refused by name until the first is finished or canceled', async () => {
    const creator = await shop.creatorWith(12_000);
    const run = await shop.prepared();
    expect(await refusalOf(shop.start())).toMatchObject({
      status: 409,
      code: 'payout_run_open',
      message: 'A payout run is still open. Finish or cancel it first.',
    });
    await post(`${shop.runs}/${run.id}/cancel`, {}, { token: shop.token });
    await shop.runThatIs(run.id, 'canceled');
    expect(await shop.payoutsOf(run.id)).toMatchObject([{ status: 'canceled' }]);
    const next = await shop.prepared();
    expect(await shop.payoutsOf(next.id)).toMatchObject([{ creator_id: creator.id, amount_cents: 12_000 }]);
  });

  it('[PAY-13] started twice at the same moment is one run, which prepares each creator once', async () => {
    for (let count = 0; count < 5; count += 1) await shop.creatorWith(12_000 + count);
    const started = await Promise.allSettled(Array.from({ length: 6 }, () => shop.start()));
    const ids = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(ids).toHaveLength(1);
    await shop.runThatIs(ids[0]!, 'prepared');
    expect([...(await recorded(shop)).values()]).toEqual(Array.from({ length: 5 }, () => ['PayoutPrepared']));
  });

  it('[PAY-13] pays each creator once, even if two nodes prepare it at once, or two runs at once', async () => {
    for (let count = 0; count < 8; count += 1) await shop.creatorWith(12_000 + count);
    const nodes = [shop.app.get(PreparePayouts), secondNode(shop)];
    const runs = ['run-1', 'run-1', 'run-2', 'run-2'];
    // No lease separates them: each believes that it is alone.
    const tenure: Pick<Tenure, 'isHeld'> = { isHeld: () => true };
    const yes = () => Promise.resolve(true);
    await Promise.all(runs.map((run, at) => nodes[at % 2]!.prepareAll(run, tenure as Tenure, yes)));
    const prepared = [...(await recorded(shop)).values()].map((types) =>
      types.filter((type) => type === 'PayoutPrepared'),
    );
    expect(prepared).toEqual(Array.from({ length: 8 }, () => ['PayoutPrepared']));
  });

  it('[PAY-13] continues after being killed at any point, and prepares each creator once', async () => {
    const creators = 9;
    for (let count = 0; count < creators; count += 1) await shop.creatorWith(12_000 + count);
    await shop.creatorWith(500);
    const store = shop.app.get<EventStore>(EventStore);
    const append = store.append.bind(store);
    let appends = 0;
    // Each process ends after a few events: before the next one is stored, or before its append is acknowledged.
    store.append = async (...event) => {
      if (!event[0].startsWith('payout')) return append(...event);
      appends += 1;
      if (appends % 4 === 0) throw new Error('killed before');
      const appended = await append(...event);
      if (appends % 4 === 2) throw new Error('killed after');
      return appended;
    };
    const id = await until('a run is started', () => shop.start().catch(() => null));
    const run = await shop.runThatIs(id, 'prepared');
    expect(run).toMatchObject({ count: creators, left_out: 1 });
    const types = [...(await recorded(shop)).values()].flat();
    expect(types.filter((type) => type === 'PayoutPrepared')).toHaveLength(creators);
    expect(types.filter((type) => type === 'PayoutLeftOut')).toHaveLength(1);
  }, 60_000);

  it('[PAY-10] [PAY-14] what a run would pay now is known before it is started', async () => {
    await shop.creatorWith(12_000);
    await shop.creatorWith(500);
    expect(await get(`${shop.runs}/due`, { token: shop.token })).toMatchObject({ creators: 2, cents: 12_500 });
  });
});
