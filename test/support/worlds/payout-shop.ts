import { CommandBus } from '@nestjs/cqrs';
import type { LeftOutRow, PayoutRunDetails, RunPayout } from '@tessera/contract/money/payout-runs';
import { earning } from '@tessera/domain/earnings/earning';
import type { RunStatus } from '@tessera/domain/payouts/runs/payout-runs.view';
import { Dispatch } from '../../../apps/api/src/kernel/commands/dispatch.ts';
import { Projections } from '../../../apps/api/src/kernel/projecting/projections.ts';
import { until } from '../until.ts';
import { TestClock } from './accounts-app.ts';
import { get, post, signInAdmin, signUpCreator } from './client.ts';
import type { Account } from './client.ts';
import { adminPassword, startWholeApp } from './whole-app.ts';

const dayMs = 86_400_000;
const viewedMaxMs = 10_000;

interface List<Row> {
  readonly items: readonly Row[];
}

/** A shop whose creators have earned money, with a movable clock and an admin who is signed in. */
export const startPayoutShop = async (env: Readonly<Record<string, string>> = {}) => {
  const clock = new TestClock();
  const app = await startWholeApp(env, clock);
  let token = await signInAdmin(app.url, adminPassword);
  const commands = app.app.get(CommandBus);
  const runs = `${app.url}/api/admin/payout-runs`;
  let sales = 0;

  /** Records a sale, by default long enough ago to be due; returns its position in the log. */
  const earn = async (creator_id: string, cents: number, daysAgo = 20) => {
    sales += 1;
    const ids = { license_id: `license-${sales}`, order_id: `order-${sales}`, creator_id, referrer_id: null };
    const split = { policy_version: 1, gross_cents: cents + 100, commission_cents: 100, net_cents: cents };
    const shares = { ...split, reward_cents: 0, platform_cents: 100 };
    const paidAt = new Date(clock.now().getTime() - daysAgo * dayMs).toISOString();
    const command = { kind: 'post', ...ids, split: shares, gateway: 'sandbox', paidAt } as const;
    const metadata = { actor: 'system', correlation: 'test', causation: null };
    const { position } = await commands.execute(new Dispatch(earning, ids.license_id, command, metadata));
    await app.app.get<Projections>(Projections).reached(position, viewedMaxMs);
    return position;
  };

  const run = (id: string) => get<PayoutRunDetails>(`${runs}/${id}`, { token });
  /** Waits until the run has the status, and returns the run. */
  const runThatIs = (id: string, status: RunStatus) =>
    until(`the run is ${status}`, async () => {
      const found = await run(id).catch(() => null);
      return found?.status === status ? found : null;
    });
  const start = async () => (await post<{ id: string }>(runs, {}, { token })).id;

  return {
    ...app,
    clock,
    get token() {
      return token;
    },
    /** Needed after moving the clock by more than an hour. */
    signInAgain: async () => {
      token = await signInAdmin(app.url, adminPassword);
    },
    runs,
    earn,
    run,
    runThatIs,
    start,
    creatorWith: async (cents: number, profile: object = {}): Promise<Account> => {
      const creator = await signUpCreator(app.url, 'Carla Creator', profile);
      if (cents !== 0) await earn(creator.id, cents);
      return creator;
    },
    /** Starts a run, and waits until everyone's payout is prepared. */
    prepared: async () => runThatIs(await start(), 'prepared'),
    send: (id: string) => post(`${runs}/${id}/send`, {}, { token }),
    payoutsOf: async (id: string) => (await get<List<RunPayout>>(`${runs}/${id}/payouts?limit=500`, { token })).items,
    leftOutOf: async (id: string) => (await get<List<LeftOutRow>>(`${runs}/${id}/left-out`, { token })).items,
  };
};
export type PayoutShop = Awaited<ReturnType<typeof startPayoutShop>>;
