import type { Vault } from './port.ts';

export interface VaultRecord {
  readonly key: string;
  readonly value: unknown;
}

/** What engines can do beyond the port, so that a vault can be moved as a whole. */
export interface EnumerableVault extends Vault {
  collections(): Promise<readonly string[]>;
  /** In the order of the keys' UTF-8 bytes, starting after the key `after`. */
  records(collection: string, after?: string): AsyncIterable<VaultRecord>;
  /** Puts records with different keys, in any order; if it fails, some of them may be stored. */
  putAll(collection: string, records: readonly VaultRecord[]): Promise<void>;
}
