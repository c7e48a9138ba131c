import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defineView } from '@tessera/domain/kernel/view';
import fc from 'fast-check';
import { ReadStoreUnavailable } from '../../apps/api/src/kernel/views/port.ts';
import { openSqliteReadStore } from '../../apps/api/src/kernel/views/sqlite/engine.ts';
import { openWordyItems } from '../support/worlds/wordy-items.ts';
import { readStoreContract } from './read-store.contract.ts';

readStoreContract('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'read-store-'));
  return {
    open: () => openSqliteReadStore({ file: join(directory, 'views.db') }),
    end: () => rm(directory, { recursive: true }),
  };
});

/** How much of a file this process has mapped and read, in MB. */
const mappedMb = (file: string) => {
  const mappings = readFileSync('/proc/self/smaps', 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
  const kb = mappings
    .filter((mapping) => mapping.split('\n')[0]?.endsWith(file))
    .map((mapping) => Number(/^Rss:\s+(\d+) kB/m.exec(mapping)?.[1]));
  return kb.reduce((sum, each) => sum + each, 0) / 1_000;
};

describe('the SQLite read store', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'read-store-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('leaves no tables of retired generations', async () => {
    const file = join(directory, 'views.db');
    const view = defineView<{ name: string }>({
      name: 'people',
      version: 1,
      on: [],
      indexes: { fields: { name: ({ name }) => name }, text: ({ name }) => name },
    });
    const store = await openSqliteReadStore({ file });
    await store.register(view, 'events');
    const tables = () => {
      const database = new DatabaseSync(file);
      const found = database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'generation@_%' ESCAPE '@'").all();
      database.close();
      return found.length;
    };
    const ofOne = tables();
    await (await store.rebuild('people')).promote();
    await (await store.rebuild('people')).discard();
    await store.rebuild('people');
    await store.close();
    const reopened = await openSqliteReadStore({ file });
    await reopened.register(view, 'events');
    await reopened.close();
    expect(tables()).toBe(ofOne);
  });

  it('commits all or nothing across views', async () => {
    const store = await openSqliteReadStore({ file: join(directory, 'views.db') });
    const views = ['pictures', 'people'].map((name) => defineView<object>({ name, version: 1, on: [] }));
    for (const view of views) await store.register(view, 'events');
    const failing = store.commit(3, [
      { view: 'pictures', changes: [{ key: 'one', position: 3, document: { title: 'Harbour' } }] },
      { view: 'people', changes: [{ key: 'ann', position: 3, document: { unstorable: 1n } }] },
    ]);
    await expect(failing).rejects.toThrow();
    expect(await store.get('pictures', 'one')).toBeNull();
    expect(await store.checkpoint('pictures')).toBe(-1);
    await store.close();
  });

  it('[GAL-05] counts what a prefix of very many words finds briefly, even with the names of 200 creators', async () => {
    const { store, rows } = await openWordyItems(join(directory, 'views.db'));
    const named = [Array.from({ length: 200 }, (_, index) => `creator-${index * 2 + 1}`)];
    const found = rows / 4 + (rows * 200) / 500;
    expect(await store.count('items', { words: 'q' })).toBe(rows / 4);
    expect(await store.count('items', { words: 'q', named })).toBe(found);
    // There are too many items to test each, so a sample tells.
    expect(await store.countBriefly('items', { words: 'q', named }, 5_000)).toBe(5_000);
    expect(await store.countBriefly('items', { words: 'q', named }, found)).toBeNull();
    // The index alone can tell how many have these.
    expect(await store.countBriefly('items', { words: 'zu1' }, 5_000)).toBe(112);
    expect(await store.countBriefly('items', { where: { owner: 'creator-4' }, words: 'q' }, 5_000)).toBe(rows / 500);
    await store.close();
  });

  (process.platform === 'linux' ? it : it.skip)(
    '[PERF-01] counts as memory only what of its file was read in the last two seconds of commits',
    async () => {
      const file = join(directory, 'views.db');
      const view = defineView<{ text: string }>({ name: 'pictures', version: 1, on: [] });
      const open = async () => {
        const opened = await openSqliteReadStore({ file });
        await opened.register(view, 'events');
        return opened;
      };
      const first = await open();
      const changes = Array.from({ length: 400 }, (_, n) => ({
        key: `picture-${n}`,
        position: 0,
        document: { text: 'x'.repeat(50_000) },
      }));
      await first.commit(0, [{ view: 'pictures', changes }]);
      await first.scrub();
      await first.close();
      // How much of a growing file the first connection maps depends on whether it or the thread copies the log.
      const store = await open();
      for (const { key } of changes) await store.get('pictures', key);
      const before = mappedMb(file);
      const now = performance.now.bind(performance);
      jest.spyOn(performance, 'now').mockImplementation(() => now() + 2_000);
      await store.commit(1, [{ view: 'pictures', changes: [] }]);
      jest.restoreAllMocks();
      expect(before).toBeGreaterThan(15);
      expect(mappedMb(file)).toBeLessThan(1);
      expect(await store.get('pictures', 'picture-399')).toMatchObject({ position: 0 });
      await store.close();
    },
  );

  it('finds a rare word next to one that is nearly everywhere, where they are adjacent and only there', async () => {
    const store = await openSqliteReadStore({ file: join(directory, 'views.db') });
    const view = defineView<{ title: string }>({
      name: 'pictures',
      version: 1,
      on: [],
      indexes: { fields: { title: ({ title }) => title }, text: ({ title }) => title },
    });
    await store.register(view, 'events');
    // Enough to make one list of rows long and the other short.
    const titles = Array.from({ length: 22_000 }, (_, n) =>
      n % 1_000 === 0 ? `harbour light ${n}` : n % 1_000 === 1 ? `light harbour ${n}` : `street light ${n}`,
    );
    const changes = titles.map((title, n) => ({ key: String(n), position: 0, document: { title } }));
    await store.commit(0, [{ view: view.name, changes }]);
    const { items } = await store.find<{ title: string }>(view.name, { text: 'arbour ligh', limit: 50 });
    const found = items.map(({ document }) => document.title);
    expect(found.toSorted()).toEqual(titles.filter((title) => title.includes('arbour ligh')).toSorted());
    expect(found).toHaveLength(22);
    await store.close();
  });

  it('tests each text for a piece that too many words contain, even if a price is selective', async () => {
    const store = await openSqliteReadStore({ file: join(directory, 'views.db') });
    const view = defineView<{ title: string; price: number }>({
      name: 'pictures',
      version: 1,
      on: [],
      indexes: {
        fields: { title: ({ title }) => title, price: ({ price }) => price },
        orders: ['title', 'price'],
        text: ({ title }) => title,
      },
    });
    await store.register(view, 'events');
    const titles = [...Array.from({ length: 200 }, (_, n) => `harbour${n}`), 'street'];
    const changes = titles.map((title) => ({ key: title, position: 0, document: { title, price: 5 } }));
    await store.commit(0, [{ view: view.name, changes }]);
    const range = { field: 'price', from: 5, to: 5 };
    const { items } = await store.find(view.name, { text: 'arb', range, limit: 300 });
    expect(items.map(({ key }) => key).toSorted()).toEqual(titles.slice(0, -1).toSorted());
    await store.close();
  });

  it('knows how many rows have a word, whatever happens to them', async () => {
    const file = join(directory, 'views.db');
    const store = await openSqliteReadStore({ file });
    const view = defineView<{ title: string; tags: string[]; price: number }>({
      name: 'pictures',
      version: 1,
      on: [],
      indexes: {
        fields: { title: ({ title }) => title, tags: ({ tags }) => tags, price: ({ price }) => price },
        orders: ['title', 'price'],
        text: ({ title }) => title,
      },
    });
    await store.register(view, 'events');
    const anyChange = fc.record({
      key: fc.constantFrom('one', 'two', 'three'),
      document: fc.option(
        fc.record({
          title: fc.constantFrom('Harbour light', 'light light', 'Harbour', ''),
          tags: fc.subarray(['sea', 'night']),
          price: fc.nat({ max: 3 }),
        }),
        { nil: undefined },
      ),
    });
    let position = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { maxLength: 6 }), async (drawn) => {
        position += 1;
        const changes = drawn.map((change, index) => ({ ...change, position: position * 10 + index }));
        await store.commit(position, [{ view: view.name, changes }]);
      }),
    );
    await store.close();
    const database = new DatabaseSync(file);
    const words = database.prepare('SELECT id, rows FROM generation_1_words').all();
    const indexed = database.prepare(
      'SELECT (SELECT count(*) FROM generation_1_search WHERE generation_1_search MATCH ?) AS rows',
    );
    const counted = words.map(({ id }) => ({ id, rows: indexed.get(String(id))?.['rows'] }));
    database.close();
    expect(words.length).toBeGreaterThan(6);
    expect(words.map(({ id, rows }) => ({ id, rows }))).toEqual(counted);
  });

  it('[SEC-15] the contents of retired generations are in no file once the store was scrubbed', async () => {
    const file = join(directory, 'views.db');
    const store = await openSqliteReadStore({ file });
    const view = defineView<{ title: string; tags: string[]; text: string }>({
      name: 'pictures',
      version: 1,
      on: [],
      indexes: { fields: { title: ({ title }) => title, tags: ({ tags }) => tags }, text: ({ title }) => title },
    });
    await store.register(view, 'events');
    const wordOf = (n: number) => createHash('sha256').update(String(n)).digest('hex').slice(0, 16);
    const changeOf = (n: number) => {
      const word = wordOf(n);
      // Some are longer than a page.
      const document = { title: `${word} at sea`, tags: [`tag ${word}`], text: word.repeat(n % 50 === 0 ? 600 : 20) };
      return { key: String(n), position: n, document };
    };
    const all = Array.from({ length: 500 }, (_, n) => n);
    for (const n of all) await store.commit(n, [{ view: view.name, changes: [changeOf(n)] }]);
    const stays = all.filter((n) => n % 5 > 0);
    const generation = await store.rebuild(view.name);
    await generation.commit(499, stays.map(changeOf));
    await generation.promote();
    await store.scrub();
    const bytes = readdirSync(directory).map((name) => readFileSync(join(directory, name)));
    const isLeft = (n: number) => bytes.some((file) => file.includes(wordOf(n).slice(1)));
    expect(all.filter(isLeft)).toEqual(stays);
    expect((await store.find(view.name, { text: wordOf(3).slice(2), limit: 5 })).items).toHaveLength(1);
    await store.close();
  });

  it('says clearly when its file cannot be opened', async () => {
    const opening = openSqliteReadStore({ file: join(directory, 'missing', 'views.db') });
    await expect(opening).rejects.toThrow(ReadStoreUnavailable);
    await expect(opening).rejects.toThrow(/could not open .*missing/);
  });
});
