import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { type Leases, uncontended } from './lease.ts';
import type { Projections } from '../projecting/projections.ts';
import { BackgroundWork } from './background-work.ts';

const logged: string[] = [];
const logger = pino({}, { write: (line: string) => logged.push(line) });
beforeEach(() => logged.splice(0));

const hourMs = 3_600_000;
const viewed = Promise.resolve();
interface Given {
  readonly role?: 'all' | 'api';
  readonly caughtUp?: Promise<void>;
  readonly leases?: Leases;
  readonly caughtUpWith?: (view: string) => Promise<void>;
}
const backgroundWork = ({
  role = 'all',
  caughtUp = viewed,
  leases = uncontended,
  caughtUpWith = () => viewed,
}: Given = {}) =>
  new BackgroundWork({ caughtUp, caughtUpWith } as Projections, leases, { restMs: 50 }, { role }, logger);

/** Work that records what was called. */
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
  const background = backgroundWork();
  const { done, work, untilSecondRound } = toldWork();
  background.start(work);
  await untilSecondRound;
  await background.beforeApplicationShutdown();
  expect(done).toEqual(['begin', 'round', 'round']);
});

it('continues after a failed round, and logs it', async () => {
  const background = backgroundWork();
  const { work, untilSecondRound } = toldWork(() => Promise.reject(new Error('The views are away')));
  background.start(work);
  await untilSecondRound;
  await background.beforeApplicationShutdown();
  expect(logged.join('')).toMatch(/The views are away.*telling: a round failed/s);
});

it('is told of a shutdown during a round, and the shutdown waits for that round', async () => {
  const background = backgroundWork();
  const events: string[] = [];
  const { promise: untilRound, resolve: begun } = Promise.withResolvers<void>();
  background.start({
    name: 'waiting',
    round: async ({ signal }) => {
      begun();
      await once(signal, 'abort');
      events.push('round ended');
    },
  });
  await untilRound;
  await background.beforeApplicationShutdown();
  events.push('stopped');
  expect(events).toEqual(['round ended', 'stopped']);
});

it('ends what its rounds left in flight before the lease passes on, and competes for it only while eligible', async () => {
  const background = backgroundWork();
  const { done, work, untilSecondRound } = toldWork();
  background.start({
    ...work,
    contendWhile: async (signal, contend) => {
      await contend(signal);
      done.push('passed on');
    },
    end: () => Promise.resolve(void done.push('end')),
  });
  await untilSecondRound;
  await background.beforeApplicationShutdown();
  expect(done).toEqual(['begin', 'round', 'round', 'end', 'passed on']);
});

it('work that moves to another process is not started anymore, and the lease passes on once running work has ended', async () => {
  const background = backgroundWork();
  const meantime = new AbortController();
  const [begun, passedOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done: string[] = [];
  background.start({
    name: 'sharing',
    contendWhile: (_signal, contend) => contend(meantime.signal).then(passedOn.resolve),
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
  await background.beforeApplicationShutdown();
});

it('starts once the views are up to date, and a shutdown does not wait for views that never are', async () => {
  const background = backgroundWork({ caughtUp: new Promise(() => undefined) });
  const { done, work } = toldWork();
  background.start(work);
  await background.beforeApplicationShutdown();
  expect(done).toEqual([]);
});

it('[PROD-12] whoever takes over waits until the last holder’s work can no longer be in flight', async () => {
  const startsAfterMs = async (isTakeover: boolean, inFlightMaxMs: number) => {
    const leases: Leases = {
      keep: (name, signal, work) => uncontended.keep(name, signal, (tenure) => work({ ...tenure, isTakeover })),
    };
    const background = backgroundWork({ leases });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const atMs = performance.now();
    background.start({ name: 'mailing', inFlightMaxMs, round: () => Promise.resolve(begin()) });
    await begun;
    const startedAfterMs = performance.now() - atMs;
    await background.beforeApplicationShutdown();
    return startedAfterMs;
  };
  expect(await startsAfterMs(true, 200)).toBeGreaterThanOrEqual(199);
  // Whoever takes over nothing doesn't wait: it would outlast this test.
  await startsAfterMs(false, hourMs);
});

it('[PROD-12] whoever takes over waits as long even if the work moves to another process meanwhile', async () => {
  const inFlightMaxMs = 200;
  const leases: Leases = {
    keep: (name, signal, work) => uncontended.keep(name, signal, (tenure) => work({ ...tenure, isTakeover: true })),
  };
  const background = backgroundWork({ leases });
  const { done, work } = toldWork();
  const { promise: passedOn, resolve: passOn } = Promise.withResolvers<void>();
  const meantime = new AbortController();
  const atMs = performance.now();
  const contendWhile = (_signal: AbortSignal, contend: (signal: AbortSignal) => Promise<void>) => {
    const contended = contend(meantime.signal);
    meantime.abort();
    return contended.then(passOn);
  };
  background.start({ ...work, inFlightMaxMs, contendWhile });
  await passedOn;
  expect(performance.now() - atMs).toBeGreaterThanOrEqual(inFlightMaxMs - 1);
  expect(done).toEqual([]);
  await background.beforeApplicationShutdown();
});

it('[PROD-14] work that reads one view waits only for that one', async () => {
  const never = new Promise<void>(() => undefined);
  const background = backgroundWork({
    caughtUp: never,
    caughtUpWith: (view) => (view === 'open-payments' ? viewed : never),
  });
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  background.start({ name: 'settling', view: 'open-payments', round: () => Promise.resolve(begin()) });
  await begun;
  await background.beforeApplicationShutdown();
});

it('is left to others by nodes that answer browsers, and by those that can’t do it', async () => {
  const { done, work } = toldWork();
  const answering = backgroundWork({ role: 'api' });
  answering.start(work);
  const unable = backgroundWork();
  unable.start({ ...work, canDo: () => Promise.resolve(false) });
  await Promise.all([answering.beforeApplicationShutdown(), unable.beforeApplicationShutdown()]);
  expect(done).toEqual([]);
});
