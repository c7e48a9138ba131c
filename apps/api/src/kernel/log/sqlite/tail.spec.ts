import fc from 'fast-check';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { LogTail } from './tail.ts';

const kinds = ['A', 'B', 'C'];
const streams = ['order-1', 'order-2'];

const eventAt = (position: number): RecordedEvent => ({
  id: `event-${position}`,
  stream: streams[position % streams.length] ?? '',
  revision: Math.floor(position / streams.length),
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

it('reads the rest of a stream without gaps or repetitions, even where the log is ahead of its known head', () => {
  const count = fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }) },
    fc.integer({ min: 400, max: 1_100 }),
  );
  const append = fc.record({ append: count, unknown: fc.nat({ max: 3 }) });
  const read = fc.record({
    read: fc.nat({ max: 1 }),
    reader: fc.nat({ max: 1 }),
    skips: fc.option(fc.nat({ max: 2 })),
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(append, read), { maxLength: 80 }), (actions) => {
      const { log, tail, append: appendEvents } = logWithTail();
      let head = -1;
      const received = [0, 1].map(() => streams.map(() => [] as RecordedEvent[]));
      const inLog = (stream: string, from: number) =>
        log.filter((event) => event.stream === stream && event.revision >= from);
      const readStream = (stream: string, from: number) => {
        const rest = tail.restOf(stream, from, head);
        if (rest) return rest;
        const found = inLog(stream, from);
        tail.noteRead(stream, from, found, head);
        return found;
      };
      for (const action of actions) {
        if ('append' in action) {
          appendEvents(action.append);
          head = Math.max(head, log.length - 1 - action.unknown);
          tail.step(head - 1, head, { batchMax: 100 });
          continue;
        }
        const stream = streams[action.read] ?? '';
        const soFar = received[action.reader]?.[action.read] ?? [];
        const from = soFar.length + (action.skips ?? 0);
        const rest = readStream(stream, from);
        expect(rest).toEqual(inLog(stream, from).slice(0, rest.length));
        const known = inLog(stream, from).filter(({ position }) => position <= head);
        expect(rest.length).toBeGreaterThanOrEqual(known.length);
        if (action.skips === null) soFar.push(...rest);
      }
    }),
  );
});

it('answers what is new in a stream that was read a moment ago without reading the log again', () => {
  const { log, tail, reads, append } = logWithTail();
  append(100);
  const head = () => log.length - 1;
  tail.step(head() - 1, head(), { batchMax: 100 });
  tail.noteRead(
    'order-1',
    0,
    log.filter(({ stream }) => stream === 'order-1'),
    head(),
  );
  expect(tail.restOf('order-1', 50, head())).toEqual([]);
  append(2);
  expect(tail.restOf('order-1', 50, head())).toMatchObject([{ stream: 'order-1', revision: 50 }]);
  expect(reads.count).toBe(2);
  // Somebody has read further since.
  expect(tail.restOf('order-1', 50, head())).toBeNull();
});
