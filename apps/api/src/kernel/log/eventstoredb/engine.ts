import { setTimeout as delay } from 'node:timers/promises';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { Appended, EventStore, FollowOptions, NewEvent, OnBatch, ReadAll, Subscription } from '../port.ts';
import { EventStoreUnavailable, RevisionConflict } from '../port.ts';
import { bytesOfEvent, refuseTooLarge, standardAppendMaxBytes } from '../append-size.ts';
import { addressOf, withSeparateConnection, isCluster } from './address.ts';
import { type EventStoreDbBounds, standardBounds, standardOptions } from './bounds.ts';
import { LeaderConnection } from './connection.ts';
import { isOurs, ours, type ReadEvent, safePosition, type StoredEvent, toStored } from './envelope.ts';
import { failuresOf, GrpcError, grpcCode, grpcErrorOf, isNoSuchPosition, isRefusal, isRetryable } from './failure.ts';
import type { Failures } from './failure.ts';
import { type Place, readLog, readLogBackwards, readLogFrom, readStream, subscribeToLog } from './reads.ts';
import { LogSubscription } from './subscription.ts';

/** The most events in one request; longer reads take several. */
const pageMaxEvents = 1_000;
/** How many of the latest events are searched for one of the product's before the server has to search its log. */
const lastEventsRead = 20;
const retryAfterMaxMs = 1_000;
/** Codes for an append that the server could not store in time. */
const timeoutCodes: readonly number[] = [grpcCode.deadlineExceeded, grpcCode.aborted];

export interface EventStoreDb extends EventStore {
  /** Appends events from another engine: their ids, times and everything else stay; position and revision are new. */
  appendRecorded(stream: string, expected: number, events: readonly RecordedEvent[]): Promise<Appended>;
}

/**
 * Opens the log in EventStoreDB, a single node or a cluster; any number of processes may share it.
 * @throws EventStoreUnavailable if the address can't be parsed or nobody answers; EventStoreRefused if the user may not
 * read the log
 */
