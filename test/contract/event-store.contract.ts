import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import fc from 'fast-check';
import { bytesOf } from '../../apps/api/src/kernel/log/append-size.ts';
import {
  EventStoreRefused,
  type EventStore,
  type NewEvent,
  noStream,
  RevisionConflict,
} from '../../apps/api/src/kernel/log/port.ts';
import { howMany } from '../support/sample.ts';

/** The append limit of every store in these tests: EventStoreDB's default. */
export const appendMaxBytes = 1024 * 1024;

export interface OpenedEventStore {
  readonly store: EventStore;
  /** Closes the store and opens it again on the same data. */
  reopen(): Promise<EventStore>;
  /** Closes the store and removes its data. */
  destroy(): Promise<void>;
}

const event = (type: string, data: unknown = { note: type }): NewEvent => ({
  id: randomUUID(),
  type,
  version: 1,
  data,
  metadata: { actor: 'system', correlation: randomUUID(), causation: null },
});

/** Three events that together take this many bytes. */
const eventsOf = (bytes: number): readonly NewEvent[] => {
  const begun = [event('Long', { note: '写真'.repeat(50_000) }), event('LongToo', { note: 'é'.repeat(100_000) })];
  const last = event('Rest', { note: '' });
  return [...begun, { ...last, data: { note: 'x'.repeat(bytes - bytesOf([...begun, last])) } }];
};

const all = (store: EventStore) => store.readAll({ after: -1, limit: Infinity });
const typesOf = (events: readonly RecordedEvent[]) => events.map(({ type }) => type);
const idsOf = (events: readonly RecordedEvent[]) => events.map(({ id }) => id);
const positionsOf = (events: readonly RecordedEvent[]) => events.map(({ position }) => position);
const numbersTo = (count: number) => Array.from({ length: count }, (_, number) => number);

/** Follows until this many events were seen. */
const followed = async (
  store: EventStore,
  after: number,
  batchMax: number,
  count: number,
  types?: readonly string[],
) => {
  const seen: RecordedEvent[] = [];
  let sawAll = () => {};
  const enough = new Promise<void>((resolve) => (sawAll = resolve));
  const subscription = store.follow({ after, batchMax, ...(types && { types }) }, (batch) => {
    expect(batch.length).toBeLessThanOrEqual(batchMax);
    seen.push(...batch);
    if (seen.length >= count) sawAll();
  });
  await Promise.race([enough, subscription.ended]);
  await subscription.stop();
  return seen;
};

/** A stream's events are the log's; only their position may be missing. */
const expectOfLog = (ofStream: readonly RecordedEvent[], ofLog: readonly RecordedEvent[]) => {
  const withoutPosition = (events: readonly RecordedEvent[]) => events.map(({ position: _, ...rest }) => rest);
  expect(withoutPosition(ofStream)).toEqual(withoutPosition(ofLog));
  for (const [index, { position }] of ofStream.entries()) expect([-1, ofLog[index]!.position]).toContain(position);
};

const expectGrowing = (positions: readonly number[]) => {
  for (const [index, position] of positions.entries()) {
    expect(Number.isSafeInteger(position)).toBe(true);
    expect(position).toBeGreaterThan(positions[index - 1] ?? -1);
  }
};

