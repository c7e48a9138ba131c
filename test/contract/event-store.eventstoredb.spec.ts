import { randomUUID } from 'node:crypto';
import { EventsQuery } from '@tessera/contract/admin';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { type EventStoreDb, openEventStoreDb } from '../../apps/api/src/kernel/log/eventstoredb/engine.ts';
import { EventsController } from '../../apps/api/src/admin/events.controller.ts';
import { ParkingLot } from '../../apps/api/src/kernel/projecting/parked.ts';
import { WorkflowRunner } from '../../apps/api/src/kernel/work/workflow-runner.ts';
import { MemoryVault } from '../support/doubles/memory-vault.ts';
import * as catalog from '../support/worlds/tally-catalog.ts';
import { type EventStore, noStream, RevisionConflict } from '../../apps/api/src/kernel/log/port.ts';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/doubles/eventstoredb-double/double.ts';
import { appendMaxBytes, eventStoreContract, type OpenedEventStore } from './event-store.contract.ts';

/** Every test has its own server. */
const onNewDouble = (positionsInStreams: boolean) => async (): Promise<OpenedEventStore> => {
  const double = await startEventStoreDbDouble({ positionsInStreams });
  let store = await openEventStoreDb({ url: double.url, appendMaxBytes });
  return {
    store,
    reopen: async () => {
      await store.close();
      store = await openEventStoreDb({ url: double.url, appendMaxBytes });
      return store;
    },
    destroy: async () => {
      await store.close();
      await double.stop();
    },
  };
};

/**
 * A store on a server that still has the events of earlier tests: it begins where the log ends now, and uses stream
 * names that are unique to the test. Nobody else may write to the server meanwhile.
 */
const beginningNow = (store: EventStore, begin: number, prefix: string): EventStore => {
  const shown = (events: readonly RecordedEvent[]) =>
    events
      .filter(({ stream }) => stream.startsWith(prefix))
      .map((event) => ({ ...event, stream: event.stream.replace(prefix, '') }));
  const from = (after: number) => (after === -1 ? begin : after);
  return {
    counts: store.counts,
    appendMaxBytes: store.appendMaxBytes,
    append: (stream, expected, events) =>
      store.append(prefix + stream, expected, events).catch((error: unknown) => {
        throw error instanceof RevisionConflict ? new RevisionConflict(stream, expected, error.actual) : error;
      }),
    readStream: async (stream, revision) => shown(await store.readStream(prefix + stream, revision)),
    readAll: async ({ stream, ...options }) => {
      const after = options.backwards ? options.after : from(options.after);
      return shown(
        await store.readAll({ ...options, after, ...(stream !== undefined && { stream: prefix + stream }) }),
      );
    },
    at: async (position) => shown([await store.at(position)].filter((event) => event !== null))[0] ?? null,
    follow: (options, onBatch) =>
      store.follow({ ...options, after: from(options.after) }, (events) => onBatch(shown(events))),
    head: async () => {
      const head = await store.head();
      return head === begin ? -1 : head;
    },
    tryWrite: () => store.tryWrite(),
    close: () => store.close(),
  };
};

const onSharedServer = (url: () => string) => async (): Promise<OpenedEventStore> => {
  let store = await openEventStoreDb({ url: url(), appendMaxBytes });
  const begin = await store.head();
  const prefix = `test-${randomUUID()}-`;
  return {
    store: beginningNow(store, begin, prefix),
    reopen: async () => {
      await store.close();
      store = await openEventStoreDb({ url: url(), appendMaxBytes });
      return beginningNow(store, begin, prefix);
    },
    destroy: () => store.close(),
  };
};

eventStoreContract('the event store on an EventStoreDB protocol double', onNewDouble(true));

describe('a shared EventStoreDB protocol double that reports no positions in streams', () => {
  let double: EventStoreDbDouble;
  beforeAll(async () => {
    double = await startEventStoreDbDouble();
  });
  afterAll(() => double.stop());
  eventStoreContract(
    'the event store',
    onSharedServer(() => double.url),
  );
});

const realServer = process.env['EVENTSTOREDB_TEST_URL'];
if (realServer) {
  eventStoreContract(
    'the event store on a real EventStoreDB',
    onSharedServer(() => realServer),
  );
} else {
  process.stdout.write('EVENTSTOREDB_TEST_URL is not set: EventStoreDB is tested on its protocol double alone.\n');
}

