import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { rateOf } from './raw.ts';

const batchEvents = 1_000;
const payloadBytes = 650;
const echoes = 500;

const inDirectory = <Result>(run: (directory: string) => Result): Result => {
  const directory = mkdtempSync(join(tmpdir(), 'tessera-limits-'));
  try {
    return run(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/**
 * The minimum cost of folding into documents: read and parse a log of single-table SQLite, increment a number in a
 * document per event, and write each touched document once per transaction.
 * @param window events per transaction
 */
export const bareFold = (events: number, documents: number, window: number) =>
  inDirectory((directory) => {
    const database = new DatabaseSync(join(directory, 'limit.db'));
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL');
    database.exec('CREATE TABLE events (position INTEGER PRIMARY KEY, data TEXT NOT NULL)');
    database.exec('CREATE TABLE documents (key TEXT PRIMARY KEY, document TEXT NOT NULL) WITHOUT ROWID');
    const padding = 'x'.repeat(payloadBytes - 80);
    const insert = database.prepare('INSERT INTO events VALUES (?, ?)');
    for (let position = 0; position < events;) {
      database.exec('BEGIN');
      for (const end = Math.min(events, position + batchEvents * 10); position < end; position += 1) {
        const item = `item ${(position * 7_919) % documents}`;
        insert.run(position, JSON.stringify({ item, amount: 1, note: padding }));
      }
      database.exec('COMMIT');
    }
    const select = database.prepare('SELECT data FROM events WHERE position > ? ORDER BY position LIMIT ?');
    const upsert = database.prepare('INSERT OR REPLACE INTO documents VALUES (?, ?)');
    const totals = new Map<string, number>();
    const begun = performance.now();
    let position = -1;
    while (position < events - 1) {
      const touched = new Set<string>();
      for (let read = 0; read < window && position < events - 1;) {
        const rows = select.all(position, Math.min(batchEvents, window - read));
        for (const row of rows) {
          const { item, amount } = JSON.parse(row['data'] as string) as { item: string; amount: number };
          totals.set(item, (totals.get(item) ?? 0) + amount);
          touched.add(item);
        }
        read += rows.length;
        position += rows.length;
      }
      database.exec('BEGIN');
      for (const key of touched) upsert.run(key, JSON.stringify({ count: totals.get(key) }));
      database.exec('COMMIT');
    }
    const elapsedMs = performance.now() - begun;
    database.close();
    return { perSecond: (events / elapsedMs) * 1_000 };
  });

/** The minimum cost of a push to a browser: one message there and back over a socket on this machine. */
export const bareEcho = async () => {
  const http = createServer();
  const server = new Server(http, { transports: ['websocket'] });
  server.on('connection', (socket) =>
    socket.on('echo', (value: unknown, answer: (value: unknown) => void) => answer(value)),
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const client = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { transports: ['websocket'] });
  const latenciesMs: number[] = [];
  const begun = performance.now();
  for (let echo = 0; echo < echoes; echo += 1) {
    const started = performance.now();
    await client.emitWithAck('echo', 'x'.repeat(payloadBytes));
    latenciesMs.push(performance.now() - started);
  }
  const { p50Ms, p99Ms } = rateOf(latenciesMs, performance.now() - begun);
  client.close();
  await server.close();
  return { p50Ms, p99Ms };
};
