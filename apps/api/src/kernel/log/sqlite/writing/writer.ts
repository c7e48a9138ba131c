import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { EventStoreUnavailable, noStream, RevisionConflict } from '../../port.ts';
import { checksumOf } from '../checksum.ts';
import { encodeHeader, idBytes, idOf } from '../event-header.ts';
import type { Batch, Outcome } from './messages.ts';
import { formatVersion } from '../schema.ts';

/** Streams whose last revision is cached; others are looked up. */
const streamCacheMax = 100_000;
/** How many entries `recent_stream_events` holds before they are moved. */
const recentMax = 4_096;

interface CachedStream {
  /** Null until something is appended. */
  id: number | null;
  revision: number;
}

interface EncodedEvent {
  readonly type: string;
  readonly version: number;
  readonly head: string;
  readonly data: string;
}

/** The only writer of a log. Not for the main thread: `commit` blocks until everything is on the disk. */
export class LogWriter {
  /** Position of the last durable event; -1 if there is none. */
  head = -1;
  #next = 0;
  #recent = 0;
  #recordedAtMs = 0;
  readonly #streams = new Map<string, CachedStream>();
  readonly #types = new Map<string, number>();
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #last: StatementSync;
  readonly #findStream: StatementSync;
  readonly #addStream: StatementSync;
  readonly #findType: StatementSync;
  readonly #addType: StatementSync;
  readonly #claimId: StatementSync;
  readonly #releaseId: StatementSync;
  readonly #findId: StatementSync;
  readonly #findEvent: StatementSync;
  readonly #addEvent: StatementSync;
  readonly #addToStream: StatementSync;
  readonly #countRecent: StatementSync;
  readonly #moveRecent: StatementSync;
  readonly #clearRecent: StatementSync;
  readonly #touch: StatementSync;

