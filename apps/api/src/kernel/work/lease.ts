import { setTimeout as delay } from 'node:timers/promises';
import type { WorkRegister } from './register.ts';

/** The pause before competing again after the work ended or failed, so that another process may get the lease. */
const pauseMs = 1_000;

/** The time during which this process holds a lease. */
export interface Tenure {
  /** Higher than any earlier holder's: writing with it fences them out. */
  readonly token: number;
  /** Aborted once the lease is lost, or the process stops. */
  readonly signal: AbortSignal;
  /** Whether the previous holder fell silent, so that its last work may still be in flight. */
  readonly isTakeover: boolean;
  /**
   * Check right before anything irreversible. The signal alone may be too late: a process that was suspended resumes
   * before any of its timers fire.
   */
  isHeld(): boolean;
}

/** Work that only one process does at a time. */
export abstract class Leases {
  /** Until aborted: waits for the lease, runs the work while holding it, and competes again once it is lost. */
  abstract keep(name: string, signal: AbortSignal, work: (tenure: Tenure) => Promise<void>): Promise<void>;
}

/** For a process that shares its stores with no other. */
export const uncontended: Leases = {
  keep: (_name, signal, work) => work({ token: 0, signal, isTakeover: false, isHeld: () => !signal.aborted }),
};

export const registeredLeases = (register: WorkRegister, report: (error: unknown, what: string) => void): Leases => ({
  keep: async (name, signal, work) => {
    while (!signal.aborted) {
      const acquired = await register.acquire(name, signal);
      if (!acquired) return;
      const { lease, isTakeover } = acquired;
      const held = AbortSignal.any([signal, lease.lost]);
      try {
        const isHeld = () => !held.aborted && !lease.isOver;
        await work({ token: lease.token, signal: held, isTakeover, isHeld });
      } catch (error) {
        if (!held.aborted) report(error, `${name}: the work under the lease failed and will be retried`);
      }
      const wasLost = lease.isOver;
      await register.release(name, lease);
      if (!wasLost) await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  },
});
