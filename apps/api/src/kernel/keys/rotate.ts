import { rewrapAll } from '../store-consistency.ts';
import { keyCollection, rewrappedKey } from '../log/personal-data.ts';
import type { KeyRecord } from '../log/personal-data.ts';
import type { EnumerableVault } from '../records/enumerable-vault.ts';
import type { MasterKeys } from './master-keys.ts';
import { rewrappedRing, ringKey, signingCollection } from './signing-keys.ts';
import type { Ring } from './signing-keys.ts';

interface Rotation {
  readonly vault: EnumerableVault;
  readonly masterKeys: MasterKeys;
  /** Aborting stops between two keys. */
  readonly signal: AbortSignal;
}

/**
 * Rewraps every key in the vault with the current master key, while others read and write them. Keys already rewrapped
 * are skipped, so an interrupted rotation can simply be run again. Returns the number of records rewrapped.
 * @throws StoreMismatch if no process has started with this master key yet
 */
export const rewrapKeys = async ({ vault, masterKeys, signal }: Rotation): Promise<number> => {
  let count = 0;
  const renew = async <Value>(collection: string, key: string, renewed: (value: Value) => Value) => {
    let isNew = false;
    await vault.update<Value>(collection, key, (before) => {
      const after = before && renewed(before);
      isNew = after !== before;
      return after;
    });
    if (isNew) count += 1;
  };
  await rewrapAll(vault, masterKeys, async () => {
    await renew<Ring>(signingCollection, ringKey, (ring) => rewrappedRing(ring, masterKeys));
    for await (const { key } of vault.records(keyCollection)) {
      signal.throwIfAborted();
      await renew<KeyRecord>(keyCollection, key, (record) => rewrappedKey(key, record, masterKeys));
    }
  });
  // Erases what the old key can open from all files.
  await vault.scrub();
  return count;
};
