import { howMany } from '../../../../../test/support/sample.ts';
import { openMachine, type Machine } from '../../../../../test/support/worlds/tally-machine.ts';
import { counted, greeted, type Tally } from '../../../../../test/support/worlds/tally-catalog.ts';
import type { Progress } from './progress.ts';

const history = howMany({ usual: 3_000, full: 30_000 });
/** So many that a starting view is replayed instead of following. */
const longHistory = 30_000;
const items = 500;

const documentsOf = async ({ views }: Machine, view: string) => (await views.find(view, { limit: 100_000 })).items;

describe('a replay', () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = await openMachine();
  });
  afterEach(() => machine.close());

  const count = (index: number) => counted.of({ item: `item ${index % items}`, amount: (index * 7) % 100 });
  const appendHistory = async (events = history) => {
    for (let start = 0; start < events; start += 1_000) {
      await machine.append('count-all', ...Array.from({ length: 1_000 }, (_, index) => count(start + index)));
    }
  };

  for (const where of ['thread', 'main thread'] as const) {
    it(`in a ${where} of its own produces what live folding did, while events come in`, async () => {
      await appendHistory();
      const follower = machine.follower(where === 'thread' ? {} : { threadReplayer: undefined });
      await follower.start();
      const progress: Progress[] = [];
      let replaying = true;
      const positions: number[] = [];
      const appending = (async () => {
        for (let index = 0; replaying; index += 1) {
          const position = await machine.append(`count-live`, count(index));
          expect(await follower.reached(position, 5_000)).toBe(true);
          // Once a reader has seen a checkpoint it must not go back, not even at the switch.
          positions.push((await machine.views.get<Tally>('tallies', `item ${index % items}`))?.position ?? -1);
          expect(positions.at(-1)).toBe(position);
        }
      })();
      await follower.replay('tallies', (step) => progress.push(step)).finally(() => (replaying = false));
      await appending;

      const { items: live } = await machine.views.find<Tally>('tallies', { limit: 100_000 });
      const head = await machine.events.head();
      expect(live.reduce((all, { document }) => all + document.counts, 0)).toBe(head + 1);
      const { items: counts } = await machine.views.find<{ total: number }>('sum', { limit: 1 });
      expect(live.reduce((all, { document }) => all + document.total, 0)).toBe(counts[0]?.document.total);
      expect(await machine.views.checkpoint('tallies')).toBe(head);
      expect(positions.length).toBeGreaterThan(0);
      expect(progress[0]?.state).toBe('running');
      expect(progress.slice(-2).map(({ state }) => state)).toEqual(['switching', 'done']);
      expect(progress.at(-1)).toMatchObject({ view: 'tallies', finishedAt: expect.any(String) as unknown });
      expect(progress.at(-1)?.position).toBeGreaterThanOrEqual(history - 1);
      expect(machine.reports).toEqual([]);
    });
  }

  it('leaves every document exactly as it was if the fold is unchanged', async () => {
    await appendHistory();
    const follower = machine.follower();
    await follower.start();
    const before = await documentsOf(machine, 'tallies');
    await follower.replay('tallies', () => undefined);
    expect(await documentsOf(machine, 'tallies')).toEqual(before);
    expect(await machine.views.count('tallies', { text: 'ITEM 49' })).toBe(11);
  });

  it('starts a view that is far behind', async () => {
    await appendHistory(longHistory);
    const passes: number[] = [];
    const follower = machine.follower({
      threadReplayer: (range) => {
        passes.push(range.through);
        return machine.threadReplayer(range);
      },
    });
    await follower.start();
    expect(passes).toEqual(Array(4).fill(longHistory - 1));
    expect(follower.position).toBe(longHistory - 1);
    expect(await machine.views.count('tallies')).toBe(items);
  });

  it('runs once at a time per view, and shows in the status', async () => {
    await appendHistory(2_000);
    const follower = machine.follower();
    await follower.start();
    const first = follower.replay('tallies', () => undefined);
    await expect(follower.replay('tallies', () => undefined)).rejects.toThrow(/already being replayed/);
    const states = Object.fromEntries((await follower.status()).map(({ view, state }) => [view, state]));
    expect(states).toMatchObject({ tallies: 'replaying', sum: 'live' });
    await first;
    await follower.replay('tallies', () => undefined);
    await expect(follower.replay('nothing', () => undefined)).rejects.toThrow('no view "nothing"');
  });

  it('that fails keeps the live documents, reports it, and can be started again', async () => {
    await appendHistory(2_000);
    let failing = true;
    const follower = machine.follower({
      threadReplayer: (range) =>
        failing ? Promise.reject(new Error('The thread died')) : machine.threadReplayer(range),
    });
    await follower.start();
    const states: string[] = [];
    await expect(follower.replay('tallies', ({ state }) => states.push(state))).rejects.toThrow('The thread died');
    expect(states.at(-1)).toBe('failed');
    expect(await machine.views.count('tallies')).toBe(items);
    failing = false;
    await follower.replay('tallies', ({ state }) => states.push(state));
    expect(states.at(-1)).toBe('done');
  });

  it('parks events that it can’t fold, as live folding does', async () => {
    await appendHistory(2_000);
    await machine.append(
      'count-bad',
      counted.of({ item: 'bad', amount: 1 }),
      counted.of({ item: 'bad', amount: Number.NaN }),
    );
    const follower = machine.follower();
    await follower.start();
    const before = await follower.parked('tallies');
    await follower.replay('tallies', () => undefined);
    const after = await follower.parked('tallies');
    expect(after.map(({ position }) => position)).toEqual([2_001]);
    expect(after.map(({ position, error }) => [position, error])).toEqual(
      before.map(({ position, error }) => [position, error]),
    );
    expect((await machine.views.get('tallies', 'bad'))?.document).toMatchObject({ total: 1 });
  });

  it('[SEC-15] of a view with personal data decrypts it with the keys, and leaves out forgotten people', async () => {
    const names = Array.from({ length: 2_000 }, (_, index) =>
      greeted.of({ account: `a${index % 50}`, name: `Mira ${index}` }),
    );
    await machine.append('greet-all', ...names);
    const follower = machine.follower();
    await follower.start();
    const before = await documentsOf(machine, 'greetings');
    await follower.replay('greetings', () => undefined);
    expect(await documentsOf(machine, 'greetings')).toEqual(before);
    expect((await machine.views.get('greetings', 'a49'))?.document).toEqual({ name: 'Mira 1999' });
    await machine.codec.forget('a49');
    await follower.replay('greetings', () => undefined);
    expect((await machine.views.get('greetings', 'a49'))?.document).toEqual({ name: null });
    expect((await machine.views.get('greetings', 'a48'))?.document).toEqual({ name: 'Mira 1998' });
  });

  for (const where of ['thread', 'main thread'] as const) {
    it(`in a ${where} of its own is aborted when the follower stops`, async () => {
      await appendHistory();
      const follower = machine.follower(where === 'thread' ? {} : { threadReplayer: undefined });
      await follower.start();
      const before = await documentsOf(machine, 'tallies');
      const states: string[] = [];
      let stopped = Promise.resolve();
      const replaying = follower.replay('tallies', ({ state }) => {
        states.push(state);
        if (states.length === 1) stopped = follower.stop();
      });
      await expect(replaying).rejects.toThrow();
      await stopped;
      expect(states.at(-1)).toBe('failed');
      expect(await documentsOf(machine, 'tallies')).toEqual(before);
    });
  }

  it('runs no workflow', async () => {
    await appendHistory(2_000);
    let reactions = 0;
    let all = () => {};
    const done = new Promise<void>((resolve) => (all = resolve));
    const follower = machine.follower({
      react: async () => {
        reactions += 1;
        if (reactions === 2_000) all();
      },
    });
    await follower.start();
    await done;
    await follower.replay('tallies', () => undefined);
    await follower.stop();
    expect(reactions).toBe(2_000);
  });
});
