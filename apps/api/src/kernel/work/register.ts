import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Vault } from '../records/port.ts';
import { untilAborted } from '../async/until-aborted.ts';
import { HeldLease } from './held-lease.ts';
import { emptyRegister, applyVisit } from './register-record.ts';
import type { Granted, RegisterRecord } from './register-record.ts';

/** Stored with the history: a restore drops both. */
const collection = 'leases';
const key = 'register';
/**
 * Relative to the lease time: how often a process shows that it is alive, and how long it continues without success.
 */
const beatsPerLease = 8;
const holderGivesUpAfter = 0.8;
/** The longest gap between two reads, as a share of the lease time, after which silence of others can be judged. */
const unseenMax = 0.5;

interface Seen {
  readonly beat: number;
  /** When this beat was first seen, on this process's own clock. */
  readonly sinceMs: number;
}

interface RegisterParts {
  readonly vault: Vault;
  /** The id of this process. */
  readonly owner: string;
  /** After this time without a sign of life, other processes take over what a process holds. */
  readonly leaseMs: number;
  readonly report: (error: unknown, what: string) => void;
}

/** A lease that this process has acquired. */
export interface AcquiredLease {
  readonly lease: HeldLease;
  readonly isTakeover: boolean;
}

/**
 * Lets processes share work through one record of the vault. Each process reads and writes it in one step, several
 * times per lease time, for everything that it holds, waits for and shares. Clocks are never compared: each process
 * watches on its own clock whether the beats of the others still change.
 */
export class WorkRegister {
  /** Emits `change` when the set of processes has changed. */
  readonly changes = new EventEmitter().setMaxListeners(0);
  readonly #parts: RegisterParts;
  readonly #wanted = new Map<string, (held: AcquiredLease) => void>();
  readonly #held = new Map<string, HeldLease>();
  readonly #works = new Set<string>();
  #seen: ReadonlyMap<string, Seen> = new Map();
  #seenAtMs = -Infinity;
  #silent: ReadonlyMap<string, number> = new Map();
  #sharing: ReadonlyMap<string, readonly string[]> = new Map();
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #isBeating = false;

  constructor(parts: RegisterParts) {
    this.#parts = parts;
  }

  get owner() {
    return this.#parts.owner;
  }

  /** Waits until this process alone has the lease. Null if aborted. */
  async acquire(name: string, signal: AbortSignal): Promise<AcquiredLease | null> {
    if (signal.aborted) return null;
    const granted = new Promise<AcquiredLease>((resolve) => this.#wanted.set(name, resolve));
    void this.#visitSoon();
    this.#beat();
    // Shutting down must not wait for a vault that doesn't answer.
    await Promise.race([granted, untilAborted(signal)]);
    return this.#wanted.delete(name) ? null : granted;
  }

  /** Call once the work under the lease has ended, so that the next holder need not wait. */
  async release(name: string, lease: HeldLease) {
    const wasOver = lease.isOver;
    lease.end();
    this.#held.delete(name);
    const told = this.#visitSoon();
    if (!wasOver) await told;
  }

  /** Makes this process share a work from now on. */
  join(work: string) {
    this.#works.add(work);
    void this.#visitSoon();
    this.#beat();
  }

  /** Tells the others immediately, so that they need not wait. */
  leave(work: string): Promise<void> {
    this.#works.delete(work);
    return this.#visitSoon();
  }

  /** All processes that share a work, in the order that all of them see; none until this one has joined. */
  sharing(work: string): readonly string[] {
    return this.#works.has(work) ? (this.#sharing.get(work) ?? []) : [];
  }

  #beat() {
    if (this.#isBeating) return;
    this.#isBeating = true;
    void this.#keepBeating();
  }

  async #keepBeating() {
    for (;;) {
      await delay(this.#parts.leaseMs / beatsPerLease, undefined, { ref: false });
      if (this.#wanted.size + this.#held.size + this.#works.size === 0) break;
      await this.#visitSoon();
    }
    this.#isBeating = false;
  }

  /** Everything that has to be written goes with the next visit, which begins once the last one has ended. */
  #visitSoon(): Promise<void> {
    this.#next ??= this.#last.then(() => {
      this.#next = null;
      this.#last = this.#visit();
      return this.#last;
    });
    return this.#next;
  }

  /** Never rejects. */
  async #visit() {
    const { vault, owner, report } = this.#parts;
    const sentAtMs = performance.now();
    let granted: ReadonlyMap<string, Granted> = new Map();
    try {
      const record = await vault.update<RegisterRecord>(collection, key, (found) => {
        const outcome = applyVisit(found ?? emptyRegister, {
          process: owner,
          wanted: this.#wanted.keys(),
          held: this.#held,
          works: [...this.#works],
          silent: this.#silent,
          nowMs: Date.now(),
        });
        granted = outcome.granted;
        return outcome.record === emptyRegister ? found : outcome.record;
      });
      this.#observe(record ?? emptyRegister);
      this.#settle(record ?? emptyRegister, granted, sentAtMs);
    } catch (error) {
      this.#seenAtMs = -Infinity;
      report(error, 'the leases could not be renewed');
    }
  }

  /** While the vault does not answer, others don't count as silent: they can't show that they are alive either. */
  #observe({ processes }: RegisterRecord) {
    const { owner, leaseMs } = this.#parts;
    const nowMs = performance.now();
    const wasAway = nowMs - this.#seenAtMs > leaseMs * unseenMax;
    this.#seenAtMs = nowMs;
    const seen = new Map<string, Seen>();
    const silent = new Map<string, number>();
    const sharing = new Map<string, string[]>();
    for (const process of Object.keys(processes).sort()) {
      const { beat, works } = processes[process]!;
      const before = this.#seen.get(process);
      const { sinceMs } = before?.beat === beat && !wasAway ? before : { sinceMs: nowMs };
      seen.set(process, { beat, sinceMs });
      if (process !== owner && nowMs - sinceMs > leaseMs) silent.set(process, beat);
      else for (const work of works) sharing.set(work, [...(sharing.get(work) ?? []), process]);
    }
    this.#seen = seen;
    this.#silent = silent;
    const before = JSON.stringify([...this.#sharing]);
    this.#sharing = sharing;
    if (JSON.stringify([...sharing]) !== before) this.changes.emit('change');
  }

  #settle({ leases }: RegisterRecord, granted: ReadonlyMap<string, Granted>, sentAtMs: number) {
    for (const [name, held] of this.#held) {
      const lease = leases[name];
      if (lease?.owner === this.#parts.owner && lease.token === held.token) held.extend(sentAtMs);
      else held.end();
    }
    for (const [name, { token, isTakeover }] of granted) {
      const resolve = this.#wanted.get(name);
      if (!resolve) {
        // Nobody is waiting for it anymore, so give it back.
        void this.#visitSoon();
        continue;
      }
      const held = new HeldLease(token, this.#parts.leaseMs * holderGivesUpAfter, sentAtMs);
      this.#wanted.delete(name);
      this.#held.set(name, held);
      resolve({ lease: held, isTakeover });
    }
  }
}
