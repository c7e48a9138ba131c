import { inTurns } from './in-turns.ts';

/** Items started in one turn of the event loop. */
const startsPerTurn = 4;

/**
 * Processes items, at most `concurrencyMax` at a time. After a failure no new items are started;
 * it rejects with that failure once those under way have ended.
 */
export const forEachConcurrently = async <Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrencyMax: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const iterator = inTurns(items, startsPerTurn);
  let hasFailed = false;
  const worker = async () => {
    while (!hasFailed) {
      const next = await iterator.next();
      if (next.done) return;
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: concurrencyMax }, worker));
  await iterator.return(undefined);
  const failure = ended.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
};
