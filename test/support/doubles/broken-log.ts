import { randomUUID } from 'node:crypto';
import { closeSync, copyFileSync, openSync, readSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { LogDamaged } from '../../../apps/api/src/kernel/log/sqlite/damaged.ts';
import { openSqliteEventStore } from '../../../apps/api/src/kernel/log/sqlite/engine.ts';
import { encodeHeader } from '../../../apps/api/src/kernel/log/sqlite/event-header.ts';
import { SqliteEventReader } from '../../../apps/api/src/kernel/log/sqlite/reader.ts';
import { openForWriting } from '../../../apps/api/src/kernel/log/sqlite/schema.ts';
import { verifyLog } from '../../../apps/api/src/kernel/log/sqlite/upkeep/verify.ts';
import { LogWriter } from '../../../apps/api/src/kernel/log/sqlite/writing/writer.ts';

const streams = 40;
const tailTransactions = 3;
/** More than the writer keeps in the index of recent events, so that both indexes contain some. */
export const manyEvents = 4_200;

/** A log as it was stored before it was damaged. */
export interface WrittenLog {
  /** The log closed cleanly: everything is in one file. */
  readonly closed: string;
  readonly closedEvents: readonly RecordedEvent[];
  /** The log of a killed process: the last transactions are only in `<file>-wal`. */
  readonly killed: string;
  readonly killedEvents: readonly RecordedEvent[];
  /** For each transaction of the tail: the size of the write-ahead log and the number of events in the log after it. */
  readonly tail: readonly { readonly walBytes: number; readonly events: number }[];
}

const eventOf = (number: number) => ({
  id: randomUUID(),
  type: ['ContentPublished', 'OrderPlaced', 'LicenseGranted'][number % 3] ?? '',
  version: 1 + (number % 2),
  data: { number, title: `Hafen — 写真 ${number}`, filler: 'x'.repeat(number % 90) },
  metadata: {
    actor: randomUUID(),
    correlation: `request ${number}`,
    causation: number % 4 === 0 ? randomUUID() : null,
  },
});

const wal = (file: string) => `${file}-wal`;

/** Writes a log of at least `minEvents` events and keeps two copies: one closed, one killed some transactions later. */
export const writeLog = async (directory: string, minEvents: number): Promise<WrittenLog> => {
  const [closed, killed, live] = ['closed.db', 'killed.db', 'live.db'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  let store = await openSqliteEventStore({ file: live });
  const revisions = new Map<string, number>();
  let number = 0;
  const append = async (count: number) => {
    const stream = `content-${number % streams}`;
    const events = Array.from({ length: count }, () => eventOf((number += 1)));
    const { revision } = await store.append(stream, revisions.get(stream) ?? -1, events);
    revisions.set(stream, revision);
  };
  const all = () => store.readAll({ after: -1, limit: Infinity });
  while (number < minEvents) await append(1 + (number % 17) * Math.ceil(minEvents / 1_000));
  await append(1);
  const closedEvents = await all();
  await store.close();
  copyFileSync(live, closed);

  store = await openSqliteEventStore({ file: live });
  const tail = [];
  for (let transaction = 0; transaction < tailTransactions; transaction += 1) {
    await append(1 + (transaction % 3));
    tail.push({ walBytes: statSync(wal(live)).size, events: number });
  }
  const killedEvents = await all();
  copyFileSync(live, killed);
  copyFileSync(wal(live), wal(killed));
  await store.close();
  rmSync(live);
  return { closed, closedEvents, killed, killedEvents, tail };
};

export const copyLog = (from: string, to: string) => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${to}${suffix}`, { force: true });
  copyFileSync(from, to);
  if (statSync(wal(from), { throwIfNoEntry: false })) copyFileSync(wal(from), wal(to));
};

export const flipBit = (file: string, byte: number, bit: number) => {
  const descriptor = openSync(file, 'r+');
  const buffer = Buffer.alloc(1);
  readSync(descriptor, buffer, 0, 1, byte);
  buffer[0] = (buffer[0] ?? 0) ^ (1 << bit);
  writeSync(descriptor, buffer, 0, 1, byte);
  closeSync(descriptor);
};

export const cutTo = (file: string, bytes: number) => truncateSync(file, bytes);

/** What opening a damaged log led to: a named error, or everything that can be read. */
export type Found = { readonly damage: string } | { readonly events: readonly RecordedEvent[] };

const byStream = (events: readonly RecordedEvent[]) => {
  const found = new Map<string, RecordedEvent[]>();
  for (const event of events) found.set(event.stream, [...(found.get(event.stream) ?? []), event]);
  return found;
};

/** Uses an opened log as the engine's parts would; it must work as if nothing had happened. */
const readEverything = (file: string, writer: LogWriter, streamsToo: boolean): readonly RecordedEvent[] => {
  const reader = new SqliteEventReader(file);
  try {
    const events = reader.readAll({ after: -1, limit: Number.MAX_SAFE_INTEGER });
    if (!streamsToo) return events;
    for (const [stream, expected] of byStream(events)) {
      const read = reader.readStream(stream, 0, Number.MAX_SAFE_INTEGER);
      if (!isDeepStrictEqual([...read], expected)) throw new Error(`${stream} does not read as the log does`);
    }
    const last = events.at(-1);
    if (!last) return events;
    const fieldsOf = (id: string) => [
      last.type,
      last.version,
      encodeHeader(id, last.metadata),
      JSON.stringify(last.data),
    ];
    const again = [last.stream, last.revision - 1, 1, ...fieldsOf(last.id)];
    const next = [last.stream, last.revision, 1, ...fieldsOf(randomUUID())];
    const outcomes = writer.commit([{ appends: 2, fields: [...again, ...next] }]);
    const expected = [
      ['appended', last.revision, last.position],
      ['appended', last.revision + 1, last.position + 1],
    ];
    if (!isDeepStrictEqual(outcomes, expected)) throw new Error(`an append was answered ${JSON.stringify(outcomes)}`);
    return events;
  } finally {
    reader.close();
  }
};

/**
 * Opens a log as the product does, on this thread, and reads all of it.
 * @param streamsToo also reads each stream, and appends
 * @throws if the outcome is neither a named damage nor a working log
 */
export const openBroken = async (file: string, streamsToo = true): Promise<Found> => {
  let writer: LogWriter;
  try {
    const database = openForWriting(file);
    try {
      await verifyLog(database, file);
    } catch (error) {
      database.close();
      throw error;
    }
    writer = new LogWriter(database);
  } catch (error) {
    if (error instanceof LogDamaged) return { damage: error.message };
    throw error;
  }
  try {
    return { events: readEverything(file, writer, streamsToo) };
  } finally {
    writer.close();
  }
};
