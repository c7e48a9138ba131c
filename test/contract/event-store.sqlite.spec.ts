import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { type EventStore, EventStoreUnavailable, type NewEvent, noStream } from '../../apps/api/src/kernel/log/port.ts';
import { checksumOf } from '../../apps/api/src/kernel/log/sqlite/checksum.ts';
import { openSqliteEventStore } from '../../apps/api/src/kernel/log/sqlite/engine.ts';
import { SqliteEventReader } from '../../apps/api/src/kernel/log/sqlite/reader.ts';
import { howMany, seedOf } from '../support/sample.ts';
import { until } from '../support/until.ts';
import { appendMaxBytes, eventStoreContract } from './event-store.contract.ts';

const inNewDirectory = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'event-store-'));
  const file = join(directory, 'events.db');
  let store = await openSqliteEventStore({ file, appendMaxBytes });
  return {
    file,
    store,
    reopen: async () => {
      await store.close();
      store = await openSqliteEventStore({ file, appendMaxBytes });
      return store;
    },
    destroy: async () => {
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

const event = (data: unknown = {}): NewEvent => ({
  id: randomUUID(),
  type: 'ContentPublished',
  version: 1,
  data,
  metadata: { actor: 'system', correlation: 'test', causation: null },
});

const all = (store: EventStore) => store.readAll({ after: -1, limit: Infinity });
const numbersTo = (count: number) => Array.from({ length: count }, (_, number) => number);

eventStoreContract('the event store on SQLite', inNewDirectory);

describe('the SQLite engine', () => {
  let opened: Awaited<ReturnType<typeof inNewDirectory>>;
  beforeEach(async () => {
    opened = await inNewDirectory();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await opened.destroy();
  });

  it('[PAY-34] appends are copied into the file while the log goes on, and all of them are read', async () => {
    const { store, file } = opened;
    const append = (number: number) => store.append(`s-${number}`, noStream, [event({ text: 'x'.repeat(900_000) })]);
    for (const number of numbersTo(24)) await append(number);
    await until('the file holds it', async () => statSync(file).size > 16_000_000);
    for (const number of numbersTo(24)) await append(24 + number);
    expect(await all(store)).toHaveLength(48);
    expect(await all(await opened.reopen())).toHaveLength(48);
  });

  it('reads streams and pages correctly across the moved entries of the index', async () => {
    const { store } = opened;
    for (const round of numbersTo(6)) {
      await Promise.all(
        numbersTo(100).map((n) =>
          store.append(
            `s-${n}`,
            round * 10 - 1,
            numbersTo(10).map(() => event()),
          ),
        ),
      );
    }
    const everything = await all(store);
    expect(everything).toHaveLength(6_000);
    for (const stream of ['s-0', 's-57', 's-99']) {
      const expected = everything.filter((recorded) => recorded.stream === stream);
      expect(await store.readStream(stream)).toEqual(expected);
      expect(await store.readAll({ after: -1, limit: 1_000, stream })).toEqual(expected);
      const latest = await store.readAll({ after: Infinity, limit: 25, stream, backwards: true });
      expect(latest).toEqual(expected.toReversed().slice(0, 25));
    }
    const reopened = await opened.reopen();
    expect(await reopened.append('s-57', 59, [event()])).toEqual({ revision: 60, position: 6_000 });
  });

  it('numbers events densely from 0, in the order in which appends were started', async () => {
    const { store } = opened;
    const begun = [
      store.append('s', noStream, [event(), event()]),
      store.append('t', noStream, [event()]),
      store.append('s', 1, [event()]),
    ];
    expect(await Promise.all(begun)).toEqual([
      { revision: 1, position: 1 },
      { revision: 0, position: 2 },
      { revision: 2, position: 3 },
    ]);
    const appended = await Promise.all(numbersTo(200).map((n) => store.append(`u-${n}`, noStream, [event()])));
    expect(appended.map(({ position }) => position)).toEqual(numbersTo(204).slice(4));
    expect((await all(store)).map(({ position }) => position)).toEqual(numbersTo(204));
    expect((await store.readStream('s')).map(({ position }) => position)).toEqual([0, 1, 3]);
  });

  it('equals the list of what was appended under any interleaving of appends', async () => {
    const streamName = fc.constantFrom('a', 'b', 'c', 'd');
    const append = fc.record({ stream: streamName, count: fc.integer({ min: 1, max: 4 }), stale: fc.boolean() });
    const rounds = fc.array(fc.array(append, { minLength: 1, maxLength: 20 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rounds, async (script) => {
        const tried = await inNewDirectory();
        try {
          const model: string[] = [];
          const revisions = new Map<string, number>();
          for (const round of script) {
            await Promise.all(
              round.map(async ({ stream, count, stale }) => {
                const actual = revisions.get(stream) ?? noStream;
                const events = numbersTo(count).map(() => event());
                const appended = tried.store.append(stream, stale ? actual + 1 : actual, events);
                if (stale) return expect(appended).rejects.toMatchObject({ name: 'RevisionConflict', actual });
                revisions.set(stream, actual + count);
                for (const { id } of events) model.push(id);
                const position = model.length - 1;
                return expect(appended).resolves.toEqual({ revision: actual + count, position });
              }),
            );
          }
          const stored = await all(tried.store);
          expect(stored.map(({ id }) => id)).toEqual(model);
          expect(stored.map(({ position }) => position)).toEqual(numbersTo(model.length));
          for (const stream of revisions.keys()) {
            expect(await tried.store.readStream(stream)).toEqual(stored.filter((each) => each.stream === stream));
          }
        } finally {
          await tried.destroy();
        }
      }),
      { numRuns: howMany({ usual: 5, full: 50 }) },
    );
  });

  describe('an id that is stored already', () => {
    it('is recognized whatever revision is expected, even after the store was reopened', async () => {
      const events = [event(), event()];
      const first = await opened.store.append('s', noStream, events);
      await opened.store.append('s', 1, [event()]);
      for (const expected of [noStream, 1, 2]) {
        expect(await opened.store.append('s', expected, events)).toEqual(first);
      }
      const reopened = await opened.reopen();
      expect(await reopened.append('s', 2, events)).toEqual(first);
      expect(await reopened.head()).toBe(2);
    });

    it('is refused in another stream, or with other events than the first time', async () => {
      const { store } = opened;
      const [a, b] = [event(), event()];
      await store.append('s', noStream, [a]);
      await store.append('other', noStream, [b]);
      await expect(store.append('t', noStream, [a])).rejects.toThrow(/stored already/);
      await expect(store.append('t', 5, [a])).rejects.toThrow(/stored already/);
      await expect(store.append('t', noStream, [event(), event(), b])).rejects.toThrow(/id/);
      await expect(store.append('s', noStream, [a, event()])).rejects.toThrow(/stored already/);
      await expect(store.append('s', noStream, [a, b])).rejects.toThrow(/stored already/);
      expect(await store.readStream('t')).toEqual([]);
      expect(await store.append('t', noStream, [event()])).toEqual({ revision: 0, position: 2 });
    });
  });

  it('never lets the recorded time go back', async () => {
    const { store } = opened;
    await Promise.all(numbersTo(50).map((n) => store.append(`s-${n}`, noStream, [event()])));
    const later = new Date(Date.now() + 3_600_000).getTime();
    const database = new DatabaseSync(opened.file);
    const { name, head, data } = database
      .prepare('SELECT name, head, data FROM events JOIN streams ON streams.id = stream_id WHERE position = 49')
      .get() as { name: string; head: string; data: string };
    const checksum = checksumOf(49, name, 0, 'ContentPublished', 1, later, head, data);
    database.prepare('UPDATE events SET recorded_at_ms = ?, checksum = ? WHERE position = 49').run(later, checksum);
    database.close();
    const reopened = await opened.reopen();
    await reopened.append('s-0', 0, [event()]);
    const times = (await all(reopened)).map(({ recordedAt }) => recordedAt);
    expect(times).toEqual(times.toSorted());
    expect(times.at(-1)).toBe(new Date(later).toISOString());
  });

  it('refuses events that could not be stored or read back, and says why', async () => {
    const { store } = opened;
    const tries: [NewEvent, RegExp][] = [
      [{ ...event(), id: 'not-a-uuid' }, /lower-case UUID/],
      [{ ...event(), data: undefined }, /JSON/],
      [event({ picture: 'x'.repeat(1024 * 1024) }), /1048576 bytes/],
      [{ ...event(), metadata: { actor: 'a\nb', correlation: 'c', causation: null } }, /line breaks/],
    ];
    for (const [tried, reason] of tries) await expect(store.append('s', noStream, [tried])).rejects.toThrow(reason);
    expect(await store.append('s', noStream, [event({ picture: 'x'.repeat(1_000_000) })])).toMatchObject({
      position: 0,
    });
  });

  it('refuses appends when too many wait for the disk', async () => {
    const { store } = opened;
    const attempts = await Promise.allSettled(
      numbersTo(10_001).map((n) => store.append(`s-${n}`, noStream, [event()])),
    );
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason as unknown] : []));
    expect(refused).toEqual([expect.any(EventStoreUnavailable)]);
    expect(await store.head()).toBe(9_999);
    expect(await store.append('s-10000', noStream, [event()])).toEqual({ revision: 0, position: 10_000 });
  });

  it('reports a disk failure, keeps reading, and writes the next batch', async () => {
    const { store, file } = opened;
    await store.append('s', noStream, [event()]);
    const saboteur = new DatabaseSync(file);
    saboteur.exec(`CREATE TRIGGER full BEFORE INSERT ON events WHEN new.data LIKE '%too much%'
                   BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END`);
    const batch = [store.append('s', 0, [event()]), store.append('t', noStream, [event('too much')])];
    for (const attempt of await Promise.allSettled(batch)) {
      expect(attempt).toMatchObject({ reason: { name: 'EventStoreUnavailable' } });
      expect(String((attempt as PromiseRejectedResult).reason)).toMatch(/SQLite.*appending.*disk is full.*repeat/);
    }
    expect(await all(store)).toHaveLength(1);
    expect(await store.append('s', 0, [event()])).toEqual({ revision: 1, position: 1 });
    expect(await store.append('t', noStream, [event()])).toEqual({ revision: 0, position: 2 });
    saboteur.close();
  });

  it('waits for a lock only for a limited time, and writes again once it is gone', async () => {
    const { store, file } = opened;
    const locker = new DatabaseSync(file);
    locker.exec('BEGIN IMMEDIATE');
    await expect(store.append('s', noStream, [event()])).rejects.toThrow(/database is locked/);
    locker.exec('ROLLBACK');
    locker.close();
    expect(await store.append('s', noStream, [event()])).toEqual({ revision: 0, position: 0 });
  });

  it('rejects waiting and new appends when its writer dies, and still reads', async () => {
    const { store } = opened;
    const post = jest.spyOn(Worker.prototype, 'postMessage');
    await store.append('s', noStream, [event()]);
    const writer = post.mock.contexts[0] as Worker;
    const waiting = numbersTo(5).map((n) => store.append(`t-${n}`, noStream, [event()]));
    void writer.terminate();
    for (const attempt of await Promise.allSettled(waiting)) {
      expect(attempt).toMatchObject({ status: 'rejected', reason: { name: 'EventStoreUnavailable' } });
    }
    await expect(store.append('s', 0, [event()])).rejects.toThrow(/writer has ended/);
    expect(await store.readStream('s')).toHaveLength(1);
  });

  it('says clearly that a file cannot be opened', async () => {
    const file = join(opened.file, 'below-a-file.db');
    await expect(openSqliteEventStore({ file })).rejects.toThrow(/below-a-file.db: opening failed.*unable to open/);
  });

  it('can be read by a second reader while it is written', async () => {
    const { store, file } = opened;
    await store.append('s', noStream, [event(), { ...event(), type: 'OrderPlaced' }]);
    const reader = new SqliteEventReader(file);
    expect(reader.head()).toBe(1);
    await store.append('s', 1, [event()]);
    expect(reader.head()).toBe(2);
    expect(reader.readAll({ after: -1, limit: 10 })).toEqual(await all(store));
    expect(reader.readAll({ after: -1, limit: 10, types: ['OrderPlaced'] })).toHaveLength(1);
    expect(reader.readAll({ after: Infinity, limit: 1, backwards: true })).toMatchObject([{ position: 2 }]);
    reader.close();
  });
});