  constructor(database: DatabaseSync) {
    const prepare = (sql: string) => database.prepare(sql);
    this.#database = database;
    this.#begin = prepare('BEGIN IMMEDIATE');
    this.#commit = prepare('COMMIT');
    this.#last = prepare('SELECT position, recorded_at_ms FROM events ORDER BY position DESC LIMIT 1');
    this.#findStream = prepare(`
      SELECT id, coalesce(
        (SELECT max(revision) FROM recent_stream_events WHERE stream_id = streams.id),
        (SELECT max(revision) FROM stream_events WHERE stream_id = streams.id)
      ) AS revision FROM streams WHERE name = ?`);
    this.#addStream = prepare('INSERT INTO streams (name) VALUES (?)');
    this.#findType = prepare('SELECT id FROM types WHERE name = ?');
    this.#addType = prepare('INSERT INTO types (name) VALUES (?)');
    this.#claimId = prepare('INSERT INTO event_ids VALUES (?, ?) ON CONFLICT DO NOTHING');
    this.#releaseId = prepare('DELETE FROM event_ids WHERE id = ?');
    this.#findId = prepare('SELECT position FROM event_ids WHERE id = ?');
    this.#findEvent = prepare(
      'SELECT name, revision FROM events JOIN streams ON streams.id = stream_id WHERE position = ?',
    );
    this.#addEvent = prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#addToStream = prepare('INSERT INTO recent_stream_events VALUES (?, ?, ?)');
    this.#countRecent = prepare('SELECT count(*) AS count FROM recent_stream_events');
    this.#moveRecent = prepare(
      'INSERT INTO stream_events SELECT * FROM recent_stream_events ORDER BY stream_id, revision',
    );
    this.#clearRecent = prepare('DELETE FROM recent_stream_events');
    // It sets the value that is already there, and the page is written anyway.
    this.#touch = prepare(`PRAGMA user_version = ${formatVersion}`);
    this.#forget();
  }

  /**
   * Appends all batches in one transaction and returns once it is synced. If an append conflicts, only that append
   * fails.
   * @throws whatever SQLite throws; then nothing of the batches is stored, and the writer can still be used
   */
  commit(batches: Iterable<Batch>): Outcome[] {
    return this.#inTransaction(() => {
      this.#recordedAtMs = Math.max(this.#recordedAtMs, Date.now());
      const outcomes: Outcome[] = [];
      for (const batch of batches) this.#appendAll(batch, outcomes);
      return outcomes;
    });
  }

  /**
   * Appends events of another log in one transaction, with their revisions and original times.
   * @throws RevisionConflict if an event's revision doesn't fit here; EventStoreUnavailable if its id is already
   * stored; or whatever SQLite throws. In each case nothing is stored.
   */
  import(events: readonly RecordedEvent[]): void {
    this.#inTransaction(() => {
      for (const { stream, revision, type, version, recordedAt, id, metadata, data } of events) {
        this.#recordedAtMs = Date.parse(recordedAt);
        const encoded = { type, version, head: encodeHeader(id, metadata), data: JSON.stringify(data) };
        const [kind, reached] = this.#append(stream, revision - 1, [encoded]);
        if (kind === 'appended' && reached === revision) continue;
        if (kind === 'conflict') throw new RevisionConflict(stream, revision - 1, reached);
        throw new EventStoreUnavailable(
          `SQLite event store: event ${id} (${type}, revision ${revision} of ${stream}) has the id of an event that is ` +
            'stored already, and this engine stores an id once: migrate to another engine',
        );
      }
    });
  }

  close(): void {
    this.#database.close();
  }

  #inTransaction<Result>(append: () => Result): Result {
    try {
      this.#begin.run();
      const result = append();
      if (this.#recent >= recentMax) this.#settleRecent();
      this.#commit.run();
      this.head = this.#next - 1;
      return result;
    } catch (error) {
      // On a full disk, SQLite has already rolled back.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      this.#forget();
      throw error;
    }
  }

  /** The caches may describe what was rolled back, so they are reset from what is stored. */
  #forget(): void {
    this.#streams.clear();
    this.#types.clear();
    const last = this.#last.get() as { position: number; recorded_at_ms: number } | undefined;
    this.head = last?.position ?? -1;
    this.#next = this.head + 1;
    this.#recordedAtMs = last?.recorded_at_ms ?? 0;
    this.#recent = this.#countRecent.get()?.['count'] as number;
  }

  #settleRecent(): void {
    this.#moveRecent.run();
    this.#clearRecent.run();
    this.#recent = 0;
  }

  #appendAll({ fields }: Batch, outcomes: Outcome[]): void {
    for (let at = 0; at < fields.length;) {
      const [stream, expected, count] = [fields[at] as string, fields[at + 1] as number, fields[at + 2] as number];
      at += 3;
      const events: EncodedEvent[] = [];
      for (const end = at + count * 4; at < end; at += 4) {
        events.push({
          type: fields[at] as string,
          version: fields[at + 1] as number,
          head: fields[at + 2] as string,
          data: fields[at + 3] as string,
        });
      }
      outcomes.push(this.#append(stream, expected, events));
    }
  }

  #append(name: string, expected: number, events: readonly EncodedEvent[]): Outcome {
    if (events.length === 0) {
      this.#touch.run();
      return ['appended', noStream, this.#next - 1];
    }
    const stream = this.#stream(name);
    const ids = events.map(({ head }) => idBytes(idOf(head)));
    if (stream.revision !== expected) return this.#stored(name, ids) ?? ['conflict', stream.revision];
    if (!this.#claimIds(ids)) {
      return (
        this.#stored(name, ids) ?? ['refused', `${name}: an event of this append has an id that is stored already`]
      );
    }
    stream.id ??= Number(this.#addStream.run(name).lastInsertRowid);
    for (const { type, version, head, data } of events) {
      stream.revision += 1;
      const typeId = this.#typeId(type);
      const [at, revision, recordedAtMs] = [this.#next, stream.revision, this.#recordedAtMs];
      const checksum = checksumOf(at, name, revision, type, version, recordedAtMs, head, data);
      this.#addEvent.run(at, stream.id, revision, typeId, version, recordedAtMs, checksum, head, data);
      this.#addToStream.run(stream.id, stream.revision, this.#next);
      this.#next += 1;
    }
    this.#recent += events.length;
    return ['appended', stream.revision, this.#next - 1];
  }

  /** Claims all of them or none; false if one is already stored. */
  #claimIds(ids: readonly Uint8Array[]): boolean {
    for (const [index, id] of ids.entries()) {
      if (this.#claimId.run(id, this.#next + index).changes === 1) continue;
      for (const claimed of ids.slice(0, index)) this.#releaseId.run(claimed);
      return false;
    }
    return true;
  }

  /** The answer to a repeated append; null if its first event is not stored. */
  #stored(name: string, ids: readonly Uint8Array[]): Outcome | null {
    const positions = ids.map((id) => this.#findId.get(id)?.['position'] as number | undefined);
    const first = positions[0];
    if (first === undefined) return null;
    const expected = this.#event(first);
    const last = this.#event(first + ids.length - 1);
    const same =
      positions.every((position, index) => position === first + index) &&
      expected?.name === name &&
      last?.name === name &&
      last.revision === expected.revision + ids.length - 1;
    if (same) return ['appended', last.revision, first + ids.length - 1];
    return ['refused', `${name}: the first event's id is stored already, in ${expected?.name}, with another append`];
  }

  #event(position: number) {
    return this.#findEvent.get(position) as { name: string; revision: number } | undefined;
  }

  #stream(name: string): CachedStream {
    const known = this.#streams.get(name);
    if (known) return known;
    const row = this.#findStream.get(name) as { id: number; revision: number | null } | undefined;
    const stream = { id: row?.id ?? null, revision: row?.revision ?? -1 };
    if (this.#streams.size >= streamCacheMax) {
      for (const oldest of this.#streams.keys()) {
        this.#streams.delete(oldest);
        break;
      }
    }
    this.#streams.set(name, stream);
    return stream;
  }

  #typeId(name: string): number {
    const known = this.#types.get(name);
    if (known !== undefined) return known;
    const stored = this.#findType.get(name)?.['id'] as number | undefined;
    const id = stored ?? Number(this.#addType.run(name).lastInsertRowid);
    this.#types.set(name, id);
    return id;
  }
}
