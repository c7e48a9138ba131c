import { setTimeout as delay } from 'node:timers/promises';
import { CheckpointWatch } from './checkpoint-watch.ts';

const views = Array.from({ length: 15 }, (_, index) => `view-${index}`);

/** Views that other processes fold: a test sets their checkpoints, and sees which were read. */
const foldedElsewhere = () => {
  const checkpoints = new Map(views.map((view) => [view, 0]));
  const looks: { readonly atMs: number; readonly views: readonly string[] }[] = [];
  let seen: (() => void)[] = [];
  return {
    checkpoints: (asked: readonly string[]) => {
      looks.push({ atMs: performance.now(), views: asked });
      for (const tell of seen.splice(0)) tell();
      return Promise.resolve(new Map(asked.map((view) => [view, checkpoints.get(view) ?? -1])));
    },
    looks,
    commit: (position: number, of = views) => of.forEach((view) => checkpoints.set(view, position)),
    /** Resolves after this many reads. */
    looked: async (times: number) => {
      while (looks.length < times) await new Promise<void>((resolve) => (seen = [...seen, resolve]));
    },
  };
};

describe('waiting for views that other processes fold', () => {
  it('reads all checkpoints at once, and then those that are behind', async () => {
    const store = foldedElsewhere();
    const watch = new CheckpointWatch(store, views);
    const waiting = [watch.reached(7, Infinity), watch.reached(5, Infinity)];
    await store.looked(1);
    store.commit(7, views.slice(1));
    await store.looked(3);
    store.commit(7);
    expect(await Promise.all(waiting)).toEqual([true, true]);
    await watch.stop();
    expect(store.looks[0]?.views).toEqual(views);
    expect(store.looks.slice(2).every(({ views: asked }) => asked.length === 1)).toBe(true);
  });

  it('reads less and less often while waiting in vain, soon again for a new waiter, and not at all when nobody waits', async () => {
    const store = foldedElsewhere();
    const watch = new CheckpointWatch(store, views);
    const early = watch.reached(1, Infinity);
    await store.looked(8);
    const [first, second] = [store.looks[0]?.atMs ?? 0, store.looks[7]?.atMs ?? 0];
    // 10, 20, 40, 80, and three times 160 ms.
    expect(second - first).toBeGreaterThan(500);
    const late = watch.reached(1, Infinity);
    // Raced in this process, because a busy machine slows down both: a new waiter's pause is 10 ms, not 160.
    const waited = delay(100, 'too late');
    expect(await Promise.race([store.looked(9), waited])).toBeUndefined();
    store.commit(1);
    expect(await Promise.all([early, late])).toEqual([true, true]);
    const looks = store.looks.length;
    expect(await watch.reached(1, Infinity)).toBe(true);
    await watch.stop();
    expect(store.looks).toHaveLength(looks);
  });

  it('keeps waiting if the store does not answer, and ends immediately when stopped', async () => {
    const store = foldedElsewhere();
    const { checkpoints } = store;
    let isAway = true;
    store.checkpoints = (asked) =>
      isAway ? (void checkpoints(asked), Promise.reject(new Error('away'))) : checkpoints(asked);
    const watch = new CheckpointWatch(store, views);
    const waiting = watch.reached(0, Infinity);
    await store.looked(3);
    isAway = false;
    expect(await waiting).toBe(true);
    const stopped = watch.reached(1, Infinity);
    await watch.stop();
    expect(await stopped).toBe(false);
  });
});
