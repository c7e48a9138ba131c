import { createHash } from 'node:crypto';
import type { EnumerableVault, VaultRecord } from '../kernel/records/enumerable-vault.ts';
import { MigrationRefused, type OnProgress } from './migration.ts';

/** What is not migrated, because it depends on a log's own positions, on running processes, or on local files. */
export const excluded: Readonly<Record<string, string>> = {
  workflows: 'checkpoints of workflows, which refer to positions of the other log; repeated deliveries are harmless',
  parked: 'events that could not be folded, by positions of the other log; they are found again',
  leases: 'which process holds which lease',
  'projection-requests': 'requests to the running processes',
  migration: 'the shop that a vault was copied from',
};
const ofMigration = 'migration';

/** Unfinished uploads are not: their data is in files that are not migrated, so they have to be started again. */
const isMigrated = (collection: string, { value }: VaultRecord) =>
  collection !== 'uploads' || !['uploading', 'processing'].includes((value as { status?: string }).status ?? '');

const batchMaxRecords = 500;
/** A running shop keeps changing records; if it does so faster than they are copied, it has to be stopped. */
const passesMax = 5;

interface VaultMigration {
  readonly from: EnumerableVault;
  readonly to: EnumerableVault;
  /** The id of the first event of the log that belongs to both vaults. */
  readonly shop: string;
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal;
}

export interface MigratedVault {
  readonly records: number;
  /** Records added, replaced or deleted by this run. */
  readonly changed: number;
  readonly collections: readonly string[];
  /** SHA-256 over all records, by collection and key. */
  readonly digest: string;
}

const textOf = ({ key, value }: VaultRecord) => JSON.stringify([key, value]);

/** Compares keys: negative if the first comes first. */
const compareKeys = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

async function* movingRecords(vault: EnumerableVault, collection: string) {
  for await (const record of vault.records(collection)) if (isMigrated(collection, record)) yield record;
}

/** Yields each key of either vault once, in order, with both records; null if there is none. */
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

/** Makes a collection of the target equal to the source's. Returns how many records had to be changed. */
const syncCollection = async (migration: VaultMigration, collection: string, onRecord: (text: string) => void) => {
  const { to, signal } = migration;
  let puts: VaultRecord[] = [];
  let changed = 0;
  const flush = async () => {
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
    if (puts.length >= batchMaxRecords) await flush();
  }
  await flush();
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

/** Protects a vault of another shop, which would lose its records. */
const claim = async (migration: VaultMigration) => {
  const { to, shop } = migration;
  const mark = await to.get<{ shop: string }>(ofMigration, 'source');
  if (mark?.shop === shop) return;
  for (const collection of await to.collections()) {
    if (collection in excluded) continue;
    for await (const _ of to.records(collection)) {
      throw new MigrationRefused(
        `The target vault has records (${collection}) that are not from this shop: use one that is empty, or that ` +
          'was migrated from this source',
      );
    }
  }
  await to.put(ofMigration, 'source', { shop });
};

/**
 * Makes the target's records equal to the source's, except those excluded. Equal records are left alone, and records
 * that the source no longer has are deleted. Done once a whole pass over both finds every record equal.
 * @throws MigrationRefused if the target is another shop's vault, or the source changes faster than it can be copied;
 * the signal's reason if aborted
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
    'The vault of the source changes faster than it can be copied: stop the shop, and run this again',
  );
};
