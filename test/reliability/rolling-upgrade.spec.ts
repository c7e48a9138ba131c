import { randomBytes } from 'node:crypto';
import type { AnyView } from '@tessera/domain/kernel/view';
import { openMongoReadStore } from '../../apps/api/src/kernel/views/mongodb/engine.ts';
import { openMongoVault } from '../../apps/api/src/kernel/records/mongodb.ts';
import { Projector } from '../../apps/api/src/kernel/projecting/projector.ts';
import { ProjectionRequests } from '../../apps/api/src/kernel/projecting/requests.ts';
import { shapedName } from '../../apps/api/src/kernel/views/shape.ts';
import { registeredLeases } from '../../apps/api/src/kernel/work/lease.ts';
import { WorkRegister } from '../../apps/api/src/kernel/work/register.ts';
import { FerretDb } from '../support/servers/ferretdb.ts';
import { needs } from '../support/servers/needs.ts';
import { until } from '../support/until.ts';
import * as catalog from '../support/worlds/tally-catalog.ts';
import { type Machine, openMachine } from '../support/worlds/tally-machine.ts';

const program = process.env['FERRETDB'];
const missing = program ? null : 'FERRETDB names no program';

const { counted, tallies } = catalog;
/** The view in the next release. */
const nextTallies = { ...tallies, version: 2 };

needs('FerretDB', missing)('an upgrade of one process after another', () => {
  let server: FerretDb;
  let machine: Machine;
  let url: string;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    server = await FerretDb.start(program ?? '');
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    machine = await openMachine();
    url = `${server.address}/tessera_${randomBytes(6).toString('hex')}`;
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await machine.close();
  });

  /** What a process of a release reads. */
  const openViews = async (view: AnyView) => {
    const views = await openMongoReadStore({ url });
    closing.push(() => views.close());
    await views.register(view, 'events');
    return views;
  };
  const startProjector = async (owner: string, view: AnyView) => {
    const vault = await openMongoVault({ url });
    closing.push(() => vault.close());
    const reports: string[] = [];
    const report = (error: unknown, what: string) => void reports.push(`${what}: ${String(error)}`);
    const projector = new Projector({
      ...{ events: machine.events, views: await openViews(view), vault, report },
      catalog: { ...catalog, views: [view], workflows: [] },
      leases: registeredLeases(new WorkRegister({ vault, owner, leaseMs: 1_000, report }), report),
      decode: (batch) => machine.codec.decode(batch),
      react: () => Promise.resolve(),
      reached: () => Promise.resolve(true),
      onCommitted: () => undefined,
      onPromoted: () => undefined,
    });
    projector.start();
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= projector.stop());
    closing.push(stop);
    return { vault, reports, stop };
  };
  const untilFolded = (views: Awaited<ReturnType<typeof openViews>>, position: number) =>
    until(`position ${position} is folded`, async () => (await views.checkpoint('tallies')) >= position);

  it('[PROD-14] folds the new shape next to the old one, which stays up to date until its last process exits', async () => {
    const [old, next] = [await openViews(tallies), await openViews(nextTallies)];
    await machine.append('count-a', counted.of({ item: 'a', amount: 1 }));
    const before = await startProjector('before', tallies);
    await untilFolded(old, 0);
    const after = await startProjector('after', nextTallies);
    await untilFolded(next, 0);
    await machine.append('count-b', counted.of({ item: 'b', amount: Number.NaN }));
    const last = await machine.append('count-a', counted.of({ item: 'a', amount: 2 }));
    for (const views of [old, next]) {
      await untilFolded(views, last);
      expect((await views.get('tallies', 'a'))?.document).toMatchObject({ total: 3 });
    }
    // Events parked by the old shape don't concern the new one, and vice versa.
    const parked = async () =>
      Promise.all(
        [tallies, nextTallies].map(async (view) =>
          (await after.vault.inGroup<{ position: number }>('parked', shapedName(view, 'events'))).map(
            ({ value }) => value.position,
          ),
        ),
      );
    expect(await parked()).toEqual([[1], [1]]);
    const requests = new ProjectionRequests(after.vault);
    const asked = shapedName(nextTallies, 'events');
    await requests.ask(asked, 'replay', 'a replay');
    await until('the new shape was replayed', async () => (await requests.latest(asked))?.state === 'done');
    expect(await requests.latest(shapedName(tallies, 'events'))).toBeNull();

    await before.stop();
    const alone = await machine.append('count-a', counted.of({ item: 'a', amount: 4 }));
    await untilFolded(next, alone);
    expect(await old.checkpoint('tallies')).toBe(last);
    expect([...before.reports, ...after.reports].filter((each) => !/is parked/.test(each))).toEqual([]);
  }, 60_000);

  it('[PROD-14] continues with what an earlier release stored without a shape', async () => {
    const old = await openViews(tallies);
    // With a lease that was named without a shape.
    await old.fence('tallies', 1_000_000);
    await old.commit(2, [{ view: 'tallies', changes: [] }]);
    await machine.append('count-a', counted.of({ item: 'a', amount: Number.NaN }));
    await machine.append('count-b', counted.of({ item: 'b', amount: 1 }));
    await machine.append('count-b', counted.of({ item: 'b', amount: 1 }));
    const vault = await openMongoVault({ url });
    closing.push(() => vault.close());
    const kept = { stream: 'count-a', position: 0, eventId: 'e', type: 'Counted', error: 'It failed', at: '' };
    await vault.insert('parked', 'tallies@0', { ...kept, group: 'tallies' });
    await startProjector('after', tallies);
    const last = await machine.append('count-a', counted.of({ item: 'a', amount: 5 }));
    await untilFolded(old, last);
    expect(await old.get('tallies', 'a')).toBeNull();
    const parked = await vault.inGroup<{ position: number }>('parked', shapedName(tallies, 'events'));
    expect(new Set(parked.map(({ value }) => value.position))).toEqual(new Set([0, last]));
    expect(await vault.inGroup('parked', 'tallies')).toEqual([]);
  }, 60_000);
});
