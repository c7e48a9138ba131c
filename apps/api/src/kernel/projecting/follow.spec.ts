import { setTimeout as delay } from 'node:timers/promises';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { defineView, foldInto, on } from '@tessera/domain/kernel/view';
import type { Reaction } from '@tessera/domain/kernel/workflow';
import * as fc from 'fast-check';
import * as catalog from '../../../../../test/support/worlds/tally-catalog.ts';
import { metadata, openMachine, type Machine } from '../../../../../test/support/worlds/tally-machine.ts';
import { until } from '../../../../../test/support/until.ts';
import { startEventStoreDbDouble } from '../../../../../test/support/doubles/eventstoredb-double/double.ts';
import { openEventStoreDb } from '../log/eventstoredb/engine.ts';
import { WorkflowRunner } from '../work/workflow-runner.ts';
import { ParkingLot } from './parked.ts';
import { EventStoreUnavailable } from '../log/port.ts';
import type { EventStore } from '../log/port.ts';
import { systemClock } from '../clock.ts';
import { ReadStoreUnavailable } from '../views/port.ts';

const { cleared, counted, remarked, sum, tallies } = catalog;
const count = (item: string, amount: number) => counted.of({ item, amount });
/** JSON has no NaN: it arrives as null, which the fold refuses. */
const poison = (item: string) => counted.of({ item, amount: Number.NaN });

const documentsOf = async ({ views }: Machine, view: string) => {
  const { items } = await views.find(view, { limit: 500 });
  return new Map(items.map(({ key, document }) => [key, document]));
};

/** What a plain fold makes of the log, without any machinery. */
const foldedFromScratch = async ({ events }: Machine, view: typeof tallies | typeof sum) => {
  const documents = new Map<string, never>();
  for (const event of await events.readAll({ after: -1, limit: 10_000 })) foldInto(view as never, documents, event);
  return documents;
};

const anyEvent = fc.oneof(
  fc.record({ item: fc.constantFrom('a', 'b', 'c'), amount: fc.integer({ min: 1, max: 9 }) }).map(counted.of),
  fc.constantFrom('a', 'b', 'c').map((item) => cleared.of({ item })),
);

/** Stores everything ever said about an item in its one document. */
const diaries = defineView<{ readonly text: string }>({
  name: 'diaries',
  version: 1,
  on: [
    on(
      remarked,
      ({ item }) => item,
      (before, { words }) => ({ text: `${before?.text ?? ''}${words}` }),
    ),
  ],
});

/** The test's read store with a different `commit`. */
const committingBy = ({ views }: Machine, commit: Machine['views']['commit']) =>
  Object.assign(Object.create(views) as typeof views, {
    register: views.register.bind(views),
    checkpoint: views.checkpoint.bind(views),
    load: views.load.bind(views),
    commit,
  });