const engineAddress = new URL('../../apps/api/src/kernel/log/sqlite/engine.ts', import.meta.url).href;

/** Appends as 16 callers until it is killed or fails, and prints every acknowledgment. */
const appender = `
import { randomUUID } from 'node:crypto';
import { openSqliteEventStore } from ${JSON.stringify(engineAddress)};
const [file, run] = process.argv.slice(2);
const store = await openSqliteEventStore({ file });
const event = () => ({ id: randomUUID(), type: 'Acknowledged', version: 1, data: { filler: 'x'.repeat(500) },
  metadata: { actor: 'system', correlation: 'crash', causation: null } });
const caller = async (number) => {
  for (let revision = -1; ; revision += 2) {
    const events = [event(), event()];
    const { position } = await store.append('run-' + run + '-' + number, revision, events);
    process.stdout.write(JSON.stringify({ id: events[1].id, position }) + '\\n');
  }
};
await Promise.all(Array.from({ length: 16 }, (_, number) => caller(number))).catch(async (error) => {
  const readable = (await store.readAll({ after: -1, limit: 10 })).length;
  const failure = JSON.stringify({ failure: error.name, message: error.message, readable });
  process.stdout.write(failure + '\\n', () => process.exit(0));
  await new Promise(() => {});
});
`;

