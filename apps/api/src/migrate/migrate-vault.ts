import { createHash } from 'node:crypto';
import type { EnumerableVault, VaultRecord } from '../kernel/records/enumerable-vault.ts';
import { MigrationRefused, type OnProgress } from './migration.ts';

/** What stays where it is: it belongs to a log's own positions, to running processes, or to local files. */
export const excluded: Readonly<Record<string, string>> = {
  workflows: 'how far workflows are, by the positions of the other log; what they repeat is harmless',
  parked: 'what could not be folded, by the positions of the other log; it is found again',
  leases: 'which process holds what',
  'projection-requests': 'what the running processes were asked to do',
  migration: 'which shop a vault was copied from',
};
const ofMigration = 'migration';

/** Not those under way: what was sent of them is in files that do not move, so that their senders start them again. */
const isMigrated = (collection: string, { value }: VaultRecord) =>
  collection !== 'uploads' || !['uploading', 'processing'].includes((value as { status?: string }).status ?? '');

/** Written at once. */
const batchMaxRecords = 500;
/** A living shop changes records all the time; one that changes more than is copied is closed first. */
const passesMax = 5;

interface VaultMigration {
  readonly from: EnumerableVault;
  readonly to: EnumerableVault;
  /** Of the log that belongs to both: the id of its first event. */
  readonly shop: string;
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal;
}

export interface MigratedVault {
  readonly records: number;
  /** Put, replaced or deleted by this run. */
  readonly changed: number;
  readonly collections: readonly string[];
  /** SHA-256 over all records, by collection and key. */
  readonly digest: string;
}

const textOf = ({ key, value }: VaultRecord) => JSON.stringify([key, value]);

/** Of keys: negative when the first comes first. */
const compareKeys = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

async function* movingRecords(vault: EnumerableVault, collection: string) {
  for await (const record of vault.records(collection)) if (isMigrated(collection, record)) yield record;
}

/** Each key of either vault once, in order, with what stands there; null where nothing does. */
async function* sideBySide({ from, to }: VaultMigration, collection: string) {
  const sides = [movingRecords(from, collection), movingRecords(to, collection)] as const;
  const next = async (side: AsyncGenerator<VaultRecord>) => ((await side.next()).value ?? null) as VaultRecord | null;
  let [source, target] = [await next(sides[0]), await next(sides[1])];
  while (source ?? target) {
    const order = source && target ? compareKeys(source.key, target.key) : source ? -1 : 1;
    yield { source: order <= 0 ? source : null, target: order >= 0 ? target : null };
    if (order <= 0) source = await next(sides[0]);
    if (order >= 0) target = await next(sides[1]);
  }
}

const movingCollections = async ({ from, to }: VaultMigration) => {
  const names = new Set([...(await from.collections()), ...(await to.collections())]);
  return [...names].filter((name) => !(name in excluded)).sort();
};

/** Makes one collection of the target like the source's. Answers what stands there, and how much had to be changed. */
const syncCollection = async (migration: VaultMigration, collection: string, onRecord: (text: string) => void) => {
  const { to, signal } = migration;
  let puts: VaultRecord[] = [];
  let changed = 0;
  const putThem = async () => {
    signal.throwIfAborted();
    await to.putAll(collection, puts);
    puts = [];
  };
  for await (const { source, target } of sideBySide(migration, collection)) {
    if (source) onRecord(textOf(source));
    if (source && target && textOf(source) === textOf(target)) continue;
    changed += 1;
    if (source) puts.push(source);
    else if (target) await to.delete(collection, target.key);
    if (puts.length >= batchMaxRecords) await putThem();
  }
  await putThem();
  return changed;
};

const pass = async (migration: VaultMigration, step: string): Promise<MigratedVault> => {
  const collections = await movingCollections(migration);
  const digest = createHash('sha256');
  let [records, changed] = [0, 0];
  for (const [index, collection] of collections.entries()) {
    const count = (text: string) => {
      digest.update(`${collection} ${text}\n`);
      records += 1;
      if (records % batchMaxRecords === 0)
        migration.onProgress({ step, count: records, done: index / collections.length });
    };
    changed += await syncCollection(migration, collection, count);
  }
  migration.onProgress({ step, count: records, done: 1 });
  return { records, changed, collections, digest: digest.digest('hex') };
};

/** A vault of another shop would lose its own records. */
const claim = async (migration: VaultMigration) => {
  const { to, shop } = migration;
  const mark = await to.get<{ shop: string }>(ofMigration, 'source');
  if (mark?.shop === shop) return;
  for (const collection of await to.collections()) {
    if (collection in excluded) continue;
    for await (const _ of to.records(collection)) {
      throw new MigrationRefused(
        `The target vault holds records (${collection}) that are not from this shop: use one that is empty, or that ` +
          'was migrated from this source',
      );
    }
  }
  await to.put(ofMigration, 'source', { shop });
};

/**
 * Makes the target's records like the source's, all but those left out. A record that is equal already stays as it is,
 * one that the source has no more is deleted. Done when a whole pass over both found every record equal.
 * @throws MigrationRefused when the target is another shop's vault, or the source changes faster than it is copied; the
 * signal's reason when it was stopped.
 */
export const migrateVault = async (migration: VaultMigration): Promise<MigratedVault> => {
  await claim(migration);
  let changed = 0;
  for (let passes = 0; passes < passesMax; passes += 1) {
    const done = await pass(migration, passes === 0 ? 'copying the vault' : 'verifying the vault');
    if (done.changed === 0) return { ...done, changed };
    changed += done.changed;
  }
  throw new MigrationRefused(
    'The vault of the source changes faster than it is copied: stop the shop, and run this once more',
  );
};
