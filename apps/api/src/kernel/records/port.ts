/**
 * Records that must survive every replay and never appear in an event: credentials, sessions, keys of personal data,
 * uploads under way. Small JSON records in named collections, durable before a write is acknowledged.
 */
export abstract class Vault {
  abstract get<Value>(collection: string, key: string): Promise<Value | null>;
  /** The records that exist among those with these keys, in one read. */
  abstract getAll<Value>(collection: string, keys: readonly string[]): Promise<ReadonlyMap<string, Value>>;
  abstract put(collection: string, key: string, value: unknown): Promise<void>;
  /** False, writing nothing, if the key exists. */
  abstract insert(collection: string, key: string, value: unknown): Promise<boolean>;
  /**
   * Reads, decides and writes as one step; `change` is synchronous and may run more than once. Returning the same value
   * writes nothing; returning `undefined` deletes the record. Resolves with the resulting value.
   */
  abstract update<Value>(
    collection: string,
    key: string,
    change: (value: Value | undefined) => Value | undefined,
  ): Promise<Value | undefined>;
  abstract delete(collection: string, key: string): Promise<void>;
  /** The records of a group. A record's group is its `group` property, set whenever it is put, inserted or updated. */
  abstract inGroup<Value>(
    collection: string,
    group: string,
  ): Promise<readonly { readonly key: string; readonly value: Value }[]>;
  /** Erases what was deleted or replaced before from all files that this process keeps for the engine. */
  abstract scrub(): Promise<void>;
  abstract close(): Promise<void>;
}

/** The engine can't read or write now. The message says which engine, what was tried and what to do. */
export class VaultUnavailable extends Error {
  override readonly name = 'VaultUnavailable';
}
