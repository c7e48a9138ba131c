import type { Rows } from './documents.ts';
import { deletions } from './indexes.ts';

/**
 * Deletions are kept for this long, because a process that no longer writes the view may have a write under way; its
 * connection is abandoned long before that.
 */
const keptMs = 3_600_000;
const sliceMaxDocuments = 1_000;
/** The limit of one purge; the rest waits for the next. */
const slicesMax = 100;

/**
 * Removes records of documents that were deleted long ago and no later than the checkpoint, before which no event is
 * folded again. Returns how many there were.
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
    // The condition is repeated, because one of them may have been recreated by now.
    const { deletedCount } = await rows.deleteMany({ ...due, _id: { $in: found.map(({ _id }) => _id) } });
    purged += deletedCount;
  }
  return purged;
};
