/**
 * What must outlive every replay and never be in an event: credentials, sessions, keys of personal data, uploads
 * under way. Small JSON records in named collections, durable before a write is answered.
 */
export abstract class Vault {
  abstract get<Value>(collection: string, key: string): Promise<Value | null>;
  abstract put(collection: string, key: string, value: unknown): Promise<void>;
  /** False, and nothing is written, when the key is taken. */
  abstract insert(collection: string, key: string, value: unknown): Promise<boolean>;
  /**
   * Reads, decides and writes as one step; `change` is synchronous and may run again.
   * Return the same value to leave it; `undefined` deletes. Answers what now stands there.
   */
  abstract update<Value>(
    collection: string,
    key: string,
    change: (value: Value | undefined) => Value | undefined,
  ): Promise<Value | undefined>;
  abstract delete(collection: string, key: string): Promise<void>;
  /** The records whose `group` is the given one. The group is set when a record is put, inserted or updated: its `group` property. */
  abstract inGroup<Value>(
    collection: string,
    group: string,
  ): Promise<readonly { readonly key: string; readonly value: Value }[]>;
  /** What was deleted or replaced before is left in none of the files that this process keeps for the engine. */
  abstract scrub(): Promise<void>;
  abstract close(): Promise<void>;
}

/** The engine can't write or read now. The message says which engine, what was tried and what to do. */
export class VaultUnavailable extends Error {
  override readonly name = 'VaultUnavailable';
}
