import { randomBytes } from 'node:crypto';
import { defineView } from '@tessera/domain/kernel/view';
import type { Timestamp } from 'mongodb';
import { openMongoVault } from '../../apps/api/src/kernel/records/mongodb.ts';
import { VaultUnavailable } from '../../apps/api/src/kernel/records/port.ts';
import { openMongoReadStore } from '../../apps/api/src/kernel/views/mongodb/engine.ts';
import { type Command, type Fate, ReplicaSetDouble } from '../support/doubles/replica-set.ts';
import { FerretDb } from '../support/servers/ferretdb.ts';
import { needs } from '../support/servers/needs.ts';

const program = process.env['FERRETDB'];
const missing = program ? null : 'FERRETDB names no program';

const people = defineView<{ name: string }>({
  name: 'people',
  version: 1,
  on: [],
  indexes: { fields: { name: ({ name }) => name } },
});
const ann = { key: 'ann', position: 3, document: { name: 'Ann' } };

needs('FerretDB', missing)('MongoDB (FerretDB behind a double of a replica set)', () => {
  let server: FerretDb;
  let members: ReplicaSetDouble;
  let url: string;
  const opened: { close(): Promise<unknown> }[] = [];
  const kept = <Open extends { close(): Promise<unknown> }>(open: Open) => {
    opened.push(open);
    return open;
  };
  const openStore = async () => kept(await openMongoReadStore({ url }));
  const openVault = async () => kept(await openMongoVault({ url }));

  beforeAll(async () => {
    server = await FerretDb.start(program ?? '');
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    members = await ReplicaSetDouble.before(server.address);
    url = members.url(`tessera_${randomBytes(6).toString('hex')}`);
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    await members.close();
  });

  const readsOf = (from: number) => members.seen.slice(from).filter(({ name }) => name === 'find');
  const levelOf = ({ body }: Command) => (body['readConcern'] as { level?: string } | undefined)?.level;
  const afterOf = ({ body }: Command) =>
    (body['readConcern'] as { afterClusterTime?: Timestamp } | undefined)?.afterClusterTime;

  it('[PROD-10] a generation that another process begins during a sweep stays', async () => {
    const [sweeping, replaying] = [await openStore(), await openStore()];
    await sweeping.register(people, 'events');
    await replaying.register(people, 'events');
    const begin = async () => {
      const generation = await replaying.rebuild('people');
      await generation.commit(3, [ann]);
      return generation;
    };
    for (const step of ['listCollections', 'find']) {
      const { promise: generation, resolve: begun } = Promise.withResolvers<Awaited<ReturnType<typeof begin>>>();
      let isFirst = true;
      members.fate = async ({ name }): Promise<Fate> => {
        if (name !== step || !isFirst) return 'answered';
        isFirst = false;
        begun(await begin());
        return 'answered';
      };
      await sweeping.register(people, 'events');
      await (await generation).promote();
      expect(await replaying.get('people', 'ann')).toEqual(ann);
    }
  });

  it('[PROD-10] registry, vault and fold read what a majority has, and no less than this process was answered', async () => {
    const [store, vault] = [await openStore(), await openVault()];
    await store.register(people, 'events');
    await store.fence('people', 1);
    await store.commit(3, [{ view: 'people', changes: [ann] }]);
    const generation = await store.rebuild('people');
    await vault.insert('keys', 'ann', { wrapped: 'x' });
    const from = members.seen.length;
    await store.load('people', ['ann']);
    await store.checkpoint('people');
    await store.furthest('events');
    await store.log();
    await generation.load(['ann']);
    await generation.promote();
    await vault.get('keys', 'ann');
    await vault.inGroup('keys', 'ann');
    await vault.update('keys', 'ann', () => ({ wrapped: 'y' }));
    for await (const record of vault.records('keys')) expect(record.key).toBe('ann');
    const reads = readsOf(from);
    expect(new Set(reads.map(({ collection }) => collection.replace(/[0-9a-f]{24}$/, '…')))).toEqual(
      new Set(['view_people_…', 'generations', 'origin', 'vault_keys']),
    );
    expect(reads.filter((read) => levelOf(read) !== 'majority')).toEqual([]);

    const before = members.seen.length;
    await store.commit(4, [{ view: 'people', changes: [{ ...ann, position: 4 }] }]);
    const [committed] = readsOf(before);
    await store.load('people', ['ann']);
    const loaded = readsOf(before).at(-1);
    const [earlier, later] = [afterOf(committed!), afterOf(loaded!)];
    // The documents and the checkpoint were written in between.
    expect(later!.subtract(earlier!).toNumber() / 2 ** 32).toBeGreaterThanOrEqual(3);
  });

  it('[PROD-10] a key is taken only where a majority confirms who has it', async () => {
    const vault = await openVault();
    expect(await vault.insert('emails', 'one', { by: 1 })).toBe(true);
    expect(await vault.insert('emails', 'one', { by: 2 })).toBe(false);
    const taken = { index: 0, code: 11_000, errmsg: 'E11000 duplicate key error' };
    const writeConcernError = {
      code: 64,
      codeName: 'WriteConcernTimeout',
      errmsg: 'waiting for replication timed out',
    };
    members.fate = ({ name }) =>
      name === 'insert' ? { answer: { ok: 1, n: 0, writeErrors: [taken], writeConcernError } } : 'answered';
    await expect(vault.insert('emails', 'one', { by: 2 })).rejects.toThrow(VaultUnavailable);
    await expect(vault.update('emails', 'two', () => ({ by: 2 }))).rejects.toThrow(VaultUnavailable);
  });
});
