import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteEventStore } from '../../apps/api/src/kernel/log/sqlite/engine.ts';
import { copyLog, cutTo, flipBit, manyEvents, openBroken, writeLog } from '../support/doubles/broken-log.ts';
import type { WrittenLog } from '../support/doubles/broken-log.ts';

const fewEvents = 60;
/** Enough for the indexes to be verified on a separate thread. */
const beyondOneThread = 10_100;
const frameBytes = 16_384 + 24;
const walHeaderBytes = 32;

/** The tables from before events had checksums. */
const firstFormat = `
  CREATE TABLE old_events (position INTEGER PRIMARY KEY, stream_id, revision, type_id, version, recorded_at_ms, head, data);
  INSERT INTO old_events SELECT position, stream_id, revision, type_id, version, recorded_at_ms, head, data FROM events;
  DROP TABLE events;
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    type_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    recorded_at_ms INTEGER NOT NULL,
    head TEXT NOT NULL,
    data TEXT NOT NULL
  );
  INSERT INTO events SELECT * FROM old_events;
  DROP TABLE old_events;
  PRAGMA user_version = 0;`;

describe('a damaged SQLite event store', () => {
  let directory: string;
  let log: WrittenLog;
  let file: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'event-store-damage-'));
    log = await writeLog(directory, fewEvents);
    file = join(directory, 'broken.db');
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const alter = (sql: string) => {
    copyLog(log.closed, file);
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  };

  it.each([
    ['its data', "UPDATE events SET data = replace(data, 'Hafen', 'Hafem') WHERE position = 7"],
    ['who did it', "UPDATE events SET head = replace(head, 'request', 'Request') WHERE position = 7"],
    ['its time', 'UPDATE events SET recorded_at_ms = recorded_at_ms + 1 WHERE position = 7'],
    ['its version', 'UPDATE events SET version = version + 1 WHERE position = 7'],
    ['its type', 'UPDATE events SET type_id = 1 + type_id % 3 WHERE position = 7'],
    ['its checksum', 'UPDATE events SET checksum = checksum + 1 WHERE position = 7'],
    [
      'its stream',
      "UPDATE streams SET name = name || 'x' WHERE id = (SELECT stream_id FROM events WHERE position = 7)",
    ],
    ['the event, which is gone', 'DELETE FROM events WHERE position = 7'],
    ['its place in its stream', 'DELETE FROM recent_stream_events WHERE position = 7'],
    ['its id', 'DELETE FROM event_ids WHERE position = 7'],
    ['where its id leads', 'UPDATE event_ids SET position = 8 WHERE position = 7'],
  ])('prevents the start with one line that names file, position and remedy: %s', async (_what, sql) => {
    alter(sql);
    const failure = await openSqliteEventStore({ file }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      name: 'EventStoreUnavailable',
      message: expect.stringMatching(/^SQLite event store .*broken\.db: opening failed: .*position \d.*from a backup/),
    });
  });

  it('notices events that were cut off at the end, because their ids are known', async () => {
    alter('DELETE FROM events WHERE position > 50');
    await expect(openSqliteEventStore({ file })).rejects.toThrow(/index of (streams|ids)|position 51 is missing/);
  });

  it('refuses a truncated file, even an empty one, and never starts a new log in it', async () => {
    const { size } = statSync(log.closed);
    for (const bytes of [0, 1, 99, 100, 4_096, size - 16_384, size - 1]) {
      copyLog(log.closed, file);
      cutTo(file, bytes);
      await expect(openSqliteEventStore({ file })).rejects.toThrow(/the log is damaged.*backup/);
      expect(statSync(file).size).toBe(bytes);
    }
  });

  it('recovers from a torn tail: complete appends are there, and nothing else', async () => {
    const whole = [{ walBytes: 0, events: log.closedEvents.length }, ...log.tail];
    for (const cut of log.tail.flatMap(({ walBytes }) => [
      walBytes,
      walBytes - 1,
      walBytes - frameBytes,
      walBytes - 20_000,
    ])) {
      copyLog(log.killed, file);
      cutTo(`${file}-wal`, cut);
      const { events } = whole.findLast(({ walBytes }) => walBytes <= cut)!;
      expect(await openBroken(file)).toEqual({ events: log.killedEvents.slice(0, events) });
    }
  });

  it('reports damage in the tail before its last transaction, which SQLite would silently cut off', async () => {
    const beforeLast = log.tail.at(-2)!.walBytes;
    const lastFrame = beforeLast - frameBytes;
    for (const byte of [
      3,
      20,
      walHeaderBytes + 5,
      walHeaderBytes + 900,
      lastFrame + 6,
      lastFrame + 9,
      beforeLast - 1,
    ]) {
      copyLog(log.killed, file);
      flipBit(`${file}-wal`, byte, 3);
      expect(await openBroken(file)).toEqual({ damage: expect.stringMatching(/write-ahead log/) });
    }
  });

  it('reports every flipped bit that has a meaning', async () => {
    const { size } = statSync(log.closed);
    const damages = [];
    for (let flip = 0; flip < 150; flip += 1) {
      // Spread over the file, with more of them at the beginnings of pages; the same in every run.
      const byte = flip % 3 === 0 ? (flip * 15_485_863) % size : (16_384 * flip + ((flip * 7) % 200)) % size;
      copyLog(log.closed, file);
      flipBit(file, byte, flip % 8);
      const found = await openBroken(file);
      if ('damage' in found) damages.push(found.damage);
      else expect(found.events).toEqual(log.closedEvents);
    }
    expect(damages.length).toBeGreaterThan(30);
  });

  it('is also found by the separate thread if the log is long', async () => {
    const long = await writeLog(directory, beyondOneThread);
    const middle = long.closedEvents.length / 2 - 1;
    copyLog(long.closed, file);
    expect(await openBroken(file)).toHaveProperty('events.length', long.closedEvents.length);
    const database = new DatabaseSync(file);
    database.exec(`DELETE FROM stream_events WHERE position = ${Math.floor(middle)}`);
    database.close();
    expect(await openBroken(file)).toEqual({
      damage: `its index of streams misses the event at position ${Math.floor(middle)}`,
    });
  });

  it('of a newer format is left alone', async () => {
    alter('PRAGMA user_version = 3');
    expect(await openBroken(file)).toEqual({ damage: expect.stringMatching(/format 3 is unknown/) });
  });
});

describe('an SQLite event store from before events had checksums', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'event-store-upgrade-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('is upgraded once, with every event as it was, and is protected from then on', async () => {
    const { closed: file, closedEvents } = await writeLog(directory, manyEvents);
    const database = new DatabaseSync(file);
    database.exec(firstFormat);
    database.close();
    const store = await openSqliteEventStore({ file });
    expect(await store.readAll({ after: -1, limit: Infinity })).toEqual(closedEvents);
    await store.close();

    const upgraded = new DatabaseSync(file);
    expect(upgraded.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
    expect(upgraded.prepare('SELECT count(DISTINCT checksum) AS different FROM events').get()).toEqual({
      different: closedEvents.length,
    });
    upgraded.exec("UPDATE events SET data = '{}' WHERE position = 1234");
    upgraded.close();
    expect(await openBroken(file)).toEqual({ damage: expect.stringMatching(/position 1234 is damaged/) });
  });
});
