import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Collection } from 'mongodb';
import { isDuplicate, MongoConnection, majorityRead } from '../mongodb.ts';
import { KeyedQueue } from '../async/keyed-queue.ts';
import { groupOf } from './group.ts';
import type { EnumerableVault, VaultRecord } from './enumerable-vault.ts';
import { VaultUnavailable } from './port.ts';

/** Attempts at an update while other processes change the same record; updates from this process take turns. */
const updateTriesMax = 100;
/** A random pause of up to this long separates colliding updates. */
const updatePauseMaxMs = 20;
const pageMaxRecords = 500;

interface Entry {
  readonly _id: string;
  readonly value: string;
  readonly group: string | null;
  /** Changes with each write: an update replaces exactly the record that it read, or reads again. */
  readonly revision: string;
}

const stateOf = (value: unknown) => ({
  value: JSON.stringify(value),
  group: groupOf(value),
  revision: randomUUID(),
});

const valueOf = <Value>(entry: Entry) => JSON.parse(entry.value) as Value;

const prefix = 'vault_';

class MongoVault implements EnumerableVault {
  readonly #connection: MongoConnection;
  readonly #collections = new Map<string, Promise<Collection<Entry>>>();
  readonly #updates = new KeyedQueue();

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async get<Value>(collection: string, key: string) {
    const entry = await this.#read(collection, (records) => records.findOne({ _id: key }));
    return entry ? valueOf<Value>(entry) : null;
  }

  async getAll<Value>(collection: string, keys: readonly string[]) {
    const entries = await this.#read(collection, (records) => records.find({ _id: { $in: [...keys] } }).toArray());
    return new Map(entries.map((entry) => [entry._id, valueOf<Value>(entry)]));
  }

  async put(collection: string, key: string, value: unknown) {
    const state = stateOf(value);
    await this.#in(collection, 'write', (records) =>
      records.updateOne({ _id: key }, { $set: state }, { upsert: true }),
    );
  }

  async insert(collection: string, key: string, value: unknown) {
    return this.#in(collection, 'write', (records) => inserted(records, { _id: key, ...stateOf(value) }));
  }

  update<Value>(collection: string, key: string, change: (value: Value | undefined) => Value | undefined) {
    return this.#updates.run(`${collection}\n${key}`, () => this.#update(collection, key, change));
  }

  async delete(collection: string, key: string) {
    await this.#in(collection, 'delete', (records) => records.deleteOne({ _id: key }));
  }

  async inGroup<Value>(collection: string, group: string) {
    const entries = await this.#read(collection, (records) => records.find({ group }, { sort: { _id: 1 } }).toArray());
    return entries.map((entry) => ({ key: entry._id, value: valueOf<Value>(entry) }));
  }

  async collections() {
    const { database } = this.#connection;
    const names = await this.#connection.read('list the collections', () =>
      database.listCollections({}, { nameOnly: true }).toArray(),
    );
    return names.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => name.slice(prefix.length));
  }

  async *records(collection: string, from = '') {
    for (let after = from; ;) {
      const page = await this.#read(collection, (records) =>
        records.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: pageMaxRecords }).toArray(),
      );
      for (const entry of page) yield { key: entry._id, value: valueOf<unknown>(entry) };
      const last = page.at(-1);
      if (!last) return;
      after = last._id;
    }
  }

  async putAll(collection: string, added: readonly VaultRecord[]) {
    if (added.length === 0) return;
    const writes = added.map(({ key, value }) => ({
      updateOne: { filter: { _id: key }, update: { $set: stateOf(value) }, upsert: true },
    }));
    await this.#in(collection, 'write', (records) => records.bulkWrite(writes, { ordered: false }));
  }

  /** The server manages its own files: overwritten data leaves its journal and oplog eventually. */
  async scrub() {}

  close() {
    return this.#connection.close();
  }

  async #update<Value>(collection: string, key: string, change: (value: Value | undefined) => Value | undefined) {
    for (let tries = 0; tries < updateTriesMax; tries += 1) {
      const entry = await this.#in(collection, 'read', (records) => records.findOne({ _id: key }));
      const before = entry ? valueOf<Value>(entry) : undefined;
      const after = change(before);
      if (after === before) return after;
      if (await this.#in(collection, 'update', (records) => replaced(records, key, entry, after))) return after;
      await delay(Math.random() * updatePauseMaxMs);
    }
    const reason = `other processes changed the record ${updateTriesMax} times meanwhile`;
    throw this.#connection.failure(`update a record of ${collection}`, reason);
  }

  #in<Result>(collection: string, verb: string, work: (records: Collection<Entry>) => Promise<Result>) {
    return this.#connection.attempt(`${verb} ${collection}`, async () => work(await this.#collection(collection)));
  }

  #read<Result>(collection: string, work: (records: Collection<Entry>) => Promise<Result>) {
    return this.#connection.read(`read ${collection}`, async () => work(await this.#collection(collection)));
  }

  #collection(name: string) {
    const known = this.#collections.get(name);
    if (known) return known;
    const collection = this.#connection.database.collection<Entry>(`${prefix}${name}`, majorityRead);
    const made = collection.createIndex({ group: 1 }).then(() => collection);
    this.#collections.set(name, made);
    made.catch(() => this.#collections.delete(name));
    return made;
  }
}

const inserted = async (records: Collection<Entry>, entry: Entry) => {
  try {
    await records.insertOne(entry);
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
};

/** False, writing nothing, if the entry was replaced by another in the meantime. */
const replaced = async (records: Collection<Entry>, key: string, before: Entry | null, after: unknown) => {
  if (!before) return inserted(records, { _id: key, ...stateOf(after) });
  const same = { _id: key, revision: before.revision };
  if (after === undefined) return (await records.deleteOne(same)).deletedCount === 1;
  return (await records.updateOne(same, { $set: stateOf(after) })).matchedCount === 1;
};

/**
 * The vault in MongoDB, one collection for each of the vault's. A write is on the disks of a majority before it is
 * acknowledged.
 * @throws VaultUnavailable if MongoDB can't be reached
 */
export const openMongoVault = async ({ url }: { readonly url: string }): Promise<EnumerableVault> =>
  new MongoVault(await MongoConnection.open(url, VaultUnavailable));
