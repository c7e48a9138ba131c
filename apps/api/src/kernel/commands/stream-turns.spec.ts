import { StreamBusy, StreamTurns, waitingMax } from './stream-turns.ts';

const many = (count: number) => Array.from({ length: count });
/** Work that ends when it is told to. */
const heldWork = () => {
  const held = Promise.withResolvers<void>();
  let begun = 0;
  const work = () => {
    begun += 1;
    return held.promise;
  };
  return { work, end: held.resolve, begun: () => begun };
};
afterEach(() => jest.restoreAllMocks());

describe('[FIX-36] commands for one stream', () => {
  it('take turns in the order in which they came, also after one failed; other streams don’t wait', async () => {
    const turns = new StreamTurns();
    const { work, end } = heldWork();
    const done: string[] = [];
    const noted = (name: string) => async () => void done.push(name);
    const first = turns.take('a', work).then(noted('first'));
    const failed = turns.take('a', () => Promise.reject(new Error('The log is full')));
    const second = expect(failed).rejects.toThrow('The log is full');
    const third = turns.take('a', noted('third'));
    await turns.take('b', noted('elsewhere'));
    expect(done).toEqual(['elsewhere']);
    end();
    await Promise.all([first, second, third]);
    expect(done).toEqual(['elsewhere', 'first', 'third']);
  });

  it('beyond those that may wait are refused before they begin, and welcome again later', async () => {
    const turns = new StreamTurns();
    const { work, end, begun } = heldWork();
    const waiting = many(waitingMax).map(() => turns.take('a', work));
    await expect(turns.take('a', work)).rejects.toBeInstanceOf(StreamBusy);
    expect(begun()).toBeLessThanOrEqual(1);
    end();
    await Promise.all(waiting);
    expect(begun()).toBe(waitingMax);
    await turns.take('a', work);
  });

  it('that waited too long are refused before they begin', async () => {
    const turns = new StreamTurns();
    const late = performance.now() + 5_001;
    const first = turns.take('a', async () => void jest.spyOn(performance, 'now').mockReturnValue(late));
    const never = jest.fn();
    const second = expect(turns.take('a', async () => void never())).rejects.toBeInstanceOf(StreamBusy);
    await first;
    await second;
    expect(never).not.toHaveBeenCalled();
  });
});
