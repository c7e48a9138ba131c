import { defineView } from '@tessera/domain/kernel/view';
import { MongoClient } from 'mongodb';
import { openMongoReadStore } from '../../apps/api/src/kernel/views/mongodb/engine.ts';
import { type Row, write, writesOf } from '../../apps/api/src/kernel/views/mongodb/documents.ts';
import { ReadStoreUnavailable } from '../../apps/api/src/kernel/views/port.ts';
import { describeMongo, mongoServer, startMongo } from '../support/servers/mongodb.ts';
import { readStoreContract } from './read-store.contract.ts';

const people = defineView<{ name: string }>({
  name: 'people',
  version: 1,
  on: [],
  indexes: {
    fields: { name: ({ name }) => name },
    text: ({ name }) => name,
    listings: [{ sorts: ['name'], searched: true }],
  },
});
const changeOf = (key: string, position: number, name: string) => ({ key, position, document: { name } });
/** FerretDB answers concurrent queries some ten times slower than MongoDB. */
jest.setTimeout(120_000);

const nowhere = 'mongodb://admin:secret-word@127.0.0.1:1/tessera?serverSelectionTimeoutMS=200';

describeMongo(`with ${mongoServer ?? 'MongoDB'}`, () => {
  // FerretDB reads the whole collection for each document written.
  const manyDocuments = mongoServer === 'FerretDB' ? 450 : 4_500;
  let server: Awaited<ReturnType<typeof startMongo>>;
  beforeAll(async () => {
    server = await startMongo();
  });
  afterAll(() => server.stop());

  const start = async () => {
    const url = server.newDatabase();
    return { open: () => openMongoReadStore({ url }), end: () => server.drop(url) };
  };
  readStoreContract(mongoServer ?? 'MongoDB', start, manyDocuments);

  describe('the MongoDB read store', () => {
    let url: string;
    let client: MongoClient;
    beforeEach(() => {
      url = server.newDatabase();
      client = new MongoClient(url);
    });
    afterEach(async () => {
      await client.close();
      await server.drop(url);
    });
    const collections = async () => {
      const all = await client.db().listCollections({}, { nameOnly: true }).toArray();
      return all.map(({ name }) => name).filter((name) => name.startsWith('view_people_'));
    };

    it('protects what a new writer wrote from late writes of the old one', async () => {
      const store = await openMongoReadStore({ url });
      await store.register(people, 'events');
      await store.fence('people', 2);
      await store.commit(8, [{ view: 'people', changes: [changeOf('ann', 8, 'Ann')] }]);
      await store.commit(9, [{ view: 'people', changes: [{ key: 'bob', position: 9, document: undefined }] }]);
      const [name = ''] = await collections();
      const late = [changeOf('ann', 20, 'Late'), changeOf('bob', 20, 'Late')];
      await write(client.db().collection<Row>(name), writesOf(people, late, 1));
      expect(await store.get('people', 'ann')).toEqual({ key: 'ann', position: 8, document: { name: 'Ann' } });
      expect(await store.get('people', 'bob')).toBeNull();
      await store.commit(21, [{ view: 'people', changes: [changeOf('bob', 21, 'Bob')] }]);
      expect((await store.get('people', 'bob'))?.document).toEqual({ name: 'Bob' });
      await store.close();
    });

    it('returns to a fold the deletions that a failed commit had made', async () => {
      const store = await openMongoReadStore({ url });
      await store.register(people, 'events');
      await store.commit(3, [{ view: 'people', changes: [{ key: 'ann', position: 2, document: undefined }] }]);
      expect((await store.load('people', ['ann', 'bob'])).get('ann')).toEqual({ key: 'ann', position: 2 });
      await store.commit(4, [{ view: 'people', changes: [changeOf('ann', 1, 'Late')] }]);
      expect(await store.get('people', 'ann')).toBeNull();
      await store.close();
    });

    it('keeps the previous generation for readers that don’t know the new one yet, and drops what nobody can know', async () => {
      const store = await openMongoReadStore({ url });
      await store.register(people, 'events');
      await (await store.rebuild('people')).promote();
      expect(await collections()).toHaveLength(2);
      await (await store.rebuild('people')).discard();
      const left = await store.rebuild('people');
      await left.commit(3, [changeOf('ann', 3, 'Ann')]);
      await client.db().createCollection(`view_people_${'0'.repeat(24)}`);
      await client
        .db()
        .collection('generations')
        .updateMany({}, { $set: { retired: [{ id: 'f'.repeat(24), at: new Date(0) }] } });
      await store.rebuild('people');
      // Only the live one: that of the last rebuild is created with its first document.
      expect(await collections()).toHaveLength(1);
      await store.close();
    });

    it('[PROD-15] purges what was deleted long ago, up to the checkpoint, and nothing that exists again', async () => {
      const writer = await openMongoReadStore({ url });
      await writer.register(people, 'events');
      const gone = (key: string, position: number) => ({ key, position, document: undefined });
      const keys = ['old', 'new', 'ahead', 'back'];
      await writer.commit(1, [{ view: 'people', changes: keys.map((key) => changeOf(key, 1, key)) }]);
      await writer.commit(2, [{ view: 'people', changes: keys.map((key) => gone(key, 2)) }]);
      await writer.commit(3, [{ view: 'people', changes: [changeOf('back', 3, 'Back')] }]);
      await writer.close();
      const [name = ''] = await collections();
      const rows = client.db().collection<Row>(name);
      await rows.updateMany({ _id: { $in: ['old', 'ahead'] } }, { $set: { 'state.deletedAtMs': 1 } });
      await rows.updateOne({ _id: 'ahead' }, { $set: { 'state.position': 99 } });
      const store = await openMongoReadStore({ url });
      await store.register(people, 'events');
      await store.commit(4, [{ view: 'people', changes: [changeOf('ann', 4, 'Ann')] }]);
      await store.close();
      const left = await rows.find().sort({ _id: 1 }).toArray();
      expect(left.map(({ _id }) => _id)).toEqual(['ahead', 'ann', 'back', 'new']);
    });

    it('[PROD-15] creates a generation’s indexes once it is filled, and folds a view again if its indexes changed', async () => {
      const store = await openMongoReadStore({ url });
      await store.register(people, 'events');
      const before = await collections();
      const generation = await store.rebuild('people');
      await generation.commit(3, [changeOf('ann', 3, 'Ann')]);
      const [name = ''] = (await collections()).filter((each) => !before.includes(each));
      const indexes = async () =>
        (await client.db().collection(name).indexes()).map((index) => index.name ?? '').sort();
      expect(await indexes()).toEqual(['_id_']);
      await generation.index();
      expect(await indexes()).toEqual(['_id_', 'deletions', 'list_name', 'search_name']);
      await generation.promote();
      expect(await store.checkpoint('people')).toBe(3);
      await store.register({ ...people, indexes: { ...people.indexes, listings: [{ sorts: ['name'] }] } }, 'events');
      expect(await store.checkpoint('people')).toBe(-1);
      await store.close();
    });

    it('[PROD-19] folds again what was folded before a restore, and leaves alone what another process has begun since', async () => {
      const before = await openMongoReadStore({ url });
      const origins = client.db().collection<{ _id: string; log: string; history?: string }>('origin');
      // Written by a release from before histories existed.
      await origins.insertOne({ _id: 'origin', log: 'first' });
      await before.register(people, 'events');
      await before.commit(5, [{ view: 'people', changes: [changeOf('ann', 5, 'Ann')] }]);
      const stores = [await openMongoReadStore({ url }), await openMongoReadStore({ url })] as const;
      await stores[0].keepLog({ first: 'first', history: 'one' }, 'events');
      await stores[0].register(people, 'events');
      expect(await stores[0].checkpoint('people')).toBe(5);
      const restored = { first: 'first', history: 'two' };
      await stores[0].keepLog(restored, 'events');
      await stores[0].register(people, 'events');
      expect(await stores[0].checkpoint('people')).toBe(-1);
      await stores[0].commit(6, [{ view: 'people', changes: [] }]);
      // The other process had already read the origin.
      await origins.updateOne({ _id: 'origin' }, { $set: { history: 'one' } });
      await stores[1].keepLog(restored, 'events');
      await stores[1].register(people, 'events');
      expect(await stores[1].checkpoint('people')).toBe(6);
      for (const store of [before, ...stores]) await store.close();
    });

    it('serves both releases during a rolling upgrade, each its own generation', async () => {
      const before = await openMongoReadStore({ url });
      await before.register(people, 'events');
      await before.commit(5, [{ view: 'people', changes: [changeOf('ann', 5, 'Ann')] }]);
      const after = await openMongoReadStore({ url });
      await after.register({ ...people, version: 2 }, 'events');
      expect(await after.checkpoint('people')).toBe(-1);
      await (await after.rebuild('people')).promote();
      expect((await before.get('people', 'ann'))?.document).toEqual({ name: 'Ann' });
      expect(await before.checkpoint('people')).toBe(5);
      for (const store of [before, after]) await store.close();
    });
  });
});

describe('a MongoDB read store whose server is down', () => {
  it('reports it, with a remedy and without the credentials', async () => {
    const opening = openMongoReadStore({ url: nowhere });
    await expect(opening).rejects.toThrow(ReadStoreUnavailable);
    await expect(opening).rejects.toThrow(/MongoDB at 127\.0\.0\.1:1: could not connect: .*Check that the server runs/);
    await expect(opening).rejects.not.toThrow(/secret-word/);
  });

  it('refuses an invalid address without repeating it', async () => {
    const opening = openMongoReadStore({ url: 'mongodb://admin:secret-word@host/?nonsense=1' });
    await expect(opening).rejects.toThrow(ReadStoreUnavailable);
    await expect(opening).rejects.not.toThrow(/secret-word/);
  });
});
