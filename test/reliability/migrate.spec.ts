import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CreatorDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import fc from 'fast-check';
import { openEventStoreDb } from '../../apps/api/src/kernel/log/eventstoredb/engine.ts';
import { openSqliteEventStore } from '../../apps/api/src/kernel/log/sqlite/engine.ts';
import { openSqliteExport } from '../../apps/api/src/kernel/log/sqlite/upkeep/export.ts';
import { openSqliteImport } from '../../apps/api/src/kernel/log/sqlite/upkeep/import.ts';
import { migrateLog } from '../../apps/api/src/migrate/migrate-log.ts';
import type { LogSource } from '../../apps/api/src/migrate/migrate-log.ts';
import { excluded, migrateVault } from '../../apps/api/src/migrate/migrate-vault.ts';
import { openMongoVault } from '../../apps/api/src/kernel/records/mongodb.ts';
import { openSqliteVault } from '../../apps/api/src/kernel/records/sqlite.ts';
import { checkout, get, licenses, pay, signIn } from '../support/worlds/client.ts';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/doubles/eventstoredb-double/double.ts';
import { record } from '../support/figures.ts';
import { migrateFully, startMigration } from '../support/process/migration.ts';
import { describeMongo, mongoServer, startMongo } from '../support/servers/mongodb.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { howMany, sampleOf, seedOf } from '../support/sample.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { until } from '../support/until.ts';

const testMaxMs = 180_000;
const rateEvents = howMany({ usual: 1_000, full: 5_000 });
const kills = howMany({ usual: 1, full: 10 });
/** The size of the log whose copying is killed. */
const killedEvents = howMany({ usual: 1_000, full: 12_000 });
/** So slow, at a thousand events per page, that no copy finishes before it is killed. */
const pageAnswerMs = 600_000 / killedEvents;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tessera-migrate-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const quiet = { onProgress: () => undefined, signal: new AbortController().signal };

const everything = (log: LogSource) => log.readAll({ after: -1, limit: Infinity });
const meaningsOf = (events: readonly RecordedEvent[]) => events.map(({ position: _, ...meaning }) => meaning);
const meanings = async (log: LogSource) => meaningsOf(await everything(log));

type Told = Pick<RecordedEvent, 'stream' | 'type' | 'version' | 'recordedAt' | 'metadata' | 'data'>;

/** Numbers events like a log that recorded them in this order. */
const asRecorded = (told: readonly Told[]): RecordedEvent[] => {
  const revisions = new Map<string, number>();
  return told.map((each, position) => {
    const revision = (revisions.get(each.stream) ?? -1) + 1;
    revisions.set(each.stream, revision);
    return { ...each, id: randomUUID(), revision, position };
  });
};

const scripts = ['naïve café', '写真と動画', 'фото', 'صورة', '🎞️👩‍🎨', '\u0000\n"\\', '\ud800 alone', ''];

/** Sales as they really are: several streams, several events in each, and times that occasionally go back. */
const severalEvents = (count: number): RecordedEvent[] =>
  asRecorded(
    Array.from({ length: count }, (_, index) => ({
      stream: `order-${Math.floor(index / 3) - (index % 7 === 0 ? 1 : 0)}`,
      type: ['OrderPlaced', 'PaymentStarted', 'LicenseGranted'][index % 3] ?? '',
      version: 1 + (index % 2),
      recordedAt: new Date(1_700_000_000_000 + index * 10 - (index % 11) * 1_000).toISOString(),
      metadata: {
        actor: `account-${index % 5}`,
        correlation: `c-${index}`,
        causation: index % 4 ? `e-${index}` : null,
      },
      data: { title: scripts[index % scripts.length], price_cents: index, tags: ['a', null], note: 'x'.repeat(300) },
    })),
  );

/** A new data folder with a log that contains exactly these events. */
const logWith = async (name: string, events: readonly RecordedEvent[]) => {
  const dataDir = join(folder, name);
  const log = await openSqliteImport({ file: join(dataDir, 'events.db') });
  await log.appendRecorded(events);
  await log.close();
  return { dataDir, address: `sqlite:${dataDir}`, file: join(dataDir, 'events.db') };
};

const readSqlite = async (file: string) => {
  const log = await openSqliteExport({ file });
  try {
    return await everything(log);
  } finally {
    await log.close();
  }
};