type Line = { id: string; position: number } | { failure: string; message: string; readable: number };

/** All lines that the child printed until it ended. */
const linesOf = async (child: ChildProcess, onLine: (line: Line) => void = () => undefined) => {
  const lines: Line[] = [];
  for await (const text of createInterface({ input: child.stdout! })) {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    onLine(line);
  }
  return lines;
};

/** Each kill comes after a random number of acknowledged appends in this range. */
const [appendsMin, appendsMore] = [50, 2_000];
const kills = howMany({ usual: 2, full: 10 });

describe('a process that is killed without warning', () => {
  let directory: string;
  let file: string;
  let script: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'event-store-crash-'));
    file = join(directory, 'events.db');
    script = join(directory, 'appender.mjs');
    writeFileSync(script, appender);
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const expectAllKept = async (lines: readonly Line[]) => {
    const store = await openSqliteEventStore({ file });
    const stored = await all(store);
    expect(stored.map(({ position }) => position)).toEqual(numbersTo(stored.length));
    for (const line of lines) {
      if ('id' in line) expect(stored[line.position]).toMatchObject({ id: line.id });
    }
    const streams = new Map<string, number>();
    for (const { stream, revision } of stored) {
      expect(revision).toBe((streams.get(stream) ?? -1) + 1);
      streams.set(stream, revision);
    }
    for (const revision of streams.values()) expect(revision % 2).toBe(1);
    await store.close();
  };

  it(`has lost no acknowledged append and left no gap or partial append after ${kills} kills`, async () => {
    const acknowledged: Line[] = [];
    for (const run of numbersTo(kills)) {
      const child = spawn(process.execPath, [script, file, String(run)], { stdio: ['ignore', 'pipe', 'inherit'] });
      let remaining = appendsMin + (seedOf(`appends before kill ${run}`) % appendsMore);
      acknowledged.push(
        ...(await linesOf(child, () => {
          remaining -= 1;
          if (remaining === 0) child.kill('SIGKILL');
        })),
      );
      expect(remaining).toBeLessThanOrEqual(0);
      await expectAllKept(acknowledged);
    }
  }, 60_000);

  it('refuses appends on a full disk, reads on, and keeps what it acknowledged', async () => {
    const limited = 'ulimit -f 4096 && exec "$0" "$@"';
    const child = spawn('sh', ['-c', limited, process.execPath, script, file, '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = await linesOf(child);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.at(-1)).toMatchObject({
      failure: 'EventStoreUnavailable',
      message: expect.stringContaining("check the disk's space") as string,
      readable: 10,
    });
    await expectAllKept(lines);
  }, 30_000);
});
