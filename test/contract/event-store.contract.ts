import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import fc from 'fast-check';
import {
  type EventStore,
  type NewEvent,
  noStream,
  RevisionConflict,
} from '../../apps/api/src/kernel/event-store/port.ts';

export interface OpenedEventStore {
  readonly store: EventStore;
  /** Closes the store and opens it again on what it has kept. */
  reopen(): Promise<EventStore>;
  /** Closes what is open and removes what was kept. */
  destroy(): Promise<void>;
}

const event = (type: string, data: unknown = { note: type }): NewEvent => ({
  id: randomUUID(),
  type,
  version: 1,
  data,
  metadata: { actor: 'system', correlation: randomUUID(), causation: null },
});

const all = (store: EventStore) => store.readAll({ after: -1, limit: Infinity });
const typesOf = (events: readonly RecordedEvent[]) => events.map(({ type }) => type);
const positionsOf = (events: readonly RecordedEvent[]) => events.map(({ position }) => position);
const numbersTo = (count: number) => Array.from({ length: count }, (_, number) => number);

/** Follows until so many events were seen. */
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
      it('gives back exactly what was appended, with metadata and every script', async () => {
        const appended: NewEvent = {
          ...event('ContentPublished', { title: 'Zoë’s 写真 🎞️\u0000\n"', price_cents: 25_000, tags: [], none: null }),
          version: 3,
          metadata: { actor: 'account-ü', correlation: 'request 7', causation: 'évènement-6' },
        };
        const before = Date.now();

        expect(await store.append('content-1', noStream, [appended])).toEqual({ revision: 0, position: 0 });

        const [recorded, ...others] = await store.readStream('content-1');
        expect(others).toEqual([]);
        const { recordedAt, ...rest } = recorded!;
        expect(rest).toEqual({ ...appended, stream: 'content-1', revision: 0, position: 0 });
        expect(recordedAt).toBe(new Date(recordedAt).toISOString());
        expect(Date.parse(recordedAt)).toBeGreaterThanOrEqual(before);
        expect(await all(store)).toEqual([recorded]);
      });

      it('keeps an absent cause apart from a present one', async () => {
        const caused = { ...event('B'), metadata: { actor: 'admin', correlation: 'c', causation: 'A' } };
        await store.append('s', noStream, [event('A'), caused]);
        expect((await all(store)).map(({ metadata }) => metadata.causation)).toEqual([null, 'A']);
      });

      it('appends when the stream has the expected revision', async () => {
        await store.append('s', noStream, [event('A'), event('B')]);
        expect(await store.append('s', 1, [event('C')])).toEqual({ revision: 2, position: 2 });
        expect(typesOf(await store.readStream('s'))).toEqual(['A', 'B', 'C']);
      });

      it('refuses another expected revision and says which one the stream has', async () => {
        await store.append('s', noStream, [event('A'), event('B')]);
        for (const expected of [noStream, 0, 2]) {
          const refusal = await store.append('s', expected, [event('C')]).catch((error: unknown) => error);
          expect(refusal).toBeInstanceOf(RevisionConflict);
          expect(refusal).toMatchObject({ stream: 's', expected, actual: 1 });
        }
        await expect(store.append('new', 0, [event('C')])).rejects.toMatchObject({ expected: 0, actual: noStream });
        expect(await store.head()).toBe(1);
      });

      it('stores several events together or not at all', async () => {
        await store.append('other', noStream, [event('Other')]);
        const [known] = await all(store);
        const partly = [event('A'), event('B'), { ...event('C'), id: known!.id }];
        await expect(store.append('s', noStream, partly)).rejects.toThrow(/id/);
        expect(await store.readStream('s')).toEqual([]);
        expect(await store.append('s', noStream, partly.slice(0, 2))).toEqual({ revision: 1, position: 2 });
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

      it('numbers 200 concurrent appends without a gap', async () => {
        const appended = await Promise.all(numbersTo(200).map((n) => store.append(`s-${n}`, noStream, [event('A')])));
        expect(appended.map(({ position }) => position).sort((a, b) => a - b)).toEqual(numbersTo(200));
        expect(positionsOf(await all(store))).toEqual(numbersTo(200));
      });
    });

    describe('an append that is repeated', () => {
      it('is stored once and answered as before, whatever revision it expects', async () => {
        const events = [event('A'), event('B')];
        const first = await store.append('s', noStream, events);
        await store.append('s', 1, [event('C')]);
        for (const expected of [noStream, 1, 2]) expect(await store.append('s', expected, events)).toEqual(first);
        expect(typesOf(await all(store))).toEqual(['A', 'B', 'C']);
      });

      it('is still known after the store was opened again', async () => {
        const events = [event('A'), event('B')];
        const first = await store.append('s', noStream, events);
        store = await opened.reopen();
        expect(await store.append('s', noStream, events)).toEqual(first);
        expect(await store.append('s', 1, events)).toEqual(first);
        expect(await store.head()).toBe(1);
      });

      it('is stored once when both arrive at the same time', async () => {
        const events = [event('A')];
        const answers = await Promise.all(numbersTo(10).map(() => store.append('s', noStream, events)));
        for (const answer of answers) expect(answer).toEqual({ revision: 0, position: 0 });
        expect(await all(store)).toHaveLength(1);
      });

      it('is refused for another stream', async () => {
        const events = [event('A')];
        await store.append('s', noStream, events);
        await expect(store.append('t', noStream, events)).rejects.toThrow(/stored already/);
        await expect(store.append('t', 5, events)).rejects.toThrow(/stored already/);
        expect(await store.append('t', noStream, [event('B')])).toEqual({ revision: 0, position: 1 });
      });

      it('is refused when it comes with other events than the first time', async () => {
        const [a, b] = [event('A'), event('B')];
        await store.append('s', noStream, [a]);
        await store.append('other', noStream, [b]);
        await expect(store.append('s', noStream, [a, event('C')])).rejects.toThrow(/stored already/);
        await expect(store.append('s', noStream, [a, b])).rejects.toThrow(/stored already/);
        expect(await all(store)).toHaveLength(2);
      });
    });

    describe('reading', () => {
      beforeEach(async () => {
        await store.append('s', noStream, [event('A'), event('B')]);
        await store.append('t', noStream, [event('A'), event('C')]);
        await store.append('s', 1, [event('A')]);
      });

      it('reads a stream from a revision on', async () => {
        expect(positionsOf(await store.readStream('s'))).toEqual([0, 1, 4]);
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
        ['one stream', { after: -1, limit: 10, stream: 's' }, [0, 1, 4]],
        ['one stream after a position', { after: 0, limit: 1, stream: 's' }, [1]],
        ['one stream backwards', { after: 4, limit: 10, stream: 's', backwards: true }, [1, 0]],
        ['one type of one stream', { after: -1, limit: 10, stream: 's', types: ['A'] }, [0, 4]],
        ['no events of an unknown stream', { after: -1, limit: 10, stream: 'unknown' }, []],
      ] as const;
      it.each(cases)('reads %s', async (_, options, positions) => {
        expect(positionsOf(await store.readAll(options))).toEqual(positions);
      });

      it('knows the position of the last event, and of none', async () => {
        expect(await store.head()).toBe(4);
        const empty = await open();
        expect(await empty.store.head()).toBe(-1);
        expect(await all(empty.store)).toEqual([]);
        await empty.destroy();
      });

      it('keeps everything when it is opened again, and goes on numbering', async () => {
        const before = await all(store);
        store = await opened.reopen();
        expect(await all(store)).toEqual(before);
        expect(await store.append('s', 2, [event('D')])).toEqual({ revision: 3, position: 5 });
      });
    });

    it('behaves like a list under any interleaving of appends', async () => {
      const streamName = fc.constantFrom('a', 'b', 'c', 'd');
      const append = fc.record({ stream: streamName, count: fc.integer({ min: 1, max: 4 }), stale: fc.boolean() });
      const rounds = fc.array(fc.array(append, { minLength: 1, maxLength: 20 }), { maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(rounds, async (script) => {
          const tried = await open();
          try {
            const model: string[] = [];
            const revisions = new Map<string, number>();
            for (const round of script) {
              await Promise.all(
                round.map(async ({ stream, count, stale }) => {
                  const actual = revisions.get(stream) ?? noStream;
                  const events = numbersTo(count).map(() => event('E'));
                  const appended = tried.store.append(stream, stale ? actual + 1 : actual, events);
                  if (stale) return expect(appended).rejects.toMatchObject({ name: 'RevisionConflict', actual });
                  revisions.set(stream, actual + count);
                  for (const { id } of events) model.push(id);
                  const position = model.length - 1;
                  return expect(appended).resolves.toEqual({ revision: actual + count, position });
                }),
              );
            }
            const stored = await all(tried.store);
            expect(stored.map(({ id }) => id)).toEqual(model);
            expect(positionsOf(stored)).toEqual(numbersTo(model.length));
            for (const stream of revisions.keys()) {
              const ofStream = stored.filter((recorded) => recorded.stream === stream);
              expect(await tried.store.readStream(stream)).toEqual(ofStream);
              expect(ofStream.map(({ revision }) => revision)).toEqual(numbersTo(ofStream.length));
            }
          } finally {
            await tried.destroy();
          }
        }),
        { numRuns: 15 },
      );
    });

    describe('follow', () => {
      const appendMany = async (stream: string, count: number) => {
        for (const number of numbersTo(count)) {
          await store.append(stream, number - 1, [event(number % 10 === 0 ? 'Rare' : 'Common')]);
        }
      };

      it('catches up from the beginning in batches, then delivers what is appended', async () => {
        await appendMany('s', 25);
        const following = followed(store, -1, 10, 30);
        await appendMany('t', 5);
        expect(positionsOf(await following)).toEqual(numbersTo(30));
      });

      it('starts after the position it is given', async () => {
        await appendMany('s', 10);
        expect(positionsOf(await followed(store, 6, 10, 3))).toEqual([7, 8, 9]);
      });

      it('delivers only the types asked for, also those stored later for the first time', async () => {
        await appendMany('s', 21);
        const following = followed(store, -1, 2, 4, ['Rare', 'New']);
        await store.append('s', 20, [event('Common'), event('New')]);
        expect(positionsOf(await following)).toEqual([0, 10, 20, 22]);
      });

      it('sees everything in order while four appenders run', async () => {
        const following = followed(store, -1, 7, 400);
        await Promise.all(numbersTo(4).map((number) => appendMany(`s-${number}`, 100)));
        expect(positionsOf(await following)).toEqual(numbersTo(400));
      });

      it('brings the next batch only after the last one is done', async () => {
        await appendMany('s', 9);
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
          if (batch.at(-1)?.position === 8) done();
        });
        await finished;
        await subscription.stop();
        expect(overlaps).toEqual([1, 1, 1]);
      });

      it('stops after the batch under way, and brings nothing afterwards', async () => {
        await appendMany('s', 4);
        const seen: number[] = [];
        let begun = () => {};
        const firstBatch = new Promise<void>((resolve) => (begun = resolve));
        let release = () => {};
        const held = new Promise<void>((resolve) => (release = resolve));
        const subscription = store.follow({ after: -1, batchMax: 2 }, async (batch) => {
          begun();
          await held;
          seen.push(...positionsOf(batch));
        });
        await firstBatch;
        const stopped = subscription.stop();
        expect(seen).toEqual([]);
        release();
        await stopped;
        await subscription.ended;
        await store.append('s', 3, [event('A')]);
        await followed(store, -1, 10, 5);
        expect(seen).toEqual([0, 1]);
      });

      it('stops at once when it is waiting for events', async () => {
        const subscription = store.follow({ after: -1, batchMax: 2 }, () => undefined);
        await subscription.stop();
        await expect(subscription.ended).resolves.toBeUndefined();
      });

      it('ends with the error of its receiver, and others go on', async () => {
        await appendMany('s', 3);
        const failing = store.follow({ after: -1, batchMax: 1 }, async ([first]) => {
          if (first?.position === 1) throw new Error('cannot fold position 1');
        });
        await expect(failing.ended).rejects.toThrow('cannot fold position 1');
        expect(positionsOf(await followed(store, -1, 1, 3))).toEqual([0, 1, 2]);
      });

      it('ends when the store is closed', async () => {
        const subscription = store.follow({ after: -1, batchMax: 2 }, () => undefined);
        await store.close();
        await expect(subscription.ended).resolves.toBeUndefined();
      });
    });

    it('says that it is closed when it is used after closing', async () => {
      await store.append('s', noStream, [event('A')]);
      await store.close();
      await store.close();
      await expect(store.append('s', 0, [event('B')])).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
      await expect(store.readStream('s')).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
    });
  });
