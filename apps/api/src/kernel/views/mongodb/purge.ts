import type { Rows } from './documents.ts';
import { deletions } from './indexes.ts';

/**
 * What is deleted stays for so long, as a process that no longer writes the view may have a write under way; its
 * connection is given up long before.
 */
const keptMs = 3_600_000;
const sliceMaxDocuments = 1_000;
/** Of one purge: what is left waits for the next. */
const slicesMax = 100;

/**
 * Forgets documents that were deleted long ago, and up to the checkpoint: no event from before is folded again. Answers
 * how many there were.
 */
export const purge = async (rows: Rows, checkpoint: number): Promise<number> => {
  const due = {
    'state.deletedAtMs': { $lt: performance.timeOrigin + performance.now() - keptMs },
    'state.position': { $lte: checkpoint },
  };
  let purged = 0;
  for (let slice = 1; slice <= slicesMax; slice += 1) {
    const found = await rows
      .find(due, { hint: deletions.name })
      .limit(sliceMaxDocuments)
      .project<{ readonly _id: string }>({ _id: 1 })
      .toArray();
    if (found.length === 0) break;
    // Asked once more: one of them may be there again by now.
    const { deletedCount } = await rows.deleteMany({ ...due, _id: { $in: found.map(({ _id }) => _id) } });
    purged += deletedCount;
  }
  return purged;
};
