import { setTimeout as delay } from 'node:timers/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { views as catalogViews } from '@tessera/domain/catalog';
import { defineView } from '@tessera/domain/kernel/view';
import { pino } from 'pino';
import { systemClock } from '../../apps/api/src/kernel/clock.ts';
import { openSqliteEventStore } from '../../apps/api/src/kernel/log/sqlite/engine.ts';
import { SharedProjections } from '../../apps/api/src/kernel/projecting/shared-projections.ts';
import { openMongoVault } from '../../apps/api/src/kernel/records/mongodb.ts';
import { openMongoReadStore } from '../../apps/api/src/kernel/views/mongodb/engine.ts';
import { registeredLeases } from '../../apps/api/src/kernel/work/lease.ts';
import { WorkRegister } from '../../apps/api/src/kernel/work/register.ts';
import { registeredShares } from '../../apps/api/src/kernel/work/shares.ts';
import { BackgroundWork, WorkPace } from '../../apps/api/src/kernel/work/background-work.ts';
import { startRecordingProxy, type Command } from '../support/doubles/recording-proxy.ts';
import { record } from '../support/figures.ts';
import { FerretDb } from '../support/servers/ferretdb.ts';
import { needs } from '../support/servers/needs.ts';
import { until } from '../support/until.ts';

const program = process.env['FERRETDB'];
const processes = 24;
const leaseMs = 15_000;
const measuredMs = 15_000;
const settledMaxMs = 120_000;
const documentsPerSecondMax = 50;

const people = defineView<{ name: string }>({
  name: 'people',
  version: 1,
  on: [],
  indexes: { fields: { name: ({ name }) => name }, listings: [{ sorts: ['name'] }] },
});
const byName = { sort: { field: 'name', descending: false }, limit: 9 };
const isOfPeople = ({ of }: Command) => String(of).startsWith('view_people_');

needs('FerretDB', program ? null : 'FERRETDB names no program')('what processes ask of MongoDB', () => {
  let server: FerretDb;
  beforeAll(async () => {
    server = await FerretDb.start(program ?? '');
  });
  afterAll(() => server.stop());
  const portOf = ({ address }: FerretDb) => Number(new URL(address).port);

  it('a view is written even while as many reads hang as there are connections; each read has a time limit', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const isRead = (command: Command) => isOfPeople(command) && ['find', 'aggregate'].includes(command.name);
    const proxy = await startRecordingProxy(portOf(server), (command) => (isRead(command) ? released : undefined));
    const url = `mongodb://127.0.0.1:${proxy.port}/people?maxPoolSize=3&waitQueueTimeoutMS=1000&directConnection=true`;
    const store = await openMongoReadStore({ url });
    await store.register(people, 'events');
    const reads = [
      store.get('people', 'ann'),
      store.find('people', byName),
      store.count('people', { where: { name: 'Ann' } }),
    ];
    await until('as many reads hang as there are connections', async () => proxy.commands.filter(isRead).length === 3);
    const change = { key: 'ann', position: 1, document: { name: 'Ann' } };
    await store.commit(1, [{ view: 'people', changes: [change] }]);
    release();
    await Promise.all(reads);
    expect(proxy.commands.filter(isRead).map(({ body }) => body['maxTimeMS'])).toEqual([5_000, 5_000, 5_000]);
    await store.close();
    await proxy.close();
  });

  it('the checkpoints of all views take one read', async () => {
    const proxy = await startRecordingProxy(portOf(server));
    const store = await openMongoReadStore({ url: `mongodb://127.0.0.1:${proxy.port}/all?directConnection=true` });
    for (const view of catalogViews) await store.register(view, 'events');
    proxy.forget();
    const found = await store.checkpoints(catalogViews.map(({ name }) => name));
    expect(found).toEqual(new Map(catalogViews.map(({ name }) => [name, -1])));
    expect(proxy.commands.map(({ name, of }) => `${name} ${String(of)}`)).toEqual(['find generations']);
    await store.close();
    await proxy.close();
  });

  it('[PROD-22] 24 idle processes request fewer than 50 documents a second, including their leases', async () => {
    const proxy = await startRecordingProxy(portOf(server));
    const url = `mongodb://127.0.0.1:${proxy.port}/rest?directConnection=true`;
    const directory = await mkdtemp(join(tmpdir(), 'rest-'));
    const events = await openSqliteEventStore({ file: join(directory, 'events.db') });
    const logger = pino({ level: 'silent' });
    const started = Array.from({ length: processes }, async (_unused, index) => {
      const views = await openMongoReadStore({ url });
      const vault = await openMongoVault({ url });
      const report = () => undefined;
      const register = new WorkRegister({ vault, owner: `process-${index}`, leaseMs, report });
      const leases = registeredLeases(register, report);
      const shares = registeredShares(register);
      const parts = { events, views, vault };
      const projections = new SharedProjections({
        ...parts,
        logger,
        newId: () => systemClock.newId(),
        projector: { ...parts, leases, decode: (batch) => batch, react: () => Promise.resolve() },
      });
      await projections.onModuleInit();
      projections.onApplicationBootstrap();
      const work = new BackgroundWork(projections, leases, new WorkPace(), { role: 'all' }, logger);
      for (const [view, field] of [
        ['open-payments', 'started_at'],
        ['due-mails', 'due_at'],
        ['unprepared-videos', 'published_at'],
      ] as const) {
        const query = { sort: { field, descending: false }, limit: 100 };
        work.start({ name: `work on ${view}`, round: async () => void (await views.find(view, query)) });
      }
      for (let part = 0; part < shares.parts; part += 1) {
        work.start({
          name: `sending, part ${part}`,
          contendWhile: (signal, contend) => shares.whileOwn('sending', part, signal, contend),
          round: () => Promise.resolve(),
        });
      }
      await projections.caughtUp;
      return { views, vault, projections, work };
    });
    const all = await Promise.all(started);
    await until(
      'what begins has begun',
      async () => {
        proxy.forget();
        await delay(measuredMs / 5);
        return proxy.commands.every(({ name }) => name === 'find' || name === 'update');
      },
      settledMaxMs,
    );
    proxy.forget();
    await delay(measuredMs);
    const perSecond = [...proxy.documents].map(([of, count]) => [of, (count * 1_000) / measuredMs] as const);
    const ofLeases = perSecond.filter(([of]) => of === 'vault_leases').reduce((sum, [, count]) => sum + count, 0);
    const others = perSecond.filter(([of]) => of !== 'vault_leases').reduce((sum, [, count]) => sum + count, 0);
    record('24 processes at rest on MongoDB (FerretDB)', {
      documentsPerSecondOfLeases: Math.round(ofLeases),
      documentsPerSecondOfAllElse: Math.round(others),
      commandsPerSecond: Math.round((proxy.commands.length * 1_000) / measuredMs),
    });
    for (const { work, projections } of all) {
      await work.beforeApplicationShutdown();
      await projections.onApplicationShutdown();
    }
    for (const { views, vault } of all) await Promise.all([views.close(), vault.close()]);
    await events.close();
    await proxy.close();
    await rm(directory, { recursive: true });
    expect(ofLeases + others).toBeLessThan(documentsPerSecondMax);
  }, 240_000);
});
