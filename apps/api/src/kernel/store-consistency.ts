import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import { registrations } from '@tessera/domain/catalog';
import type { KernelConfig } from './config.ts';
import { openEventStore, openVault } from './engines.ts';
import type { EventStore, Subscription } from './log/port.ts';
import type { MasterKeys } from './keys/master-keys.ts';
import { hasKeyRecordOf, isMasterKeyOf, keyCollection } from './log/personal-data.ts';
import { isSameLog, type ReadStore } from './views/port.ts';
import { historyOf, knownHistory } from './records/history.ts';
import type { EnumerableVault } from './records/enumerable-vault.ts';
import type { Checkpoint } from './work/workflow-runner.ts';

/** Log, vault, views and MASTER_KEY are not of the same shop and time. The message says which, and what to do. */
export class StoreMismatch extends Error {
  override readonly name = 'StoreMismatch';
}

const collection = 'installation';
const recordKey = 'fingerprints';
const seeRunbook = 'See "The parts do not fit" in docs/operations.md; nothing was changed.';

/** Stored in the vault, to recognize what it belongs to. */
interface Fingerprints {
  /** The id of the log's first event; null until there is one. */
  readonly log: string | null;
  /** The id of the master key that wraps, as of the latest start. */
  readonly masterKey: string;
  /** Ids of the keys that may still wrap something; `npm run rotate-keys` empties the list. */
  readonly olderKeys?: readonly string[];
}

interface Parts {
  readonly events: EventStore;
  readonly views: ReadStore;
  readonly vault: EnumerableVault;
  readonly masterKeys: MasterKeys;
}

const refuse = (what: string): never => {
  throw new StoreMismatch(`${what} ${seeRunbook}`);
};

const storedFingerprints = (vault: EnumerableVault) => vault.get<Fingerprints>(collection, recordKey);

/** Reads the fingerprints last: another node may be opening a new shop, and writes them before it creates any keys. */
const usage = async (vault: EnumerableVault) => {
  const hasKeys = (await vault.collections()).includes(keyCollection);
  const fingerprints = await storedFingerprints(vault);
  return { fingerprints, isUsed: fingerprints ? fingerprints.log !== null : hasKeys };
};

const isUsed = async (vault: EnumerableVault) => (await usage(vault)).isUsed;

const withOpen = async <Store extends { close(): Promise<void> }, Answer>(
  opening: Promise<Store>,
  ask: (store: Store) => Promise<Answer>,
) => {
  const store = await opening;
  try {
    return await ask(store);
  } finally {
    await store.close();
  }
};

const logMissing = 'The log is missing or empty, but a shop’s vault is present: restore both from the same backup.';
const vaultMissing = 'The vault is missing or empty, but a shop’s log is present: restore both from the same backup.';

/**
 * Refuses to start if one of the embedded engines' files is missing beside the others, since opening them would create
 * it.
 * @throws StoreMismatch
 */
export const refuseMissingFile = async (config: KernelConfig) => {
  const isThere = (name: string) => existsSync(join(config.dataDir, name));
  if (config.eventStore !== 'embedded' || config.readStore !== 'embedded') return;
  const [log, vault] = [isThere('events.db'), isThere('vault.db')];
  if (!log && vault && (await withOpen(openVault(config), isUsed))) refuse(logMissing);
  if (log && !vault && (await withOpen(openEventStore(config), (events) => events.head())) >= 0) refuse(vaultMissing);
  if (!log && !vault && isThere('views.db')) {
    refuse('The log and the vault are missing, but there are views (views.db): restore the two from the same backup.');
  }
};

const usedKeys = ({ masterKey, olderKeys = [] }: Fingerprints) => [masterKey, ...olderKeys];

const refuseWrongKey = async ({ vault, masterKeys }: Parts, before: Fingerprints | null) => {
  const used = before ? usedKeys(before) : [];
  if (before ? used.every((id) => masterKeys.has(id)) : await isMasterKeyOf(vault, masterKeys)) return;
  if (used.some((id) => masterKeys.has(id))) {
    refuse(
      'Part of the vault is wrapped with another MASTER_KEY: start with that key in MASTER_KEY_OTHERS, ' +
        'and run `npm run rotate-keys` before you remove it.',
    );
  }
  refuse('MASTER_KEY is not the one that this vault was written with: start with the right one.');
};

/**
 * Records that no older master key wraps anything anymore, once `rewrap` has seen to it.
 * @throws StoreMismatch if processes still wrap with another key
 */
