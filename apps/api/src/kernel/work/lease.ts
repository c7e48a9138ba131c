import { setTimeout as delay } from 'node:timers/promises';
import type { Vault } from '../records/port.ts';

const collection = 'leases';
/** Of a lease's time: how often its holder shows that it lives, and how long it may continue without having shown it. */
const beatsPerLease = 5;
const holderGivesUpAfter = 0.8;

interface LeaseRecord {
  /** Null once the holder has left of its own accord. */
  readonly owner: string | null;
  /** Grows with each holder. */
  readonly token: number;
  /** Grows while the holder lives. */
  readonly beat: number;
}

/** The time for which this process holds a lease. */
export interface Tenure {
  /** Higher than that of every holder before: what is written under it fences the others out. */
  readonly token: number;
  /** Aborted when the lease was lost, or the process stops. */
  readonly signal: AbortSignal;
}

/** What one process of all does at a time. */
export abstract class Leases {
  /** Until it is aborted: waits for the lease, does the work while it holds it, and contends again when it was lost. */
  abstract keep(name: string, signal: AbortSignal, work: (tenure: Tenure) => Promise<void>): Promise<void>;
}

/** Of a process that shares its stores with nobody. */
export const uncontended: Leases = { keep: (_name, signal, work) => work({ token: 0, signal }) };

export const vaultLeases = (parts: LeaseParts): Leases => ({
  keep: (name, signal, work) => new Lease(name, parts).keep(signal, work),
});

export interface LeaseParts {
  readonly vault: Vault;
  /** Of this process. */
  readonly owner: string;
  /** After this time without a sign of life another process takes over. */
  readonly leaseMs: number;
  readonly report: (error: unknown, what: string) => void;
}

const same = (one: LeaseRecord, other: LeaseRecord | undefined) =>
  one.owner === other?.owner && one.token === other.token && one.beat === other.beat;

/**
 * The right to do something alone among several processes, kept in the vault. Clocks are not compared: who contends
 * watches on its own clock whether the holder's record still changes.
 */
class Lease {
  readonly #name: string;
  readonly #parts: LeaseParts;

  constructor(name: string, parts: LeaseParts) {
    this.#name = name;
    this.#parts = parts;
  }

  async keep(signal: AbortSignal, work: (tenure: Tenure) => Promise<void>) {
    while (!signal.aborted) {
      const token = await this.#acquire(signal);
      if (token === null) return;
      const lost = new AbortController();
      const held = AbortSignal.any([signal, lost.signal]);
      const beating = this.#beat(token, held, lost);
      try {
        await work({ token, signal: held });
      } catch (error) {
        if (!held.aborted) this.#parts.report(error, `${this.#name}: the holder of the lease failed, and tries again`);
      }
      lost.abort();
      await beating;
      await this.#release(token);
      await this.#pause(signal);
    }
  }

  /** Null when it was aborted. */
  async #acquire(signal: AbortSignal): Promise<number | null> {
    const { vault, leaseMs, report } = this.#parts;
    let seen: LeaseRecord | undefined;
    let seenAtMs = 0;
    while (!signal.aborted) {
      try {
        const record = await vault.get<LeaseRecord>(collection, this.#name);
        if (!record || !same(record, seen)) {
          seen = record ?? undefined;
          seenAtMs = performance.now();
        }
        const isFree = !record || record.owner === null || performance.now() - seenAtMs > leaseMs;
        const token = isFree ? await this.#take(record) : null;
        if (token !== null) return token;
      } catch (error) {
        report(error, `${this.#name}: the lease could not be read`);
      }
      await this.#pause(signal);
    }
    return null;
  }

  /** Null when another process was faster. */
  async #take(seen: LeaseRecord | null): Promise<number | null> {
    const { vault, owner } = this.#parts;
    const taken = { owner, token: (seen?.token ?? 0) + 1, beat: 0 };
    if (!seen) return (await vault.insert(collection, this.#name, taken)) ? taken.token : null;
    const now = await vault.update<LeaseRecord>(collection, this.#name, (record) =>
      same(seen, record) ? taken : record,
    );
    return now?.owner === owner && now.token === taken.token ? taken.token : null;
  }

  async #beat(token: number, held: AbortSignal, lost: AbortController) {
    const { vault, leaseMs, report } = this.#parts;
    let shownAtMs = performance.now();
    while (!held.aborted) {
      await this.#pause(held);
      if (held.aborted) return;
      try {
        const now = await vault.update<LeaseRecord>(collection, this.#name, (record) =>
          this.#isOwn(record, token) ? { ...record, beat: record.beat + 1 } : record,
        );
        if (!this.#isOwn(now, token)) return lost.abort();
        shownAtMs = performance.now();
      } catch (error) {
        report(error, `${this.#name}: the lease could not be renewed`);
        if (performance.now() - shownAtMs > leaseMs * holderGivesUpAfter) return lost.abort();
      }
    }
  }

  /** So that the next holder need not wait. */
  async #release(token: number) {
    try {
      await this.#parts.vault.update<LeaseRecord>(collection, this.#name, (record) =>
        this.#isOwn(record, token) ? { ...record, owner: null } : record,
      );
    } catch (error) {
      this.#parts.report(error, `${this.#name}: the lease could not be given back; it runs out by itself`);
    }
  }

  #isOwn(record: LeaseRecord | undefined, token: number): record is LeaseRecord {
    return record?.owner === this.#parts.owner && record.token === token;
  }

  #pause(signal: AbortSignal) {
    return delay(this.#parts.leaseMs / beatsPerLease, undefined, { signal }).catch(() => undefined);
  }
}
