import { extname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { checksumOf } from '../checksum.ts';
import { asDamage, LogDamaged } from '../damaged.ts';

const pageMaxEvents = 1_000;
/** The most names cached; beyond that, the cache is cleared. */
const streamNamesMax = 200_000;

/** In a log of at least this many events, another thread verifies the indexes while this one verifies the events. */
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

/** @throws LogDamaged if an event is missing, or is not what was written */
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

/** How events are found: by their place in a stream, through one of two tables, and by id. */
const indexes = [
  {
    name: 'streams',
    tables: ['stream_events', 'recent_stream_events'],
    entry: 'entry.stream_id = events.stream_id AND entry.revision = events.revision',
  },
  { name: 'ids', tables: ['event_ids'], entry: "entry.id = unhex(substr(events.head, 1, 36), '-')" },
] as const;

/** Every event must have an index entry, and there must be as many entries as events, so none leads elsewhere. */
const verifyIndexes = (database: DatabaseSync): void => {
  const events = countOf(database, 'events');
  for (const { name, tables, entry } of indexes) {
    const isIndexed = `${entry} AND entry.position = events.position`;
    let entries = 0;
    let indexed = 0;
    for (const table of tables) {
      entries += countOf(database, table);
      indexed += countOf(database, `events CROSS JOIN ${table} AS entry ON ${isIndexed}`);
    }
    if (indexed !== events) {
      const missed = tables.map((table) => `NOT EXISTS (SELECT 1 FROM ${table} AS entry WHERE ${isIndexed})`);
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

/** Verifies that every event is indexed, and that SQLite knows the purpose of each page. @throws LogDamaged */
export const verifyStructure = (database: DatabaseSync): void => {
  try {
    verifyIndexes(database);
    verifyPages(database);
  } catch (error) {
    throw asDamage(error, 'its structure');
  }
};

const verifyStructureInThread = (file: string): Promise<void> => {
  const worker = new Worker(new URL(`./verify.worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: { file },
  });
  return new Promise((resolve, reject) => {
    worker.once('message', (damage: string | null) => (damage === null ? resolve() : reject(new LogDamaged(damage))));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that verifies the log ended early')));
  });
};

/**
 * Reads the whole log and verifies that every event is what was written, that none is missing, and that the structure
 * is intact. Blocks for seconds if there are millions of events.
 * @param database the opened `file`
 * @throws LogDamaged
 */
export const verifyLog = async (database: DatabaseSync, file: string): Promise<void> => {
  try {
    const isLong = countOf(database, `(SELECT 1 FROM events LIMIT ${threadMinEvents})`) === threadMinEvents;
    const structure = isLong ? verifyStructureInThread(file) : null;
    // Reported below. The events come first, because their errors name a position.
    structure?.catch(() => undefined);
    verifyEvents(database);
    await (structure ?? verifyStructure(database));
  } catch (error) {
    throw asDamage(error, 'its structure');
  }
};
