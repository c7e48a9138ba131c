import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { openMachine } from '../../../../test/support/worlds/tally-machine.ts';
import type { Machine } from '../../../../test/support/worlds/tally-machine.ts';
import { samplesOf } from '../../../../test/support/process/metrics.ts';
import { EventStoreUnavailable, RevisionConflict } from '../kernel/log/port.ts';
import type { LiveGateway } from '../kernel/live/live.gateway.ts';
import { uncontended } from '../kernel/work/lease.ts';
import { Measures } from '../kernel/observe/measures.ts';
import { observedEventStore, observedLeases } from '../kernel/observe/observed.ts';
import { SharedProjections } from '../kernel/projecting/shared-projections.ts';
import { Metrics } from './metrics.ts';
import { changed } from '../../../../test/support/doubles/changed.ts';

const scrapeMaxMs = 1_000;
const live = { connections: () => 0 } as Partial<LiveGateway> as LiveGateway;

describe('metrics', () => {
  let machine: Machine;
  let measures: Measures;
  beforeEach(async () => {
    machine = await openMachine();
    measures = new Measures();
  });
  afterEach(() => machine.close());

  const samples = async () => samplesOf(await measures.registry.metrics());
  const metricsOver = (views: Machine['views'], events = machine.events) => {
    const parts = { events, views, vault: machine.vault, logger: pino({ level: 'silent' }), newId: () => 'id' };
    return new Metrics(measures, new SharedProjections({ ...parts, projector: null }), live);
  };

  it('are answered within a second while the read store is silent, without what only it knows', async () => {
    let queries = 0;
    const { promise: away, resolve: back } = Promise.withResolvers<ReadonlyMap<string, number>>();
    const checkpoints = () => {
      queries += 1;
      return away;
    };
    const { registry } = metricsOver(changed(machine.views, { checkpoints }));
    // Raced in this process, because a busy machine slows down both.
    const scrape = () => Promise.race([registry.metrics(), delay(scrapeMaxMs, 'too late')]);
    const [first, second] = await Promise.all([scrape(), scrape()]);
    for (const text of [first, second, await scrape()]) {
      expect(text).not.toBe('too late');
      const known = samplesOf(text);
      expect(known.get('tessera_view_status_known')).toBe(0);
      expect([...known.keys()].filter((name) => /^tessera_(view_lag|parked_events)/.test(name))).toEqual([]);
      expect(known.get('tessera_live_sockets')).toBe(0);
      expect(known.has('process_cpu_seconds_total')).toBe(true);
    }
    // However many scrapes there are, a store in trouble is queried only once.
    expect(queries).toBe(1);

    back(new Map());
    await away;
    const known = await samples();
    expect(known.get('tessera_view_status_known')).toBe(1);
    expect(known.get('tessera_view_lag{view="marketplace"}')).toBe(0);
  });

  it('do not fail when the log is unavailable', async () => {
    const head = () => Promise.reject(new EventStoreUnavailable('The log is away'));
    metricsOver(machine.views, changed(machine.events, { head }));
    expect((await samples()).get('tessera_view_status_known')).toBe(0);
  });

  it('tell successful appends from conflicts and from a log that is down, and count those under way', async () => {
    const metadata = { actor: 'system', correlation: 'test', causation: null };
    const event = (id: string) => ({ id, type: 'Counted', version: 1, data: {}, metadata });
    const store = observedEventStore(machine.events, 'sqlite', measures);
    const ids = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'] as const;
    const appending = store.append('count-a', -1, [event(ids[0])]);
    expect((await samples()).get('tessera_append_queue')).toBeDefined();
    await appending;
    await expect(store.append('count-a', 7, [event(ids[1])])).rejects.toBeInstanceOf(RevisionConflict);
    const append = () => Promise.reject(new EventStoreUnavailable('The log is away'));
    const away = observedEventStore(changed(machine.events, { append }), 'sqlite', measures);
    await expect(away.append('count-a', 0, [event(ids[1])])).rejects.toBeInstanceOf(EventStoreUnavailable);
    const known = await samples();
    for (const outcome of ['ok', 'conflict', 'unavailable']) {
      expect(known.get(`tessera_append_seconds_count{engine="sqlite",outcome="${outcome}"}`)).toBe(1);
    }
    expect(known.get('tessera_append_queue')).toBe(0);
  });

  it('count an append that waits', async () => {
    const { promise, resolve } = Promise.withResolvers<{ revision: number; position: number }>();
    const store = observedEventStore(changed(machine.events, { append: () => promise }), 'sqlite', measures);
    const appending = [store.append('count-a', -1, []), store.append('count-b', -1, [])];
    expect((await samples()).get('tessera_append_queue')).toBe(2);
    resolve({ revision: 0, position: 0 });
    await Promise.all(appending);
    expect((await samples()).get('tessera_append_queue')).toBe(0);
  });

  it('count the leases held, until the work under each ends or fails', async () => {
    const { signal } = new AbortController();
    const leases = observedLeases(uncontended, measures);
    const { promise: first, resolve } = Promise.withResolvers<void>();
    const { promise: second, reject } = Promise.withResolvers<void>();
    const held = [leases.keep('a', signal, () => first), leases.keep('b', signal, () => second)];
    expect((await samples()).get('tessera_leases_held')).toBe(2);
    resolve();
    reject(new Error('It failed'));
    await Promise.allSettled(held);
    expect((await samples()).get('tessera_leases_held')).toBe(0);
  });
});
