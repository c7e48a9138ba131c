import { setTimeout as delay } from 'node:timers/promises';
import type { Vault } from '../records/port.ts';
import { untilAborted } from '../until-aborted.ts';

const collection = 'leases';
/** Of a lease's time: how often its holder shows that it lives, and how long it may continue without having shown it. */
const beatsPerLease = 8;
const holderGivesUpAfter = 0.8;
/** Between two answers of the vault, as part of a lease: after a longer time nobody can say that the holder was silent. */
const unwatchedMax = 0.5;

interface LeaseRecord {
  /** Null once the holder has left of its own accord. */
  readonly owner: string | null;
  /**
   * Grows with each holder, and is at least the time in ms since 1970: so it is also higher than those of leases that a
   * restore, or a change of their names, has forgotten.
   */
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
  /** The holder before fell silent: what it began last may still be under way. */
  readonly isTakeover: boolean;
  /**
   * Asked right before what can't be taken back. The signal alone would say it too late: a process that stood still for
   * a while continues before any of its timers does.
   */
  isHeld(): boolean;
}

/** What one process of all does at a time. */
export abstract class Leases {
  /** Until it is aborted: waits for the lease, does the work while it holds it, and contends again when it was lost. */
  abstract keep(name: string, signal: AbortSignal, work: (tenure: Tenure) => Promise<void>): Promise<void>;
}

/** Of a process that shares its stores with nobody. */
export const uncontended: Leases = {
  keep: (_name, signal, work) => work({ token: 0, signal, isTakeover: false, isHeld: () => !signal.aborted }),
};

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

/** What was acquired. */
interface Taken {
  readonly token: number;
  /** When this was asked for, by `performance.now()`: for the others it begins later. */
  readonly atMs: number;
  readonly isTakeover: boolean;
}

/** Counts the time in which a record is seen not to change. */
class Watch {
  readonly #unwatchedMaxMs: number;
  #record: LeaseRecord | undefined;
  #sinceMs = 0;
  #seenAtMs = -Infinity;

  constructor(unwatchedMaxMs: number) {
    this.#unwatchedMaxMs = unwatchedMaxMs;
  }

  /**
   * For how long, in ms, the record has stood as it does now while it was watched. A time in which the vault answered
   * nothing is no silence of the holder, who could not show either that it lives: the count begins anew.
   */
  see(record: LeaseRecord): number {
    const nowMs = performance.now();
    if (!same(record, this.#record) || nowMs - this.#seenAtMs > this.#unwatchedMaxMs) this.#sinceMs = nowMs;
    this.#record = record;
    this.#seenAtMs = nowMs;
    return nowMs - this.#sinceMs;
  }

  lose() {
    this.#seenAtMs = -Infinity;
  }
}

/** Says for how long a holder may continue, and ends its tenure when that time is over. */
class Hold {
  readonly #lost = new AbortController();
  readonly #allowedMs: number;
  #untilMs = 0;
  #ending: NodeJS.Timeout | undefined;

  /** @param atMs when it was asked for */
  constructor(allowedMs: number, atMs: number) {
    this.#allowedMs = allowedMs;
    this.extend(atMs);
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  get isOver() {
    return this.#lost.signal.aborted || performance.now() >= this.#untilMs;
  }

  /** @param atMs when the beat was sent that has arrived */
  extend(atMs: number) {
    clearTimeout(this.#ending);
    this.#untilMs = atMs + this.#allowedMs;
    this.#ending = setTimeout(() => this.end(), Math.max(0, this.#untilMs - performance.now()));
  }

  end() {
    clearTimeout(this.#ending);
    this.#lost.abort();
  }
}

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
    // A stop doesn't wait for a vault that doesn't answer.
    const stopped = untilAborted(signal);
    while (!signal.aborted) {
      const taken = await Promise.race([this.#acquire(signal), stopped]);
      if (!taken) return;
      const { token, atMs, isTakeover } = taken;
      const hold = new Hold(this.#parts.leaseMs * holderGivesUpAfter, atMs);
      const held = AbortSignal.any([signal, hold.lost]);
      void this.#beat(token, held, hold);
      try {
        await work({ token, signal: held, isTakeover, isHeld: () => !held.aborted && !hold.isOver });
      } catch (error) {
        if (!held.aborted) this.#parts.report(error, `${this.#name}: the holder of the lease failed, and tries again`);
      }
      const isOwn = !hold.isOver;
      hold.end();
      if (isOwn) await this.#release(token);
      await this.#pause(signal);
    }
  }

  /** Null when it was aborted. */
  async #acquire(signal: AbortSignal): Promise<Taken | null> {
    const { vault, leaseMs, report } = this.#parts;
    const watch = new Watch(leaseMs * unwatchedMax);
    while (!signal.aborted) {
      try {
        const record = await vault.get<LeaseRecord>(collection, this.#name);
        const isSilent = record !== null && watch.see(record) > leaseMs;
        const taken = this.#isFree(record) || isSilent ? await this.#take(record) : null;
        if (taken !== null) return taken;
      } catch (error) {
        watch.lose();
        report(error, `${this.#name}: the lease could not be read`);
      }
      await this.#pause(signal);
    }
    return null;
  }

  /** Also where this process has lost it to nobody, such as while the vault was away. */
  #isFree(record: LeaseRecord | null) {
    return !record || record.owner === null || record.owner === this.#parts.owner;
  }

  /** Null when another process was faster. */
  async #take(seen: LeaseRecord | null): Promise<Taken | null> {
    const { vault, owner } = this.#parts;
    const atMs = performance.now();
    const taken = { owner, token: Math.max((seen?.token ?? 0) + 1, Date.now()), beat: 0 };
    const isTakeover = !this.#isFree(seen);
    const answer = { token: taken.token, atMs, isTakeover };
    if (!seen) return (await vault.insert(collection, this.#name, taken)) ? answer : null;
    const now = await vault.update<LeaseRecord>(collection, this.#name, (record) =>
      same(seen, record) ? taken : record,
    );
    return now?.owner === owner && now.token === taken.token ? answer : null;
  }

  /** Never rejects. Nobody waits for a beat that hangs: the hold ends without it. */
  async #beat(token: number, held: AbortSignal, hold: Hold) {
    const { vault, report } = this.#parts;
    for (;;) {
      await this.#pause(held);
      if (held.aborted) return;
      const sentAtMs = performance.now();
      try {
        const now = await vault.update<LeaseRecord>(collection, this.#name, (record) =>
          this.#isOwn(record, token) ? { ...record, beat: record.beat + 1 } : record,
        );
        if (held.aborted) return;
        if (!this.#isOwn(now, token)) return hold.end();
        hold.extend(sentAtMs);
      } catch (error) {
        if (!held.aborted) report(error, `${this.#name}: the lease could not be renewed`);
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
