import { execSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { addressOf, isCluster } from '../../apps/api/src/kernel/log/eventstoredb/address.ts';
import { relaxedTiming } from '../../apps/api/src/kernel/log/eventstoredb/bounds.ts';
import { LogClient } from '../../apps/api/src/kernel/log/eventstoredb/client.ts';
import { type EventStoreDb, openEventStoreDb } from '../../apps/api/src/kernel/log/eventstoredb/engine.ts';
import { EventStoreRefused, noStream } from '../../apps/api/src/kernel/log/port.ts';
import { parkedEvent } from '../../apps/api/src/kernel/projecting/fold.ts';
import { ParkingLot } from '../../apps/api/src/kernel/projecting/parked.ts';
import { WorkflowRunner } from '../../apps/api/src/kernel/work/workflow-runner.ts';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/doubles/eventstoredb-double/double.ts';
import { MemoryVault } from '../support/doubles/memory-vault.ts';
import { record } from '../support/figures.ts';
import { howMany, isFull } from '../support/sample.ts';
import { type Gate, openGate } from '../support/servers/gate.ts';
import { needs } from '../support/servers/needs.ts';
import { until } from '../support/until.ts';
import * as catalog from '../support/worlds/tally-catalog.ts';

const given = process.env['EVENTSTOREDB_TEST_URL'];
/** Restarts the given server, and returns once it answers again. */
const restartCommand = process.env['EVENTSTOREDB_TEST_RESTART'];
/** The address of the given server for a user who may not read `$all`. */
const deniedUrl = process.env['EVENTSTOREDB_TEST_DENIED_URL'];

const address = given === undefined ? null : addressOf(given);
const isPlain = address === null || address.options.some((option) => option.toLowerCase() === 'tls=false');
const isOneNode = address === null || !isCluster(address);

/** The nodes of the given server as `host:port`, the leader first. */
const nodesOfServer = async () => {
  const client = LogClient.connect(address!);
  try {
    const members = await client.members(5_000);
    return members.toSorted((one, other) => Number(other.isLeader) - Number(one.isLeader)).map(({ node }) => node);
  } finally {
    client.disconnect();
  }
};

/** Skips a test that can't be set up on a given server, and says why. */
const unless = (missing: string | false) => {
  if (missing === false) return it;
  return (name: string, _test: () => Promise<void>, _timeoutMs?: number) => {
    process.stdout.write(`Skipped: ${name}: ${missing}\n`);
    it.skip(name, () => undefined);
  };
};
const needsGate = isPlain && isOneNode ? false : 'faults are put before a single node without TLS';
const needsRestart =
  given !== undefined && restartCommand === undefined ? 'EVENTSTOREDB_TEST_RESTART names no command' : false;
const needsCluster =
  given !== undefined && (isOneNode || !isPlain)
    ? 'the server is no cluster without TLS, whose leader can resign'
    : false;
const needsDenied =
  given !== undefined && deniedUrl === undefined ? 'EVENTSTOREDB_TEST_DENIED_URL names no user without rights' : false;

const event = (type = 'Seen', data: unknown = {}) => ({
  id: randomUUID(),
  type,
  version: 1,
  data,
  metadata: { actor: 'system', correlation: 'server', causation: null },
});
const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);

/** Quicker tests check the double for the same things in every run. */
const needsFull = given === undefined && !isFull ? 'no server is given, and the double is asked in the full run' : null;