/** What every engine of the event store port must do. */
export const eventStoreContract = (name: string, open: () => Promise<OpenedEventStore>) =>
  describe(name, () => {
    let opened: OpenedEventStore;
    let store: EventStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.destroy());

    describe('append', () => {
      it('returns exactly what was appended, with metadata and every script', async () => {
        const appended: NewEvent = {
          ...event('ContentPublished', { title: 'Zoë’s 写真 🎞️\u0000\n"', price_cents: 25_000, tags: [], none: null }),
          version: 3,
          metadata: { actor: 'account-ü', correlation: 'request 7', causation: 'évènement-6' },
        };
        const before = Date.now();

        const { revision, position } = await store.append('content-1', noStream, [appended]);

        const [recorded, ...others] = await all(store);
        expect(others).toEqual([]);
        const { recordedAt, ...rest } = recorded!;
        expect(revision).toBe(0);
        expect(rest).toEqual({ ...appended, stream: 'content-1', revision, position });
        expect(recordedAt).toBe(new Date(recordedAt).toISOString());
        expect(Date.parse(recordedAt)).toBeGreaterThanOrEqual(before);
        expectOfLog(await store.readStream('content-1'), [recorded!]);
      });

      it('distinguishes an absent cause from a present one', async () => {
        const caused = { ...event('B'), metadata: { actor: 'admin', correlation: 'c', causation: 'A' } };
        await store.append('s', noStream, [event('A'), caused]);
        expect((await all(store)).map(({ metadata }) => metadata.causation)).toEqual([null, 'A']);
      });

      it('appends when the stream has the expected revision', async () => {
        await store.append('s', noStream, [event('A'), event('B')]);
        const { revision, position } = await store.append('s', 1, [event('C')]);
        expect(revision).toBe(2);
        expect(position).toBe((await all(store)).at(-1)?.position);
        expect(typesOf(await store.readStream('s'))).toEqual(['A', 'B', 'C']);
      });

      it('refuses another expected revision and reports the one that the stream has', async () => {
        const { position } = await store.append('s', noStream, [event('A'), event('B')]);
        for (const expected of [noStream, 0, 2]) {
          const refusal = await store.append('s', expected, [event('C')]).catch((error: unknown) => error);
          expect(refusal).toBeInstanceOf(RevisionConflict);
          expect(refusal).toMatchObject({ stream: 's', expected, actual: 1 });
        }
        await expect(store.append('new', 0, [event('C')])).rejects.toMatchObject({ expected: 0, actual: noStream });
        expect(await store.head()).toBe(position);
      });

      it('stores several events together or not at all', async () => {
        await store.append('s', noStream, [event('A')]);
        const several = [event('B'), event('C'), event('D')];
        await expect(store.append('s', noStream, several)).rejects.toMatchObject({ name: 'RevisionConflict' });
        expect(typesOf(await all(store))).toEqual(['A']);
        const { revision, position } = await store.append('s', 0, several);
        const stored = await all(store);
        expect(typesOf(stored)).toEqual(['A', 'B', 'C', 'D']);
        expect(stored.at(-1)).toMatchObject({ revision, position });
      });

      it('[SEC-05] adds nothing when it only tries whether it can write, even during appends', async () => {
        await store.tryWrite();
        expect(await all(store)).toEqual([]);
        const { position } = await store.append('s', noStream, [event('A')]);
        const trials = Array.from({ length: 5 }, () => store.tryWrite());
        await Promise.all([...trials, store.append('s', 0, [event('B')]), store.tryWrite()]);
        expect(typesOf(await all(store))).toEqual(['A', 'B']);
        expect((await store.readStream('s')).map(({ revision }) => revision)).toEqual([0, 1]);
        expect(await store.head()).toBeGreaterThan(position);
      });

      it('[PROD-03] accepts an append of exactly the largest size, and refuses one that is a byte larger', async () => {
        expect(store.appendMaxBytes).toBe(appendMaxBytes);
        const refused = await store
          .append('s', noStream, eventsOf(appendMaxBytes + 1))
          .catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(EventStoreRefused);
        expect(refused).toMatchObject({
          message: expect.stringContaining('1048577 bytes is larger than the allowed 1048576'),
        });
        expect(await all(store)).toEqual([]);
        const largest = eventsOf(appendMaxBytes);
        expect((await store.append('s', noStream, largest)).revision).toBe(2);
        expect((await store.readStream('s')).map(({ data }) => data)).toEqual(largest.map(({ data }) => data));
      });

      it('refuses an append without events', async () => {
        await expect(store.append('s', noStream, [])).rejects.toThrow(/at least one event/);
      });

      it('lets exactly one of many appends that expect the same revision succeed', async () => {
        const attempts = await Promise.allSettled(
          numbersTo(20).map((n) => store.append('s', noStream, [event(`T${n}`)])),
        );
        const refused = attempts.flatMap((attempt) =>
          attempt.status === 'rejected' ? [attempt.reason as unknown] : [],
        );
        expect(refused).toHaveLength(19);
        for (const error of refused) expect(error).toMatchObject({ name: 'RevisionConflict', actual: 0 });
        expect(await store.readStream('s')).toHaveLength(1);
      });

      it('stores each of 200 concurrent appends once, in one order, at the position that was returned', async () => {
        const appended = await Promise.all(numbersTo(200).map((n) => store.append(`s-${n}`, noStream, [event('A')])));
        const stored = await all(store);
        expectGrowing(positionsOf(stored));
        expect(stored).toHaveLength(200);
        for (const [n, { revision, position }] of appended.entries()) {
          expect(revision).toBe(0);
          expect(stored.find((recorded) => recorded.position === position)?.stream).toBe(`s-${n}`);
        }
      });
    });

    describe('a repeated append', () => {
      it('is stored once and answered as before, even after others', async () => {
        const [first, second] = [
          [event('A'), event('B')],
          [event('C'), event('D')],
        ];
        const answers = [await store.append('s', noStream, first), await store.append('s', 1, second)];
        await store.append('s', 3, [event('E')]);
        expect(await store.append('s', noStream, first)).toEqual(answers[0]);
        expect(await store.append('s', 1, second)).toEqual(answers[1]);
        expect(typesOf(await all(store))).toEqual(['A', 'B', 'C', 'D', 'E']);
      });

      it('is still recognized after the store was reopened', async () => {
        const events = [event('A'), event('B')];
        const first = await store.append('s', noStream, events);
        store = await opened.reopen();
        expect(await store.append('s', noStream, events)).toEqual(first);
        expect(await store.head()).toBe(first.position);
      });

      it('is stored once when both arrive at the same time', async () => {
        const events = [event('A')];
        const answers = await Promise.all(numbersTo(10).map(() => store.append('s', noStream, events)));
        const stored = await all(store);
        expect(stored).toHaveLength(1);
        for (const answer of answers) expect(answer).toEqual({ revision: 0, position: stored[0]!.position });
      });

      it('is refused when it comes with other events than the first time', async () => {
        const [a, b] = [event('A'), event('B')];
        await store.append('s', noStream, [a]);
        await store.append('other', noStream, [b]);
        await expect(store.append('s', noStream, [a, event('C')])).rejects.toThrow();
        await expect(store.append('s', noStream, [a, b])).rejects.toThrow();
        expect(await all(store)).toHaveLength(2);
      });
    });

    describe('reading', () => {
      /** The positions of the five events. */
      let positions: readonly number[];
      /** The cases below refer to events by index; `-1` and `Infinity` stand for themselves. */
      const positionOf = (place: number) => positions[place] ?? place;
      beforeEach(async () => {
        await store.append('s', noStream, [event('A'), event('B')]);
        await store.append('t', noStream, [event('A'), event('C')]);
        await store.append('s', 1, [event('A')]);
        positions = positionsOf(await all(store));
        expectGrowing(positions);
      });

      it('reads a stream from a revision on', async () => {
        const ofStream = (await all(store)).filter(({ stream }) => stream === 's');
        expectOfLog(await store.readStream('s'), ofStream);
        expect((await store.readStream('s', 1)).map(({ revision }) => revision)).toEqual([1, 2]);
        expect(await store.readStream('s', 3)).toEqual([]);
        expect(await store.readStream('unknown')).toEqual([]);
      });

      const cases = [
        ['everything', { after: -1, limit: 10 }, [0, 1, 2, 3, 4]],
        ['after a position', { after: 1, limit: 10 }, [2, 3, 4]],
        ['as many as asked for', { after: 0, limit: 2 }, [1, 2]],
        ['nothing after the last', { after: 4, limit: 10 }, []],
        ['backwards from the end', { after: Infinity, limit: 2, backwards: true }, [4, 3]],
        ['backwards before a position', { after: 3, limit: 10, backwards: true }, [2, 1, 0]],
        ['nothing before the first', { after: 0, limit: 10, backwards: true }, []],
        ['one type', { after: -1, limit: 10, types: ['A'] }, [0, 2, 4]],
        ['several types, some unknown', { after: 0, limit: 2, types: ['B', 'C', 'Z'] }, [1, 3]],
        ['one type backwards', { after: Infinity, limit: 2, types: ['A'], backwards: true }, [4, 2]],
        ['no events of an unknown type', { after: -1, limit: 10, types: ['Z'] }, []],
        ['no events of no type', { after: -1, limit: 10, types: [] }, []],
        ['one stream', { after: -1, limit: 10, stream: 's' }, [0, 1, 4]],
        ['one stream after a position', { after: 0, limit: 1, stream: 's' }, [1]],
        ['one stream backwards', { after: 4, limit: 10, stream: 's', backwards: true }, [1, 0]],
        ['one type of one stream', { after: -1, limit: 10, stream: 's', types: ['A'] }, [0, 4]],
        ['one type of one stream backwards', { after: 4, limit: 1, stream: 's', types: ['A'], backwards: true }, [0]],
        ['no events of an unknown stream', { after: -1, limit: 10, stream: 'unknown' }, []],
      ] as const;
      it.each(cases)('reads %s', async (_, options, places) => {
        const found = await store.readAll({ ...options, after: positionOf(options.after) });
        expect(positionsOf(found)).toEqual(places.map(positionOf));
      });

      it('reads more than one page, forwards, backwards, by type and by stream', async () => {
        for (const round of numbersTo(3)) {
          const events = numbersTo(700).map((n) => event(n % 2 === 0 ? 'Even' : 'Odd'));
          await store.append('long', round * 700 - 1, events);
        }
        const everything = await all(store);
        expect(everything).toHaveLength(2_105);
        expectGrowing(positionsOf(everything));
        const backwards = await store.readAll({ after: Infinity, limit: Infinity, backwards: true });
        expect(backwards).toEqual(everything.toReversed());
        expectOfLog(await store.readStream('long', 3), everything.slice(8));
        const odd = everything.filter(({ type }) => type === 'Odd');
        expect(await store.readAll({ after: -1, limit: 1_040, types: ['Odd'] })).toEqual(odd.slice(0, 1_040));
        const oddOfStream = { after: -1, limit: Infinity, types: ['Odd'], stream: 'long' };
        expect(await store.readAll(oddOfStream)).toEqual(odd);
      });

      it('reads only streams and types of exactly that name', async () => {
        const names = ['a.b', 'aXb', 'a.b-1', 'é(写)[1]', '$1+|^\\'];
        for (const name of names) await store.append(`x${name}`, noStream, [event(`X${name}`)]);
        for (const name of names) {
          expect(await store.readAll({ after: -1, limit: 9, stream: `x${name}` })).toHaveLength(1);
          expect(await store.readAll({ after: -1, limit: 9, types: [`X${name}`] })).toHaveLength(1);
        }
      });

      it('finds the event at a position, and null where there is none', async () => {
        const everything = await all(store);
        for (const recorded of everything) expect(await store.at(recorded.position)).toEqual(recorded);
        const [first, second] = positions as [number, number];
        const between = [first + 1, Math.floor((first + second) / 2), second - 1].filter((n) => !positions.includes(n));
        const beyond = [1, 2, 1_000].map((more) => positions[4]! + more);
        for (const nowhere of [-1, -7, 0.5, NaN, Infinity, Number.MAX_SAFE_INTEGER, ...between, ...beyond]) {
          expect(await store.at(nowhere)).toBeNull();
        }
      });

      it('returns the position of the last event, and -1 if there is none', async () => {
        expect(await store.head()).toBe(positions[4]);
        const empty = await open();
        expect(await empty.store.head()).toBe(-1);
        expect(await all(empty.store)).toEqual([]);
        await empty.destroy();
      });

      it('keeps everything when it is reopened, and continues after it', async () => {
        const before = await all(store);
        store = await opened.reopen();
        expect(await all(store)).toEqual(before);
        const { revision, position } = await store.append('s', 2, [event('D')]);
        expect(revision).toBe(3);
        expect(position).toBeGreaterThan(positions[4]!);
      });
    });

    it('behaves like a list of streams under any interleaving of appends', async () => {
      const append = fc.record({ count: fc.integer({ min: 1, max: 4 }), stale: fc.boolean() });
      const appendsOfStream = fc.array(append, { minLength: 1, maxLength: 5 });
      const round = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), appendsOfStream, { minKeys: 1 });
      await fc.assert(
        fc.asyncProperty(fc.array(round, { maxLength: 6 }), async (script) => {
          const tried = await open();
          try {
            const model = new Map<string, string[]>();
            let head = -1;
            for (const appends of script) {
              const before = head;
              const appendInTurn = async (stream: string) => {
                for (const { count, stale } of appends[stream] ?? []) {
                  const ids = model.get(stream) ?? [];
                  const actual = ids.length - 1;
                  const events = numbersTo(count).map(() => event('E'));
                  const appended = tried.store.append(stream, stale ? actual + 1 : actual, events);
                  if (stale) {
                    await expect(appended).rejects.toMatchObject({ name: 'RevisionConflict', actual });
                    continue;
                  }
                  const { revision, position } = await appended;
                  expect(revision).toBe(actual + count);
                  expect(position).toBeGreaterThan(before);
                  expect(await tried.store.at(position)).toMatchObject({ id: events.at(-1)!.id, stream, revision });
                  head = Math.max(head, position);
                  model.set(stream, [...ids, ...events.map(({ id }) => id)]);
                }
              };
              await Promise.all(Object.keys(appends).map(appendInTurn));
            }
            const stored = await all(tried.store);
            expectGrowing(positionsOf(stored));
            expect(await tried.store.head()).toBe(head);
            expect(stored).toHaveLength([...model.values()].flat().length);
            for (const [stream, ids] of model) {
              const ofStream = stored.filter((recorded) => recorded.stream === stream);
              expect(idsOf(ofStream)).toEqual(ids);
              expect(ofStream.map(({ revision }) => revision)).toEqual(numbersTo(ids.length));
              expectOfLog(await tried.store.readStream(stream), ofStream);
            }
          } finally {
            await tried.destroy();
          }
        }),
        { numRuns: howMany({ usual: 5, full: 30 }) },
      );
    });

    describe('follow', () => {
      const appendMany = async (stream: string, count: number) => {
        for (const number of numbersTo(count)) {
          await store.append(stream, number - 1, [event(number % 10 === 0 ? 'Rare' : 'Common')]);
        }
      };

      it('catches up from the beginning in batches, then delivers new appends', async () => {
        await appendMany('s', 25);
        const following = followed(store, -1, 10, 30);
        await appendMany('t', 5);
        expect(await following).toEqual(await all(store));
      });

      it('starts after the position it is given', async () => {
        await appendMany('s', 10);
        const everything = await all(store);
        expect(await followed(store, everything[6]!.position, 10, 3)).toEqual(everything.slice(7));
      });

      it('delivers only the requested types, including those first stored later', async () => {
        await appendMany('s', 21);
        const following = followed(store, -1, 2, 4, ['Rare', 'New']);
        await store.append('s', 20, [event('Common'), event('New')]);
        const everything = await all(store);
        expect(await following).toEqual([0, 10, 20, 22].map((place) => everything[place]));
      });

      it('[PROD-05] reports up to which event nothing of its types is left, so that it can continue there', async () => {
        const types = ['Rare'];
        await store.append('s', noStream, [event('Rare')]);
        await store.append(
          't',
          noStream,
          numbersTo(1_000).map(() => event('Common')),
        );
        const seen: RecordedEvent[] = [];
        const { promise: told, resolve: onPassed } = Promise.withResolvers<number>();
        const subscription = store.follow(
          { after: -1, batchMax: 10, types, onPassed },
          (batch) => void seen.push(...batch),
        );
        const passed = await told;
        await subscription.stop();
        expect(typesOf(seen)).toEqual(['Rare']);
        expect(await store.at(passed)).toMatchObject({ type: 'Common', position: passed });
        await store.append('s', 0, [event('Rare')]);
        expect(await followed(store, passed, 10, 1, types)).toEqual((await all(store)).slice(-1));
      });

      it('sees everything in order while four appenders run', async () => {
        const following = followed(store, -1, 7, 400);
        await Promise.all(numbersTo(4).map((number) => appendMany(`s-${number}`, 100)));
        const everything = await all(store);
        expect(everything).toHaveLength(400);
        expect(await following).toEqual(everything);
      });

      it('delivers the next batch only after the last one is done', async () => {
        await appendMany('s', 9);
        const head = await store.head();
        let busy = 0;
        const overlaps: number[] = [];
        let done = () => {};
        const finished = new Promise<void>((resolve) => (done = resolve));
        const subscription = store.follow({ after: -1, batchMax: 3 }, async (batch) => {
          busy += 1;
          overlaps.push(busy);
          await store.head();
          await new Promise((resolve) => setImmediate(resolve));
          busy -= 1;
          if (batch.at(-1)?.position === head) done();
        });
        await finished;
        await subscription.stop();
        expect(overlaps.length).toBeGreaterThanOrEqual(3);
        expect(new Set(overlaps)).toEqual(new Set([1]));
      });

      it('stops after the current batch, and delivers nothing after that', async () => {
        await appendMany('s', 4);
        const seen: number[] = [];
        let begun = (_: readonly RecordedEvent[]) => {};
        const firstBatch = new Promise<readonly RecordedEvent[]>((resolve) => (begun = resolve));
        let release = () => {};
        const held = new Promise<void>((resolve) => (release = resolve));
        const subscription = store.follow({ after: -1, batchMax: 2 }, async (batch) => {
          begun(batch);
          await held;
          seen.push(...positionsOf(batch));
        });
        const underWay = positionsOf(await firstBatch);
        const stopped = subscription.stop();
        expect(seen).toEqual([]);
        release();
        await stopped;
        await subscription.ended;
        await store.append('s', 3, [event('A')]);
        await followed(store, -1, 10, 5);
        expect(seen).toEqual(underWay);
      });

      it('stops immediately when it is waiting for events', async () => {
        const subscription = store.follow({ after: -1, batchMax: 2 }, () => undefined);
        await subscription.stop();
        await expect(subscription.ended).resolves.toBeUndefined();
      });

      it('ends with the error of its receiver, and others continue', async () => {
        await appendMany('s', 3);
        const failing = store.follow({ after: -1, batchMax: 1 }, async ([first]) => {
          if (first?.revision === 1) throw new Error('cannot fold revision 1');
        });
        await expect(failing.ended).rejects.toThrow('cannot fold revision 1');
        expect(await followed(store, -1, 1, 3)).toEqual(await all(store));
      });

      it('ends when the store is closed', async () => {
        const subscription = store.follow({ after: -1, batchMax: 2 }, () => undefined);
        await store.close();
        await expect(subscription.ended).resolves.toBeUndefined();
      });
    });

    it('reports that it is closed when it is used after closing', async () => {
      await store.append('s', noStream, [event('A')]);
      await store.close();
      await store.close();
      await expect(store.append('s', 0, [event('B')])).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
      await expect(store.readStream('s')).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
    });
  });