describe('migrating a log', () => {
  const told = fc.record({
    stream: fc.constantFrom('order-1', 'order-2', 'content-é'),
    type: fc.constantFrom('OrderPlaced', 'LicenseGranted'),
    version: fc.integer({ min: 1, max: 3 }),
    recordedAt: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    metadata: fc.record({
      actor: fc.constantFrom('system', 'ann-ü'),
      correlation: fc.uuid(),
      causation: fc.option(fc.uuid()),
    }),
    // JSON has no -0.
    data: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown),
  });

  it(
    'copies it unchanged, whatever its order and times, in as many runs as it takes, while it grows',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(told, { minLength: 1, maxLength: 30 }),
          fc.nat(30),
          fc.nat(30),
          async (all, one, other) => {
            const run = mkdtempSync(join(folder, 'run-'));
            const events = asRecorded(all);
            const [first, second] = [one, other]
              .map((at) => Math.max(1, Math.min(at, events.length)))
              .sort((a, b) => a - b);
            const growing = await openSqliteImport({ file: join(run, 'from.db') });
            const to = await openSqliteImport({ file: join(run, 'to.db') });
            let copied = 0;
            for (const [from, end] of [
              [0, first],
              [first, second],
              [second, events.length],
            ]) {
              await growing.appendRecorded(events.slice(from, end));
              copied += (await migrateLog({ from: growing, to, ...quiet })).copied;
            }
            expect(copied).toBe(events.length);
            expect(await everything(to)).toEqual(await everything(growing));
            expect(meaningsOf(await everything(to))).toEqual(meaningsOf(events));
            await Promise.all([growing.close(), to.close()]);
            const store = await openSqliteEventStore({ file: join(run, 'to.db') });
            expect(await everything(store)).toEqual(events);
            await store.close();
            rmSync(run, { recursive: true });
          },
        ),
        { numRuns: howMany({ usual: 8, full: 50 }) },
      );
    },
    testMaxMs,
  );

  const refusal = async (source: readonly RecordedEvent[], target: readonly RecordedEvent[]) => {
    const from = await openSqliteExport({ file: (await logWith('from', source)).file });
    const to = await openSqliteImport({ file: (await logWith('to', target)).file });
    const failure = await migrateLog({ from, to, ...quiet }).catch((error: unknown) => error);
    expect(await meanings(to)).toEqual(meaningsOf(target));
    await Promise.all([from.close(), to.close()]);
    return failure;
  };
  const changed = (events: readonly RecordedEvent[], at: number, change: Partial<RecordedEvent>) =>
    events.map((event, index) => (index === at ? { ...event, ...change } : event));

  it.each([
    ['another id', { id: randomUUID() }],
    ['another time', { recordedAt: '2001-01-01T00:00:00.000Z' }],
    ['other data', { data: { price_cents: 1 } }],
    ['another actor', { metadata: { actor: 'somebody else', correlation: 'c', causation: null } }],
  ])('is refused by a target in which one event has %s, which is named', async (_, change) => {
    const events = severalEvents(9);
    expect(await refusal(events, changed(events, 4, change).slice(0, 7))).toMatchObject({
      name: 'MigrationRefused',
      message: expect.stringMatching(
        /^Event 5 of the target \(PaymentStarted, position 4\) is not event 5 of the source/,
      ),
    });
  });

  it('is refused if the target has received other events', async () => {
    const events = severalEvents(9);
    expect(await refusal(events.slice(0, 6), events)).toMatchObject({
      message: expect.stringMatching(/^Event 7 of the target .* comes after the last of the source, which has 6/),
    });
  });

  it('refuses a damaged log, because the copy would look intact', async () => {
    const { file } = await logWith('from', severalEvents(9));
    const database = new DatabaseSync(file);
    database.exec(`UPDATE events SET data = replace(data, '"price_cents":4', '"price_cents":5') WHERE position = 4`);
    database.close();
    await expect(openSqliteExport({ file })).rejects.toThrow(/event at position 4 is damaged/);
  });
});

