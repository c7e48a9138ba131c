import fc from 'fast-check';
import { FairQueue } from './fair-queue.ts';

interface Begun {
  readonly owner: string;
  readonly number: number;
}

/** Plays the steps (an owner joins; null ends a task) with limited concurrency, and returns what happened. */
const play = (steps: readonly (string | null)[], atOnceMax: number) => {
  const queue = new FairQueue<number>();
  const happened: (Begun & { readonly kind: 'joined' | 'begun' | 'ended' })[] = [];
  const running: Begun[] = [];
  const begin = () => {
    while (running.length < atOnceMax) {
      const next = queue.take();
      if (!next) return;
      const begun = { owner: next.owner, number: next.work };
      running.push(begun);
      happened.push({ kind: 'begun', ...begun });
    }
  };
  const end = () => {
    const ended = running.shift();
    if (!ended) return;
    happened.push({ kind: 'ended', ...ended });
    queue.ended(ended.owner);
    begin();
  };
  for (const [number, owner] of steps.entries()) {
    if (owner === null) end();
    else {
      happened.push({ kind: 'joined', owner, number });
      queue.join(owner, number);
      begin();
    }
  }
  while (running.length > 0) end();
  return happened;
};

const steps = fc.array(fc.option(fc.constantFrom('ada', 'bea', 'cleo', 'dan'), { freq: 3 }), { maxLength: 60 });

it('[SEC-02] whatever others have waiting, each of them delays an owner’s next picture by one at most', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 3 }), (script, atOnceMax) => {
      const happened = play(script, atOnceMax);
      const open = new Map<string, number>();
      const delays = new Map<string, Map<string, number>>();
      for (const { kind, owner, number } of happened) {
        const before = open.get(owner) ?? 0;
        if (kind === 'joined') open.set(owner, before + 1);
        if (kind === 'ended') open.set(owner, before - 1);
        // Only an owner with no running task is delayed solely by others.
        if (kind === 'joined' && before === 0) delays.set(owner, new Map());
        if (kind === 'begun') {
          delays.delete(owner);
          for (const [waiting, by] of delays) {
            by.set(owner, (by.get(owner) ?? 0) + 1);
            expect([waiting, number, by.get(owner)]).toEqual([waiting, number, 1]);
          }
        }
      }
    }),
  );
});

it('every task starts once, each owner’s tasks in order, and no turn is left unused', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 3 }), (script, atOnceMax) => {
      const happened = play(script, atOnceMax);
      const numbersOf = (kind: string, owner: string) =>
        happened.filter((each) => each.kind === kind && each.owner === owner).map(({ number }) => number);
      for (const owner of ['ada', 'bea', 'cleo', 'dan'])
        expect(numbersOf('begun', owner)).toEqual(numbersOf('joined', owner));
      let [open, running] = [0, 0];
      for (const [index, { kind }] of happened.entries()) {
        if (kind === 'joined') open += 1;
        if (kind === 'begun') running += 1;
        if (kind === 'ended') [open, running] = [open - 1, running - 1];
        const isSettled = happened[index + 1]?.kind !== 'begun';
        if (isSettled) expect(running).toBe(Math.min(open, atOnceMax));
      }
    }),
  );
});
