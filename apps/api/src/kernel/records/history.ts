import { randomUUID } from 'node:crypto';
import type { Vault } from './port.ts';

/** Beside the leases: whoever restores a vault drops them, and begins another history by that. */
const collection = 'leases';
const key = 'history';

/** Null after a restore, and in a new vault, until someone asks for it. */
export const knownHistory = async (vault: Vault): Promise<string | null> =>
  (await vault.get<{ readonly id: string }>(collection, key))?.id ?? null;

/** What was asked, or folded, under another one is of the time before a restore, and may rest on what is gone since. */
export const historyOf = async (vault: Vault): Promise<string> => {
  const known = await knownHistory(vault);
  if (known !== null) return known;
  const id = randomUUID();
  return (await vault.insert(collection, key, { id })) ? id : historyOf(vault);
};
