import { fnv } from '@tessera/domain/kernel/fnv';
import { once } from 'node:events';
import type { WorkRegister } from './register.ts';

/** So many parts that a handful of processes have about as much to do each, and few enough to keep a lease for each. */
export const partsOfSharedWork = 8;

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

/** The part of a shared work that something belongs to, by its key: for all processes the same. */
export const partOf = (key: string, parts: number): number => fnv(key) % parts;

/** Of a process that shares its stores with nobody. */
export const unshared: Shares = { parts: 1, whileOwn: (_work, _part, signal, run) => run(signal) };

/** The processes that share a work divide its parts among them, in the order in which all of them see each other. */
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
    const look = () => {
      if (!owns()) lost.abort();
    };
    register.changes.on('change', look);
    try {
      await run(lost.signal);
    } finally {
      register.changes.off('change', look);
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
