import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { openEventStoreDb } from '../../apps/api/src/kernel/log/eventstoredb/engine.ts';
import { type EventStore, noStream } from '../../apps/api/src/kernel/log/port.ts';
import {
  type EventStoreDbDouble,
  type LostAnswer,
  startEventStoreDbDouble,
} from '../support/doubles/eventstoredb-double/double.ts';
import { record } from '../support/figures.ts';
import { howMany } from '../support/sample.ts';
import { until } from '../support/until.ts';

const event = (data: unknown = {}) => ({
  id: randomUUID(),
  type: 'Sold',
  version: 1,
  data,
  metadata: { actor: 'system', correlation: 'fault', causation: null },
});

const idsOf = (events: readonly RecordedEvent[]) => events.map(({ id }) => id);
const all = (store: EventStore) => store.readAll({ after: -1, limit: Infinity });

describe('faults between the product and an EventStoreDB protocol double', () => {
  let double: EventStoreDbDouble;
  let store: EventStore;
  const open = async (bounds = {}) => {
    store = await openEventStoreDb({ url: double.url, ...bounds });
  };
  beforeEach(async () => {
    double = await startEventStoreDbDouble();
    await open();
  });
  afterEach(async () => {
    await store.close();
    await double.stop();
  });

  const dropsTotal = howMany({ usual: 10, full: 50 });
  const eventsTotal = dropsTotal * 100;

  it(`loses and repeats nothing of ${eventsTotal} events when the connection drops ${dropsTotal} times under follower and appenders`, async () => {
    const appenders = 10;
    const seen: RecordedEvent[] = [];
    let drops = 0;
    let lastBatchAt = performance.now();
    let longestSilenceMs = 0;
    const begun = performance.now();
    let sawAll = () => {};
    const complete = new Promise<void>((resolve) => (sawAll = resolve));
    const subscription = store.follow({ after: -1, batchMax: 100 }, (batch) => {
      longestSilenceMs = Math.max(longestSilenceMs, performance.now() - lastBatchAt);
      lastBatchAt = performance.now();
      seen.push(...batch);
      if (drops < dropsTotal && seen.length >= ((drops + 1) * eventsTotal) / (dropsTotal + 1)) {
        drops += 1;
        double.dropConnections();
      }
      if (seen.length >= eventsTotal) sawAll();
    });
    const answered = await Promise.all(
      Array.from({ length: appenders }, async (_, appender) => {
        const ids: string[] = [];
        for (let revision = noStream; ids.length < eventsTotal / appenders; revision += 10) {
          const events = Array.from({ length: 10 }, () => event());
          const appended = await store.append(`s-${appender}`, revision, events);
          expect(appended.revision).toBe(revision + 10);
          ids.push(...events.map(({ id }) => id));
        }
        return ids;
      }),
    );
    await complete;
    await subscription.stop();

    const stored = await all(store);
    expect(drops).toBe(dropsTotal);
    expect(idsOf(seen)).toEqual(idsOf(stored));
    expect(idsOf(stored).toSorted()).toEqual(answered.flat().toSorted());
    for (const [index, { position }] of seen.entries())
      expect(position).toBeGreaterThan(seen[index - 1]?.position ?? -1);
    record(`EventStoreDB double: connections dropped while ${eventsTotal} events are appended and followed`, {
      events: seen.length,
      drops,
      missing: stored.length - seen.length,
      repeated: seen.length - new Set(idsOf(seen)).size,
      appendsRepeated: double.log.repeatedAppends,
      longestSilenceMs: Math.round(longestSilenceMs),
      durationMs: Math.round(performance.now() - begun),
    });
  }, 120_000);

  it.each<[string, LostAnswer]>([
    ['its connection drops', 'dropped'],
    ['the server falls silent', 'silent'],
  ])('stores an append once and answers it when %s after storing it', async (_, how) => {
    await store.close();
    await open({ appendDeadlineMs: 300 });
    const repeats = howMany({ usual: 3, full: 10 });
    for (let revision = noStream; revision < repeats - 1; revision += 1) {
      double.loseNextAnswer(how);
      const { position } = await store.append('s', revision, [event()]);
      expect(position).toBe((await all(store)).at(-1)?.position);
    }
    const stored = await store.readStream('s');
    expect(new Set(idsOf(stored)).size).toBe(repeats);
    expect(stored).toHaveLength(repeats);
    expect(double.log.repeatedAppends).toBe(repeats);
    record(`EventStoreDB double: answers of appends lost (${how})`, { lost: repeats, stored: stored.length });
  });

  it('answers an append whose answer was lost, even if others have appended to its stream since', async () => {
    const other = await openEventStoreDb({ url: double.url });
    await store.close();
    await open({ appendDeadlineMs: 300 });
    double.loseNextAnswer('silent');
    const events = [event(), event()];
    const appending = store.append('s', noStream, events);
    await until('the append is stored', async () => (await other.readStream('s')).length === 2);
    const later = await other.append('s', 1, [event()]);
    expect(await appending).toMatchObject({ revision: 1 });
    expect((await appending).position).toBeLessThan(later.position);
    expect(await all(store)).toHaveLength(3);
    await other.close();
  });

  it('lets an append wait for a server that is down briefly, and reports a server that stays down', async () => {
    double.refuse();
    const waiting = store.append('s', noStream, [event()]);
    setTimeout(() => double.welcome(), 500);
    expect(await waiting).toMatchObject({ revision: 0 });

    await store.close();
    await open({ retryAfterMs: 5 });
    double.refuse();
    const failure = await store.append('s', 0, [event()]).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'EventStoreUnavailable' });
    expect(String(failure)).toMatch(
      /EventStoreDB at 127\.0\.0\.1:\d+: could not append to s: .*Check .*EVENT_STORE_URL/,
    );
    await expect(store.head()).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
    double.welcome();
    expect(await store.append('s', 0, [event()])).toMatchObject({ revision: 1 });
  });

  it('resumes following without help after the server was down', async () => {
    await store.close();
    await open({ attemptsMax: 2, retryAfterMs: 5 });
    const other = await openEventStoreDb({ url: double.url });
    const seen: RecordedEvent[] = [];
    const subscription = store.follow({ after: -1, batchMax: 10 }, (batch) => void seen.push(...batch));
    await store.append('s', noStream, [event()]);
    await until('the first event is delivered', async () => seen.length === 1);
    double.refuse();
    await expect(store.head()).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
    double.welcome();
    const away = performance.now();
    await other.append('s', 0, [event()]);
    await until('the second event is delivered', async () => seen.length === 2);
    expect(idsOf(seen)).toEqual(idsOf(await all(store)));
    record('EventStoreDB double: server back after it was away', {
      deliveredAfterMs: Math.round(performance.now() - away),
    });
    await subscription.stop();
    await other.close();
  });

  it('gives up on a call after its deadline', async () => {
    await store.close();
    await open({ readDeadlineMs: 200, appendDeadlineMs: 200, attemptsMax: 1 });
    double.slowDown(2_000);
    await expect(store.readStream('s')).rejects.toThrow(/could not read s: .*[Dd]eadline/);
    await expect(store.append('s', noStream, [event()])).rejects.toThrow(/could not append to s: .*[Dd]eadline/);
    double.slowDown(0);
    expect(await store.readStream('s')).toHaveLength(1);
  });

  it('makes the server wait while the receiver is busy', async () => {
    const [eventsTotal, eventBytes] = [3_000, 2_000];
    const filler = 'x'.repeat(eventBytes);
    for (let revision = noStream; revision < eventsTotal - 1; revision += 100) {
      const events = Array.from({ length: 100 }, () => event({ filler }));
      await store.append('s', revision, events);
    }
    double.dropConnections();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let count = 0;
    const subscription = store.follow({ after: -1, batchMax: 50 }, async (batch) => {
      await held;
      count += batch.length;
    });
    let before = -1;
    const sent = await until('the server sends no more', async () => {
      const now = double.bytesSent();
      const still = now > eventBytes * 50 && now === before;
      before = now;
      return still && now;
    });
    expect(sent).toBeLessThan((eventsTotal * eventBytes) / 2);
    release();
    await until('all are delivered', async () => count === eventsTotal);
    await subscription.stop();
    record('EventStoreDB double: a busy receiver of 6 MB', { bytesSentWhileBusy: sent });
  });
});

describe('the EventStoreDB protocol double as a process', () => {
  let child: ChildProcess;
  afterEach(() => child.kill());

  it('prints its address, and accepts faults on standard input', async () => {
    const main = fileURLToPath(new URL('../support/doubles/eventstoredb-double.main.ts', import.meta.url));
    child = spawn(process.execPath, [main], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    const next = async () => String((await lines.next()).value);
    const announced = await next();
    expect(announced).toMatch(/^EventStoreDB double at esdb:\/\/127\.0\.0\.1:\d+\?tls=false$/);
    const store = await openEventStoreDb({ url: announced.split(' ').at(-1)! });
    for (const line of ['lose dropped', 'drop', 'slow 1']) {
      child.stdin!.write(`${line}\n`);
      expect(await next()).toBe(`done: ${line}`);
    }
    await store.append('s', noStream, [event()]);
    expect(await store.readStream('s')).toHaveLength(1);
    await store.close();
    child.kill();
    await once(child, 'exit');
  });
});
