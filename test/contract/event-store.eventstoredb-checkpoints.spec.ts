import { randomUUID } from 'node:crypto';
import type { Reaction } from '@tessera/domain/kernel/workflow';
import { type EventStoreDb, openEventStoreDb } from '../../apps/api/src/kernel/log/eventstoredb/engine.ts';
import { noStream } from '../../apps/api/src/kernel/log/port.ts';
import { ParkingLot } from '../../apps/api/src/kernel/projecting/parked.ts';
import { Follower } from '../../apps/api/src/kernel/projecting/follow.ts';
import { WorkflowRunner } from '../../apps/api/src/kernel/work/workflow-runner.ts';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/doubles/eventstoredb-double/double.ts';
import { MemoryVault } from '../support/doubles/memory-vault.ts';
import { until } from '../support/until.ts';
import * as catalog from '../support/worlds/tally-catalog.ts';

const event = (type: string, data: unknown = {}) => ({
  id: randomUUID(),
  type,
  version: 1,
  data,
  metadata: { actor: 'system', correlation: 'c', causation: null },
});

describe('[PROD-05] the progress of a follower of few events', () => {
  let double: EventStoreDbDouble;
  let store: EventStoreDb;
  beforeEach(async () => {
    double = await startEventStoreDbDouble();
    store = await openEventStoreDb({ url: double.url });
  });
  afterEach(async () => {
    await store.close();
    await double.stop();
  });

  const appendMany = async (stream: string, count: number) => {
    const { position } = await store.append(
      stream,
      noStream,
      Array.from({ length: count }, () => event('Common')),
    );
    return position;
  };
  const follow = () => {
    const seen: number[] = [];
    const passed: number[] = [];
    const subscription = store.follow(
      { after: -1, batchMax: 10, types: ['Rare'], onPassed: (position) => void passed.push(position) },
      (events) => void seen.push(...events.map(({ position }) => position)),
    );
    return { subscription, seen, passed };
  };

  it('[PROD-05] continues at the exact pair of the last checkpoint, and the event that begins there arrives once', async () => {
    await appendMany('many', 1_000);
    const { subscription, seen, passed } = follow();
    await until('it has caught up', async () => passed.length > 0);
    double.sendCheckpoint();
    const end = double.log.endBytes;
    await until('the end was told', async () => passed.at(-1) === (await store.head()));
    double.refuse();
    const data = { data: Buffer.from('{}'), metadata: Buffer.from(JSON.stringify({ version: 1 })) };
    double.log.append('rare', -1, [{ id: randomUUID(), type: 'Rare', contentType: 'application/json', ...data }]);
    double.log.searched = 0;
    double.welcome();
    await until('the rare event is delivered', async () => seen.length > 0);
    expect(double.subscribedFrom.at(-1)).toEqual({ commit: end, prepare: 0 });
    expect(seen).toEqual([end]);
    expect(double.log.searched).toBeLessThan(10);
    await store.append('rare', 0, [event('Rare')]);
    await until('the next one is delivered', async () => seen.length > 1);
    expect(new Set(seen).size).toBe(seen.length);
    await subscription.stop();
  });

  it('[PROD-05] begins at the start of the log, not at its end, if the server has no place to report yet', async () => {
    const { subscription, seen } = follow();
    await until('it follows', async () => double.subscribedFrom.length === 1);
    double.refuse();
    const data = { data: Buffer.from('{}'), metadata: Buffer.from(JSON.stringify({ version: 1 })) };
    double.log.append('rare', -1, [{ id: randomUUID(), type: 'Rare', contentType: 'application/json', ...data }]);
    double.welcome();
    await until('the rare event is delivered', async () => seen.length > 0);
    expect(double.subscribedFrom.at(-1)).toEqual({ commit: -1, prepare: -1 });
    await subscription.stop();
  });

  it('[PROD-05] is saved by a workflow that has nothing to do, which restarts there', async () => {
    const vault = new MemoryVault();
    const [workflow] = catalog.workflows.filter(({ name }) => name === 'bell');
    const reactions: Reaction[] = [];
    const run = () => {
      const runner = new WorkflowRunner(workflow!, {
        ...{ events: store, vault, parkingLot: new ParkingLot(vault), decode: (batch) => batch },
        viewed: () => Promise.resolve(),
        react: async (reaction) => void reactions.push(reaction),
        report: (error) => {
          throw error;
        },
      });
      const stopping = new AbortController();
      const running = runner.run(stopping.signal);
      const stop = async () => {
        stopping.abort();
        await running;
      };
      return { runner, stop };
    };
    const savedPosition = async () =>
      (await vault.get<{ readonly position: number }>('workflows', 'bell'))?.position ?? -1;
    await appendMany('many', 2_000);
    const first = run();
    const saved = await until(
      'it has written down how far it is',
      async () => (await savedPosition()) > 0 && savedPosition(),
    );
    await first.stop();
    const behind = double.log.all.filter(({ position }) => position > saved).length;
    expect(behind).toBeLessThan(1_000);
    double.log.searched = 0;
    const second = run();
    await store.append('s', noStream, [event(catalog.counted.type, { item: 'a', amount: 1 })]);
    await until('it reacts', async () => reactions.length > 0);
    await second.stop();
    expect(double.log.searched).toBeLessThan(1_000);
    expect(reactions).toHaveLength(1);
  });

  it('[PROD-05] reaches the last event if nothing follows, although the server doesn’t report it', async () => {
    const { subscription, passed, seen } = follow();
    await store.append('rare', noStream, [event('Rare')]);
    await until('the rare event is delivered', async () => seen.length === 1);
    const head = await appendMany('few', 20);
    await until('it is passed', async () => passed.at(-1) === head);
    double.log.searched = 0;
    await appendMany('fewer', 10);
    await until('what came after is passed', async () => passed.at(-1) === (await store.head()));
    expect(double.log.searched).toBeLessThan(50);
    await subscription.stop();
  });

  it('[PROD-05] is known without making the server search', async () => {
    await appendMany('many', 1_000);
    const vault = new MemoryVault();
    const follower = new Follower({
      ...{ events: store, vault, decode: (batch) => batch, react: async () => undefined, report: () => undefined },
      ...{ views: null as never, onCommitted: () => undefined, onPromoted: () => undefined },
      catalog: { views: [], workflows: catalog.workflows, definitions: new Map() },
    });
    double.log.searched = 0;
    expect(await follower.status()).toHaveLength(catalog.workflows.length);
    expect(double.log.searched).toBe(0);
  });
});
