import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { ReadAll } from '../port.ts';
import { idOf, metadataOf } from './event-header.ts';
import { openForReading } from './schema.ts';

/** The most names cached; beyond that, the cache is cleared. */
const streamNamesMax = 200_000;

/** Selects events filtered by `where`, ordered by position. */
const selectFromLog = (where: string, direction: 'ASC' | 'DESC') => `
  SELECT position, stream_id, revision, type_id, version, recorded_at_ms, head, data
  FROM events WHERE ${where} ORDER BY position ${direction} LIMIT ?`;

/** The same within one stream. Both indexes are ordered by revision, so SQLite merges them and stops at the limit. */
const selectFromStream = (where: string, direction: 'ASC' | 'DESC') => {
  const from = (index: string) => `
    SELECT position, at.stream_id, at.revision, type_id, version, recorded_at_ms, head, data
    FROM ${index} AS at CROSS JOIN events USING (position) WHERE at.stream_id = ? AND ${where}`;
  return `${from('stream_events')} UNION ALL ${from('recent_stream_events')} ORDER BY 3 ${direction} LIMIT ?`;
};

type Row = [
  position: number,
  streamId: number,
  revision: number,
  typeId: number,
  version: number,
  recordedAtMs: number,
  head: string,
  data: string,
];

/** `through` is the last position to look at, inclusive. */
export type ReadRange = ReadAll & { readonly through: number };

/**
 * A blocking, read-only connection to a log that is being written. Each thread has its own, so replays block nobody.
 */
export class SqliteEventReader {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #streamNames = new Map<number, string>();
  readonly #typeNames = new Map<number, string>();
  #recordedAtMs = 0;
  #recordedAt = new Date(0).toISOString();

  constructor(file: string) {
    this.#database = openForReading(file);
  }

  readAll(options: ReadAll): RecordedEvent[] {
    return this.readRange({ ...options, through: options.backwards ? 0 : Number.MAX_SAFE_INTEGER });
  }

  readRange({ after, through, limit, types, stream, backwards = false }: ReadRange): RecordedEvent[] {
    const bound = (value: number) => Math.max(-1, Math.min(value, Number.MAX_SAFE_INTEGER));
    const direction = backwards ? 'DESC' : 'ASC';
    let where = backwards ? 'position < ? AND position >= ?' : 'position > ? AND position <= ?';
    const parameters = [bound(after), bound(through)];
    if (types) {
      const typeIds = types.map((type) => this.#idOf('types', type)).filter((id) => id !== undefined);
      if (typeIds.length === 0) return [];
      where += ` AND type_id IN (${typeIds.map(() => '?').join()})`;
      parameters.push(...typeIds);
    }
    if (stream === undefined) return this.#read(selectFromLog(where, direction), [...parameters, bound(limit)]);
    return this.#readOfStream(stream, selectFromStream(where, direction), parameters, bound(limit));
  }

  readStream(stream: string, from: number, limit: number): RecordedEvent[] {
    return this.#readOfStream(stream, selectFromStream('at.revision >= ?', 'ASC'), [from], limit);
  }

  /** Position of the last event; -1 if there is none. */
  head(): number {
    return (this.#statement('SELECT max(position) FROM events').get() as unknown as [number | null])[0] ?? -1;
  }

  close(): void {
    this.#database.close();
  }

  #readOfStream(stream: string, sql: string, parameters: number[], limit: number): RecordedEvent[] {
    const streamId = this.#idOf('streams', stream);
    if (streamId === undefined) return [];
    return this.#read(sql, [streamId, ...parameters, streamId, ...parameters, limit]);
  }

  #read(sql: string, parameters: number[]): RecordedEvent[] {
    const rows = this.#statement(sql).all(...parameters) as unknown as Row[];
    return rows.map((row) => this.#recorded(row));
  }

  /** Runs for every event of every replay, so each allocation here is paid for a million times. */
  #recorded(row: Row): RecordedEvent {
    const recordedAtMs = row[5];
    if (recordedAtMs !== this.#recordedAtMs) {
      this.#recordedAtMs = recordedAtMs;
      this.#recordedAt = new Date(recordedAtMs).toISOString();
    }
    const head = row[6];
    return {
      id: idOf(head),
      stream: this.#streamNames.get(row[1]) ?? this.#streamName(row[1]),
      revision: row[2],
      position: row[0],
      type: this.#typeNames.get(row[3]) ?? this.#typeName(row[3]),
      version: row[4],
      recordedAt: this.#recordedAt,
      metadata: metadataOf(head),
      data: JSON.parse(row[7]),
    };
  }

  #streamName(id: number): string {
    if (this.#streamNames.size >= streamNamesMax) this.#streamNames.clear();
    const name = this.#nameOf('streams', id);
    this.#streamNames.set(id, name);
    return name;
  }

  #typeName(id: number): string {
    const name = this.#nameOf('types', id);
    this.#typeNames.set(id, name);
    return name;
  }

  #nameOf(table: 'streams' | 'types', id: number): string {
    const row = this.#statement(`SELECT name FROM ${table} WHERE id = ?`).get(id) as unknown as [string] | undefined;
    if (!row) throw new Error(`The event store is damaged: ${table} has no row ${id}; restore it from a backup`);
    return row[0];
  }

  #idOf(table: 'streams' | 'types', name: string): number | undefined {
    return (
      this.#statement(`SELECT id FROM ${table} WHERE name = ?`).get(name) as unknown as [number] | undefined
    )?.[0];
  }

  /** Caches one statement per kind of read, the number of which is bounded by the number of event types. */
  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    this.#statements.set(sql, statement);
    return statement;
  }
}
