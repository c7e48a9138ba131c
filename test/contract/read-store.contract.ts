import { defineView } from '@tessera/domain/kernel/view';
import * as fc from 'fast-check';
import { BadCursor, type Find, type ReadStore } from '../../apps/api/src/kernel/read-store/port.ts';

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
    },
  });
const pictures = pictureView();
const people = defineView<{ name: string }>({ name: 'people', version: 1, on: [] });

const picture = (title: string, more: Partial<Picture> = {}): Picture => ({
  title,
  owner: 'ann',
  price: 1,
  tags: [],
  ...more,
});

const anyPicture = fc.record({
  title: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...'aAbB %_"\'ßİé😀\\') }),
  ),
  owner: fc.constantFrom('ann', 'bob', "O'Neil"),
  price: fc.option(fc.integer({ min: 0, max: 5 })),
  tags: fc.uniqueArray(fc.constantFrom('sea', 'SUN', '100%', '"q"'), { maxLength: 3 }),
});
const anyPictures = fc.array(anyPicture, { maxLength: 30 });

/** What every read store promises. `open` opens the same place again after a close. */
export const readStoreContract = (
  engine: string,
  start: () => Promise<{ open: () => Promise<ReadStore>; end: () => Promise<void> }>,
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
      await store.register(pictures);
      await store.register(people);
    });
    afterEach(async () => {
      await store.close();
      await end();
    });

    const reopen = async (view = pictures) => {
      await store.close();
      store = await open();
      await store.register(view);
    };
    const save = async (documents: Readonly<Record<string, Picture | undefined>>) => {
      position += 1;
      const changes = Object.entries(documents).map(([key, document]) => ({ key, position, document }));
      await store.commit(position, [{ view: 'pictures', changes }]);
    };
    /** Leaves exactly these documents, under keys in their order. */
    const saveOnly = async (documents: readonly Picture[]) => {
      const { items } = await store.find('pictures', { limit: 500 });
      await save(Object.fromEntries(items.map(({ key }) => [key, undefined])));
      const kept = new Map(documents.map((document, index) => [`k${String(index).padStart(3, '0')}`, document]));
      await save(Object.fromEntries(kept));
      return kept;
    };
    const keysOf = async (query: Omit<Find, 'limit'>) =>
      (await store.find('pictures', { limit: 500, ...query })).items.map(({ key }) => key);

    describe('documents', () => {
      it('come back with their key and the position they reflect', async () => {
        await save({ one: picture('Harbour') });
        expect(await store.get('pictures', 'one')).toEqual({ key: 'one', position: 0, document: picture('Harbour') });
        expect(await store.get('pictures', 'two')).toBeNull();
        const loaded = await store.load('pictures', ['one', 'two']);
        expect([...loaded.keys()]).toEqual(['one']);
      });

      it('that are deleted are found no more, by key, field, list or text', async () => {
        await save({ one: picture('Harbour', { tags: ['sea'] }) });
        await save({ one: undefined });
        expect(await store.get('pictures', 'one')).toBeNull();
        expect(await keysOf({})).toEqual([]);
        expect(await keysOf({ where: { tags: 'sea' } })).toEqual([]);
        expect(await keysOf({ text: 'harbour' })).toEqual([]);
        expect(await store.count('pictures', { where: { owner: 'ann' } })).toBe(0);
      });

      it('are found by what they are now, not by what they were', async () => {
        await save({ one: picture('Harbour', { owner: 'ann', tags: ['sea', 'calm'] }) });
        await save({ one: picture('Mountain', { owner: 'bob', tags: ['calm'] }) });
        expect(await keysOf({ text: 'harbour' })).toEqual([]);
        expect(await keysOf({ text: 'mountain' })).toEqual(['one']);
        expect(await keysOf({ where: { owner: 'ann' } })).toEqual([]);
        expect(await keysOf({ where: { tags: 'sea' } })).toEqual([]);
        expect(await keysOf({ where: { tags: 'calm', owner: 'bob' } })).toEqual(['one']);
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
        await store.register(people);
        expect(await store.checkpoint('pictures')).toBe(7);
        expect(await store.checkpoint('people')).toBe(7);
        expect((await store.get('people', 'ann'))?.document).toEqual({ name: 'Ann' });
      });

      it('is all or nothing across views', async () => {
        const unstorable = { name: 1n };
        const failing = store.commit(3, [
          { view: 'pictures', changes: [{ key: 'one', position: 3, document: picture('Harbour') }] },
          { view: 'people', changes: [{ key: 'ann', position: 3, document: unstorable }] },
        ]);
        await expect(failing).rejects.toThrow();
        expect(await store.get('pictures', 'one')).toBeNull();
        expect(await store.checkpoint('pictures')).toBe(-1);
      });

      it('that comes again changes nothing, also where it deleted', async () => {
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
            anyPictures,
            fc.option(fc.constantFrom('owner', 'price'), { nil: undefined }),
            fc.boolean(),
            fc.integer({ min: 1, max: 7 }),
            fc.option(fc.constantFrom('ann', 'bob'), { nil: undefined }),
            async (documents, field, descending, limit, owner) => {
              const kept = await saveOnly(documents);
              const query: Find = {
                limit,
                ...(field && { sort: { field, descending } }),
                ...(owner && { where: { owner } }),
              };
              const found: string[] = [];
              let cursor: string | null | undefined;
              while (cursor !== null) {
                const page = await store.find('pictures', { ...query, ...(cursor && { cursor }) });
                expect(page.items.length).toBeLessThanOrEqual(limit);
                found.push(...page.items.map(({ key }) => key));
                cursor = page.next;
              }
              const sign = field && descending ? -1 : 1;
              // A document without the value sorts before all others.
              const rank = ([, document]: [string, Picture]) => (field ? (document[field as 'price'] ?? -1) : 0);
              const expected = [...kept]
                .filter(([, document]) => !owner || document.owner === owner)
                .sort((one, other) => {
                  const [a, b] = [rank(one), rank(other)];
                  return sign * (a < b ? -1 : a > b ? 1 : one[0] < other[0] ? -1 : 1);
                })
                .map(([key]) => key);
              expect(found).toEqual(expected);
              expect(await store.count('pictures', query)).toBe(expected.length);
            },
          ),
          { numRuns: 60 },
        );
      });

      it('[MKT-31] finds by text what a plain case-insensitive scan finds, whatever the text', async () => {
        const anyTerm = (documents: readonly Picture[]) =>
          fc.oneof(
            fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }),
            fc.string({ unit: fc.constantFrom(...'aAbB %_"\'ßİé😀\\'), minLength: 1, maxLength: 4 }),
            fc.constantFrom('%', '_', '"', "'", '""', '\\', '*', 'a OR b', 'NOT', 'sea', 'Sun', '100%', '"Q"', '\0'),
            ...documents.filter(({ title }) => title).map(({ title }) => fc.constantFrom(title, title.toUpperCase())),
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
                  .filter(([, { title, tags }]) =>
                    [title, ...tags].join('\n').toLowerCase().includes(text.toLowerCase()),
                  )
                  .map(([key]) => key);
                expect(await keysOf({ text })).toEqual(expected);
                expect(await store.count('pictures', { text })).toBe(expected.length);
              }
            },
          ),
          { numRuns: 60 },
        );
      });

      it('answers a search for a common word with the newest first, and does not lose the rare ones', async () => {
        const many = Array.from({ length: 4_500 }, (_, index): [string, Picture] => [
          `k${String(index).padStart(5, '0')}`,
          picture(index % 1_000 === 0 ? 'Sunset with a lighthouse' : 'Sunset', { price: index, tags: ['sea'] }),
        ]);
        await save(Object.fromEntries(many));
        const common: Pick<Find, 'text' | 'where'>[] = [
          { text: 'sunset' },
          { where: { tags: 'sea' } },
          { where: { owner: 'ann' } },
        ];
        const newest = { sort: { field: 'price', descending: true }, limit: 3 };
        for (const query of common) {
          const { items } = await store.find<Picture>('pictures', { ...newest, ...query });
          expect(items.map(({ document }) => document.price)).toEqual([4_499, 4_498, 4_497]);
          expect(await store.count('pictures', query)).toBe(4_500);
        }
        const { items } = await store.find<Picture>('pictures', {
          ...newest,
          text: 'LIGHTHOUSE',
          where: { tags: 'sea' },
        });
        expect(items.map(({ document }) => document.price)).toEqual([4_000, 3_000, 2_000]);
      });

      it('finds by range, without the documents that have no value', async () => {
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

      it('refuses a cursor that it did not give for this order', async () => {
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
      it('that is registered again as it was keeps its documents', async () => {
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

      it('is rebuilt unseen, and switched to whole', async () => {
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
  });
