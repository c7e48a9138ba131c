import { randomUUID } from 'node:crypto';
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  eventTypeFilter,
  FORWARDS,
  type JSONEventType,
  jsonEvent,
  NO_STREAM,
  type ReadRevision,
} from '@eventstore/db-client';
import { openEventStoreDb } from '../../apps/api/src/kernel/log/eventstoredb/engine.ts';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/doubles/eventstoredb-double/double.ts';
import type { Fault } from '../support/doubles/eventstoredb-double/faults.ts';
import { until } from '../support/until.ts';

type Plain = JSONEventType<string, { readonly note?: string }>;

const event = (type = 'A', data: Plain['data'] = {}) => jsonEvent<Plain>({ id: randomUUID(), type, data });
const many = (count: number, type = 'A') => Array.from({ length: count }, () => event(type));
const nameOf = (error: unknown) => (error as { type?: string }).type;
const detailsOf = (error: unknown) =>
  (error as { details?: string; message: string }).details ?? (error as Error).message;

/** The official client is the judge: it knows the server's protocol, and nothing about our code. */
describe('[PROD-08] the EventStoreDB protocol double, which behaves like the source of server 24.10.4', () => {
  let double: EventStoreDbDouble;
  let client: EventStoreDBClient;
  const connect = (options = {}) =>
    new EventStoreDBClient({ endpoint: `127.0.0.1:${double.port}`, ...options }, { insecure: true });
  const open = async (options = {}) => {
    await client?.dispose();
    await double?.stop();
    double = await startEventStoreDbDouble(options);
    client = connect();
  };
  beforeEach(() => open());
  afterAll(async () => {
    await client.dispose();
    await double.stop();
  });

  const append = (stream: string, expected: number, events: ReturnType<typeof event>[], requiresLeader = true) =>
    client.appendToStream(stream, events, {
      expectedRevision: expected < 0 ? NO_STREAM : BigInt(expected),
      requiresLeader,
      throwOnAppendFailure: true,
    } as never);
  const readStream = async (stream: string, fromRevision: ReadRevision = 0n) => {
    const revisions: bigint[] = [];
    for await (const { event: read } of client.readStream(stream, { fromRevision, requiresLeader: true })) {
      if (read) revisions.push(read.revision);
    }
    return revisions;
  };
  const readAll = async (
    commit: number,
    direction = FORWARDS as typeof FORWARDS | typeof BACKWARDS,
    requiresLeader = true,
  ) => {
    const types: string[] = [];
    const fromPosition = { commit: BigInt(commit), prepare: BigInt(commit) };
    for await (const { event: read } of client.readAll({ fromPosition, direction, maxCount: 10, requiresLeader })) {
      if (read && !read.type.startsWith('$')) types.push(read.type);
    }
    return types;
  };
  const refusalOf = (call: Promise<unknown>) =>
    call.then(
      () => null,
      (error: unknown) => error,
    );

  it('[PROD-08] answers a repeat with the position of its last event, and with none if that was truncated away', async () => {
    const events = many(2);
    const first = await append('s', -1, events);
    await append('s', 1, many(1));
    expect(await append('s', -1, events)).toEqual(first);
    expect(double.log.repeatedAppends).toBe(1);
    double.log.truncate('s', 2);
    expect((await append('s', -1, events)).position).toBeUndefined();
    expect(nameOf(await refusalOf(append('s', -1, [events[0]!, event()])))).toBe('wrong-expected-version');
  });

  it('[PROD-08] refuses an invalid position, and is empty past the end', async () => {
    const position = Number((await append('s', -1, [event('A'), event('B')])).position?.commit);
    expect(await readAll(position)).toEqual(['B']);
    expect(await readAll(position, BACKWARDS)).toEqual(['A']);
    for (const direction of [FORWARDS, BACKWARDS] as const) {
      expect(detailsOf(await refusalOf(readAll(position - 1, direction)))).toMatch(
        /Unexpected ReadAllResult: InvalidPosition$/,
      );
    }
    expect(await readAll(position * 1_000)).toEqual([]);
    expect(detailsOf(await refusalOf(readAll(position * 1_000, BACKWARDS)))).toMatch(
      /Unexpected ReadAllResult: Error$/,
    );
  });

  it('[PROD-08] sends a subscription nothing from between two events, and from past the end nothing below that', async () => {
    const position = Number((await append('s', -1, many(2))).position?.commit);
    const seen: Record<string, number> = { between: 0, past: 0, end: 0 };
    const far = position + 1_000;
    for (const [name, from] of Object.entries({ between: position - 1, past: far, end: null })) {
      const fromPosition = from === null ? END : { commit: BigInt(from), prepare: BigInt(from) };
      const subscription = client.subscribeToAll({ fromPosition, filter: eventTypeFilter({ prefixes: ['A'] }) });
      subscription.on('data', () => (seen[name]! += 1));
    }
    await until('all are there', async () => double.subscribedFrom.length === 3);
    const [few, further] = [await append('s', 1, many(1)), await append('t', -1, many(10))];
    expect(Number(few.position?.commit)).toBeLessThan(far);
    expect(Number(further.position?.commit)).toBeGreaterThan(far);
    await until('the one at the end has all', async () => seen['end'] === 11);
    const behind = double.log.all.filter(({ type, position: at }) => type === 'A' && at > far).length;
    await until('the one past the end has what is behind it', async () => seen['past'] === behind);
    expect(seen['between']).toBe(0);
  });

  it('[PROD-08] becomes a follower while it runs, and redirects calls that require the leader', async () => {
    const { position } = await append('s', -1, many(1));
    double.follow(4_711);
    for (const refused of [() => readStream('s'), () => append('s', 0, many(1))]) {
      expect(await refusalOf(refused())).toMatchObject({
        type: 'not-leader',
        leader: { address: '127.0.0.1', port: 4_711 },
      });
      client = connect();
    }
    expect(await readAll(Number(position?.commit), FORWARDS, false)).toEqual(['A']);
    expect((await append('t', -1, many(1), false)).success).toBe(true);
    double.follow(null);
    expect(await readStream('s')).toEqual([0n]);
  });

  it.each<[Fault, RegExp, RegExp]>([
    ['not-leader', /Leader info available/, /not-leader/],
    ['no-leader', /UNKNOWN: No leader info available/, /unknown/],
    ['not-ready', /Server Is Not Ready/, /unknown/],
    ['busy', /Server Is Too Busy/, /unknown/],
    ['unknown', /UNKNOWN: Unexpected FilteredReadAllResult: Error/, /unknown/],
    ['timed-out', /ABORTED: Operation timed out/, /deadline-exceeded/],
    ['denied', /Access Denied/i, /access-denied/],
  ])(
    '[PROD-08] can answer %s to a read, and to an append whether it was stored or not',
    async (how, ofRead, ofAppend) => {
      await append('s', -1, many(1));
      double.refuseNextRead(how);
      expect(detailsOf(await refusalOf(readStream('s')))).toMatch(ofRead);
      for (const [stored, revision] of [
        [false, 0],
        [true, 1],
      ] as const) {
        client = connect();
        double.refuseNextAppend(how, stored);
        const failure = await refusalOf(append('s', 0, many(1)));
        expect(nameOf(failure)).toMatch(ofAppend);
        expect(double.log.stream('s')?.at(-1)?.revision).toBe(revision);
      }
    },
  );

  it('[PROD-08] counts the size of an append as servers up to 24.10.3 and from 24.10.4 do, to the byte', async () => {
    const bytesMax = 1_048_576;
    const sized = (bytes: number) => [event('A', { note: 'x'.repeat(bytes - '{"note":""}'.length) })];
    for (const [counts, free] of [
      ['data', bytesMax],
      ['everything', bytesMax - 2 * 'A'.length],
    ] as const) {
      await open({ sizeCounts: counts });
      expect((await append('s', -1, sized(free))).success).toBe(true);
      expect(nameOf(await refusalOf(append('t', -1, sized(free + 1))))).toBe('maximum-append-size-exceeded');
    }
  });

  it('[PROD-08] reports a checkpoint of the previous page after each searched window, and one when it has caught up', async () => {
    await append('s', -1, many(100, 'B'));
    const checkpoints: bigint[] = [];
    const filter = eventTypeFilter({
      ...{ prefixes: ['A'], maxSearchWindow: 40, checkpointInterval: 1 },
      checkpointReached: (_subscription, { commit, prepare }) => {
        checkpoints.push(commit, prepare);
      },
    });
    const subscription = client.subscribeToAll({ filter });
    const seen: string[] = [];
    subscription.on('data', ({ event: read }) => seen.push(read!.type));
    // The checkpoint of the first window says that there is no place yet; those of the next two say where the window
    // before ended.
    const ends = [39, 79].map((index) => BigInt(double.log.all[index]!.end));
    await until('both windows are told, after the first checkpoint', async () => checkpoints.length >= 6);
    expect(checkpoints.slice(0, 6)).toEqual([2n ** 64n - 1n, 2n ** 64n - 1n, ends[0], 0n, ends[0], 0n]);
    await append('t', -1, many(1));
    await until('it is live', async () => seen.length === 1);
    const before = checkpoints.length;
    await append('u', -1, many(60, 'B'));
    await until('a window of live events is told', async () => checkpoints.length > before);
    const live = double.log.all.find(({ position }) => BigInt(position) === checkpoints.at(-1));
    expect(live?.type).toBe('B');
  });

  it('[PROD-08] carries 100 calls per connection, and makes the next one wait', async () => {
    // The limit is known only once connected; the call for appends stays open.
    await append('s', -1, many(1));
    for (let opened = 0; opened < 101; opened += 1) client.subscribeToAll({ fromPosition: END });
    await until('as many as may are there', async () => double.subscribedFrom.length === 99);
    // Opened on a separate connection: by the time it is answered, everything that the first one could bring has
    // arrived.
    const other = await openEventStoreDb({ url: double.url });
    expect(double.accepted()).toBe(2);
    expect(double.subscribedFrom).toHaveLength(99);
    await other.close();
    await client.dispose();
  });

  it('[PROD-08] reads the rest of a truncated stream, and knows deleted ones: for now, and for good', async () => {
    await append('cut', -1, many(4));
    double.log.truncate('cut', 2);
    expect(await readStream('cut')).toEqual([2n, 3n]);

    await append('soft', -1, many(2));
    double.log.softDelete('soft');
    expect(nameOf(await refusalOf(readStream('soft')))).toBe('stream-not-found');
    expect((await append('soft', -1, many(1))).nextExpectedRevision).toBe(2n);
    expect(await readStream('soft')).toEqual([2n]);

    await append('hard', -1, many(1));
    double.log.tombstone('hard');
    expect(nameOf(await refusalOf(readStream('hard')))).toBe('stream-deleted');
    expect(nameOf(await refusalOf(append('hard', 0, many(1))))).toBe('stream-deleted');
    expect(double.log.all.at(-1)?.type).toBe('$streamDeleted');
  });
});
