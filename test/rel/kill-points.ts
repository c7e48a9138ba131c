import { relative } from 'node:path';
import { linesOf } from './trace-file.ts';

/** A kind of system call that a purchase makes, and how often one purchase makes it. */
export interface Step {
  readonly call: string;
  /** Relative to the data folder; null for a socket. */
  readonly path: string | null;
  readonly count: number;
}

/** The product dies when it enters this call for the `occurrence`-th time, counted from 1; the call is not made. */
export interface KillPoint extends Omit<Step, 'count'> {
  readonly name: string;
  readonly occurrence: number;
}

const nameOf = ({ call, path }: Pick<Step, 'call' | 'path'>) => (path === null ? 'the answer' : `${call} of ${path}`);

/**
 * Databases written by a checkpoint, when the write-ahead log is copied into them, which no single purchase triggers.
 */
const checkpointed = ['events.db', 'views.db', 'sandbox-gateway.db'];
/** One in this many points is in a checkpoint, which the load reaches only every few seconds. */
const checkpointShare = 16;

/** A checkpoint writes many pages and syncs the database once, so each point picks a later write. */
const checkpointPoint = (nth: number): KillPoint => {
  const path = checkpointed[nth % checkpointed.length] ?? null;
  const turn = Math.floor(nth / checkpointed.length);
  const call = turn % 2 === 0 ? 'pwrite64' : 'fsync';
  return { call, path, name: nameOf({ call, path }), occurrence: call === 'fsync' ? 1 : 1 + turn };
};

/** The kinds of calls in the trace of one purchase, in the order of their first occurrence. */
export const stepsOf = async (file: string, dataDir: string): Promise<readonly Step[]> => {
  const counts = new Map<string, Step>();
  for await (const { call, target, begins } of linesOf(file)) {
    const isSocket = target.startsWith('TCP');
    if (!begins || (!isSocket && !target.startsWith(dataDir))) continue;
    const path = isSocket ? null : relative(dataDir, target);
    const name = nameOf({ call, path });
    counts.set(name, { call, path, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
};

/**
 * An endless sequence of points: each occurrence of every step within one purchase, after one purchase has passed, then
 * those within the next purchase, and so on. The steps take turns, and checkpoints get their share.
 */
export function* killPoints(steps: readonly Step[]): Generator<KillPoint, never> {
  const rounds = Math.max(...steps.map(({ count }) => count));
  let placed = 0;
  for (let worth = 1; ; worth += 1) {
    for (let nth = 1; nth <= rounds; nth += 1) {
      for (const { call, path, count } of steps) {
        if (nth > count) continue;
        placed += 1;
        yield { call, path, name: nameOf({ call, path }), occurrence: count * worth + nth };
        if (placed % checkpointShare === 0) yield checkpointPoint(placed / checkpointShare - 1);
      }
    }
  }
}
