import { createHmac, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { KernelConfig } from '../config.ts';
import { seal, unseal } from '../log/sealing.ts';

/** A key wrapped by a master key. */
export interface Wrapped {
  readonly wrapped: string;
  /** The master key's id; absent in records from before master keys had one. */
  readonly wrapped_by?: string;
}

const idOf = (key: Buffer) =>
  createHmac('sha256', key).update('tessera: the fingerprint of a MASTER_KEY').digest('hex').slice(0, 32);

/**
 * The master key that wraps, and others that only unwrap. Ids reveal nothing about keys except whether they are equal.
 */
export class MasterKeys {
  /** The id of the key that wraps. */
  readonly id: string;
  readonly #current: KeyObject;
  readonly #all: ReadonlyMap<string, KeyObject>;

  /** @param current 32 bytes, like the others */
  constructor(current: Buffer, others: readonly Buffer[] = []) {
    this.id = idOf(current);
    this.#current = createSecretKey(current);
    this.#all = new Map([current, ...others].map((key) => [idOf(key), createSecretKey(key)]));
  }

  static of({ masterKey, otherMasterKeys }: Pick<KernelConfig, 'masterKey' | 'otherMasterKeys'>) {
    return new MasterKeys(masterKey, otherMasterKeys);
  }

  has(id: string): boolean {
    return this.#all.has(id);
  }

  wrap(key: Buffer, boundTo: string): Wrapped {
    return { wrapped: seal(this.#current, key, boundTo), wrapped_by: this.id };
  }

  /** The same record if the current key already wrapped it. @throws like `unwrap` */
  rewrapped<Record extends Wrapped>(record: Record, boundTo: string): Record {
    if (record.wrapped_by === this.id) return record;
    return { ...record, ...this.wrap(this.unwrap(record, boundTo), boundTo) };
  }

  /** @throws if none of the keys opens it */
  unwrap({ wrapped, wrapped_by }: Wrapped, boundTo: string): Buffer {
    const named = wrapped_by === undefined ? undefined : this.#all.get(wrapped_by);
    for (const key of named ? [named] : this.#all.values()) {
      try {
        return unseal(key, wrapped, boundTo);
      } catch {
        // The next one may open it.
      }
    }
    throw new Error(
      `What is bound to ${boundTo} can't be decrypted: start with the MASTER_KEY and the vault it was written with`,
    );
  }
}
