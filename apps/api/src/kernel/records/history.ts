import { randomUUID } from 'node:crypto';
import type { Vault } from './port.ts';

/** Stored with the leases: restoring a vault drops both, which begins a new history. */
const collection = 'leases';
const key = 'history';

/** Null in a new vault and after a restore, until someone asks for it. */
export const knownHistory = async (vault: Vault): Promise<string | null> =>
  (await vault.get<{ readonly id: string }>(collection, key))?.id ?? null;

/**
 * The id of the current history, created if there is none. Requests and views that carry another id date from before a
 * restore, and may depend on data that no longer exists.
 */
export const historyOf = async (vault: Vault): Promise<string> => {
  const known = await knownHistory(vault);
  if (known !== null) return known;
  const id = randomUUID();
  return (await vault.insert(collection, key, { id })) ? id : historyOf(vault);
};