describe('the follower', () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = await openMachine();
  });
  afterEach(() => machine.close());

  it('makes the same documents as a plain fold, however the events are split into batches and restarts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyEvent, { minLength: 1, maxLength: 12 }), { maxLength: 5 }),
        async (rounds) => {
          for (const [round, added] of rounds.entries()) {
            // The first half before this start, the second half live.
            const half = Math.ceil(added.length / 2);
            for (const event of added.slice(0, half)) await machine.append(`count-${event.data.item}`, event);
            const follower = machine.follower();
            await follower.start();
            await Promise.all(
              added.slice(half).map((event, index) => machine.append(`count-${round}-${index}`, event)),
            );
            expect(await follower.reached(await machine.events.head(), 5_000)).toBe(true);
            await follower.stop();
            for (const view of [tallies, sum]) {
              expect(await documentsOf(machine, view.name)).toEqual(await foldedFromScratch(machine, view));
            }
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it('folds from any checkpoint to the same documents, even where a document is ahead of it', async () => {
    for (let amount = 1; amount <= 20; amount += 1) await machine.append('count-a', count('a', amount));
    const all = await machine.events.readAll({ after: -1, limit: 100 });
    await machine.views.register(tallies, 'events');
    const documents = new Map<string, catalog.Tally>();
    for (const event of all.slice(0, 12)) foldInto(tallies, documents, event);
    const change = { key: 'a', position: 11, document: documents.get('a') };
    // The store holds the document of position 11, while its checkpoint says 7.
    await machine.views.commit(7, [{ view: 'tallies', changes: [change] }]);
    await machine.follower().start();
    expect(await documentsOf(machine, 'tallies')).toEqual(await foldedFromScratch(machine, tallies));
  });

  it('announces after each commit what changed: the last state of each document, once, also of deleted ones', async () => {
    await machine.append('count-a', count('a', 1), count('a', 2), count('b', 3), cleared.of({ item: 'b' }));
    const follower = machine.follower();
    await follower.start();
    expect(machine.commits).toHaveLength(1);
    const changes = machine.commits[0]?.changes.filter(({ view }) => view === 'tallies');
    expect(changes).toEqual([
      { view: 'tallies', key: 'a', position: 1, document: expect.objectContaining({ total: 3 }) as unknown },
      {
        view: 'tallies',
        key: 'b',
        position: 3,
        document: undefined,
        deleted: expect.objectContaining({ total: 3 }) as unknown,
      },
    ]);
    expect(follower.position).toBe(3);
  });

  it('lets a reader wait for a position, and tells it if that was not reached in time', async () => {
    const follower = machine.follower();
    await follower.start();
    const waiting = follower.reached(0, 5_000);
    await machine.append('count-a', count('a', 1));
    expect(await waiting).toBe(true);
    expect((await machine.views.get('tallies', 'a'))?.position).toBe(0);
    expect(await follower.reached(1, 5)).toBe(false);
    const stopped = follower.reached(1, 60_000);
    await follower.stop();
    expect(await stopped).toBe(false);
  });

  it('[PROD-11] an event of a newer version is parked, by views and workflows, with the later ones of its stream; unknown types hold up nothing', async () => {
    const [known] = await machine.codec.encode([count('a', 1)], metadata);
    const written = (type: string, version: number) => ({ ...known!, id: systemClock.newId(), type, version });
    await machine.events.append('count-a', -1, [known!, written(known!.type, known!.version + 1)]);
    await machine.events.append('count-a', 1, [written(known!.type, known!.version)]);
    await machine.events.append('count-b', -1, [written('constructor', 1), written('__proto__', 1), written('New', 1)]);
    await machine.events.append('count-b', 2, [written(known!.type, known!.version)]);
    const reacted = Promise.withResolvers<void>();
    const delivered: number[] = [];
    const follower = machine.follower({
      react: async (_reaction, { position }) => {
        delivered.push(position);
        if (position === 6) reacted.resolve();
      },
    });
    await follower.start();
    await reacted.promise;
    const whyOf = async (consumer: string) =>
      (await follower.parked(consumer)).map(({ position, error }) => [position, error]);
    const parked = [
      [1, expect.stringMatching(/version \d, this release knows \d: it was written by a newer one/)],
      [2, 'An earlier event of its stream is parked'],
    ];
    expect(await whyOf('tallies')).toEqual(parked);
    expect(await whyOf('bell')).toEqual(parked);
    expect(delivered).toEqual([0, 6]);
    expect((await machine.views.get('tallies', 'a'))?.document).toMatchObject({ total: 2 });
  });

  describe('[PROD-02] a checkpoint at which the log has no event', () => {
    it('past its end keeps every view from being folded', async () => {
      await machine.views.register(tallies, 'events');
      await machine.views.commit(5, [{ view: 'tallies', changes: [] }]);
      await expect(machine.follower().start()).rejects.toThrow(/^The view tallies is at position 5, .*it ends at -1/);
    });

    it('past its end keeps every workflow from running', async () => {
      await machine.append('count-a', count('a', 1));
      await machine.vault.put('workflows', 'bell', { position: 1, counts: 'events' });
      await expect(machine.follower().start()).rejects.toThrow(/^The workflow bell is at position 1, .*it ends at 0/);
    });

    it('between two events in EventStoreDB keeps every workflow from running', async () => {
      const double = await startEventStoreDbDouble();
      const events = await openEventStoreDb({ url: double.url });
      const added = await machine.codec.encode([count('a', 1), count('a', 2)], metadata);
      const { position } = await events.append('count-a', -1, added);
      await machine.vault.put('workflows', 'bell', { position: position - 1, counts: 'bytes' });
      const reports: string[] = [];
      const bell = catalog.workflows.find(({ name }) => name === 'bell')!;
      const runner = new WorkflowRunner(bell, {
        ...{ events, vault: machine.vault, parkingLot: new ParkingLot(machine.vault) },
        decode: (batch) => machine.codec.decode(batch),
        react: () => Promise.reject(new Error('It is never reached')),
        viewed: () => Promise.resolve(),
        report: (error) => reports.push(String(error)),
      });
      await expect(runner.run(new AbortController().signal)).rejects.toThrow(/where the log has no event/);
      expect(reports).toEqual([]);
      await events.close();
      await double.stop();
    });
  });

  it('[PROD-12] a workflow’s former holder does not move its checkpoint back', async () => {
    const bell = catalog.workflows.find(({ name }) => name === 'bell')!;
    const runner = (react: () => Promise<void>) =>
      new WorkflowRunner(bell, {
        ...{ events: machine.events, vault: machine.vault, parkingLot: new ParkingLot(machine.vault), react },
        decode: (batch) => machine.codec.decode(batch),
        viewed: () => Promise.resolve(),
        report: (error) => machine.reports.push(String(error)),
      });
    const checkpoint = async () => (await machine.vault.get<{ position: number }>('workflows', 'bell'))?.position;
    const [delivering, standing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await machine.append('count-a', count('a', 1));
    const passedOver = new AbortController();
    const first = runner(() => {
      delivering.resolve();
      return standing.promise;
    }).run(passedOver.signal);
    await delivering.promise;
    await machine.append('count-a', count('a', 2));
    const stopping = new AbortController();
    const second = runner(() => Promise.resolve()).run(stopping.signal);
    await until('the second holder has delivered both', async () => (await checkpoint()) === 1);
    passedOver.abort();
    standing.resolve();
    await first;
    expect(await checkpoint()).toBe(1);
    stopping.abort();
    await second;
  });

  it('continues where it was after the read store failed for a while', async () => {
    let failures = 2;
    const views = committingBy(machine, (...commit) => {
      failures -= 1;
      if (failures >= 0) return Promise.reject(new ReadStoreUnavailable('The disk is full'));
      return machine.views.commit(...commit);
    });
    await machine.append('count-a', count('a', 1), count('a', 2));
    await machine.follower({ views }).start();
    expect((await machine.views.get('tallies', 'a'))?.document).toMatchObject({ total: 3, counts: 2 });
    expect(machine.reports).toHaveLength(2);
  });

  describe('an event that cannot be folded', () => {
    const start = async () => {
      await machine.append('count-a', count('a', 1));
      await machine.append('count-a', poison('a'));
      await machine.append('count-a', count('a', 5));
      await machine.append('count-b', count('b', 7));
      const follower = machine.follower();
      await follower.start();
      return follower;
    };

    it('is parked with the later events of its stream for that view; other streams and views continue', async () => {
      const follower = await start();
      const last = await machine.append('count-b', count('b', 1));
      await follower.reached(last, 5_000);
      expect((await machine.views.get('tallies', 'a'))?.document).toMatchObject({ total: 1 });
      expect((await machine.views.get('tallies', 'b'))?.document).toMatchObject({ total: 8 });
      expect((await machine.views.get('sum', 'all'))?.document).toEqual({ total: 14 });
      expect((await follower.parked('tallies')).map(({ position }) => position)).toEqual([1, 2]);
      expect((await follower.parked('tallies'))[0]).toMatchObject({
        stream: 'count-a',
        type: 'Counted',
        error: 'This amount cannot be counted',
      });
      const status = await follower.status();
      expect(status.find(({ view }) => view === 'tallies')).toEqual({
        ...{ view: 'tallies', kind: 'view', position: last, head: last, lag: 0, state: 'live', parked: 2 },
      });
      expect(status.find(({ view }) => view === 'sum')?.parked).toBe(0);
    });

    it('[PROD-21] is parked if its document, which is named, would exceed 8 MB; all else continues, and a replay does the same', async () => {
      const remark = (words: string) => remarked.of({ item: 'a', words });
      for (let part = 0; part < 10; part += 1) await machine.append(`remark-${part}`, remark('w'.repeat(900_000)));
      await machine.append('remark-small', remark('the end'));
      const follower = machine.follower({
        catalog: { ...catalog, views: [...catalog.views, diaries] },
        threadReplayer: undefined,
      });
      await follower.start();
      for (const again of [false, true]) {
        if (again) await follower.replay('diaries', () => undefined);
        expect(await follower.parked('diaries')).toMatchObject([
          { position: 9, error: 'The document "a" of diaries would take 8.6 MB; at most 8.0 MB are stored' },
        ]);
        const diary = await machine.views.get<{ text: string }>('diaries', 'a');
        expect(diary?.document.text).toHaveLength(9 * 900_000 + 'the end'.length);
        expect(diary?.document.text).toMatch(/w{10}the end$/);
        expect(await follower.parked('everything')).toEqual([]);
      }
    }, 60_000);

    it('stays parked across a restart, and so do later events of its stream', async () => {
      await (await start()).stop();
      const next = machine.follower();
      await next.start();
      await next.reached(await machine.append('count-a', count('a', 9)), 5_000);
      expect((await next.parked('tallies')).map(({ position }) => position)).toEqual([1, 2, 4]);
      expect((await machine.views.get('tallies', 'a'))?.document).toMatchObject({ total: 1 });
    });

    it('is folded in its place when it is retried after the cause is gone', async () => {
      let broken = true;
      const repairing = (batch: readonly RecordedEvent[]) =>
        batch.map((event) => (!broken && event.position === 1 ? { ...event, data: { item: 'a', amount: 2 } } : event));
      await (await start()).stop();
      const follower = machine.follower({ decode: repairing, threadReplayer: undefined });
      await follower.start();
      await follower.retryParked('tallies');
      expect((await follower.parked('tallies')).map(({ position }) => position)).toEqual([1, 2]);
      broken = false;
      await follower.retryParked('tallies');
      expect(await follower.parked('tallies')).toEqual([]);
      expect((await machine.views.get('tallies', 'a'))?.document).toMatchObject({
        total: 8,
        trace: (1 * 31 + 2) * 31 + 5,
      });
      await follower.reached(await machine.append('count-a', count('a', 1)), 5_000);
      expect((await machine.views.get('tallies', 'a'))?.document).toMatchObject({ total: 9 });
    });
  });

  describe('a workflow', () => {
    interface Delivery {
      readonly reaction: Reaction;
      readonly position: number;
    }
    /** Collects deliveries and lets the test wait for a number of them. */
    const inbox = () => {
      const deliveries: Delivery[] = [];
      let wake = () => {};
      return {
        deliveries,
        positions: () => deliveries.map(({ position }) => position),
        react: async (reaction: Reaction, cause: RecordedEvent) => {
          deliveries.push({ reaction, position: cause.position });
          wake();
        },
        until: async (condition: () => boolean) => {
          while (!condition()) await new Promise<void>((resolve) => (wake = resolve));
        },
      };
    };

    it('gets each event in order, after its views were committed', async () => {
      const { react, deliveries, positions, until } = inbox();
      await machine.append('count-a', count('a', 1), cleared.of({ item: 'a' }), count('b', 2));
      let early = 0;
      // Simulates a slow disk: anyone who doesn't wait for it would be too early.
      const slowMs = 50;
      const views = committingBy(machine, async (...commit) => {
        await delay(slowMs);
        return machine.views.commit(...commit);
      });
      const follower = machine.follower({
        views,
        react: async (reaction, cause) => {
          if (follower.position < cause.position) early += 1;
          await react(reaction, cause);
        },
      });
      await follower.start();
      await machine.append('count-c', count('c', 3));
      await until(() => deliveries.length === 3);
      expect(positions()).toEqual([0, 2, 3]);
      expect(deliveries[0]?.reaction).toEqual({ category: 'bell', id: 'a', command: { ring: 1 } });
      expect(early).toBe(0);
    });

    it('[PAY-34] saves its checkpoint once for many events, and when it stops', async () => {
      const { react, positions, until } = inbox();
      const update = jest.spyOn(machine.vault, 'update');
      const follower = machine.follower({ react });
      await follower.start();
      for (const amount of [1, 2, 3, 4, 5]) {
        await machine.append('count-a', count('a', amount));
        await until(() => positions().length === amount);
      }
      expect(update).not.toHaveBeenCalled();
      await follower.stop();
      expect(update.mock.calls.map(([collection, key]) => [collection, key])).toEqual([['workflows', 'bell']]);
      expect(await machine.vault.get('workflows', 'bell')).toMatchObject({ position: 4 });
    });

    it('goes on after a restart where it was, and misses nothing', async () => {
      const { react, positions, until } = inbox();
      await machine.append('count-a', count('a', 1), count('a', 2));
      const first = machine.follower({ react });
      await first.start();
      await until(() => positions().length === 2);
      await first.stop();
      await machine.append('count-a', count('a', 3));
      await machine.follower({ react }).start();
      await until(() => positions().includes(2));
      expect(positions()).toEqual([0, 1, 2]);
    });

    it('gets an event again if the process died before its checkpoint was saved', async () => {
      const { react, positions, until } = inbox();
      await machine.append('count-a', count('a', 1));
      const dying = Object.assign(Object.create(machine.vault) as typeof machine.vault, {
        get: machine.vault.get.bind(machine.vault),
        inGroup: machine.vault.inGroup.bind(machine.vault),
        put: () => Promise.reject(new Error('The process died')),
      });
      const first = machine.follower({ react, vault: dying });
      await first.start();
      await until(() => positions().length > 0);
      await first.stop();
      const before = positions().length;
      await machine.follower({ react }).start();
      await until(() => positions().length > before);
      expect(new Set(positions())).toEqual(new Set([0]));
    });

    it('retries a failed reaction; what keeps failing is parked with its stream, and can be retried', async () => {
      const { react, positions, until } = inbox();
      let failing = true;
      let attempts = 0;
      await machine.append('count-a', count('a', 1), count('a', 2));
      await machine.append('count-b', count('b', 3));
      const follower = machine.follower({
        react: async (reaction, cause) => {
          if (cause.position === 0 && failing) {
            attempts += 1;
            throw new Error('The gateway does not answer');
          }
          await react(reaction, cause);
        },
      });
      await follower.start();
      await until(() => positions().includes(2));
      expect(attempts).toBe(4);
      expect(positions()).toEqual([2]);
      expect((await follower.parked('bell')).map(({ position, error }) => [position, error])).toEqual([
        [0, 'The gateway does not answer'],
        [1, 'An earlier event of its stream is parked'],
      ]);
      await follower.retryParked('bell');
      expect(await follower.parked('bell')).toHaveLength(2);
      failing = false;
      await follower.retryParked('bell');
      expect(positions()).toEqual([2, 0, 1]);
      expect(await follower.parked('bell')).toEqual([]);
      await machine.append('count-a', count('a', 4));
      await until(() => positions().includes(3));
    });

    it('[PROD-01] parked events stay parked while they can’t be read', async () => {
      const { react, positions, until } = inbox();
      let failing = true;
      await machine.append('count-a', count('a', 1));
      await machine.append('count-b', count('b', 2));
      let answer: () => Promise<RecordedEvent | null> = () =>
        Promise.reject(new EventStoreUnavailable('The log is away'));
      const { events } = machine;
      const unreadable: EventStore = {
        ...{ counts: events.counts, appendMaxBytes: events.appendMaxBytes },
        ...{ at: () => answer(), follow: (...of) => events.follow(...of) },
        ...{ append: (...of) => events.append(...of), readStream: (...of) => events.readStream(...of) },
        ...{ readAll: (of) => events.readAll(of), head: () => events.head() },
        ...{ tryWrite: () => events.tryWrite(), close: () => events.close() },
      };
      const follower = machine.follower({
        events: unreadable,
        react: (reaction, cause) =>
          failing && cause.position === 0 ? Promise.reject(new Error('Not now')) : react(reaction, cause),
      });
      await follower.start();
      await until(() => positions().includes(1));
      failing = false;
      await expect(follower.retryParked('bell')).rejects.toThrow('The log is away');
      expect(await follower.parked('bell')).toHaveLength(1);
      answer = () => Promise.resolve(null);
      await follower.retryParked('bell');
      expect(await follower.parked('bell')).toHaveLength(1);
      expect(positions()).toEqual([1]);
      answer = () => machine.events.at(0);
      await follower.retryParked('bell');
      expect(await follower.parked('bell')).toEqual([]);
      expect(positions()).toEqual([1, 0]);
    });

    it('does not hold up the views if its reaction takes long', async () => {
      let finish = () => {};
      const slow = new Promise<void>((resolve) => (finish = resolve));
      const follower = machine.follower({ react: () => slow });
      await follower.start();
      await follower.reached(await machine.append('count-a', count('a', 1)), 5_000);
      expect(await follower.reached(await machine.append('count-a', count('a', 2)), 5_000)).toBe(true);
      finish();
    });
  });

  it('passes every event of the log to its one subscription, in order', async () => {
    const seen: number[] = [];
    const events: EventStore = Object.assign(Object.create(machine.events) as EventStore, {
      head: machine.events.head.bind(machine.events),
      readAll: machine.events.readAll.bind(machine.events),
      follow: ((options, onBatch) =>
        machine.events.follow(options, async (batch) => {
          if (!options.types) seen.push(...batch.map(({ position }) => position));
          await onBatch(batch);
        })) satisfies EventStore['follow'],
    });
    await Promise.all(Array.from({ length: 200 }, (_, index) => machine.append(`count-${index}`, count('a', 1))));
    const follower = machine.follower({ events });
    await follower.start();
    expect(seen).toEqual(Array.from({ length: 200 }, (_, index) => index));
  });

  it('folds no more events at once than every view allows', async () => {
    await machine.append('count-all', ...Array.from({ length: 95 }, () => count('a', 1)));
    const steps: number[] = [];
    let before = -1;
    const views = committingBy(machine, (position, ...commit) => {
      steps.push(position - before);
      before = position;
      return machine.views.commit(position, ...commit);
    });
    const limited = { ...catalog.tallies, foldedAtOnceMax: 10 };
    const others = catalog.views.filter(({ name }) => name !== limited.name);
    await machine.follower({ views, catalog: { ...catalog, views: [limited, ...others] } }).start();
    expect(before).toBe(94);
    expect(Math.max(...steps)).toBe(10);
  });
});
