import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EventStore } from '../../apps/api/src/kernel/log/port.ts';
import { openSqliteEventStore } from '../../apps/api/src/kernel/log/sqlite/engine.ts';
import { SqliteEventReader } from '../../apps/api/src/kernel/log/sqlite/reader.ts';
import { rateOf, rawAppends } from './raw.ts';
import { eventOf, eventTypes } from './sample-events.ts';

const streams = 20_000;
const recordBytes = 650;
const rounds = 10;
const rawRecordsPerRound = 400;
/**
 * Enough that most streams exist and SQLite's log file has its full size, as in a shop that has been open for a while.
 */
const warmUpAppends = 60_000;
const batchMaxEvents = 1_000;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const inDirectory = async <Result>(run: (directory: string) => Promise<Result>): Promise<Result> => {
  const directory = mkdtempSync(join(tmpdir(), 'event-store-bench-'));
  try {
    return await run(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Each caller owns a share of the streams and appends to a random one of them, one event at a time. */
const appendAsCallers = async (
  store: EventStore,
  callers: number,
  appends: number,
  revisions = new Map<string, number>(),
) => {
  const events = Array.from({ length: Math.ceil(appends / callers) * callers }, (_, index) => eventOf(index));
  const latenciesMs: number[] = [];
  const caller = async (number: number) => {
    const owned = Math.floor(streams / callers);
    for (let index = number; index < events.length; index += callers) {
      const stream = `content-${number + callers * Math.floor(Math.random() * owned)}`;
      const revision = revisions.get(stream) ?? -1;
      const started = performance.now();
      const appended = await store.append(stream, revision, [events[index]!]);
      latenciesMs.push(performance.now() - started);
      revisions.set(stream, appended.revision);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));
  return rateOf(latenciesMs, performance.now() - begun);
};

/** Durable appends of single events by `callers` concurrent callers; the raw limit is measured before each round. */
export const durableAppends = (callers: number, appends: number) =>
  inDirectory(async (directory) => {
    const store = await openSqliteEventStore({ file: join(directory, 'events.db') });
    const revisions = new Map<string, number>();
    await appendAsCallers(store, 1_000, warmUpAppends, revisions);
    const measured = [];
    for (let round = 0; round < rounds; round += 1) {
      const raw = rawAppends(directory, rawRecordsPerRound, recordBytes);
      const engine = await appendAsCallers(store, callers, Math.ceil(appends / rounds), revisions);
      measured.push({ raw, engine });
    }
    await store.close();
    return {
      callers,
      perSecond: median(measured.map(({ engine }) => engine.perSecond)),
      p50Ms: median(measured.map(({ engine }) => engine.p50Ms)),
      p99Ms: median(measured.map(({ engine }) => engine.p99Ms)),
      rawPerSecond: median(measured.map(({ raw }) => raw.perSecond)),
      rawP50Ms: median(measured.map(({ raw }) => raw.p50Ms)),
      rateToRaw: median(measured.map(({ engine, raw }) => engine.perSecond / raw.perSecond)),
      p50ToRaw: median(measured.map(({ engine, raw }) => engine.p50Ms / raw.p50Ms)),
    };
  });

const perSecond = (events: number, begun: number) => (events / (performance.now() - begun)) * 1000;

const bareRead = (file: string): number => {
  const database = new DatabaseSync(file, { readOnly: true });
  const select = database.prepare('SELECT data FROM events WHERE position > ? ORDER BY position LIMIT ?');
  const begun = performance.now();
  let read = 0;
  for (let rows = select.all(-1, batchMaxEvents); rows.length > 0; rows = select.all(read - 1, batchMaxEvents)) {
    for (const row of rows) JSON.parse(row['data'] as string);
    read += rows.length;
  }
  const rate = perSecond(read, begun);
  database.close();
  return rate;
};

const followedRead = async (store: EventStore, events: number): Promise<number> => {
  const begun = performance.now();
  let read = 0;
  let seenAll = () => {};
  const done = new Promise<void>((resolve) => (seenAll = resolve));
  const subscription = store.follow({ after: -1, batchMax: batchMaxEvents }, (batch) => {
    read += batch.length;
    if (read >= events) seenAll();
  });
  await done;
  const rate = perSecond(read, begun);
  await subscription.stop();
  return rate;
};

/** Events per second that a reader on another thread gets through when it wants those of one type, or all. */
const replayedRead = (file: string, events: number, types?: readonly string[]): number => {
  const reader = new SqliteEventReader(file);
  const begun = performance.now();
  for (let after = -1; ;) {
    const batch = reader.readAll({ after, limit: batchMaxEvents, ...(types && { types }) });
    if (batch.length === 0) break;
    after = batch.at(-1)!.position;
  }
  const rate = perSecond(events, begun);
  reader.close();
  return rate;
};

/** Catch-up in batches of 1,000, next to a bare SELECT with JSON.parse on the same table; medians of all rounds. */
export const catchUpReads = (events: number) =>
  inDirectory(async (directory) => {
    const file = join(directory, 'events.db');
    const store = await openSqliteEventStore({ file });
    await appendAsCallers(store, 1_000, events);
    const rates = {
      bare: [] as number[],
      follow: [] as number[],
      replayAll: [] as number[],
      replayOne: [] as number[],
    };
    for (let round = 0; round < rounds; round += 1) {
      rates.bare.push(bareRead(file));
      rates.follow.push(await followedRead(store, events));
      rates.replayAll.push(replayedRead(file, events));
      rates.replayOne.push(replayedRead(file, events, eventTypes.slice(0, 1)));
    }
    await store.close();
    const barePerSecond = median(rates.bare);
    const followPerSecond = median(rates.follow);
    return {
      events,
      barePerSecond,
      followPerSecond,
      followToBare: median(rates.follow.map((rate, round) => rate / rates.bare[round]!)),
      replayAllPerSecond: median(rates.replayAll),
      replayOneTypePerSecond: median(rates.replayOne),
    };
  });

if (import.meta.main) {
  for (const [callers, appends] of [
    [1, 5_000],
    [64, 150_000],
    [1_024, 200_000],
  ] as const) {
    console.log(JSON.stringify(await durableAppends(callers, appends)));
  }
  console.log(JSON.stringify(await catchUpReads(300_000)));
}