export const openEventStoreDb = async ({
  url,
  appendMaxBytes = standardAppendMaxBytes,
  ...bounds
}: { readonly url: string; readonly appendMaxBytes?: number } & Partial<EventStoreDbBounds>): Promise<EventStoreDb> => {
  const failures = failuresOf(url);
  let store: EventStoreDbEngine;
  try {
    store = new EventStoreDbEngine(url, failures, appendMaxBytes, { ...standardBounds, ...bounds });
  } catch {
    // The client's message about the address may contain part of its password.
    const shape = new Error('its address is invalid; it should look like esdb://host:2113?tls=false');
    throw failures.unavailable('connect', shape);
  }
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
  readonly #failures: Failures;
  readonly #bounds: EventStoreDbBounds;
  readonly #calls: LeaderConnection;
  /**
   * A separate connection, so that calls never wait for streamed events, or for a free slot among a connection's calls.
   */
  readonly #followers: LeaderConnection;
  readonly #subscriptions = new Set<LogSubscription>();
  readonly #closing = new AbortController();
  readonly #leaderChecks: NodeJS.Timeout | null = null;
  #isCheckingLeader = false;
  #closed: Promise<void> | null = null;

  /** @throws if the address can't be parsed */
  constructor(url: string, failures: Failures, appendMaxBytes: number, bounds: EventStoreDbBounds) {
    const address = addressOf(url, { keepAliveInterval: bounds.keepAliveMs, ...standardOptions });
    this.#failures = failures;
    this.appendMaxBytes = appendMaxBytes;
    this.#bounds = bounds;
    this.#calls = new LeaderConnection(address, bounds.discoveryMaxMs);
    this.#followers = new LeaderConnection(withSeparateConnection(address), bounds.discoveryMaxMs);
    if (isCluster(address)) this.#leaderChecks = setInterval(() => void this.#checkLeader(), bounds.leaderCheckMs);
  }

  async append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    const stored = events.map((event) => toStored(event));
    let bytes = 0;
    for (const { type, data, metadata } of stored) bytes += bytesOfEvent(type, data.length, metadata.length);
    refuseTooLarge(stream, bytes, this.appendMaxBytes);
    return this.#append(stream, expected, stored);
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
      // If the stream was truncated, the server begins with the first remaining event.
      next = last.revision + 1;
    }
  }

  async readAll({ after, limit, types, stream, backwards = false }: ReadAll): Promise<readonly RecordedEvent[]> {
    if (types?.length === 0 || (backwards ? after < 0 : after === Infinity)) return [];
    const found: RecordedEvent[] = [];
    const filteredHere = stream === undefined ? undefined : types;
    let from = after;
    while (found.length < limit) {
      const wanted = filteredHere ? pageMaxEvents : Math.min(limit - found.length, pageMaxEvents);
      // One more, because the server may begin with the event at `from` itself.
      const request = readLog({ from, backwards, types, stream }, wanted + 1);
      const page = await this.#answered('read the log', () => this.#read(request));
      for (const event of ours(page)) {
        if (backwards ? event.position >= from : event.position <= from) continue;
        if (found.length < limit && (filteredHere?.includes(event.type) ?? true)) found.push(event);
      }
      const last = page.at(-1);
      if (!last || page.length <= wanted) break;
      from = safePosition(last.commit);
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
    const parts = {
      subscribe: (after: Place) => this.#followers.follow(subscribeToLog(after, { types: options.types })),
      refusalOf: (error: Error) =>
        isRefusal(grpcErrorOf(error)) ? this.#failures.refused('follow the log', grpcErrorOf(error)) : null,
      lastBefore: (commit: number) => this.#lastBefore(commit).catch(() => -1),
      hasMoreAfter: async (place: Place) => {
        const found = ours(await this.#read(readLogFrom(place, { types: options.types }, 2)));
        return found.some(({ position }) => position > place.commit || place.prepare === 0);
      },
    };
    const subscription = new LogSubscription(parts, options, onBatch);
    this.#subscriptions.add(subscription);
    const forget = () => this.#subscriptions.delete(subscription);
    subscription.ended.then(forget, forget);
    return subscription;
  }

  async head(): Promise<number> {
    const near = await this.#answered('read the log', () => this.#lastBefore(Infinity));
    if (near >= 0) return near;
    const [last] = await this.readAll({ after: Infinity, limit: 1, backwards: true });
    return last?.position ?? -1;
  }

  /** Only reads: a test event could never be removed from the log, and a node whose disk is full stops by itself. */
  async tryWrite(): Promise<void> {
    await this.head();
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    if (this.#leaderChecks) clearInterval(this.#leaderChecks);
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    this.#calls.close();
    this.#followers.close();
  }

  async #append(stream: string, expected: number, events: readonly StoredEvent[]): Promise<Appended> {
    if (events.length === 0) throw new Error(`${stream}: an append needs at least one event`);
    const revision = expected + events.length;
    const position = await this.#answered(`append to ${stream}`, async (attempt) => {
      try {
        return await this.#appendOnce(stream, expected, events);
      } catch (error) {
        if (!(error instanceof RevisionConflict)) throw error;
        // The lost answer may have been a success.
        if (attempt > 1 && (await this.#holds(stream, expected + 1, events))) return -1;
        throw error;
      }
    });
    return { revision, position: position >= 0 ? position : await this.#positionOf(stream, revision) };
  }

  /** Returns the position, or -1 if the server does not report it, as for an append that it already knows. */
  async #appendOnce(stream: string, expected: number, events: readonly StoredEvent[]): Promise<number> {
    return safePosition(await this.#calls.append(stream, expected, events, this.#bounds.appendDeadlineMs));
  }

  async #holds(stream: string, from: number, events: readonly StoredEvent[]): Promise<boolean> {
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

  /** The product's last event before a place, if it is among the latest of all events there; otherwise -1. */
  async #lastBefore(commit: number): Promise<number> {
    const last = (await this.#read(readLogBackwards(commit, lastEventsRead))).find(isOurs);
    return last ? safePosition(last.commit) : -1;
  }

  async #read(request: Buffer): Promise<ReadEvent[]> {
    const answers = await this.#calls.read(request, this.#bounds.readDeadlineMs);
    return answers.flatMap((answer) => (answer.kind === 'event' ? [answer.event] : []));
  }

  /**
   * Leaves a former leader even if it still answers: cut off from the others, it learns of the new one late or never.
   */
  async #checkLeader(): Promise<void> {
    if (this.#isCheckingLeader) return;
    this.#isCheckingLeader = true;
    try {
      const leader = await this.#calls.leader();
      if (leader === null) return;
      this.#calls.moveTo(leader);
      this.#followers.moveTo(leader);
    } catch {
      // The calls themselves abandon a node that does not answer.
    } finally {
      this.#isCheckingLeader = false;
    }
  }

  /** Retries while a failure may be temporary. @throws EventStoreUnavailable, EventStoreRefused, RevisionConflict */
  async #answered<Answer>(what: string, call: (attempt: number) => Promise<Answer>): Promise<Answer> {
    const { attemptsMax, giveUpAfterMs, retryAfterMs } = this.#bounds;
    const giveUpAt = Date.now() + giveUpAfterMs;
    for (let attempt = 1; ; attempt += 1) {
      if (this.#closed) throw this.#failures.unavailable(what, new Error('it is closed'));
      try {
        return await call(attempt);
      } catch (error) {
        if (error instanceof RevisionConflict || error instanceof EventStoreUnavailable) throw error;
        if (isRefusal(error)) throw this.#failures.refused(what, error as Error);
        if (attempt >= attemptsMax || Date.now() >= giveUpAt || !isRetryable(error))
          throw this.#failures.unavailable(what, error as Error);
        // A leader that has lost its followers stores nothing, and may not know yet that another one was elected.
        if (this.#leaderChecks && timeoutCodes.includes((error as GrpcError).code)) void this.#checkLeader();
      }
      const pauseMs = Math.min(retryAfterMs * 2 ** (attempt - 1), retryAfterMaxMs);
      await delay(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    }
  }
}
