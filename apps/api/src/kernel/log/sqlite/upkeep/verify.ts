import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { checksumOf } from '../checksum.ts';
import { asDamage, LogDamaged } from '../damaged.ts';

const pageMaxEvents = 1_000;
/** Names kept in memory; over it, all are looked up again. */
const streamNamesMax = 200_000;

/** Of a longer log, the indexes are verified on a thread of their own, beside the events. */
const threadMinEvents = 10_000;

type Row = [
  position: number,
  streamId: number,
  revision: number,
  typeId: number,
  version: number,
  recordedAtMs: number,
  checksum: number,
  head: string,
  data: string,
];

const namesIn = (database: DatabaseSync, table: 'streams' | 'types') => {
  const find = database.prepare(`SELECT name FROM ${table} WHERE id = ?`);
  const known = new Map<number, string>();
  return (id: number, position: number): string => {
    const remembered = known.get(id);
    if (remembered !== undefined) return remembered;
    const name = find.get(id)?.['name'];
    if (typeof name !== 'string') {
      throw new LogDamaged(`the event at position ${position} is damaged (${table} has no row ${id})`);
    }
    if (known.size >= streamNamesMax) known.clear();
    known.set(id, name);
    return name;
  };
};

/** @throws LogDamaged when an event is missing, or is not what was written. */
export const verifyEvents = (database: DatabaseSync): void => {
  const select = database.prepare('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?');
  select.setReturnArrays(true);
  const streamName = namesIn(database, 'streams');
  const typeName = namesIn(database, 'types');
  let next = 0;
  const verify = ([position, streamId, revision, typeId, version, recordedAtMs, checksum, head, data]: Row) => {
    if (position !== next) throw new LogDamaged(`the event at position ${next} is missing`);
    const stream = streamName(streamId, position);
    const type = typeName(typeId, position);
    if (checksumOf(position, stream, revision, type, version, recordedAtMs, head, data) !== checksum) {
      throw new LogDamaged(`the event at position ${position} is damaged (its checksum doesn't match)`);
    }
    next += 1;
  };
  try {
    for (;;) {
      const rows = select.all(next - 1, pageMaxEvents) as unknown as Row[];
      for (const row of rows) verify(row);
      if (rows.length < pageMaxEvents) return;
    }
  } catch (error) {
    throw asDamage(error, `the log after position ${next - 1}`);
  }
};

const countOf = (database: DatabaseSync, rows: string) =>
  database.prepare(`SELECT count(*) AS count FROM ${rows}`).get()?.['count'] as number;

/** What leads to an event: by its place in its stream, from one of two tables, and by its id. */
const indexes = [
  {
    name: 'streams',
    tables: ['stream_events', 'recent_stream_events'],
    entry: 'entry.stream_id = events.stream_id AND entry.revision = events.revision',
  },
  { name: 'ids', tables: ['event_ids'], entry: "entry.id = unhex(substr(events.head, 1, 36), '-')" },
] as const;

/** Every event is led to, and as many entries as events lead nowhere else. */
const verifyIndexes = (database: DatabaseSync): void => {
  const events = countOf(database, 'events');
  for (const { name, tables, entry } of indexes) {
    const leading = `${entry} AND entry.position = events.position`;
    let entries = 0;
    let led = 0;
    for (const table of tables) {
      entries += countOf(database, table);
      led += countOf(database, `events CROSS JOIN ${table} AS entry ON ${leading}`);
    }
    if (led !== events) {
      const missed = tables.map((table) => `NOT EXISTS (SELECT 1 FROM ${table} AS entry WHERE ${leading})`);
      const first = database
        .prepare(`SELECT min(position) AS position FROM events WHERE ${missed.join(' AND ')}`)
        .get();
      throw new LogDamaged(`its index of ${name} misses the event at position ${String(first?.['position'])}`);
    }
    if (entries !== events) {
      throw new LogDamaged(`the event at position ${events} is missing, which its index of ${name} knows`);
    }
  }
};

const verifyPages = (database: DatabaseSync): void => {
  for (const pragma of ['quick_check(1)', 'integrity_check(streams)', 'integrity_check(types)']) {
    const found = Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
    if (found !== 'ok') throw new LogDamaged(`its structure is damaged (${String(found).replaceAll('\n', ' ')})`);
  }
};

/**
 * That every event is led to by its stream and by its id, and that SQLite can tell what each page is for.
 * @throws LogDamaged
 */
export const verifyStructure = (database: DatabaseSync): void => {
  try {
    verifyIndexes(database);
    verifyPages(database);
  } catch (error) {
    throw asDamage(error, 'its structure');
  }
};

/** Rejects with what the other thread found. */
const verifyStructureInThread = (file: string): Promise<void> => {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  const worker = new Worker(new URL(`./verify.worker${extension}`, import.meta.url), { workerData: { file } });
  return new Promise((resolve, reject) => {
    worker.once('message', (damage: string | null) => (damage === null ? resolve() : reject(new LogDamaged(damage))));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that verifies the log ended early')));
  });
};

/**
 * Reads the whole log: every event is what was written, none is missing, and its structure is sound. Blocks for seconds
 * where there are millions of events.
 * @param database the opened `file`
 * @throws LogDamaged
 */
export const verifyLog = async (database: DatabaseSync, file: string): Promise<void> => {
  try {
    const isLong = countOf(database, `(SELECT 1 FROM events LIMIT ${threadMinEvents})`) === threadMinEvents;
    const beside = isLong ? verifyStructureInThread(file) : null;
    // Reported below; the events come first, as they name a position.
    beside?.catch(() => undefined);
    verifyEvents(database);
    await (beside ?? verifyStructure(database));
  } catch (error) {
    throw asDamage(error, 'its structure');
  }
};