export const rewrapAll = async (vault: EnumerableVault, masterKeys: MasterKeys, rewrap: () => Promise<void>) => {
  if ((await storedFingerprints(vault))?.masterKey !== masterKeys.id) {
    throw new StoreMismatch(
      'The product has not been started with this MASTER_KEY yet: start all of its processes with it, the one before ' +
        'in MASTER_KEY_OTHERS, and run this again. Nothing was changed.',
    );
  }
  await rewrap();
  await vault.update<Fingerprints>(collection, recordKey, (before) =>
    before?.olderKeys && before.masterKey === masterKeys.id ? { log: before.log, masterKey: before.masterKey } : before,
  );
};

/**
 * Also refuses a vault from an earlier time. An account's key is always stored before its events, so the latest account
 * in the log must have one.
 */
const refuseForeignVault = async (
  { events, vault }: Parts,
  first: string | null,
  before: Fingerprints | null,
  wasUsed: boolean,
) => {
  if (first === null) {
    if (wasUsed) refuse(logMissing);
    return;
  }
  if (!before && !(await isUsed(vault))) refuse(vaultMissing);
  if (before && before.log !== null && before.log !== first) {
    refuse('The log and the vault are of two different shops: restore both from the same backup.');
  }
  const types = registrations.map(({ type }) => type);
  const [latest] = await events.readAll({ after: Infinity, backwards: true, limit: 1, types });
  const account = (latest?.data as { account_id?: string } | undefined)?.account_id;
  if (account && !(await hasKeyRecordOf(vault, account))) {
    refuse('The vault is older than the log: restore both from the same backup.');
  }
};

/** @param areOwn whether the views were folded from this log: others say nothing about its length */
const refuseEarlierLog = async ({ events, vault, views }: Parts, areOwn: boolean) => {
  let worked = -1;
  for await (const { value } of vault.records('workflows')) {
    const { position, counts = 'events' } = value as Checkpoint;
    if (counts === events.counts) worked = Math.max(worked, position);
  }
  const folded = areOwn ? await views.furthest(events.counts) : -1;
  // Read last: other nodes keep selling, and whatever they have worked on is already in the log.
  const head = await events.head();
  if (worked > head) refuse('The log is older than the vault: restore both from the same backup.');
  if (folded > head) {
    refuse(
      'The views are newer than the log: if the log is right, remove the views (views.db); they are then folded again.',
    );
  }
};

/**
 * Ensures that a process works on one shop's data: refuses to start if the stores do not belong together, and records
 * in the vault and the views which log they belong to. A log is identified by the id of its first event, even after it
 * was moved to another engine. Views of another log, or from before a restore, are folded again. Data from before
 * fingerprints existed get them once all stores are present.
 */
export class StoreConsistency implements OnApplicationShutdown {
  private waiting: Subscription | null = null;

  private constructor(private readonly parts: Parts) {}

  /** Writes nothing until every check has passed. @throws StoreMismatch */
  static async check(parts: Parts): Promise<StoreConsistency> {
    const { events, views, vault } = parts;
    const { fingerprints: before, isUsed: wasUsed } = await usage(vault);
    const viewsOf = await views.log();
    // Read after the fingerprints: another node may be storing the first event.
    const first = (await events.readAll({ after: -1, limit: 1 }))[0]?.id ?? null;
    await refuseWrongKey(parts, before);
    await refuseForeignVault(parts, first, before, wasUsed);
    if (viewsOf !== null && first === null) {
      refuse('The views belong to another log; this one is empty. If that is right, remove the views (views.db).');
    }
    const areOwn = first === null || !viewsOf || isSameLog(viewsOf, { first, history: await knownHistory(vault) });
    await refuseEarlierLog(parts, areOwn);
    const consistency = new StoreConsistency(parts);
    await consistency.recordLog(first);
    if (first === null) consistency.recordFirstEvent();
    return consistency;
  }

  async onApplicationShutdown() {
    await this.waiting?.stop();
  }

  private async recordLog(log: string | null) {
    const { vault, views, masterKeys, events } = this.parts;
    const masterKey = masterKeys.id;
    await vault.update<Fingerprints>(collection, recordKey, (before) => {
      if (before && before.log === log && before.masterKey === masterKey) return before;
      const olderKeys = before ? usedKeys(before).filter((id) => id !== masterKey) : [];
      return { log: before?.log ?? log, masterKey, ...(olderKeys.length > 0 && { olderKeys }) };
    });
    if (log !== null) await views.keepLog({ first: log, history: await historyOf(vault) }, events.counts);
  }

  /** A new log has no first event to be identified by yet, so this waits for it. */
  private recordFirstEvent() {
    let isKept = false;
    this.waiting = this.parts.events.follow({ after: -1, batchMax: 1 }, async ([first]) => {
      if (!first || isKept) return;
      isKept = true;
      await this.recordLog(first.id);
      void this.waiting?.stop();
    });
    // If this fails, the next start records it.
    this.waiting.ended.catch(() => undefined);
  }
}
