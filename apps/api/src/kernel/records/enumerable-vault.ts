import type { Vault } from './port.ts';

export interface VaultRecord {
  readonly key: string;
  readonly value: unknown;
}

/** What the engines can do beside the port: what it takes to move a vault as a whole. */
export interface EnumerableVault extends Vault {
  collections(): Promise<readonly string[]>;
  /** In the order of the keys' bytes as UTF-8, from behind `after` on. */
  records(collection: string, after?: string): AsyncIterable<VaultRecord>;
  /** Puts records of different keys, in any order; some of them may be there when it fails. */
  putAll(collection: string, records: readonly VaultRecord[]): Promise<void>;
}
