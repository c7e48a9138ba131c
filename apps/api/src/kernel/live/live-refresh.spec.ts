import { once, EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { LiveRefresh } from './live-refresh.ts';

const rooms = Array.from({ length: 10_000 }, (_unused, index) => `creator ${index}`);
const watched = new Map([
  ['dashboards', rooms],
  ['market', ['all']],
]);

/** A node that doesn't receive messages, and counts its reads. */
const setUp = () => {
  const looked = new EventEmitter();
  const checkpoints = new Map([...watched.keys()].map((view) => [view, 5]));
  const asked: string[] = [];
  let hearing = (_hears: boolean): void => undefined;
  const refresh = new LiveRefresh({
    nodes: { onConnectionChange: (listener) => (hearing = listener) },
    watched: () => watched,
    reader: {
      refresh: (view, of) => {
        asked.push(`${view}: ${of.length} rooms`);
        return Promise.resolve();
      },
    },
    checkpoint: (view) => {
      asked.push(`checkpoint of ${view}`);
      if (view === 'market') looked.emit('round');
      return Promise.resolve(checkpoints.get(view) ?? -1);
    },
    logger: pino({ level: 'silent' }),
  });
  refresh.start();
  return { asked, checkpoints, refresh, hears: (hears: boolean) => hearing(hears), round: () => once(looked, 'round') };
};

const checkpointsRead = ['checkpoint of dashboards', 'checkpoint of market'];

it('[PROD-17] while disconnected, a node reads each view’s checkpoint once a second, and what 10,000 watch only if it moved', async () => {
  const { asked, checkpoints, refresh, hears, round } = setUp();
  const startedAtMs = performance.now();
  hears(false);
  // Immediately: no timer has fired yet.
  await nextTurn();
  expect(asked.splice(0)).toEqual([
    'checkpoint of dashboards',
    'dashboards: 10000 rooms',
    'checkpoint of market',
    'market: 1 rooms',
  ]);
  await round();
  expect(asked.splice(0)).toEqual(checkpointsRead);
  checkpoints.set('dashboards', 6);
  await round();
  expect(asked).toEqual(['checkpoint of dashboards', 'dashboards: 10000 rooms', 'checkpoint of market']);
  expect(performance.now() - startedAtMs).toBeGreaterThan(1_500);
  refresh.stop();
});