describe('npm run migrate-events', () => {
  let double: EventStoreDbDouble;
  beforeEach(async () => void (double = await startEventStoreDbDouble()));
  afterEach(() => double.stop());

  const readDouble = async () => {
    const store = await openEventStoreDb({ url: double.url });
    try {
      return await everything(store);
    } finally {
      await store.close();
    }
  };

  it(
    'moves a log to EventStoreDB and back, event by event, and reports its speed',
    async () => {
      const events = severalEvents(rateEvents);
      const source = await logWith('from', events);
      const back = join(folder, 'back');
      const timed = async (...args: string[]) => {
        const beganAtMs = performance.now();
        const output = await migrateFully(...args);
        return { output, perSecond: Math.round(rateEvents / ((performance.now() - beganAtMs) / 1_000)) };
      };
      const there = await timed('--from', source.address, '--to', double.url);
      expect(meaningsOf(await readDouble())).toEqual(meaningsOf(events));
      const home = await timed('--from', double.url, '--to', `sqlite:${back}`);
      expect(await readSqlite(join(back, 'events.db'))).toEqual(events);

      const digests = [there, home].map(({ output }) => /Logs are equal.*: ([0-9a-f]{64})/.exec(output)?.[1]);
      expect(digests[0]).toMatch(/./);
      expect(digests[1]).toBe(digests[0]);
      expect(there.output).toContain(`Copied ${rateEvents} events`);
      const again = await migrateFully('--from', source.address, '--to', `sqlite:${back}`);
      expect(again).toContain('Copied 0 events');
      expect(again).toContain(`start it with EVENT_STORE_URL=sqlite: DATA_DIR=${back}`);
      record('migration', {
        events: rateEvents,
        'to EventStoreDB’s double, events a second, with both comparisons': there.perSecond,
        'to SQLite, events a second, with both comparisons': home.perSecond,
      });
    },
    testMaxMs,
  );

  /** On a machine that is busy with other things, just starting the command takes a while. */
  const commandMaxMs = 60_000;

  /**
   * Kills the command again and again, each time a random moment after more has arrived. Returns how much had arrived
   * each time.
   */
  const killAgainAndAgain = async (way: string, args: readonly string[], count: () => number) => {
    const reached: number[] = [];
    for (let killed = 0; killed < kills; killed += 1) {
      let running = startMigration(...args);
      const wanted = Math.min(killedEvents, count() + 1 + (seedOf(`events before kill ${killed} ${way}`) % 200));
      const hasArrived = async () => {
        if (count() >= wanted) return true;
        // Counting opens the target, and the command refuses a target that is open: then it is started again.
        if (running.child.exitCode !== null) running = startMigration(...args);
        return false;
      };
      try {
        await until('more events have arrived', hasArrived, commandMaxMs);
        await delay(seedOf(`moment of kill ${killed} ${way}`) % 40);
      } finally {
        running.child.kill('SIGKILL');
        await running.ended;
      }
      reached.push(count());
    }
    return reached;
  };
  const countIn = (file: string) => {
    try {
      const log = new DatabaseSync(file, { readOnly: true });
      const { count } = log.prepare('SELECT count(*) AS count FROM events').get() as { count: number };
      log.close();
      return count;
    } catch {
      // Killed before there was a table.
      return 0;
    }
  };

  it(
    'resumes after kill -9 at any moment, in both directions, and stores every event once',
    async () => {
      const events = severalEvents(killedEvents);
      const source = await logWith('from', events);
      const back = join(folder, 'back');
      const there = ['--from', source.address, '--to', double.url];
      const home = ['--from', double.url, '--to', `sqlite:${back}`];
      // So slow that no run finishes.
      double.slowDown(1);
      const killedThere = await killAgainAndAgain(
        'there',
        there,
        () => double.log.all.filter(({ stream }) => !stream.startsWith('$')).length,
      );
      double.slowDown(0);
      await migrateFully(...there);
      expect(meaningsOf(await readDouble())).toEqual(meaningsOf(events));
      double.slowDown(pageAnswerMs);
      const killedHome = await killAgainAndAgain('home', home, () => countIn(join(back, 'events.db')));
      double.slowDown(0);
      await migrateFully(...home);
      expect(await readSqlite(join(back, 'events.db'))).toEqual(events);

      const reached = [...killedThere, ...killedHome];
      console.log(`Events at the target after each kill: ${reached.join(' ')}`);
      const partly = reached.filter((count) => count > 0 && count < events.length).length;
      record('migration killed', { kills: reached.length, 'in the middle of copying': partly, lost: 0, doubled: 0 });
      expect(partly).toBeGreaterThanOrEqual(kills);
    },
    testMaxMs,
  );

  it(
    'stops between two appends when asked to, and continues later',
    async () => {
      const events = severalEvents(1_500);
      const source = await logWith('from', events);
      double.slowDown(1);
      const { child, ended } = startMigration('--from', source.address, '--to', double.url);
      await until('some events are copied', async () => double.log.all.length > 300);
      child.kill('SIGTERM');
      expect(await ended).toMatchObject({ code: 143, output: expect.stringContaining('run this again to continue') });
      double.slowDown(0);
      const copied = (await readDouble()).length;
      expect(copied).toBeLessThan(events.length);
      const output = await migrateFully('--from', source.address, '--to', double.url);
      expect(output).toContain(`Copied ${events.length - copied} events`);
    },
    testMaxMs,
  );

  it(
    'copies a shop that keeps selling, and the rest once it has stopped',
    async () => {
      const copiedFirst = howMany({ usual: 500, full: 2_000 });
      const dataDir = join(folder, 'selling');
      const { file } = await logWith('selling', severalEvents(copiedFirst));
      const shop = await openSqliteEventStore({ file });
      let over = false;
      let sales = 0;
      const selling = (async () => {
        for (; !over; sales += 1) {
          const metadata = { actor: 'system', correlation: 'c', causation: null };
          const sale = { id: randomUUID(), type: 'OrderPlaced', version: 1, data: { sales }, metadata };
          await shop.append(`sale-${sales}`, -1, [sale]);
          await delay(1);
        }
      })();
      const first = await migrateFully('--from', `sqlite:${dataDir}`, '--to', double.url);
      over = true;
      await selling;
      expect(sales).toBeGreaterThan(0);
      expect(first).toMatch(/run this again/);
      await shop.close();
      await migrateFully('--from', `sqlite:${dataDir}`, '--to', double.url);
      expect(meaningsOf(await readDouble())).toEqual(meaningsOf(await readSqlite(file)));
      expect(await readDouble()).toHaveLength(copiedFirst + sales);
    },
    testMaxMs,
  );

  const refused = async (...args: string[]) => {
    const { code, output } = await startMigration(...args).ended;
    expect(code).toBe(1);
    expect(output).not.toMatch(/\n\s+at |hidden/);
    expect(output.trim().split('\n')).toHaveLength(1);
    return output;
  };

  interface Ends {
    /** Addresses of a log, of another log, and of a folder without one. */
    readonly log: string;
    readonly other: string;
    readonly empty: string;
  }
  type Refusal = readonly [what: string, args: (ends: Ends) => Promise<string[]> | string[], words: string];
  const refusals: readonly Refusal[] = [
    ['nothing at all', () => [], 'Give a source and a target.'],
    [
      'an address that is none',
      ({ log }) => ['--from', log, '--to', 'http://host'],
      '--to takes sqlite:DATA_DIR or an address',
    ],
    ['a source without a log', ({ log, empty }) => ['--from', empty, '--to', log], 'there is no events.db'],
    ['a log for itself', ({ log }) => ['--from', log, '--to', log], 'are the same'],
    ['another shop’s log as its target', ({ log, other }) => ['--from', log, '--to', other], 'Event 1 of the target'],
    [
      'a vault from nowhere',
      ({ log, empty }) => ['--from', log, '--to', empty, '--vault-to', 'sqlite:x'],
      '--vault-from',
    ],
    ['an option that there is not', ({ log, empty }) => ['--from', log, '--to', empty, '--verbose'], '--verbose'],
    [
      'a server that can’t be',
      ({ log }) => ['--from', log, '--to', 'esdb://ann:hidden@host:port'],
      'host:port: could not connect',
    ],
    [
      'a server that is away',
      async ({ log }) => {
        const away = await startEventStoreDbDouble();
        await away.stop();
        return ['--from', log, '--to', away.url.replace('://', '://ann:hidden@')];
      },
      'could not read the log',
    ],
    [
      'a vault that is away',
      async ({ log }) => {
        await (await openSqliteVault({ file: join(folder, 'from', 'vault.db') })).close();
        const away = 'mongodb://ann:hidden@127.0.0.1:1/?serverSelectionTimeoutMS=200';
        return ['--from', log, '--to', double.url, '--vault-from', log, '--vault-to', away];
      },
      'MongoDB at 127.0.0.1:1',
    ],
  ];

  it.each(sampleOf('refusals of the command', refusals, 3))(
    'refuses %s in one line, without stack or password',
    async (_what, argsOf, words) => {
      const ends = {
        log: (await logWith('from', severalEvents(3))).address,
        other: (await logWith('other', severalEvents(2))).address,
        empty: `sqlite:${join(folder, 'empty')}`,
      };
      expect(await refused(...(await argsOf(ends)))).toContain(words);
      expect(await readDouble()).toEqual([]);
    },
    testMaxMs,
  );

  it('continues after a kill that left a file with nothing stored in it', async () => {
    const { address } = await logWith('from', severalEvents(3));
    mkdirSync(join(folder, 'begun'));
    writeFileSync(join(folder, 'begun', 'events.db'), '');
    expect(await migrateFully('--from', address, '--to', `sqlite:${join(folder, 'begun')}`)).toContain(
      'Copied 3 events',
    );
  });

  it(
    'refuses a target on which a shop is running',
    async () => {
      const events = severalEvents(3);
      const { address } = await logWith('from', events);
      const target = await logWith('running', events.slice(0, 2));
      const shop = await openSqliteEventStore({ file: target.file });
      expect(await refused('--from', address, '--to', target.address)).toContain('stop the shop that uses it');
      await shop.close();
      expect(await migrateFully('--from', address, '--to', target.address)).toContain('Copied 1 events');
    },
    testMaxMs,
  );
});

