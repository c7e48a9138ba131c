import type { Vault } from '../../../apps/api/src/kernel/records/port.ts';

/** A vault in memory. Values are kept as JSON, as the real engines keep them. */
export class MemoryVault implements Vault {
  readonly #collections = new Map<string, Map<string, string>>();

  async get<Value>(collection: string, key: string): Promise<Value | null> {
    return this.#read<Value>(collection, key) ?? null;
  }

  async getAll<Value>(collection: string, keys: readonly string[]) {
    const found = keys.map((key) => [key, this.#read<Value>(collection, key)] as const);
    return new Map(found.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
  }

  async put(collection: string, key: string, value: unknown): Promise<void> {
    this.#records(collection).set(key, JSON.stringify(value));
  }

  async insert(collection: string, key: string, value: unknown): Promise<boolean> {
    if (this.#records(collection).has(key)) return false;
    await this.put(collection, key, value);
    return true;
  }

  async update<Value>(collection: string, key: string, change: (value: Value | undefined) => Value | undefined) {
    const after = change(this.#read<Value>(collection, key));
    if (after === undefined) this.#records(collection).delete(key);
    else this.#records(collection).set(key, JSON.stringify(after));
    return after;
  }

  async delete(collection: string, key: string): Promise<void> {
    this.#records(collection).delete(key);
  }

  async inGroup<Value>(collection: string, group: string) {
    return [...this.#records(collection).keys()]
      .map((key) => ({ key, value: this.#read<Value>(collection, key) as Value }))
      .filter(({ value }) => (value as { group?: unknown }).group === group);
  }

  async scrub(): Promise<void> {}

  async close(): Promise<void> {}

  /** Everything that is stored, in its stored form. */
  dump(): string {
    return JSON.stringify([...this.#collections].map(([name, records]) => [name, [...records]]));
  }

  #read<Value>(collection: string, key: string): Value | undefined {
    const json = this.#records(collection).get(key);
    return json === undefined ? undefined : (JSON.parse(json) as Value);
  }

  #records(collection: string) {
    const records = this.#collections.get(collection) ?? new Map<string, string>();
    this.#collections.set(collection, records);
    return records;
  }
}
