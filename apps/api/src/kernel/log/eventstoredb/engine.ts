import { setTimeout as delay } from 'node:timers/promises';
import { type EventData, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { Appended, EventStore, FollowOptions, NewEvent, OnBatch, ReadAll, Subscription } from '../port.ts';
import { EventStoreUnavailable, noStream, RevisionConflict } from '../port.ts';
import { refuseTooLarge, standardAppendMaxBytes } from '../append-size.ts';
import { LogClient } from './client.ts';
import { ours, positionOf, revisionOf, safePosition, toStored } from './envelope.ts';
import { failuresOf, isNoSuchPosition, isRefusal, mayPass } from './failure.ts';
import type { Failures } from './failure.ts';
import { readLog, readStream, subscribeToLog } from './read-request.ts';
import { LogSubscription } from './subscription.ts';

/** Of one read; longer ones are made of several. */
const pageMaxEvents = 1_000;

/** How long an answer may take, and how often a call is made again that was not answered. */
export interface EventStoreDbBounds {
  readonly appendDeadlineMs: number;
  /** A page of a filtered read may make the server look through its whole log. */
  readonly readDeadlineMs: number;
  readonly attemptsMax: number;
  /** No further attempt begins after this time. */
  readonly giveUpAfterMs: number;
  /** Before the second attempt; it doubles from one to the next. */
  readonly retryAfterMs: number;
}

const standardBounds: EventStoreDbBounds = {
  appendDeadlineMs: 5_000,
  readDeadlineMs: 20_000,
  attemptsMax: 6,
  giveUpAfterMs: 15_000,
  retryAfterMs: 100,
};

export interface EventStoreDb extends EventStore {
  /** Appends events of another engine: their ids, times and everything else stay; position and revision are new. */
  appendRecorded(stream: string, expected: number, events: readonly RecordedEvent[]): Promise<Appended>;
}

/**
 * Opens the log in an EventStoreDB, one node or a cluster; any number of processes may.
 * @throws EventStoreUnavailable when the address can't be read or nobody answers there; EventStoreRefused when its user
 * may not read the log
 */
export const openEventStoreDb = async ({
  url,
  appendMaxBytes = standardAppendMaxBytes,
  ...bounds
}: { readonly url: string; readonly appendMaxBytes?: number } & Partial<EventStoreDbBounds>): Promise<EventStoreDb> => {
  const failures = failuresOf(url);
  let client: LogClient;
  try {
    client = LogClient.connect(url);
  } catch {
    throw failures.unavailable(
      'connect',
      new Error('its address can not be read; it looks like esdb://host:2113?tls=false'),
    );
  }
  const store = new EventStoreDbEngine(client, failures, appendMaxBytes, { ...standardBounds, ...bounds });
  try {
    await store.head();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
};

class EventStoreDbEngine implements EventStoreDb {
  readonly counts = 'bytes';
  readonly appendMaxBytes: number;
  readonly #client: LogClient;
  readonly #failures: Failures;
  readonly #bounds: EventStoreDbBounds;
  readonly #subscriptions = new Set<LogSubscription>();
  readonly #closing = new AbortController();
  #closed: Promise<void> | null = null;

  constructor(client: LogClient, failures: Failures, appendMaxBytes: number, bounds: EventStoreDbBounds) {
    this.#client = client;
    this.#failures = failures;
    this.appendMaxBytes = appendMaxBytes;
    this.#bounds = bounds;
  }

  async append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    refuseTooLarge(stream, events, this.appendMaxBytes);
    return this.#append(
      stream,
      expected,
      events.map((event) => toStored(event)),
    );
  }

  async appendRecorded(stream: string, expected: number, events: readonly RecordedEvent[]): Promise<Appended> {
    return this.#append(
      stream,
      expected,
      events.map((event) => toStored(event, event.recordedAt)),
    );
  }

  async readStream(stream: string, from = 0): Promise<readonly RecordedEvent[]> {
    const found: RecordedEvent[] = [];
    for (let next = from; ;) {
      const request = readStream(stream, next, pageMaxEvents);
      const page = await this.#answered(`read ${stream}`, () => this.#read(request));
      for (const event of ours(page)) found.push(event);
      const last = page.at(-1);
      if (!last || page.length < pageMaxEvents) return found;
      // Of a stream that was truncated, the server begins with the first event that is left.
      next = revisionOf(last) + 1;
    }
  }

  async readAll({ after, limit, types, stream, backwards = false }: ReadAll): Promise<readonly RecordedEvent[]> {
    if (types?.length === 0 || (backwards ? after < 0 : after === Infinity)) return [];
    const found: RecordedEvent[] = [];
    const filteredHere = stream === undefined ? undefined : types;
    let from = after;
    while (found.length < limit) {
      const wanted = filteredHere ? pageMaxEvents : Math.min(limit - found.length, pageMaxEvents);
      // One more, as the server may begin with the event at `from` itself.
      const request = readLog({ from, backwards, types, stream }, wanted + 1);
      const page = await this.#answered('read the log', () => this.#read(request));
      for (const event of ours(page)) {
        if (backwards ? event.position >= from : event.position <= from) continue;
        if (found.length < limit && (filteredHere?.includes(event.type) ?? true)) found.push(event);
      }
      const last = page.at(-1);
      if (!last || page.length <= wanted) break;
      from = positionOf(last);
    }
    return found;
  }

  async at(position: number): Promise<RecordedEvent | null> {
    if (!Number.isSafeInteger(position) || position < 0) return null;
    return this.#answered(`read position ${position}`, async () => {
      try {
        const [event] = ours(await this.#read(readLog({ from: position }, 1)));
        return event?.position === position ? event : null;
      } catch (error) {
        if (isNoSuchPosition(error)) return null;
        throw error;
      }
    });
  }

  follow(options: FollowOptions, onBatch: OnBatch): Subscription {
    if (this.#closed) throw this.#failures.unavailable('follow the log', new Error('it is closed'));
    const { types } = options;
    const subscribe = (after: number) => this.#client.read(subscribeToLog({ from: after, types }));
    const subscription = new LogSubscription(subscribe, this.#refusalOf, options, onBatch);
    this.#subscriptions.add(subscription);
    const forget = () => this.#subscriptions.delete(subscription);
    subscription.ended.then(forget, forget);
    return subscription;
  }

  async head(): Promise<number> {
    const [last] = await this.readAll({ after: Infinity, limit: 1, backwards: true });
    return last?.position ?? -1;
  }

  /** Reads: nothing could be taken out of its log again, and a node whose disk is full ends on its own. */
  async tryWrite(): Promise<void> {
    await this.head();
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    await this.#client.disconnect();
  }

  async #append(stream: string, expected: number, events: readonly EventData[]): Promise<Appended> {
    if (events.length === 0) throw new Error(`${stream}: an append needs at least one event`);
    const revision = expected + events.length;
    const told = await this.#answered(`append to ${stream}`, async (attempt) => {
      try {
        return await this.#appendOnce(stream, expected, events);
      } catch (error) {
        if (!(error instanceof WrongExpectedVersionError)) throw error;
        // The answer that was lost may have been a good one.
        if (attempt > 1 && (await this.#holds(stream, expected + 1, events))) return -1;
        const actual = typeof error.actualVersion === 'bigint' ? Number(error.actualVersion) : noStream;
        throw new RevisionConflict(stream, expected, actual);
      }
    });
    return { revision, position: told >= 0 ? told : await this.#positionOf(stream, revision) };
  }

  /** Answers the position, if the server tells it: it may not when it knows the append already. */
  async #appendOnce(stream: string, expected: number, events: readonly EventData[]): Promise<number> {
    const { position } = await this.#client.appendToStream(stream, [...events], {
      expectedRevision: expected === noStream ? NO_STREAM : BigInt(expected),
      requiresLeader: true,
      deadline: this.#bounds.appendDeadlineMs,
    });
    return position ? safePosition(String(position.commit)) : -1;
  }

  async #holds(stream: string, from: number, events: readonly EventData[]): Promise<boolean> {
    const stored = ours(await this.#read(readStream(stream, from, events.length)));
    return stored.length === events.length && stored.every(({ id }, index) => id === events[index]?.id);
  }

  async #positionOf(stream: string, revision: number): Promise<number> {
    const [event] = ours(await this.#answered(`read ${stream}`, () => this.#read(readStream(stream, revision, 1))));
    if (event?.revision === revision && event.position >= 0) return event.position;
    for (let before = Infinity; ;) {
      const page = await this.readAll({ after: before, limit: pageMaxEvents, stream, backwards: true });
      const found = page.find((recorded) => recorded.revision === revision);
      if (found) return found.position;
      if (page.length === 0)
        throw this.#failures.unavailable(`find revision ${revision} of ${stream}`, new Error('it is gone'));
      before = page.at(-1)?.position ?? -1;
    }
  }

  readonly #refusalOf = (error: unknown) => (isRefusal(error) ? this.#failures.refused('follow the log', error) : null);

  /** All that the server sends in answer to one read. */
  async #read(request: ReadReq): Promise<ReadResp.ReadEvent[]> {
    const events: ReadResp.ReadEvent[] = [];
    const call = await this.#client.read(request, this.#bounds.readDeadlineMs);
    for await (const response of call as AsyncIterable<ReadResp>) {
      const event = response.getEvent();
      if (event) events.push(event);
    }
    return events;
  }

  /** Makes the call again while its failure may pass. @throws EventStoreUnavailable, EventStoreRefused, or a conflict. */
  async #answered<Answer>(what: string, call: (attempt: number) => Promise<Answer>): Promise<Answer> {
    const { attemptsMax, giveUpAfterMs, retryAfterMs } = this.#bounds;
    const giveUpAt = Date.now() + giveUpAfterMs;
    for (let attempt = 1; ; attempt += 1) {
      if (this.#closed) throw this.#failures.unavailable(what, new Error('it is closed'));
      try {
        return await call(attempt);
      } catch (error) {
        if (error instanceof RevisionConflict || error instanceof EventStoreUnavailable) throw error;
        if (isRefusal(error)) throw this.#failures.refused(what, error);
        if (attempt >= attemptsMax || Date.now() >= giveUpAt || !mayPass(error))
          throw this.#failures.unavailable(what, error);
      }
      const pauseMs = retryAfterMs * 2 ** (attempt - 1);
      await delay(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    }
  }
}
