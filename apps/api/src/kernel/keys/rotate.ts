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
  /** Stops between two keys. */
  readonly signal: AbortSignal;
}

/**
 * Wraps every key of the vault by the current master key, while others read and write them. What it has wrapped already
 * is left alone, so that a rotation that was stopped is run again. Answers how many records were wrapped again.
 * @throws StoreMismatch where no process has started with this master key yet
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
  // What the old key opens is left in no file.
  await vault.scrub();
  return count;
};
