import { filterOf, matchesFilter, mergeEvents, queryOf } from './event-log.ts';
import type { EventSummary } from '@tessera/contract/admin';
import { replayText } from '../views/replay-progress.tsx';
import { percentOf } from '../views/views.atoms.ts';

const event = (position: number, correlation = 'purchase-1'): EventSummary => ({
  position,
  id: `event-${position}`,
  type: 'OrderPlaced',
  stream: 'order-1',
  revision: 0,
  recorded_at: '2026-11-20T14:05:00.000Z',
  actor: 'brand-1',
  correlation,
  sentence: 'Acme placed an order.',
});

it('events that arrive twice are listed once, newest first', () => {
  expect(mergeEvents([event(3), event(2)], [event(2), event(1)]).map(({ position }) => position)).toEqual([3, 2, 1]);
});

it('a correlation in the address shows only the events of that purchase', () => {
  const filter = filterOf(new URLSearchParams('correlation=purchase-1'));
  expect([event(1), event(2, 'purchase-2')].filter((each) => matchesFilter(filter, each))).toEqual([event(1)]);
  expect(queryOf(filter)).toBe('correlation=purchase-1');
});

const replay = {
  position: 999,
  head: 1_000,
  events_per_second: 120_500,
  state: 'running',
  started_at: '2026-11-20T14:05:00.000Z',
  finished_at: null,
} as const;

it('a replay is at 100% only when every event is folded', () => {
  expect(percentOf(replay)).toBe(99);
  expect(percentOf({ ...replay, position: 1_000 })).toBe(100);
  expect(percentOf({ ...replay, position: 0, head: 0 })).toBe(100);
});

it('a finished replay says how long it took', () => {
  const done = { ...replay, state: 'done', finished_at: '2026-11-20T14:05:01.830Z' } as const;
  expect(replayText(done)).toBe('Done in 1.83 s, 120,500 events/s');
});
