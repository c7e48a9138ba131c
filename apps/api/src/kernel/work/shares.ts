import { fnv } from '@tessera/domain/kernel/fnv';
import { once } from 'node:events';
import type { WorkRegister } from './register.ts';

/** Enough parts to spread evenly over a handful of processes, and few enough to keep a lease for each. */
export const partsOfSharedWork = 8;

/** Divides work into parts, spread over the processes that do it. */
export abstract class Shares {
  abstract readonly parts: number;
  /**
   * Until aborted, runs the work whenever the part belongs to this process; the inner signal is aborted when the part
   * moves to another. For a while two processes may both believe that they own a part, so anything that must happen
   * only once needs a lease as well.
   */
  abstract whileOwn(
    work: string,
    part: number,
    signal: AbortSignal,
    run: (signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
}

/** The part of shared work that a key belongs to, the same in all processes. */
export const partOf = (key: string, parts: number): number => fnv(key) % parts;

/** For a process that shares its stores with no other. */
export const unshared: Shares = { parts: 1, whileOwn: (_work, _part, signal, run) => run(signal) };

/** Processes divide the parts of shared work among themselves by their order, which all of them see alike. */
const ownsPart = (register: WorkRegister, work: string, part: number) => {
  const sharing = register.sharing(work);
  return sharing.length > 0 && sharing[part % sharing.length] === register.owner;
};

export const registeredShares = (register: WorkRegister): Shares => {
  const users = new Map<string, number>();
  const join = (work: string) => {
    users.set(work, (users.get(work) ?? 0) + 1);
    register.join(work);
  };
  const leave = async (work: string) => {
    const left = (users.get(work) ?? 0) - 1;
    users.set(work, left);
    if (left === 0) await register.leave(work);
  };
  const untilLost = async (owns: () => boolean, run: (lost: AbortSignal) => Promise<void>) => {
    const lost = new AbortController();
    const abortIfLost = () => {
      if (!owns()) lost.abort();
    };
    register.changes.on('change', abortIfLost);
    try {
      await run(lost.signal);
    } finally {
      register.changes.off('change', abortIfLost);
    }
  };
  return {
    parts: partsOfSharedWork,
    whileOwn: async (work, part, signal, run) => {
      const owns = () => ownsPart(register, work, part);
      join(work);
      try {
        while (!signal.aborted) {
          if (owns()) await untilLost(owns, (lost) => run(AbortSignal.any([signal, lost])));
          else await once(register.changes, 'change', { signal }).catch(() => undefined);
        }
      } finally {
        await leave(work);
      }
    },
  };
};
