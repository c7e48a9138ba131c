import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { Foreground } from './foreground.ts';

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
};

/** Keeps this thread busy until the promise is settled. */
const busyUntil = async (settled: Promise<void>) => {
  let isSettled = false;
  void settled.then(() => (isSettled = true));
  while (!isSettled) await setImmediate();
};

it('lets background work begin at once if no command has come in', async () => {
  const foreground = new Foreground();
  let begun = 0;
  for (let work = 0; work < 3; work += 1) void foreground.pause().then(() => (begun += 1));
  await turns(4);
  expect(begun).toBe(3);
});

it('[PERF-11] while commands keep this thread busy, background work waits, but not forever', async () => {
  const foreground = new Foreground();
  const answer = foreground.enter();
  await foreground.pause();
  const atMs = performance.now();
  await busyUntil(foreground.pause());
  expect(performance.now() - atMs).toBeGreaterThanOrEqual(100);
  answer();
  const answeredAtMs = performance.now();
  await busyUntil(foreground.pause());
  expect(performance.now() - answeredAtMs).toBeGreaterThanOrEqual(100);
});

it('[PERF-11] while commands come in, background work begins only after this thread has been idle since the last one', async () => {
  const foreground = new Foreground();
  foreground.enter();
  const idleMs = () => performance.eventLoopUtilization().idle;
  await foreground.pause();
  let before = idleMs();
  let beganAtMs = performance.now();
  const begins = [1, 2, 3].map(async () => {
    await foreground.pause();
    // A machine that gives this thread no time at all uses up the patience instead.
    if (performance.now() - beganAtMs < 100) expect(idleMs() - before).toBeGreaterThanOrEqual(5);
    before = idleMs();
    beganAtMs = performance.now();
  });
  await Promise.all(begins);
});