const vaultMigration = (name: string, openOther: () => Promise<{ open: typeof openSqliteVault }>) =>
  describe(`migrating a vault to ${name} and back`, () => {
    it(
      'copies every record except those that belong to a log or a process; a second run copies what was changed',
      async () => {
        const other = await openOther();
        const from = await openSqliteVault({ file: join(folder, 'from.db') });
        const to = await other.open({ file: join(folder, 'to.db') });
        for (let index = 0; index < 1_200; index += 1) {
          await from.put('sessions', `session-${index}`, { group: `ann-${index % 3}`, generation: index });
        }
        await from.put('keys', 'ann', { wrapped: 'naïve 写真 🎞️', none: null });
        await from.put('uploads', 'ready', { status: 'ready' });
        await from.put('uploads', 'sent', { status: 'uploading', group: 'ann' });
        for (const collection of Object.keys(excluded)) await from.put(collection, 'one', { position: 7 });
        const ends = { from, to, shop: 'first-event', ...quiet };
        expect(await migrateVault(ends)).toMatchObject({ records: 1_202, changed: 1_202 });
        expect(await to.get('keys', 'ann')).toEqual({ wrapped: 'naïve 写真 🎞️', none: null });
        expect(await to.inGroup('sessions', 'ann-1')).toEqual(await from.inGroup('sessions', 'ann-1'));
        expect(await to.get('uploads', 'sent')).toBeNull();
        for (const collection of Object.keys(excluded)) expect(await to.get(collection, 'one')).toBeNull();

        await from.delete('sessions', 'session-7');
        await from.put('keys', 'ann', { wrapped: null });
        const { digest, ...again } = await migrateVault(ends);
        expect(again).toMatchObject({ records: 1_201, changed: 2 });
        expect(await to.get('sessions', 'session-7')).toBeNull();
        expect(await to.get('keys', 'ann')).toEqual({ wrapped: null });

        const back = await openSqliteVault({ file: join(folder, 'back.db') });
        expect(await migrateVault({ ...ends, from: to, to: back })).toMatchObject({ records: 1_201, digest });
        await Promise.all([from, to, back].map((vault) => vault.close()));
      },
      testMaxMs,
    );

    it('is refused if the target has records of another shop, which stay', async () => {
      const other = await openOther();
      const from = await openSqliteVault({ file: join(folder, 'from.db') });
      const to = await other.open({ file: join(folder, 'to.db') });
      await to.put('keys', 'bob', { wrapped: 'his' });
      const ends = { from, to, shop: 'first-event', ...quiet };
      await expect(migrateVault(ends)).rejects.toThrow(/has records \(keys\) that are not from this shop/);
      expect(await to.get('keys', 'bob')).toEqual({ wrapped: 'his' });
      await Promise.all([from, to].map((vault) => vault.close()));
    });
  });

