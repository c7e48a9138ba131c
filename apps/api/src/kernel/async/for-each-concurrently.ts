import { setImmediate } from 'node:timers/promises';

/** Items started in one turn of the event loop. Then requests and live pages get a turn, however many items there are. */
const startsPerTurn = 4;

async function* inTurns<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  let started = 0;
  for await (const item of items) {
    started += 1;
    if (started % startsPerTurn === 0) await setImmediate();
    yield item;
  }
}

/**
 * Processes items, at most `concurrencyMax` at a time. After a failure no new items are started;
 * it rejects with that failure once those under way have ended.
 */
export const forEachConcurrently = async <Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrencyMax: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const iterator = inTurns(items);
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
