import { setTimeout as delay } from 'node:timers/promises';
import type { WorkRegister } from './register.ts';

/** Before a lease is contended for again whose work ended or failed by itself: meanwhile another may have it. */
const pauseMs = 1_000;

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

export const registeredLeases = (register: WorkRegister, report: (error: unknown, what: string) => void): Leases => ({
  keep: async (name, signal, work) => {
    while (!signal.aborted) {
      const acquired = await register.acquire(name, signal);
      if (!acquired) return;
      const { lease: hold, isTakeover } = acquired;
      const held = AbortSignal.any([signal, hold.lost]);
      try {
        const isHeld = () => !held.aborted && !hold.isOver;
        await work({ token: hold.token, signal: held, isTakeover, isHeld });
      } catch (error) {
        if (!held.aborted) report(error, `${name}: the holder of the lease failed, and tries again`);
      }
      const wasLost = hold.isOver;
      await register.release(name, hold);
      if (!wasLost) await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  },
});
