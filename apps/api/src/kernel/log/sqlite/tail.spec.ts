import fc from 'fast-check';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { LogTail } from './tail.ts';

const kinds = ['A', 'B', 'C'];

const eventAt = (position: number): RecordedEvent => ({
  id: `event-${position}`,
  stream: 'order-1',
  revision: position,
  position,
  type: kinds[position % kinds.length] ?? '',
  version: 1,
  recordedAt: '2026-11-26T00:00:00.000Z',
  metadata: { actor: 'system', correlation: 'c', causation: null },
  data: {},
});

/** A log without gaps, that counts how often it is read. */
const logWithTail = () => {
  const log: RecordedEvent[] = [];
  const reads = { count: 0 };
  const tail = new LogTail((after, through) => {
    reads.count += 1;
    return log.slice(after + 1, through + 1);
  });
  const append = (count: number) => {
    for (let added = 0; added < count; added += 1) log.push(eventAt(log.length));
  };
  return { log, tail, reads, append };
};

it('reads what was appended once for all who wait at the end of the log', () => {
  const { log, tail, reads, append } = logWithTail();
  append(5_000);
  for (const types of [undefined, ['A'], ['B', 'C']])
    expect(tail.step(log.length - 2, log.length - 1, { batchMax: 100, ...(types && { types }) })).not.toBeNull();
  expect(reads.count).toBe(1);
  append(10);
  for (const types of [undefined, ['A'], ['B', 'C']])
    tail.step(log.length - 11, log.length - 1, { batchMax: 100, ...(types && { types }) });
  expect(reads.count).toBe(2);
});

it('leaves those who are far behind to read for themselves', () => {
  const { log, tail, append } = logWithTail();
  append(5_000);
  expect(tail.step(-1, log.length - 1, { batchMax: 100 })).toBeNull();
  expect(tail.step(log.length - 2, log.length - 1, { batchMax: 100 })?.seen).toBe(log.length - 1);
  expect(tail.step(log.length - 500, log.length - 1, { batchMax: 100 })).toBeNull();
});

it('delivers every event of their types to all subscriptions, once and in order, whoever is behind', () => {
  const append = fc.record({ append: fc.integer({ min: 1, max: 700 }) });
  const step = fc.record({ step: fc.nat({ max: 3 }) });
  fc.assert(
    fc.property(fc.array(fc.oneof(append, step), { maxLength: 60 }), (actions) => {
      const { log, tail, append: appendEvents } = logWithTail();
      const followers = [['A'], ['B', 'C'], kinds, []].map((types, place) => ({
        types,
        batchMax: [7, 100, 1_000, 50][place] ?? 1,
        after: -1,
        received: [] as RecordedEvent[],
      }));
      const wanted = (types: readonly string[]) => log.filter(({ type }) => types.includes(type));
      for (const action of actions) {
        if ('append' in action) {
          appendEvents(action.append);
          continue;
        }
        const follower = followers[action.step];
        if (!follower) continue;
        const found = tail.step(follower.after, log.length - 1, follower);
        // Whoever is too far behind catches up by reading the log.
        follower.received.push(
          ...(found?.events ?? wanted(follower.types).filter(({ position }) => position > follower.after)),
        );
        follower.after = found?.seen ?? log.length - 1;
        expect(follower.received).toEqual(wanted(follower.types).filter(({ position }) => position <= follower.after));
      }
    }),
  );
});
