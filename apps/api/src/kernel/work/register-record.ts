interface LeaseEntry {
  /** Null if nobody holds it. */
  readonly owner: string | null;
  /**
   * Increases with each holder, and is at least the time in ms since 1970, so that it also exceeds the tokens of leases
   * lost by a restore or by renaming them.
   */
  readonly token: number;
  /** Set if its last holder gave it up with work still in flight. */
  readonly wasLost?: true;
}

interface ProcessEntry {
  /** Increases while the process is alive. */
  readonly beat: number;
  /** The work that it shares with the other processes that list it. */
  readonly works: readonly string[];
}

/** What processes tell each other: who holds and shares what, and that they are alive. */
export interface RegisterRecord {
  readonly processes: Readonly<Record<string, ProcessEntry>>;
  readonly leases: Readonly<Record<string, LeaseEntry>>;
}

export const emptyRegister: RegisterRecord = { processes: {}, leases: {} };

/** What a process contributes when it visits the register. */
export interface Visit {
  readonly process: string;
  /** The leases that it waits for. */
  readonly wanted: Iterable<string>;
  /** The leases under which it works, including those that it had to give up while work was still in flight. */
  readonly held: ReadonlyMap<string, { readonly token: number; readonly isOver: boolean }>;
  readonly works: readonly string[];
  /** For each silent process, the beat at which it fell silent. */
  readonly silent: ReadonlyMap<string, number>;
  /** In ms since 1970. */
  readonly nowMs: number;
}

export interface Granted {
  readonly token: number;
  /** Whether the previous holder's last work may still be in flight. */
  readonly isTakeover: boolean;
}

export interface VisitOutcome {
  /** The same object if nothing has changed. */
  readonly record: RegisterRecord;
  readonly granted: ReadonlyMap<string, Granted>;
}

/** Gives back a process's own lease if it no longer works under it, marking it if it had to be given up. */
const givenBack = (lease: LeaseEntry, held: { readonly token: number; readonly isOver: boolean } | undefined) => {
  const isAtWork = held?.token === lease.token;
  if (isAtWork && !held.isOver) return lease;
  return { owner: null, token: lease.token, ...(isAtWork && { wasLost: true as const }) };
};

/**
 * The register after a visit: the visitor's unused leases given back, free ones granted, silent processes removed, and
 * the visitor's beat increased.
 */
export const applyVisit = (record: RegisterRecord, visit: Visit): VisitOutcome => {
  const isGone = (process: string) => {
    const entry = record.processes[process];
    return !entry || visit.silent.get(process) === entry.beat;
  };
  const leases: Record<string, LeaseEntry> = { ...record.leases };
  let isChanged = false;
  for (const [name, lease] of Object.entries(record.leases)) {
    if (lease.owner !== visit.process) continue;
    const kept = givenBack(lease, visit.held.get(name));
    isChanged ||= kept !== lease;
    leases[name] = kept;
  }
  const granted = new Map<string, Granted>();
  for (const name of visit.wanted) {
    const lease = leases[name];
    if (lease && lease.owner !== null && !isGone(lease.owner)) continue;
    const token = Math.max((lease?.token ?? 0) + 1, visit.nowMs);
    granted.set(name, { token, isTakeover: lease !== undefined && (lease.owner !== null || lease.wasLost === true) });
    leases[name] = { owner: visit.process, token };
  }
  const owners = new Set(Object.values(leases).map(({ owner }) => owner));
  const processes = Object.fromEntries(
    Object.entries(record.processes).filter(
      ([process]) => process !== visit.process && (owners.has(process) || !isGone(process)),
    ),
  );
  const own = record.processes[visit.process];
  if (owners.has(visit.process) || visit.works.length > 0) {
    processes[visit.process] = { beat: (own?.beat ?? 0) + 1, works: visit.works };
    isChanged = true;
  }
  isChanged ||= Object.keys(processes).length !== Object.keys(record.processes).length;
  return { record: isChanged ? { processes, leases } : record, granted };
};