describe('the EventStoreDB engine on its protocol double', () => {
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

  const event = (type = 'A') => ({
    id: randomUUID(),
    type,
    version: 2,
    data: { note: 'naïve 写真\u0000' },
    metadata: { actor: 'system', correlation: 'c', causation: null },
  });

  it('never shows the server’s own events', async () => {
    for (const number of Array.from({ length: 9 }).keys()) await store.append('s', number - 1, [event()]);
    expect(double.log.all.filter(({ stream }) => stream.startsWith('$')).length).toBeGreaterThan(2);
    const everything = await store.readAll({ after: -1, limit: 100 });
    expect(new Set(everything.map(({ stream }) => stream))).toEqual(new Set(['s']));
    expect(await store.at(double.log.all[0]!.position)).toBeNull();
    expect(await store.head()).toBe(everything.at(-1)?.position);
  });

  it('keeps the id, time and metadata of events that come from another engine', async () => {
    const recorded: RecordedEvent[] = [event('A'), event('B')].map((each, index) => ({
      ...each,
      stream: 's',
      revision: index,
      position: 40 + index,
      recordedAt: `2024-02-29T12:00:00.00${index}Z`,
      metadata: { actor: 'account-7', correlation: 'c', causation: index === 0 ? null : 'A' },
    }));
    const appended = await store.appendRecorded('s', noStream, recorded);
    expect(await store.appendRecorded('s', noStream, recorded)).toEqual(appended);
    const stored = await store.readAll({ after: -1, limit: 10 });
    const withoutPosition = ({ position: _, ...rest }: RecordedEvent) => rest;
    expect(stored.map(withoutPosition)).toEqual(recorded.map(withoutPosition));
    expect(stored[1]?.position).toBe(appended.position);
  });

  it('appends an event again if it is expected after itself, as the server does', async () => {
    const events = [event()];
    await store.append('s', noStream, events);
    expect(await store.append('s', 0, events)).toMatchObject({ revision: 1 });
  });

  it('refuses data that JSON can’t represent, and continues', async () => {
    await expect(store.append('s', noStream, [{ ...event(), data: undefined }])).rejects.toThrow(/JSON/);
    await expect(store.append('s', noStream, [{ ...event(), data: 10n }])).rejects.toThrow(/BigInt/);
    expect(await store.append('s', noStream, [event()])).toMatchObject({ revision: 0 });
  });

  it('says clearly that an event in the log is not its own, or that its position is too high', async () => {
    const foreign = { id: randomUUID(), type: 'Foreign', contentType: 'application/json' };
    double.log.append('t', -1, [{ ...foreign, data: Buffer.from('{}'), metadata: Buffer.alloc(0) }]);
    const reading = store.readAll({ after: -1, limit: 10 });
    await expect(reading).rejects.toThrow(/position \d+ \(Foreign\) was not written by this product/);
    const following = store.follow({ after: -1, batchMax: 10 }, () => undefined);
    await expect(following.ended).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
    Object.assign(double.log.all.at(-1)!, { position: 2 ** 53 });
    await expect(store.head()).rejects.toThrow(/9007199254740992 is beyond 2\^53/);
  });

  it('finds the leader through the gossip of the available nodes', async () => {
    const gone = await startEventStoreDbDouble();
    await gone.stop();
    const hosts = [gone.url, double.url].map((url) => new URL(url).host);
    const cluster = await openEventStoreDb({ url: `esdb://${hosts.join(',')}?tls=false` });
    await store.append('s', noStream, [event()]);
    expect(await cluster.readStream('s')).toHaveLength(1);
    await cluster.close();
  });

  it('[PROD-07] a permanently deleted stream affects no follower, no list and not the head', async () => {
    const { position: first } = await store.append('s', noStream, [event()]);
    double.log.tombstone('s');
    const { position: second } = await store.append('t', noStream, [event()]);
    double.log.tombstone('t');
    const followed: number[] = [];
    const both = Promise.withResolvers<void>();
    const following = store.follow({ after: -1, batchMax: 10 }, (events) => {
      followed.push(...events.map(({ position }) => position));
      if (followed.length === 2) both.resolve();
    });
    await Promise.race([both.promise, following.ended]);
    await following.stop();
    expect(followed).toEqual([first, second]);
    expect(await store.head()).toBe(second);
    for (const limit of [1, 2, 10]) {
      const listed = await store.readAll({ after: -1, limit });
      expect(listed.map(({ position }) => position)).toEqual([first, second].slice(0, limit));
    }
    expect(await store.at(double.log.all.at(-1)!.position)).toBeNull();
  });

  it('[PROD-07] a truncated stream is read from the first remaining event, each once, over several pages', async () => {
    const events = Array.from({ length: 2_500 }, () => event());
    await store.append('s', noStream, events);
    double.log.truncate('s', 700);
    const left = events.slice(700).map(({ id }) => id);
    expect((await store.readStream('s')).map(({ id }) => id)).toEqual(left);
    expect((await store.readStream('s', 10)).map(({ id }) => id)).toEqual(left);
    expect((await store.readStream('s', 2_400)).map(({ id }) => id)).toEqual(left.slice(-100));
  });

  describe('[PROD-04] what the server will never accept is refused, not awaited', () => {
    const refused = { name: 'EventStoreRefused' };

    it('an append over the limit, once', async () => {
      const large = { ...event(), data: { note: 'x'.repeat(2 ** 20) } };
      await expect(store.append('s', noStream, [large])).rejects.toMatchObject(refused);
      expect(await store.append('s', noStream, [event()])).toMatchObject({ revision: 0 });
    });

    it('an unauthorized read, immediately, and a follower ends with that', async () => {
      double.refuseNextRead('denied');
      await expect(store.head()).rejects.toMatchObject(refused);
      double.refuseNextRead('denied');
      const following = store.follow({ after: -1, batchMax: 10 }, () => undefined);
      await expect(following.ended).rejects.toMatchObject({
        ...refused,
        message: expect.stringMatching(/Access Denied/),
      });
    });

    it('a list from an invalid position', async () => {
      const { position } = await store.append('s', noStream, [event(), event()]);
      await expect(store.readAll({ after: position - 1, limit: 1 })).rejects.toMatchObject(refused);
      const controller = new EventsController(store);
      const query = Object.assign(new EventsQuery(), { limit: 10, cursor: String(position * 1_000) });
      await expect(controller.list(query)).rejects.toMatchObject({ name: 'BadCursor' });
    });

    it('a workflow parks the event whose reaction is refused', async () => {
      const vault = new MemoryVault();
      const [counted] = catalog.workflows.filter(({ name }) => name === 'bell');
      const parkingLot = new ParkingLot(vault);
      const parked = Promise.withResolvers<unknown>();
      const runner = new WorkflowRunner(counted!, {
        ...{ events: store, vault, parkingLot, decode: (batch) => batch, viewed: () => Promise.resolve() },
        react: async () =>
          void (await store.append('r', noStream, [{ ...event(), data: { note: 'x'.repeat(2 ** 20) } }])),
        report: (_error, what) => parked.resolve(what),
      });
      const stopping = new AbortController();
      const data = { item: 'a', amount: 1 };
      await store.append('s', noStream, [{ ...event(catalog.counted.type), version: catalog.counted.version, data }]);
      const running = runner.run(stopping.signal);
      expect(await parked.promise).toMatch(/is parked/);
      stopping.abort();
      await running;
      expect(await parkingLot.of('bell')).toHaveLength(1);
    });
  });

  describe('[PROD-01] an event is absent only if the server says that none begins there', () => {
    const positionOf = async () => (await store.append('s', noStream, [event(), event()])).position;

    it.each(['not-leader', 'not-ready'] as const)('a node that answers %s is asked again', async (how) => {
      const position = await positionOf();
      double.refuseNextRead(how);
      expect(await store.at(position)).toMatchObject({ position, revision: 1 });
    });

    it('a storage error is an error', async () => {
      const position = await positionOf();
      double.refuseNextRead('unknown');
      await expect(store.at(position)).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
    });

    it('between two events and past the end there is none', async () => {
      const position = await positionOf();
      expect(await store.at(position - 1)).toBeNull();
      expect(await store.at(position + 1)).toBeNull();
      expect(await store.at(position * 1_000)).toBeNull();
    });
  });

  it('moves from a node that is not the leader to the one that is', async () => {
    const follower = await startEventStoreDbDouble();
    follower.follow(double.port);
    const cluster = await openEventStoreDb({ url: follower.url, retryAfterMs: 1 });
    await cluster.append('s', noStream, [event()]);
    expect(await store.readStream('s')).toHaveLength(1);
    await cluster.close();
    await follower.stop();
  });

  it('prints no credentials if its address has an unknown option', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { host } = new URL(double.url);
    const named = await openEventStoreDb({
      url: `esdb://ann:hidden@${host}?tls=false&unheardOf=1&tlsVerifyCert=false`,
    });
    await named.append('s', noStream, [event()]);
    await named.close();
    expect(warned.mock.calls.join('\n')).toMatch(/Unknown option key "unheardOf"/);
    expect(warned.mock.calls.join('\n')).not.toMatch(/ann:|hidden/);
    warned.mockRestore();
  });

  it.each([
    ['nobody answers', 'esdb://ann:hidden@127.0.0.1:1?tls=false', /127\.0\.0\.1:1: could not read the log: .*Check/],
    ['the address is wrong', 'esdb://ann:hidden@host:port?tls=false', /host:port: could not connect: .*Check/],
  ])('says when %s, without the password', async (_, url, message) => {
    const failure = await openEventStoreDb({ url, retryAfterMs: 1 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'EventStoreUnavailable', message: expect.stringMatching(message) });
    expect(String(failure)).not.toMatch(/ann|hidden/);
  });
});
