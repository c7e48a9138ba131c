/**
 * Works through what comes, so many at a time. The first that fails ends it, after those that are under way: what was not
 * begun is left.
 */
export const forEachConcurrently = async <Item>(
  items: AsyncIterable<Item>,
  atOnceMax: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const iterator = items[Symbol.asyncIterator]();
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
  const ended = await Promise.allSettled(Array.from({ length: atOnceMax }, worker));
  await iterator.return?.();
  const failure = ended.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
};
