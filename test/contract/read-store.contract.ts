import { defineView } from '@tessera/domain/kernel/view';
import * as fc from 'fast-check';
import { searchWordsIn, whereFound } from '@tessera/domain/kernel/search-words';
import { plainText } from '@tessera/domain/kernel/text';
import { BadCursor, Fenced, type Find, type Page, type ReadStore } from '../../apps/api/src/kernel/views/port.ts';
import { howMany } from '../support/sample.ts';

interface Picture {
  readonly title: string;
  readonly owner: string;
  readonly price: number | null;
  readonly tags: readonly string[];
}

const pictureView = (version = 1) =>
  defineView<Picture>({
    name: 'pictures',
    version,
    on: [],
    indexes: {
      fields: { owner: ({ owner }) => owner, price: ({ price }) => price, tags: ({ tags }) => tags },
      text: ({ title, tags }) => `${title}\n${tags.join('\n')}`,
      words: [({ title }) => title, ({ tags }) => tags.join('\n')],
      named: { place: 1, by: ({ owner }) => owner },
      listings: [
        { sorts: ['price'], filters: ['owner'], searched: true },
        { where: ['owner'], sorts: ['price'], searched: true },
        { where: ['tags'], sorts: ['price'], filters: ['owner'] },
      ],
    },
  });
const pictures = pictureView();
/** The same documents, stored in order of price. */
const priced = defineView<Picture>({
  ...{ name: 'priced-pictures', version: 1, on: [] },
  indexes: { ...pictures.indexes, orders: ['price', 'owner'] },
});
/** The same documents without a text. */
const untold = defineView<Picture>({
  ...{ name: 'untold-pictures', version: 1, on: [] },
  indexes: { fields: pictures.indexes.fields ?? {}, orders: ['price'] },
});
const people = defineView<{ name: string }>({ name: 'people', version: 1, on: [] });

const picture = (title: string, more: Partial<Picture> = {}): Picture => ({
  title,
  owner: 'ann',
  price: 1,
  tags: [],
  ...more,
});

/** Gives other work a turn, which an engine that answers synchronously would never do. */
const othersTurn = () => new Promise((resolve) => setImmediate(resolve));

const anyPicture = fc.record({
  title: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...'aAbB %_"\'ßİé😀\\') }),
    fc.string({ unit: fc.constantFrom(...'aB9 -.写é\u0301'), maxLength: 60 }),
    fc.string({ unit: fc.constantFrom('a', 'B'), minLength: 20, maxLength: 60 }),
  ),
  owner: fc.constantFrom('ann', 'bob', "O'Neil"),
  price: fc.option(fc.integer({ min: 0, max: 5 })),
  tags: fc.uniqueArray(fc.constantFrom('sea', 'SUN', '100%', '"q"'), { maxLength: 3 }),
});
const anyView = fc.constantFrom('pictures', 'priced-pictures', 'untold-pictures');
// Of any length, so that even a few runs have pages after the first one.
const anyPictures = fc.array(anyPicture, { maxLength: 30, size: 'max' });

/**
 * What every read store guarantees. `open` opens the same storage again after a close. `manyDocuments` is more than an
 * engine sorts in memory.
 */
