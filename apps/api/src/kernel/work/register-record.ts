interface LeaseEntry {
  /** Null where nobody holds it. */
  readonly owner: string | null;
  /**
   * Grows with each holder, and is at least the time in ms since 1970: so it is also higher than those of leases that a
   * restore, or a change of their names, has forgotten.
   */
  readonly token: number;
  /** Its last holder gave it up with work still under way. */
  readonly wasLost?: true;
}

interface ProcessEntry {
  /** Grows while the process lives. */
  readonly beat: number;
  /** What it shares with the others that name it too. */
  readonly works: readonly string[];
}

/** What processes tell each other: who holds what, who shares what, and that they live. */
export interface RegisterRecord {
  readonly processes: Readonly<Record<string, ProcessEntry>>;
  readonly leases: Readonly<Record<string, LeaseEntry>>;
}

export const emptyRegister: RegisterRecord = { processes: {}, leases: {} };

/** What a process comes with when it visits the register. */
export interface Visit {
  readonly process: string;
  /** The leases it waits for. */
  readonly wanted: Iterable<string>;
  /** Those under which it works, also where it had to give one up and what was begun has not ended yet. */
  readonly held: ReadonlyMap<string, { readonly token: number; readonly isOver: boolean }>;
  readonly works: readonly string[];
  /** Of the others, the beat at which each has fallen silent. */
  readonly silent: ReadonlyMap<string, number>;
  /** Since 1970. */
  readonly nowMs: number;
}

export interface Granted {
  readonly token: number;
  /** What the holder before began last may still be under way. */
  readonly isTakeover: boolean;
}

export interface VisitOutcome {
  /** The same object where nothing has changed. */
  readonly record: RegisterRecord;
  readonly granted: ReadonlyMap<string, Granted>;
}

/** Of its own leases a process gives back those under which it works no more; those that it had to give up are marked. */
const givenBack = (lease: LeaseEntry, held: { readonly token: number; readonly isOver: boolean } | undefined) => {
  const isAtWork = held?.token === lease.token;
  if (isAtWork && !held.isOver) return lease;
  return { owner: null, token: lease.token, ...(isAtWork && { wasLost: true as const }) };
};

/** The register after a visit: own leases given back, free ones granted, the silent forgotten, and one more beat. */
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