needs('EventStoreDB', needsFull)(
  `[PROD-09] the behavior of ${given === undefined ? 'the EventStoreDB double' : 'the given EventStoreDB'}`,
  () => {
    let double: EventStoreDbDouble | null = null;
    let gate: Gate | null = null;
    let store: EventStoreDb;
    /** Makes stream and type names that only this test uses: a given server keeps what earlier tests wrote. */
    let name: (what: string) => string;

    beforeAll(async () => {
      if (given === undefined) double = await startEventStoreDbDouble();
      const [host = '', port] = (address?.hosts ?? `127.0.0.1:${double!.port}`).split(':');
      if (needsGate === false) gate = await openGate({ host, port: Number(port) });
    });
    afterAll(async () => {
      await gate?.close();
      await double?.stop();
    });
    const open = (bounds = {}) =>
      openEventStoreDb({ url: gate ? `esdb://127.0.0.1:${gate.port}?tls=false` : given!, ...bounds });
    beforeEach(async () => {
      const own = randomUUID();
      name = (what) => `${what}-${own}`;
      store = await open();
    });
    afterEach(async () => {
      gate?.pass();
      await store.close();
    });

    const leaderResigns = async () => {
      if (double) return double.refuseNextRead('not-leader');
      const [leader] = await nodesOfServer();
      await fetch(`http://${leader}/admin/node/resign`, { method: 'POST' });
    };
    const runnerOf = (vault: MemoryVault, delivered: string[]) => {
      const [workflow] = catalog.workflows.filter(({ name: each }) => each === 'bell');
      return new WorkflowRunner(workflow!, {
        ...{
          events: store,
          vault,
          parkingLot: new ParkingLot(vault),
          decode: (batch: readonly RecordedEvent[]) => batch,
        },
        viewed: () => Promise.resolve(),
        react: async (_reaction, cause) => void delivered.push(cause.id),
        report: () => undefined,
      });
    };
    const parkOne = async () => {
      const vault = new MemoryVault();
      const stream = name('s');
      const data = { item: 'a', amount: 1 };
      const { position } = await store.append(stream, noStream, [event(catalog.counted.type, data)]);
      await new ParkingLot(vault).add('bell', [parkedEvent((await store.at(position))!, 'It failed')]);
      return { vault, position };
    };
    const parked = (vault: MemoryVault) => new ParkingLot(vault).of('bell');

    it('[PROD-09] (1) answers an append of three events with the position of the third; all differ', async () => {
      const { position, revision } = await store.append(name('s'), noStream, [event('A'), event('B'), event('C')]);
      const stored = await store.readAll({ after: -1, limit: 10, stream: name('s') });
      expect(revision).toBe(2);
      expect(stored.map(({ type }) => type)).toEqual(['A', 'B', 'C']);
      expect(stored[2]?.position).toBe(position);
      expect(new Set(stored.map((each) => each.position)).size).toBe(3);
    });

    unless(needsRestart)(
      '[PROD-09] (2) recognizes a repeated append after a restart: stored once, answered the same',
      async () => {
        const events = [event(), event()];
        const first = await store.append(name('s'), noStream, events);
        if (restartCommand === undefined) double!.dropConnections();
        else execSync(restartCommand, { stdio: 'ignore' });
        expect(await store.append(name('s'), noStream, events)).toEqual(first);
        expect(await store.readStream(name('s'))).toHaveLength(2);
      },
      120_000,
    );

    it('[PROD-09] (3) refuses an append of which only part is stored, and reports the revision of the stream', async () => {
      const [a, b, c] = [event(), event(), event()];
      await store.append(name('s'), noStream, [a, b]);
      const refused = store.append(name('s'), noStream, [a, c]);
      await expect(refused).rejects.toMatchObject({ name: 'RevisionConflict', actual: 1 });
      expect(idsOf(await store.readStream(name('s')))).toEqual(idsOf([a, b]));
    });

    unless(needsGate)('[PROD-09] (4) stores an append once that got no answer in its time', async () => {
      const patient = await open({ appendDeadlineMs: 500 });
      await patient.append(name('s'), noStream, [event()]);
      gate!.hold();
      const appending = patient.append(name('s'), 0, [event(), event()]);
      setTimeout(() => gate!.pass(), 1_500);
      expect(await appending).toMatchObject({ revision: 2 });
      expect(await store.readStream(name('s'))).toHaveLength(3);
      await patient.close();
    });

    /** As many bytes of data as an order of 100 lines with the longest names. */
    const largestOrderBytes = 1_411_400;
    it.each([
      ['(5) the largest order', largestOrderBytes],
      ['(6) an append of 1 MiB exactly', 2 ** 20 - '{"note":""}'.length],
    ])('[PROD-09] %s is stored, or refused at once and as a whole', async (_, bytes) => {
      // At once: of several attempts, the first would be reported as unavailable here.
      const trying = await open({ attemptsMax: 1, appendDeadlineMs: 60_000, ...relaxedTiming });
      const outcome = await trying
        .append(name('s'), noStream, [event(), event('Large', { note: 'x'.repeat(bytes) })])
        .catch((error: unknown) => error);
      await trying.close();
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(EventStoreRefused);
      expect(await store.readStream(name('s'))).toHaveLength(outcome instanceof Error ? 0 : 2);
    });

    it('[PROD-09] (7) has no event between two adjacent ones, and none past the end', async () => {
      const { position } = await store.append(name('s'), noStream, [event(), event()]);
      for (const nowhere of [position - 1, position + 1, position * 1_000]) expect(await store.at(nowhere)).toBeNull();
      expect(await store.at(position)).toMatchObject({ position });
    });

    unless(needsCluster)(
      '[PROD-09] (8) finds a parked event although its leader resigns at that moment',
      async () => {
        const { position } = await parkOne();
        await leaderResigns();
        expect(await store.at(position)).toMatchObject({ position });
      },
      60_000,
    );

    unless(needsGate)(
      '[PROD-09] (9) keeps an event parked if reading it fails',
      async () => {
        const { vault } = await parkOne();
        const delivered: string[] = [];
        const runner = runnerOf(vault, delivered);
        gate!.hold();
        gate!.cut();
        await expect(runner.retryParked()).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
        expect(await parked(vault)).toHaveLength(1);
        gate!.pass();
        await runner.retryParked();
        expect([delivered.length, (await parked(vault)).length]).toEqual([1, 0]);
      },
      60_000,
    );

    const among = Number(process.env['EVENTSTOREDB_TEST_EVENTS'] ?? howMany({ usual: 5_000, full: 20_000 }));
    it(`[PROD-09] (10) finds one event among ${among}, follows it, and restarts without searching for it again`, async () => {
      const rare = name('Rare');
      const { position } = await store.append(name('rare'), noStream, [event(rare)]);
      for (let revision = noStream; revision < among - 1; revision += 1_000) {
        const many = Array.from({ length: 1_000 }, () => event('Common'));
        await store.append(name('many'), revision, many);
      }
      const read = await store.readAll({ after: -1, limit: 2, types: [rare] });
      expect(read.map((each) => each.position)).toEqual([position]);
      const follow = async (after: number) => {
        const seen: number[] = [];
        const { promise, resolve } = Promise.withResolvers<number>();
        const onPassed = (passed: number) => passed > position && resolve(passed);
        const options = { after, batchMax: 10, types: [rare], onPassed: (at: number) => void onPassed(at) };
        const subscription = store.follow(options, (events) => void seen.push(...events.map((each) => each.position)));
        await store.append(name('after'), (await store.readStream(name('after'))).length - 1, [event('Common')]);
        const passed = await promise;
        await subscription.stop();
        return { seen, passed };
      };
      const first = await follow(-1);
      expect(first.seen).toEqual([position]);
      const second = await follow(first.passed);
      expect(second.seen).toEqual([]);
      expect(second.passed).toBeGreaterThan(first.passed);
    }, 3_600_000);

    it('[PROD-09] (11) resumes at a checkpoint with the event that begins there, exactly once', async () => {
      const stored = Array.from({ length: 600 }, () => event(name('A')));
      await store.append(name('s'), noStream, stored);
      const all = await store.readAll({ after: -1, limit: 1_000, stream: name('s') });
      for (const index of [0, 249, 250, 598]) {
        const seen: string[] = [];
        const subscription = store.follow(
          { after: all[index]!.position, batchMax: 50, types: [name('A')] },
          (events) => void seen.push(...idsOf(events)),
        );
        await until('the rest is delivered', async () => seen.length >= 599 - index);
        await subscription.stop();
        expect(seen).toEqual(idsOf(stored).slice(index + 1));
      }
    });

    it('[PROD-09] (12) delivers events that arrive while a receiver is blocked: each once, in order', async () => {
      const total = howMany({ usual: 2_000, full: 10_000 });
      const seen: string[] = [];
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const subscription = store.follow(
        { after: await store.head(), batchMax: 100, types: [name('A')] },
        async (events) => {
          await released;
          seen.push(...idsOf(events));
        },
      );
      const ids: string[] = [];
      for (let revision = noStream; revision < total - 1; revision += 100) {
        const events = Array.from({ length: 100 }, () => event(name('A')));
        await store.append(name('s'), revision, events);
        ids.push(...idsOf(events));
      }
      release();
      await until('all are delivered', async () => seen.length >= total, 60_000);
      await subscription.stop();
      expect(seen).toEqual(ids);
    }, 120_000);

    unless(needsCluster)('[PROD-09] (13) is led to the leader by a follower, of which alone it knows', async () => {
      const follower = double ? await startEventStoreDbDouble() : null;
      follower?.follow(double!.port);
      const host = follower ? `127.0.0.1:${follower.port}` : (await nodesOfServer())[1];
      const redirected = await openEventStoreDb({ url: `esdb://${host}?tls=false` });
      expect(await redirected.append(name('s'), noStream, [event()])).toMatchObject({ revision: 0 });
      expect(await store.readStream(name('s'))).toHaveLength(1);
      await redirected.close();
      await follower?.stop();
    });

    unless(needsDenied)('[PROD-09] (14) reports a user who may not read the log, and does not wait', async () => {
      double?.refuseNextRead('denied');
      const opening = openEventStoreDb({ url: deniedUrl ?? double!.url });
      await expect(opening).rejects.toMatchObject({
        name: 'EventStoreRefused',
        message: expect.stringMatching(/Denied/),
      });
    });

    /** Runs appenders and a follower, with a fault after each `faultEvery` answers. */
    const underLoad = async (appends: number, faultEvery: number, fault: () => void) => {
      const appenders = 8;
      const seen: string[] = [];
      const subscription = store.follow({ after: await store.head(), batchMax: 100, types: [name('A')] }, (events) => {
        seen.push(...idsOf(events));
      });
      let [answered, lastAt, outageMs] = [0, performance.now(), 0];
      const appending = Array.from({ length: appenders }, async (_, appender) => {
        const ids: string[] = [];
        for (let revision = noStream; ids.length < appends / appenders; revision += 1) {
          const appended = event(name('A'));
          await store.append(`${name('s')}-${appender}`, revision, [appended]);
          outageMs = Math.max(outageMs, performance.now() - lastAt);
          lastAt = performance.now();
          answered += 1;
          if (answered % faultEvery === 0) fault();
          ids.push(appended.id);
        }
        return ids;
      });
      const ids = (await Promise.all(appending)).flat();
      await until('all are delivered', async () => seen.length >= ids.length, 30_000);
      await subscription.stop();
      expect(seen.toSorted()).toEqual(ids.toSorted());
      const stored = await store.readAll({ after: -1, limit: Infinity, types: [name('A')] });
      expect(idsOf(stored)).toEqual(seen);
      return { answered, outageMs: Math.round(outageMs) };
    };

    unless(needsGate)(
      '[PROD-09] (15) loses and doubles nothing when its server falls into a black hole under load',
      async () => {
        const appends = howMany({ usual: 400, full: 4_000 });
        const figures = await underLoad(appends, appends / 2 + 1, () => {
          gate!.hold();
          setTimeout(() => gate!.pass(), 3_000);
        });
        record('EventStoreDB: 3 s in a black hole under 8 appenders', figures);
      },
      120_000,
    );

    unless(needsGate)(
      '[PROD-09] loses and doubles nothing when its connections drop under load, again and again',
      async () => {
        const drops = howMany({ usual: 5, full: 50 });
        const figures = await underLoad(drops * 80, 80, () => gate!.cut());
        record(`EventStoreDB: connections dropped ${drops} times under 8 appenders`, figures);
      },
      300_000,
    );
  },
);