export const readStoreContract = (
  engine: string,
  start: () => Promise<{ open: () => Promise<ReadStore>; end: () => Promise<void> }>,
  manyDocuments = 4_500,
) =>
  describe(`the read store on ${engine}`, () => {
    let open: () => Promise<ReadStore>;
    let end: () => Promise<void>;
    let store: ReadStore;
    let position = -1;

    beforeEach(async () => {
      ({ open, end } = await start());
      store = await open();
      position = -1;
      await store.register(pictures, 'events');
      await store.register(people, 'events');
      await store.register(priced, 'events');
      await store.register(untold, 'events');
    });
    afterEach(async () => {
      await store.close();
      await end();
    });

    const reopen = async (view = pictures) => {
      await store.close();
      store = await open();
      await store.register(view, 'events');
      await store.register(priced, 'events');
      await store.register(untold, 'events');
    };
    const save = async (documents: Readonly<Record<string, Picture | undefined>>) => {
      position += 1;
      const changes = Object.entries(documents).map(([key, document]) => ({ key, position, document }));
      await store.commit(position, [
        { view: 'pictures', changes },
        { view: 'priced-pictures', changes },
        { view: 'untold-pictures', changes },
      ]);
    };
    /** Stores exactly these documents, under ascending keys. */
    const saveOnly = async (documents: readonly Picture[]) => {
      const { items } = await store.find('pictures', { limit: 500 });
      await save(Object.fromEntries(items.map(({ key }) => [key, undefined])));
      const kept = new Map(documents.map((document, index) => [`k${String(index).padStart(3, '0')}`, document]));
      // In two halves, so that later documents don't always come last.
      const half = Math.ceil(kept.size / 2);
      await save(Object.fromEntries([...kept].slice(0, half)));
      if (kept.size > half) await save(Object.fromEntries([...kept].slice(half)));
      return kept;
    };
    const keysOf = async (query: Omit<Find, 'limit'>, view = 'pictures') =>
      (await store.find(view, { limit: 500, ...query })).items.map(({ key }) => key);

    it('[SEC-05] stays unchanged when it only tries whether it can write', async () => {
      await save({ one: picture('One') });
      await store.tryWrite();
      expect(await store.checkpoint('pictures')).toBe(position);
      await reopen();
      await store.tryWrite();
      expect(await store.checkpoint('pictures')).toBe(position);
      expect(await store.get('pictures', 'one')).toMatchObject({ key: 'one', position });
    });

    it('[SEC-10] remembers which log its views belong to, and how far they have come before any is registered', async () => {
      expect(await store.log()).toBeNull();
      await store.keepLog({ first: 'first-event', history: 'one' }, 'events');
      await save({ one: picture('Harbour') });
      await save({ two: picture('Mountain') });
      await store.close();
      store = await open();
      expect(await store.log()).toMatchObject({ first: 'first-event' });
      expect(await store.furthest('events')).toBe(1);
      expect(await store.furthest('bytes')).toBe(-1);
    });

    it('[PROD-19] folds the views of another log again, once', async () => {
      await store.keepLog({ first: 'first-event', history: 'one' }, 'events');
      await save({ one: picture('Harbour') });
      await store.close();
      store = await open();
      await store.keepLog({ first: 'another', history: 'one' }, 'events');
      expect(await store.furthest('events')).toBe(-1);
      await store.register(pictures, 'events');
      expect(await store.checkpoint('pictures')).toBe(-1);
      expect(await store.get('pictures', 'one')).toBeNull();
      await store.commit(7, [{ view: 'pictures', changes: [] }]);
      await store.close();
      store = await open();
      await store.keepLog({ first: 'another', history: 'one' }, 'events');
      await store.register(pictures, 'events');
      expect(await store.checkpoint('pictures')).toBe(7);
    });

    describe('documents', () => {
      it('are returned with their key and the position they reflect', async () => {
        await save({ one: picture('Harbour') });
        expect(await store.get('pictures', 'one')).toEqual({ key: 'one', position: 0, document: picture('Harbour') });
        expect(await store.get('pictures', 'two')).toBeNull();
        const loaded = await store.load('pictures', ['one', 'two']);
        expect([...loaded.keys()]).toEqual(['one']);
      });

      it('that are deleted are no longer found, by key, field, list or text', async () => {
        await save({ one: picture('Harbour', { tags: ['sea'] }) });
        await save({ one: undefined });
        expect(await store.get('pictures', 'one')).toBeNull();
        expect(await keysOf({})).toEqual([]);
        expect(await keysOf({ where: { tags: 'sea' } })).toEqual([]);
        expect(await keysOf({ text: 'harbour' })).toEqual([]);
        expect(await store.count('pictures', { where: { owner: 'ann' } })).toBe(0);
      });

      it('are found by their current state, not by an earlier one', async () => {
        await save({ one: picture('Harbour', { owner: 'ann', tags: ['sea', 'calm'] }) });
        await save({ one: picture('Mountain', { owner: 'bob', tags: ['calm'] }) });
        expect(await keysOf({ text: 'harbour' })).toEqual([]);
        expect(await keysOf({ text: 'mountain' })).toEqual(['one']);
        expect(await keysOf({ where: { owner: 'ann' } })).toEqual([]);
        expect(await keysOf({ where: { tags: 'sea' } })).toEqual([]);
        expect(await keysOf({ where: { tags: 'calm', owner: 'bob' } })).toEqual(['one']);
      });

      it('are returned exactly as they were, whatever their names and values', async () => {
        const odd = {
          b: 1,
          a: { $set: { 'x.y': null }, '': [] },
          __proto__x: ['', '\0', '\ud800', 'Zoë’s 写真 🎞️', '{"$oid":1}'],
          '10': { nested: [[], [{}], [null, [true]]], zero: -0.5, big: 9_007_199_254_740_991, tiny: 1e-300 },
        };
        await fc.assert(
          fc.asyncProperty(fc.oneof(fc.constant(odd), fc.jsonValue()), async (value) => {
            position += 1;
            const document = { name: 'Ann', value };
            await store.commit(position, [{ view: 'people', changes: [{ key: 'ann', position, document }] }]);
            const stored = await store.get('people', 'ann');
            expect(JSON.stringify(stored?.document)).toBe(JSON.stringify(document));
          }),
          { numRuns: howMany({ usual: 20, full: 60 }), examples: [[odd]] },
        );
      });

      it('never go back: a change that is not newer is ignored', async () => {
        await store.commit(5, [{ view: 'pictures', changes: [{ key: 'one', position: 5, document: picture('New') }] }]);
        for (const older of [4, 5]) {
          const changes = [{ key: 'one', position: older, document: picture('Old') }];
          await store.commit(older + 2, [{ view: 'pictures', changes }]);
        }
        expect(await store.get('pictures', 'one')).toEqual({ key: 'one', position: 5, document: picture('New') });
      });
    });

    describe('a commit', () => {
      it('moves the checkpoints of all its views, which start at -1 and outlive a restart', async () => {
        expect(await store.checkpoint('pictures')).toBe(-1);
        await store.commit(7, [
          { view: 'pictures', changes: [] },
          { view: 'people', changes: [{ key: 'ann', position: 7, document: { name: 'Ann' } }] },
        ]);
        await reopen();
        await store.register(people, 'events');
        expect(await store.checkpoint('pictures')).toBe(7);
        expect(await store.checkpoint('people')).toBe(7);
        expect((await store.get('people', 'ann'))?.document).toEqual({ name: 'Ann' });
      });

      it('that fails moves no checkpoint of any of its views, and is complete when it is repeated', async () => {
        const commit = (document: unknown) =>
          store.commit(3, [
            { view: 'pictures', changes: [{ key: 'one', position: 3, document: picture('Harbour') }] },
            { view: 'people', changes: [{ key: 'ann', position: 3, document }] },
          ]);
        await expect(commit({ name: 1n })).rejects.toThrow();
        expect(await store.checkpoint('pictures')).toBe(-1);
        expect(await store.checkpoint('people')).toBe(-1);

        await commit({ name: 'Ann' });

        expect((await store.get('pictures', 'one'))?.document).toEqual(picture('Harbour'));
        expect((await store.get('people', 'ann'))?.document).toEqual({ name: 'Ann' });
        expect(await store.checkpoint('pictures')).toBe(3);
        expect(await store.checkpoint('people')).toBe(3);
      });

      it('that is repeated changes nothing, even what it deleted', async () => {
        await save({ one: picture('Harbour') });
        await save({ one: undefined });
        await store.commit(0, [
          { view: 'pictures', changes: [{ key: 'one', position: 0, document: picture('Harbour') }] },
        ]);
        expect(await store.get('pictures', 'one')).toBeNull();
        expect(await store.checkpoint('pictures')).toBe(1);
      });
    });

    describe('finding', () => {
      it('pages through every row exactly once, in order, whatever the filter, order and page size', async () => {
        await fc.assert(
          fc.asyncProperty(
            anyView,
            anyPictures,
            fc.option(fc.constantFrom('owner', 'price'), { nil: undefined }),
            fc.boolean(),
            fc.integer({ min: 1, max: 7 }),
            fc.record({ owner: fc.constantFrom('ann', 'bob'), price: fc.constantFrom(1, 2) }, { requiredKeys: [] }),
            fc.option(fc.constantFrom('a', 'sea', 'SU'), { nil: undefined }),
            fc.record({ from: fc.constantFrom(1, 3), to: fc.constantFrom(2, 4) }, { requiredKeys: [] }),
            async (view, documents, field, descending, limit, where, term, { from, to }) => {
              const text = view === 'untold-pictures' ? undefined : term;
              const kept = await saveOnly(documents);
              const query: Find = {
                limit,
                ...(field && { sort: { field, descending } }),
                where,
                ...(text && { text }),
                ...((from ?? to) && { range: { field: 'price', ...(from && { from }), ...(to && { to }) } }),
              };
              const found: string[] = [];
              let cursor: string | null | undefined;
              while (cursor !== null) {
                const page = await store.find(view, { ...query, ...(cursor && { cursor }) });
                expect(page.items.length).toBeLessThanOrEqual(limit);
                found.push(...page.items.map(({ key }) => key));
                cursor = page.next;
              }
              const sign = field && descending ? -1 : 1;
              // A document without the value sorts before all others.
              const rank = ([, document]: [string, Picture]) => (field ? (document[field as 'price'] ?? -1) : 0);
              const expected = [...kept]
                .filter(([, { owner }]) => (where.owner ?? owner) === owner)
                .filter(([, { price }]) => (where.price ?? price) === price)
                .filter(([, { price }]) =>
                  (from ?? to) ? price !== null && price >= (from ?? 0) && price <= (to ?? Infinity) : true,
                )
                .filter(([, { title, tags }]) => {
                  return plainText([title, ...tags].join('\n')).includes(plainText(text ?? ''));
                })
                .sort((one, other) => {
                  const [a, b] = [rank(one), rank(other)];
                  return sign * (a < b ? -1 : a > b ? 1 : one[0] < other[0] ? -1 : 1);
                })
                .map(([key]) => key);
              expect(found).toEqual(expected);
              expect(await store.count(view, query)).toBe(expected.length);
            },
          ),
          { numRuns: howMany({ usual: 30, full: 100 }) },
        );
      });

      it('[MKT-31] finds by text what a plain case-insensitive scan finds, whatever the text', async () => {
        const anyTerm = (documents: readonly Picture[]) =>
          fc.oneof(
            fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }),
            // cspell:disable-next-line
            fc.string({ unit: fc.constantFrom(...'aAbB %_"\'’ßİéłσςＳ\u05b8\u0301😀\\'), minLength: 1, maxLength: 4 }),
            fc.constantFrom('%', '_', '"', "'", '""', '\\', '*', 'a OR b', 'NOT', 'sea', 'Sun', '100%', '"Q"', '\0'),
            ...documents.filter(({ title }) => title).map(({ title }) => fc.constantFrom(title, title.toUpperCase())),
            ...documents
              .filter(({ title }) => title)
              .map(({ title }) =>
                fc
                  .tuple(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 60 }))
                  .map(([start, characters]) => [...title].slice(start, start + characters).join('')),
              ),
          );
        await fc.assert(
          fc.asyncProperty(
            anyPictures.chain((documents) =>
              fc.tuple(fc.constant(documents), fc.array(anyTerm(documents), { minLength: 5, maxLength: 8 })),
            ),
            async ([documents, terms]) => {
              const kept = await saveOnly(documents);
              for (const text of terms) {
                const expected = [...kept]
                  .filter(([, { title, tags }]) => plainText([title, ...tags].join('\n')).includes(plainText(text)))
                  .map(([key]) => key);
                expect(await keysOf({ text })).toEqual(expected);
                const byPrice = { text, sort: { field: 'price', descending: true } };
                expect((await keysOf(byPrice, 'priced-pictures')).toSorted()).toEqual(expected);
                expect(await store.count('pictures', { text })).toBe(expected.length);
              }
            },
          ),
          { numRuns: howMany({ usual: 20, full: 60 }) },
        );
      });

      it('[GAL-05] [MKT-31] finds by words, and by any part of one, what a scan of every text finds: by where they are, then in order, page by page', async () => {
        const anyWord = fc.constantFrom(
          'sea',
          'Seas',
          'SEAL',
          'berry',
          'berries',
          'bér',
          'o’hara',
          'x',
          '写真',
          '%',
          '\\',
        );
        const spoken = fc.array(anyWord, { minLength: 1, maxLength: 4 });
        const anySpoken = fc.record({
          title: spoken.map((words) => words.join(' ')),
          owner: fc.constantFrom('ann', 'bob'),
          price: fc.integer({ min: 0, max: 30 }),
          tags: fc.uniqueArray(anyWord, { maxLength: 3 }),
        });
        const anyNames = fc.option(
          fc.array(fc.uniqueArray(fc.constantFrom('ann', 'bob', 'nobody'), { maxLength: 3 }), { maxLength: 4 }),
          { nil: [] },
        );
        const anyCut = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }));
        const anySearch = fc
          .tuple(spoken, anyCut, anyNames, anyNames)
          .map(([words, [start, end], named, partlyNamed]) => {
            const all = words.join(' ');
            return { words: all.slice(start, Math.max(start + 1, all.length - end)), named, partlyNamed };
          });
        type Search = { words: string; named: string[][]; partlyNamed: string[][] };
        /**
         * The index of the first text by which all words are found, 2 if they are only contained; a word that names a
         * person is found as if in the second.
         */
        const placeOf = ({ title, tags, owner }: Picture, { words, named, partlyNamed }: Search) => {
          const searchWords = searchWordsIn(words);
          const places = searchWords.map((word, nth) => {
            const at = whereFound([title, tags.join('\n')], [word]);
            if (named[nth]?.includes(owner)) return Math.min(at ?? 1, 1);
            return at ?? (partlyNamed[nth]?.includes(owner) ? 2 : null);
          });
          const last = Math.max(...places.map((at) => at ?? Infinity));
          return searchWords.length === 0 || last === Infinity ? null : last;
        };
        await fc.assert(
          fc.asyncProperty(
            fc.array(anySpoken, { minLength: 10, maxLength: 30, size: 'max' }),
            fc.array(anySearch, { minLength: 4, maxLength: 4 }),
            fc.record({ owner: fc.constant('ann'), tags: fc.constant('berries') }, { requiredKeys: [] }),
            fc.record({ from: fc.constantFrom(5, 10), to: fc.constantFrom(20, 28) }, { requiredKeys: [] }),
            fc.integer({ min: 1, max: 6 }),
            async (documents, searches, where, bounds, limit) => {
              const kept = [...(await saveOnly(documents))];
              const range = { field: 'price', ...bounds };
              for (const [index, search] of searches.entries()) {
                const view = index % 2 ? 'pictures' : 'priced-pictures';
                const found = kept
                  .map(([key, document]) => {
                    const { tags, owner, price } = document;
                    const isIn =
                      (where.owner ?? owner) === owner &&
                      (where.tags === undefined || tags.includes(where.tags)) &&
                      (bounds.from ?? 0) <= (price ?? 0) &&
                      (price ?? 0) <= (bounds.to ?? 99);
                    const at = isIn ? placeOf(document, search) : null;
                    return { key, at, price: price ?? 0 };
                  })
                  .filter(({ at }) => at !== null);
                const byPrice = (one: (typeof found)[number], other: (typeof found)[number]) =>
                  other.price - one.price || (one.key < other.key ? 1 : -1);
                const query = { ...search, where, range, sort: { field: 'price', descending: true } };
                for (const ranked of [true, false]) {
                  const expected = found.toSorted(
                    (one, other) => (ranked ? (one.at ?? 0) - (other.at ?? 0) : 0) || byPrice(one, other),
                  );
                  const keys: string[] = [];
                  for (let cursor: string | null = ''; cursor !== null;) {
                    const page: Page<Picture> = await store.find(view, {
                      ...query,
                      ranked,
                      limit,
                      ...(cursor && { cursor }),
                    });
                    expect(page.items.length).toBeGreaterThan(keys.length > 0 ? 0 : -1);
                    keys.push(...page.items.map(({ key }) => key));
                    cursor = page.next;
                  }
                  expect({ ...search, ranked, keys }).toEqual({
                    ...search,
                    ranked,
                    keys: expected.map(({ key }) => key),
                  });
                }
                expect(await store.count(view, { ...search, where, range })).toBe(found.length);
                expect(await store.count(view, { ...search, where, range }, 2)).toBe(Math.min(2, found.length));
                expect(await store.countBriefly(view, { ...search, where, range }, 2)).toBe(Math.min(2, found.length));
              }
            },
          ),
          { numRuns: howMany({ usual: 10, full: 60 }) },
        );
      });

      it('[GAL-05] finds by a prefix that very many words share, by where they are', async () => {
        const many = Array.from({ length: manyDocuments / 3 }, (_, index): [string, Picture] => [
          `k${String(index).padStart(5, '0')}`,
          picture(index % 10 === 0 ? 'Plain' : `Quay ${index}q`, { price: index, tags: [`qu${index}`, 'all'] }),
        ]);
        await save(Object.fromEntries(many));
        const query = { words: 'all q', ranked: true, sort: { field: 'price', descending: true }, limit: 2 };
        for (const view of ['pictures', 'priced-pictures']) {
          const { items } = await store.find<Picture>(view, query);
          expect(items.map(({ document }) => document.price)).toEqual([1, 2].map((nth) => many.length - nth));
          const only = await store.find<Picture>(view, { ...query, words: 'plain q' });
          expect(only.items.map(({ document }) => document.price)).toEqual([10, 20].map((nth) => many.length - nth));
          expect(await store.count(view, { words: 'q' })).toBe(many.length);
          expect(await store.count(view, { words: 'q' }, 7)).toBe(7);
        }
      });

      it('[GAL-05] refuses words if the view declares none, and a cursor of another search', async () => {
        await expect(store.find('untold-pictures', { words: 'sea', limit: 1 })).rejects.toThrow('no words');
        await save({ a: picture('Sea'), b: picture('Sea') });
        const sort = { field: 'price', descending: true };
        const { next } = await store.find('pictures', { words: 'sea', sort, limit: 1 });
        for (const cursor of [next ?? '', '', '9.', '0.nonsense']) {
          const asked = store.find('pictures', { words: 'sea', ranked: true, sort, limit: 1, cursor });
          await expect(asked).rejects.toThrow(BadCursor);
        }
        expect((await store.find('pictures', { words: '%', ranked: true, sort, limit: 1 })).items).toEqual([]);
        expect(await store.count('pictures', { words: '%' })).toBe(0);
      });

      it('answers a search for a common word with the newest first, and does not lose rare ones', async () => {
        const rareEvery = manyDocuments / 4.5;
        const third = manyDocuments / 3;
        const timeAt = (index: number) => ['Dusk', 'Night', 'Dawn'][Math.floor(index / third)];
        const many = Array.from({ length: manyDocuments }, (_, index): [string, Picture] => [
          `k${String(index).padStart(5, '0')}`,
          picture(`${timeAt(index)} ${index % rareEvery === 0 ? 'Sunset with a lighthouse' : 'Sunset'}`, {
            price: index,
            tags: ['sea'],
          }),
        ]);
        await save(Object.fromEntries(many));
        const common: Pick<Find, 'text' | 'where'>[] = [
          { text: 'sunset' },
          { where: { tags: 'sea' } },
          { where: { owner: 'ann' } },
        ];
        const newest = { sort: { field: 'price', descending: true }, limit: 3 };
        const top = async (view: string, query: Omit<Find, 'limit' | 'sort'>) => {
          const { items } = await store.find<Picture>(view, { ...newest, ...query });
          return items.map(({ document }) => document.price);
        };
        for (const view of ['pictures', 'priced-pictures']) {
          for (const query of common) {
            expect(await top(view, query)).toEqual([1, 2, 3].map((nth) => manyDocuments - nth));
            expect(await store.count(view, query)).toBe(manyDocuments);
          }
          const rare = await top(view, { text: 'LIGHTHOUSE', where: { tags: 'sea' } });
          expect(rare).toEqual([4, 3, 2].map((nth) => nth * rareEvery));
          // Many have the word, and none of them is near the end where the order begins.
          for (const [text, descending, wanted] of [
            ['dusk', true, [1, 2, 3, 4, 5, 6].map((nth) => third - nth)],
            ['dawn', false, [0, 1, 2, 3, 4, 5].map((nth) => 2 * third + nth)],
          ] as const) {
            const query = { text, sort: { field: 'price', descending }, limit: 3 };
            const first = await store.find<Picture>(view, query);
            const second = await store.find<Picture>(view, { ...query, cursor: first.next ?? '' });
            expect([...first.items, ...second.items].map(({ document }) => document.price)).toEqual(wanted);
          }
        }
      });

      it('keeps the default order of rows whatever happens to them', async () => {
        const inOrder = { sort: { field: 'price', descending: true }, where: { tags: 'sea' } };
        const priceOf = (price: number | null) => picture('Harbour', { price, tags: ['sea'] });
        await save({ a: priceOf(5), b: priceOf(1), c: priceOf(3) });
        await save({ d: priceOf(4), e: priceOf(9) });
        expect(await keysOf(inOrder, 'priced-pictures')).toEqual(['e', 'a', 'd', 'c', 'b']);
        await save({ b: priceOf(7), e: undefined, c: picture('Mountain', { price: 3 }) });
        await save({ e: priceOf(5), f: priceOf(null), g: priceOf(8) });
        expect(await keysOf(inOrder, 'priced-pictures')).toEqual(['g', 'b', 'e', 'a', 'd', 'f']);
        const first = await store.find('priced-pictures', { ...inOrder, limit: 2 });
        await save({ h: priceOf(10), d: undefined });
        const rest = await store.find('priced-pictures', { ...inOrder, limit: 9, cursor: first.next ?? '' });
        expect(rest.items.map(({ key }) => key)).toEqual(['e', 'a', 'f']);
      });

      it('finds by range, leaving out documents without a value', async () => {
        await save({ a: picture('a', { price: 1 }), b: picture('b', { price: 2 }), c: picture('c', { price: null }) });
        await save({ d: picture('d', { price: 3 }) });
        expect(await keysOf({ range: { field: 'price', from: 2 } })).toEqual(['b', 'd']);
        expect(await keysOf({ range: { field: 'price', to: 2 } })).toEqual(['a', 'b']);
        expect(await keysOf({ range: { field: 'price', from: 2, to: 2 } })).toEqual(['b']);
        const sort = { field: 'price', descending: true };
        expect(await keysOf({ range: { field: 'price', from: 1 }, sort })).toEqual(['d', 'b', 'a']);
        expect(await store.count('pictures', { range: { field: 'price', to: 9 } })).toBe(3);
      });

      it('keeps a cursor valid while documents come and go', async () => {
        await save({ a: picture('a', { price: 1 }), b: picture('b', { price: 2 }), c: picture('c', { price: 3 }) });
        const sort = { field: 'price', descending: true };
        const { next } = await store.find('pictures', { sort, limit: 2 });
        await save({ b: undefined, z: picture('z', { price: 9 }) });
        const page = await store.find('pictures', { sort, limit: 2, cursor: next ?? '' });
        expect(page.items.map(({ key }) => key)).toEqual(['a']);
        expect(page.next).toBeNull();
      });

      it('neither repeats nor skips a document while others are added', async () => {
        await fc.assert(
          fc.asyncProperty(
            ...[anyView, fc.constantFrom('owner', 'price'), fc.boolean(), fc.integer({ min: 1, max: 5 })],
            ...[anyPictures, fc.array(anyPicture, { maxLength: 12 })],
            async (view, field, descending, limit, documents, newcomers) => {
              const kept = await saveOnly(documents);
              const found: string[] = [];
              let cursor: string | null | undefined;
              for (let page = 0; cursor !== null; page += 1) {
                const sort = { field, descending };
                const { items, next } = await store.find(view, { sort, limit, ...(cursor && { cursor }) });
                found.push(...items.map(({ key }) => key));
                cursor = next;
                const newcomer = newcomers[page];
                if (newcomer) await save({ [`j${page}`]: newcomer, [`l${page}`]: newcomer });
              }
              expect(new Set(found).size).toBe(found.length);
              expect(found.filter((key) => kept.has(key)).toSorted()).toEqual([...kept.keys()]);
            },
          ),
          { numRuns: howMany({ usual: 15, full: 40 }) },
        );
      });

      it('refuses a cursor that was not made for this order', async () => {
        await save({ a: picture('a'), b: picture('b') });
        const { next } = await store.find('pictures', { limit: 1 });
        const sort = { field: 'price', descending: false };
        await expect(store.find('pictures', { sort, limit: 1, cursor: next ?? '' })).rejects.toThrow(BadCursor);
        for (const cursor of [
          '',
          'rubbish',
          '%',
          Buffer.from('[1]').toString('base64url'),
          Buffer.from('null').toString('base64url'),
        ]) {
          await expect(store.find('pictures', { limit: 1, cursor })).rejects.toThrow(BadCursor);
        }
      });

      it('refuses a field that the view does not declare', async () => {
        await expect(store.find('pictures', { limit: 1, where: { title: 'a' } })).rejects.toThrow('"title"');
      });
    });

    describe('a view', () => {
      it('that is registered again unchanged keeps its documents', async () => {
        await save({ one: picture('Harbour') });
        await reopen();
        expect((await store.get('pictures', 'one'))?.document).toEqual(picture('Harbour'));
      });

      it('whose version or indexes changed starts empty, at checkpoint -1', async () => {
        const withoutText = defineView<Picture>({
          name: 'pictures',
          version: 2,
          on: [],
          indexes: { fields: pictures.indexes.fields ?? {} },
        });
        for (const changed of [pictureView(2), withoutText]) {
          await save({ one: picture('Harbour') });
          await reopen(changed);
          expect(await store.checkpoint('pictures')).toBe(-1);
          expect(await store.get('pictures', 'one')).toBeNull();
          position = -1;
        }
      });

      it('is rebuilt unseen, and switched to as a whole', async () => {
        await save({ one: picture('Harbour'), gone: picture('Gone') });
        const generation = await store.rebuild('pictures');
        await generation.commit(4, [{ key: 'one', position: 3, document: picture('Mountain') }]);
        await generation.commit(8, [{ key: 'two', position: 8, document: picture('River') }]);
        expect((await generation.load(['one', 'gone'])).size).toBe(1);
        expect(await keysOf({})).toEqual(['gone', 'one']);
        expect(await store.checkpoint('pictures')).toBe(0);

        await generation.promote();

        expect(await keysOf({})).toEqual(['one', 'two']);
        expect(await keysOf({ text: 'mountain' })).toEqual(['one']);
        expect(await store.checkpoint('pictures')).toBe(8);
        position = 8;
        await save({ three: picture('Sea') });
        await reopen();
        expect(await keysOf({})).toEqual(['one', 'three', 'two']);
      });

      it('stays as it is when its next generation is discarded or left by a crash', async () => {
        await save({ one: picture('Harbour') });
        const discarded = await store.rebuild('pictures');
        await discarded.commit(3, [{ key: 'two', position: 3, document: picture('Mountain') }]);
        await discarded.discard();
        const left = await store.rebuild('pictures');
        await left.commit(4, [{ key: 'three', position: 4, document: picture('River') }]);
        await reopen();
        expect(await keysOf({})).toEqual(['one']);
        const next = await store.rebuild('pictures');
        expect((await next.load(['two', 'three'])).size).toBe(0);
      });
    });

    describe('with two processes', () => {
      let other: ReadStore;
      beforeEach(async () => {
        other = await open();
        await other.register(pictures, 'events');
      });
      afterEach(() => other.close());

      const change = (key: string, at: number, title: string) => ({ key, position: at, document: picture(title) });
      const commit = (to: ReadStore, at: number, title: string) =>
        to.commit(at, [{ view: 'pictures', changes: [change('one', at, title)] }]);
      const titleIn = async (of: ReadStore) => (await of.get<Picture>('pictures', 'one'))?.document.title;

      it('what one has committed, the other reads immediately', async () => {
        for (const at of [0, 1, 2]) {
          await commit(store, at, `Harbour ${at}`);
          expect(await titleIn(other)).toBe(`Harbour ${at}`);
          expect(await other.checkpoint('pictures')).toBe(at);
        }
      });

      it('the reader switches to a promoted generation as soon as it reads the checkpoint', async () => {
        await commit(store, 0, 'Harbour');
        expect(await titleIn(other)).toBe('Harbour');
        const generation = await store.rebuild('pictures');
        await generation.commit(4, [change('one', 4, 'Mountain')]);
        await generation.promote();
        expect(await other.checkpoint('pictures')).toBe(4);
        expect(await titleIn(other)).toBe('Mountain');
      });

      it('every read is complete while the other process replays 20 times', async () => {
        const changes = ['a', 'b', 'c'].map((key) => change(key, 0, key));
        await store.commit(0, [{ view: 'pictures', changes }]);
        let replaying = true;
        const incomplete: unknown[] = [];
        let reads = 0;
        const reading = (async () => {
          while (replaying) {
            const { items } = await other.find('pictures', { limit: 10 });
            if (items.length < changes.length) incomplete.push(items);
            const total = await other.count('pictures', { where: { owner: 'ann' } });
            if (total < changes.length) incomplete.push(total);
            if (!(await other.get('pictures', 'b'))) incomplete.push('b');
            reads += 1;
            await othersTurn();
          }
        })();
        try {
          for (let replay = 0; replay < 20; replay += 1) {
            const generation = await store.rebuild('pictures');
            await generation.commit(0, changes);
            await othersTurn();
            await generation.promote();
            await othersTurn();
          }
        } finally {
          replaying = false;
          await reading;
        }
        expect(incomplete).toEqual([]);
        expect(reads).toBeGreaterThan(20);
      });

      it('only the one with the highest fence writes', async () => {
        await store.fence('pictures', 1);
        await commit(store, 0, 'Harbour');
        await other.fence('pictures', 2);
        await expect(commit(store, 1, 'Late')).rejects.toThrow(Fenced);
        await expect(store.rebuild('pictures')).rejects.toThrow(Fenced);
        await expect(store.fence('pictures', 1)).rejects.toThrow(Fenced);
        expect(await store.checkpoint('pictures')).toBe(0);
        await commit(other, 1, 'Mountain');
        expect(await titleIn(store)).toBe('Mountain');
      });

      it('a process that never took a fence is refused once another has', async () => {
        await commit(store, 0, 'Harbour');
        await other.fence('pictures', 1);
        await expect(commit(store, 1, 'Late')).rejects.toThrow(Fenced);
        await commit(other, 1, 'Mountain');
        expect(await titleIn(store)).toBe('Mountain');
      });

      it('the same process may raise its fence, and take it again', async () => {
        await store.fence('pictures', 1);
        await store.fence('pictures', 1);
        await commit(store, 0, 'Harbour');
        await store.fence('pictures', 5);
        await commit(store, 1, 'Mountain');
        await expect(other.fence('pictures', 4)).rejects.toThrow(Fenced);
        expect(await titleIn(other)).toBe('Mountain');
      });

      it('a fence outlives a restart', async () => {
        await store.fence('pictures', 7);
        await reopen();
        await expect(commit(store, 0, 'Late')).rejects.toThrow(Fenced);
        await store.fence('pictures', 8);
        await commit(store, 0, 'Harbour');
        expect(await titleIn(other)).toBe('Harbour');
      });

      it('the generation of a fenced-out process can be neither written nor promoted', async () => {
        await store.fence('pictures', 1);
        await commit(store, 0, 'Harbour');
        const late = await store.rebuild('pictures');
        await late.commit(0, [change('one', 0, 'Late')]);
        await other.fence('pictures', 2);
        await expect(late.commit(9, [change('one', 9, 'Late')])).rejects.toThrow(Fenced);
        await expect(late.promote()).rejects.toThrow(Fenced);
        const generation = await other.rebuild('pictures');
        await generation.commit(1, [change('one', 1, 'Mountain')]);
        await expect(late.promote()).rejects.toThrow(Fenced);
        await generation.promote();
        expect(await store.checkpoint('pictures')).toBe(1);
        expect(await titleIn(store)).toBe('Mountain');
      });

      it('a commit for several views is refused as a whole when one of them is another’s', async () => {
        await other.fence('pictures', 1);
        const both = store.commit(0, [
          { view: 'people', changes: [{ key: 'ann', position: 0, document: { name: 'Ann' } }] },
          { view: 'pictures', changes: [change('one', 0, 'Late')] },
        ]);
        await expect(both).rejects.toThrow(Fenced);
        expect(await store.get('people', 'ann')).toBeNull();
        expect(await store.checkpoint('people')).toBe(-1);
      });
    });
  });
