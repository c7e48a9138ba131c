import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Vault } from '../records/port.ts';

const collection = 'members';
/** So many parts that a handful of processes have about as much to do each, and few enough to keep a lease for each. */
export const partsOfSharedWork = 8;
const beatsPerLease = 5;
/** Without a sign of life for so many leases, the record of a member is deleted. */
const forgottenAfterLeases = 20;

/** Parts of a work, spread over the processes that do it. */
export abstract class Shares {
  /** Into how many parts a work is cut. */
  abstract readonly parts: number;
  /**
   * Until it is aborted: does the work whenever the part falls to this process; that is aborted when the part falls to
   * another. For a while two processes may believe so of one part: what must be done once goes under a lease besides.
   */
  abstract whileOwn(
    work: string,
    part: number,
    signal: AbortSignal,
    run: (signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
}

const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;

/** The part of a shared work that something belongs to, by its key: for all processes the same (FNV-1a). */
export const partOf = (key: string, parts: number): number => {
  let hash = fnvOffset;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), fnvPrime) >>> 0;
  return hash % parts;
};

/** Of a process that shares its stores with nobody. */
export const unshared: Shares = { parts: 1, whileOwn: (_work, _part, signal, run) => run(signal) };

export interface SharesParts {
  readonly vault: Vault;
  /** Of this process. */
  readonly owner: string;
  /** After this time without a sign of life a process has no part anymore. */
  readonly leaseMs: number;
  readonly report: (error: unknown, what: string) => void;
}

export const vaultShares = (parts: SharesParts): Shares => {
  const works = new Map<string, Members>();
  return {
    parts: partsOfSharedWork,
    whileOwn: (work, part, signal, run) => {
      const members = works.get(work) ?? new Members(work, parts);
      works.set(work, members);
      return members.whileOwn(part, signal, run);
    },
  };
};

interface MemberRecord {
  readonly group: string;
  /** Grows while the member lives. */
  readonly beat: number;
}

interface Seen {
  readonly beat: number;
  /** On this process' own clock: since when it is this beat. */
  readonly sinceMs: number;
}

/** The processes that do a work, as their records in the vault tell; each shows that it lives, and watches the others. */
class Members {
  readonly #work: string;
  readonly #own: string;
  readonly #parts: SharesParts;
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #seen: ReadonlyMap<string, Seen> = new Map();
  #lookedAtMs = performance.now();
  #live: readonly string[] = [];
  #users = 0;
  #stop = new AbortController();
  #membership: Promise<void> = Promise.resolve();

  constructor(work: string, parts: SharesParts) {
    this.#work = work;
    this.#own = `${work} ${parts.owner}`;
    this.#parts = parts;
  }

  async whileOwn(part: number, signal: AbortSignal, run: (signal: AbortSignal) => Promise<void>) {
    this.#join();
    try {
      while (!signal.aborted) {
        if (this.#owns(part)) await this.#untilLost(part, signal, run);
        else await once(this.#changes, 'change', { signal }).catch(() => undefined);
      }
    } finally {
      await this.#leave();
    }
  }

  async #untilLost(part: number, signal: AbortSignal, run: (signal: AbortSignal) => Promise<void>) {
    const lost = new AbortController();
    const look = () => {
      if (!this.#owns(part)) lost.abort();
    };
    this.#changes.on('change', look);
    try {
      await run(AbortSignal.any([signal, lost.signal]));
    } finally {
      this.#changes.off('change', look);
    }
  }

  #owns(part: number) {
    return this.#live.length > 0 && this.#live[part % this.#live.length] === this.#own;
  }

  #join() {
    this.#users += 1;
    if (this.#users > 1) return;
    this.#stop = new AbortController();
    this.#membership = this.#beat(this.#stop.signal);
  }

  /** The last one out takes the record along, so that the others need not wait. */
  async #leave() {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#stop.abort();
    await this.#membership;
  }

  async #beat(signal: AbortSignal) {
    const { vault, leaseMs, report } = this.#parts;
    for (let beat = 1; !signal.aborted; beat += 1) {
      try {
        await vault.put(collection, this.#own, { group: this.#work, beat } satisfies MemberRecord);
        await this.#look();
      } catch (error) {
        report(error, `${this.#work}: the processes that share it could not be read`);
      }
      await delay(leaseMs / beatsPerLease, undefined, { signal }).catch(() => undefined);
    }
    this.#live = [];
    await vault
      .delete(collection, this.#own)
      .catch((error: unknown) => report(error, `${this.#work}: this process could not say that it leaves`));
  }

  async #look() {
    const { vault, leaseMs } = this.#parts;
    const members = await vault.inGroup<MemberRecord>(collection, this.#work);
    const now = performance.now();
    // Nobody is silent for not having been listened to.
    const wasAway = now - this.#lookedAtMs > leaseMs / 2;
    this.#lookedAtMs = now;
    const seen = new Map<string, Seen>();
    const live: string[] = [];
    for (const { key, value } of members) {
      const before = this.#seen.get(key);
      const { beat, sinceMs } = before?.beat === value.beat && !wasAway ? before : { beat: value.beat, sinceMs: now };
      seen.set(key, { beat, sinceMs });
      if (key === this.#own || now - sinceMs <= leaseMs) live.push(key);
      else if (now - sinceMs > forgottenAfterLeases * leaseMs) await vault.delete(collection, key);
    }
    this.#seen = seen;
    live.sort();
    if (live.join() === this.#live.join()) return;
    this.#live = live;
    this.#changes.emit('change');
  }
}
