import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Vault } from '../records/port.ts';
import { untilAborted } from '../async/until-aborted.ts';
import { HeldLease } from './held-lease.ts';
import { emptyRegister, applyVisit } from './register-record.ts';
import type { Granted, RegisterRecord } from './register-record.ts';

/** Beside the history: a restore drops both. */
const collection = 'leases';
const key = 'register';
/** Of a lease's time: how often a process shows that it lives, and how long it may continue without having shown it. */
const beatsPerLease = 8;
const holderGivesUpAfter = 0.8;
/** Between two looks, as part of a lease: after a longer time nobody can say that another was silent. */
const unseenMax = 0.5;

interface Seen {
  readonly beat: number;
  /** On this process' own clock: since when it is this beat. */
  readonly sinceMs: number;
}

interface RegisterParts {
  readonly vault: Vault;
  /** Of this process. */
  readonly owner: string;
  /** After this time without a sign of life the others take over what a process holds. */
  readonly leaseMs: number;
  readonly report: (error: unknown, what: string) => void;
}

/** A lease that this process has. */
export interface AcquiredLease {
  readonly lease: HeldLease;
  readonly isTakeover: boolean;
}

/**
 * How processes share work: in one record of the vault, which each reads and writes as one step, several times in the time
 * of a lease, for all that it holds, waits for and shares. Clocks are not compared: each watches on its own clock whether
 * the others' beats still change.
 */
export class WorkRegister {
  /** Tells `change` when other processes are there than before. */
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

  /** Waits until this process has the lease, alone among all. Null when it was aborted. */
  async acquire(name: string, signal: AbortSignal): Promise<AcquiredLease | null> {
    if (signal.aborted) return null;
    const granted = new Promise<AcquiredLease>((resolve) => this.#wanted.set(name, resolve));
    void this.#visitSoon();
    this.#beat();
    // A stop doesn't wait for a vault that doesn't answer.
    await Promise.race([granted, untilAborted(signal)]);
    return this.#wanted.delete(name) ? null : granted;
  }

  /** When the work under it has ended: so that the next holder need not wait. */
  async release(name: string, hold: HeldLease) {
    const wasOver = hold.isOver;
    hold.end();
    this.#held.delete(name);
    const told = this.#visitSoon();
    if (!wasOver) await told;
  }

  /** From now on this process shares a work. */
  join(work: string) {
    this.#works.add(work);
    void this.#visitSoon();
    this.#beat();
  }

  /** The others need not wait. */
  leave(work: string): Promise<void> {
    this.#works.delete(work);
    return this.#visitSoon();
  }

  /** All processes that share a work, in the order all of them see; none until this one has joined. */
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

  /** Whatever is to be told by then goes with the next visit, which begins when the last one has ended. */
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
      report(error, 'the leases could not be read and renewed');
    }
  }

  /** A time in which the vault answered nothing is no silence of the others, who could not show either that they live. */
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
    for (const [name, hold] of this.#held) {
      const lease = leases[name];
      if (lease?.owner === this.#parts.owner && lease.token === hold.token) hold.extend(sentAtMs);
      else hold.end();
    }
    for (const [name, { token, isTakeover }] of granted) {
      const resolve = this.#wanted.get(name);
      if (!resolve) {
        // Who wanted it waits no more: it is given back.
        void this.#visitSoon();
        continue;
      }
      const hold = new HeldLease(token, this.#parts.leaseMs * holderGivesUpAfter, sentAtMs);
      this.#wanted.delete(name);
      this.#held.set(name, hold);
      resolve({ lease: hold, isTakeover });
    }
  }
}