vaultMigration('SQLite', async () => ({ open: openSqliteVault }));

interface Granted {
  readonly price_cents: number;
}
interface Posted {
  readonly postings: readonly { readonly amount_cents: number }[];
}

describeMongo(`on ${mongoServer ?? 'MongoDB'}`, () => {
  let server: Awaited<ReturnType<typeof startMongo>>;
  beforeAll(async () => void (server = await startMongo()));
  afterAll(() => server.stop());

  vaultMigration(mongoServer ?? 'MongoDB', async () => {
    const url = server.newDatabase();
    return { open: () => openMongoVault({ url }) };
  });

  describe('migrating a whole shop', () => {
    let double: EventStoreDbDouble;
    beforeEach(async () => void (double = await startEventStoreDbDouble()));
    afterEach(() => double.stop());

    const buy = async (url: string, token: string, { itemId }: Shop) => {
      const { order_id } = await checkout(url, token, [{ id: itemId }]);
      await pay(url, token, order_id);
    };
    const dataOf = <Data>(events: readonly RecordedEvent[], type: string) =>
      events.filter((event) => event.type === type).map(({ data }) => data as Data);

    /** Signs in, buys once more, and returns what everyone sees. */
    const visit = async ({ url }: Product, shop: Shop, sold: number) => {
      const [creator, brand] = await Promise.all([signIn(url, shop.creator), signIn(url, shop.brand)]);
      const dashboard = (licenses: number) =>
        until(`the dashboard shows ${licenses} licenses`, async () => {
          const { value } = await get<{ value: CreatorDashboard }>(`${url}/api/dashboards/creator`, creator);
          return value.total_licenses === licenses && value;
        });
      const before = await dashboard(sold);
      expect(before.gross_cents).toBe(sold * 25_000);
      const { name } = await get<{ name: string }>(`${url}/api/profile`, creator);
      expect(name).toBe(shop.creator.name);
      const owned = await until('the brand sees its licenses', async () => {
        const { items } = await licenses(url, brand.token);
        return items.length === sold && items;
      });
      const bearer = { headers: { authorization: `Bearer ${brand.token}` } };
      const bought = await fetch(`${url}/api/licenses/${owned[0]?.id}/download`, bearer);
      expect(bought.status).toBe(200);
      await buy(url, brand.token, shop);
      await dashboard(sold + 1);
    };

    const expectBooks = async (read: () => Promise<readonly RecordedEvent[]>, sold: number) => {
      const events = await until('every license has its posting', async () => {
        const all = await read();
        return dataOf(all, 'EarningPosted').length >= sold && all;
      });
      const posted = dataOf<Posted>(events, 'EarningPosted').flatMap(({ postings }) => postings);
      expect(dataOf<Granted>(events, 'LicenseGranted')).toHaveLength(sold);
      expect(dataOf(events, 'EarningPosted')).toHaveLength(sold);
      expect(posted.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(0);
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    };

    it(
      'opens on EventStoreDB and MongoDB as it closed on SQLite, keeps selling, and moves back',
      async () => {
        const mongoUrl = server.newDatabase();
        const running: Product[] = [];
        const open = async (start: Parameters<typeof startProduct>[0]) => {
          const product = await startProduct(start);
          running.push(product);
          return product;
        };
        // With settings of its own it is one process, whatever shape the other tests have.
        const first = await open({ env: { LOG_LEVEL: 'error' } });
        const { dataDir, port } = first;
        const backDir = join(folder, 'back');
        try {
          const shop = await openShop(first);
          for (let sale = 0; sale < 8; sale += 1) await buy(first.url, shop.brand.token, shop);
          const there = ['--from', `sqlite:${dataDir}`, '--to', double.url];
          const thereVault = ['--vault-from', `sqlite:${dataDir}`, '--vault-to', mongoUrl];
          expect(await migrateFully(...there, ...thereVault)).toContain('Vaults are equal');
          await visit(first, shop, 8);
          await first.stop();
          const rest = await migrateFully(...there, ...thereVault);
          expect(rest).toMatch(/Copied [1-9]/);

          const engines = { EVENT_STORE_URL: double.url, READ_STORE_URL: mongoUrl };
          const second = await open({ again: { dataDir, port }, env: engines });
          await visit(second, shop, 9);
          const readDouble = async () => {
            const store = await openEventStoreDb({ url: double.url });
            try {
              return await everything(store);
            } finally {
              await store.close();
            }
          };
          await expectBooks(readDouble, 10);
          await second.stop();

          const own = (name: string) => !/^(events|vault|views)\.db/.test(name);
          cpSync(dataDir, backDir, { recursive: true, filter: (path) => own(path.slice(dataDir.length + 1)) });
          await migrateFully(
            ...['--from', double.url, '--to', `sqlite:${backDir}`],
            ...['--vault-from', mongoUrl, '--vault-to', `sqlite:${backDir}`],
          );
          expect(meaningsOf(await readSqlite(join(backDir, 'events.db')))).toEqual(meaningsOf(await readDouble()));
          const third = await open({ again: { dataDir: backDir, port } });
          await visit(third, shop, 10);
          await expectBooks(() => readSqlite(join(backDir, 'events.db')), 11);
        } finally {
          for (const product of running) await product.stop();
          first.forget();
          await server.drop(mongoUrl);
        }
      },
      testMaxMs,
    );
  });
});
