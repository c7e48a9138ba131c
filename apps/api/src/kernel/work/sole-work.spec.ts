import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { type Leases, uncontended } from './lease.ts';
import type { Projections } from '../projecting/projections.ts';
import { SoleWork } from './sole-work.ts';

const logged: string[] = [];
const logger = pino({}, { write: (line: string) => logged.push(line) });
beforeEach(() => logged.splice(0));

const viewed = Promise.resolve();
interface Given {
  readonly role?: 'all' | 'api';
  readonly caughtUp?: Promise<void>;
  readonly leases?: Leases;
  readonly caughtUpWith?: (view: string) => Promise<void>;
}
const soleWork = ({ role = 'all', caughtUp = viewed, leases = uncontended, caughtUpWith = () => viewed }: Given = {}) =>
  new SoleWork({ caughtUp, caughtUpWith } as Projections, leases, { restMs: 50 }, { role }, logger);

/** Work that says what is done of it. */
const toldWork = (round: () => Promise<void> = () => Promise.resolve()) => {
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = {
    name: 'telling',
    begin: () => Promise.resolve(void done.push('begin')),
    round: () => {
      done.push('round');
      if (done.length > 2) resolve();
      return round();
    },
  };
  return { done, work, untilSecondRound: promise };
};

it('begins once, continues round by round, and stops when the process does', async () => {
  const sole = soleWork();
  const { done, work, untilSecondRound } = toldWork();
  sole.start(work);
  await untilSecondRound;
  await sole.beforeApplicationShutdown();
  expect(done).toEqual(['begin', 'round', 'round']);
});

it('goes on after a round that failed, and says so', async () => {
  const sole = soleWork();
  const { work, untilSecondRound } = toldWork(() => Promise.reject(new Error('The views are away')));
  sole.start(work);
  await untilSecondRound;
  await sole.beforeApplicationShutdown();
  expect(logged.join('')).toMatch(/The views are away.*telling: a round failed/s);
});

it('is told of a stop within a round, and the stop waits for that round', async () => {
  const sole = soleWork();
  const events: string[] = [];
  const { promise: untilRound, resolve: begun } = Promise.withResolvers<void>();
  sole.start({
    name: 'waiting',
    round: async ({ signal }) => {
      begun();
      await once(signal, 'abort');
      events.push('round ended');
    },
  });
  await untilRound;
  await sole.beforeApplicationShutdown();
  events.push('stopped');
  expect(events).toEqual(['round ended', 'stopped']);
});

it('ends what its rounds left under way before the lease passes on, and contends for it only meanwhile', async () => {
  const sole = soleWork();
  const { done, work, untilSecondRound } = toldWork();
  sole.start({
    ...work,
    meanwhile: async (signal, contend) => {
      await contend(signal);
      done.push('passed on');
    },
    end: () => Promise.resolve(void done.push('end')),
  });
  await untilSecondRound;
  await sole.beforeApplicationShutdown();
  expect(done).toEqual(['begin', 'round', 'round', 'end', 'passed on']);
});

it('what falls to another process is begun no more, and the lease passes on when what was begun has ended', async () => {
  const sole = soleWork();
  const meantime = new AbortController();
  const [begun, passedOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done: string[] = [];
  sole.start({
    name: 'sharing',
    meanwhile: (_signal, contend) => contend(meantime.signal).then(passedOn.resolve),
    round: (_tenure, leaving) => {
      begun.resolve();
      return once(leaving, 'abort').then(() => void done.push('round ended'));
    },
    end: async (tenure) => {
      await nextTurn();
      done.push(tenure.isHeld() ? 'ended under the lease' : 'ended too late');
    },
  });
  await begun.promise;
  meantime.abort();
  await passedOn.promise;
  expect(done).toEqual(['round ended', 'ended under the lease']);
  await sole.beforeApplicationShutdown();
});

it('starts after the views are up to date, and a stop does not wait for views that are never', async () => {
  const sole = soleWork({ caughtUp: new Promise(() => undefined) });
  const { done, work } = toldWork();
  sole.start(work);
  await sole.beforeApplicationShutdown();
  expect(done).toEqual([]);
});

it('[PROD-12] whoever takes over waits until what the last holder began can be under way no more', async () => {
  const underWayMaxMs = 200;
  const startedAtMs: number[] = [];
  for (const isTakeover of [true, false]) {
    const leases: Leases = {
      keep: (name, signal, work) => uncontended.keep(name, signal, (tenure) => work({ ...tenure, isTakeover })),
    };
    const sole = soleWork({ leases });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const atMs = performance.now();
    sole.start({ name: 'mailing', underWayMaxMs, round: () => Promise.resolve(begin()) });
    await begun;
    startedAtMs.push(performance.now() - atMs);
    await sole.beforeApplicationShutdown();
  }
  const [takingOver, first] = startedAtMs;
  expect(takingOver).toBeGreaterThanOrEqual(underWayMaxMs - 1);
  expect(first).toBeLessThan(underWayMaxMs);
});

it('[PROD-12] whoever takes over waits as long where the work falls to another process meanwhile', async () => {
  const underWayMaxMs = 200;
  const leases: Leases = {
    keep: (name, signal, work) => uncontended.keep(name, signal, (tenure) => work({ ...tenure, isTakeover: true })),
  };
  const sole = soleWork({ leases });
  const { done, work } = toldWork();
  const { promise: passedOn, resolve: passOn } = Promise.withResolvers<void>();
  const meantime = new AbortController();
  const atMs = performance.now();
  const meanwhile = (_signal: AbortSignal, contend: (signal: AbortSignal) => Promise<void>) => {
    const contended = contend(meantime.signal);
    meantime.abort();
    return contended.then(passOn);
  };
  sole.start({ ...work, underWayMaxMs, meanwhile });
  await passedOn;
  expect(performance.now() - atMs).toBeGreaterThanOrEqual(underWayMaxMs - 1);
  expect(done).toEqual([]);
  await sole.beforeApplicationShutdown();
});

it('[PROD-14] work that reads one view waits for that one alone', async () => {
  const never = new Promise<void>(() => undefined);
  const sole = soleWork({ caughtUp: never, caughtUpWith: (view) => (view === 'open-payments' ? viewed : never) });
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  sole.start({ name: 'settling', view: 'open-payments', round: () => Promise.resolve(begin()) });
  await begun;
  await sole.beforeApplicationShutdown();
});

it('is left to others by a node that answers browsers, and by one that can’t do it', async () => {
  const { done, work } = toldWork();
  const answering = soleWork({ role: 'api' });
  answering.start(work);
  const unable = soleWork();
  unable.start({ ...work, canDo: () => Promise.resolve(false) });
  await Promise.all([answering.beforeApplicationShutdown(), unable.beforeApplicationShutdown()]);
  expect(done).toEqual([]);
});
