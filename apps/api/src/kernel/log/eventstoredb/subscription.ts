import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { FollowOptions, OnBatch, Subscription } from '../port.ts';
import { fromStored, isOurs } from './envelope.ts';
import type { ReadCall } from './client.ts';
import { placeAfter, type Place, type ReadAnswer } from './reads.ts';

/** Batches that may wait for the receiver before the server is paused. */
const waitingMaxBatches = 2;
/** The pause after a lost connection; it doubles until events arrive again. */
const reconnectAfterMs = 50;
const reconnectAfterMaxMs = 1_000;
/** While the server searches, how often the event before the latest checkpoint is looked up. */
const passedEveryMs = 1_000;
/** How long the server may be silent: it reports nothing about the last few events if they don't pass the filter. */
const quietAfterMs = 3_000;

export interface SubscriptionParts {
  /** Opens a call for the events after a place and those to come. */
  readonly subscribe: (after: Place) => Promise<ReadCall>;
  /** The error to end with if the server would always refuse; null if the failure may be temporary. */
  readonly refusalOf: (error: Error) => Error | null;
  /** The position of the last event before a place in the log; -1 if unknown at the moment. */
  readonly lastBefore: (commit: number) => Promise<number>;
  /** Whether the log now has events after a place that pass the filter. @throws if that is unknown */
  readonly hasMoreAfter: (place: Place) => Promise<boolean>;
}

type Arrival = Exclude<ReadAnswer, { readonly kind: 'other' }>;

/** Buffers one connection's messages until the receiver takes them, and pauses the server when there are too many. */
class Arrivals {
  #call: ReadCall | null = null;
  readonly #waitingMax: number;
  #waiting: Arrival[] = [];
  #open = true;
  #wake: () => void = () => {};
  /** The error that ended the connection; undefined if it ended without one. */
  error: Error | undefined;

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  /** Rejects if no call can be opened. */
  async begin(opening: Promise<ReadCall>): Promise<void> {
    const call = await opening;
    const end = (error?: Error) => {
      this.error ??= error;
      this.#open = false;
      this.#wake();
    };
    call.on('error', end);
    if (!this.#open) {
      call.cancel();
      return;
    }
    this.#call = call;
    call.on('data', (answer: ReadAnswer) => this.#take(answer));
    call.on('end', () => end());
  }

  /** Null if the connection is gone and everything was taken; empty if nothing arrived within `waitMaxMs`. */
  async next(batchMax: number, waitMaxMs: number | null): Promise<readonly Arrival[] | null> {
    let isLate = false;
    const late = () => {
      isLate = true;
      this.#wake();
    };
    const timer = waitMaxMs === null ? undefined : setTimeout(late, waitMaxMs);
    while (this.#waiting.length === 0 && this.#open && !isLate) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    clearTimeout(timer);
    if (this.#waiting.length === 0 && !this.#open) return null;
    // Lets everything that has already arrived join the batch, and lets other work run.
    await setImmediate();
    const batch = this.#waiting.splice(0, batchMax);
    if (this.#call?.isPaused()) this.#call.resume();
    return batch;
  }

  /** Drops whatever is buffered. */
  end(): void {
    this.#open = false;
    this.#waiting = [];
    this.#call?.cancel();
    this.#wake();
  }

  #take(answer: ReadAnswer): void {
    if (answer.kind === 'other' || !this.#open) return;
    this.#waiting.push(answer);
    if (this.#waiting.length >= this.#waitingMax) this.#call?.pause();
    this.#wake();
  }
}

const isAfter = (a: Place, b: Place) => a.commit > b.commit || (a.commit === b.commit && a.prepare > b.prepare);

/**
 * Follows `$all`. After a lost connection it continues behind the last event or checkpoint, however long that takes; if
 * the server refuses, it ends with that error.
 */
export class LogSubscription implements Subscription {
  readonly ended: Promise<void>;
  readonly #parts: SubscriptionParts;
  readonly #options: FollowOptions;
  readonly #onBatch: OnBatch;
  readonly #stopping = new AbortController();
  #delivered: number;
  /** Where to continue. */
  #reached: Place;
  #arrivals: Arrivals | null = null;
  #stop: () => void = () => {};
  readonly #stopped = new Promise<void>((resolve) => (this.#stop = resolve));
  /** Whether a checkpoint has arrived since the follower was last told how far it has passed. */
  #hasUnreportedCheckpoint = false;
  #reportedAtMs = 0;

  constructor(parts: SubscriptionParts, options: FollowOptions, onBatch: OnBatch) {
    this.#parts = parts;
    this.#options = options;
    this.#onBatch = onBatch;
    this.#delivered = options.after;
    this.#reached = placeAfter(options.after);
    this.ended = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#stop();
    this.#arrivals?.end();
    await this.ended.catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let pauseMs = reconnectAfterMs;
    while (!signal.aborted) {
      const before = this.#reached;
      const error = await this.#connect();
      const refusal = error === undefined || signal.aborted ? null : this.#parts.refusalOf(error);
      if (refusal) throw refusal;
      if (isAfter(this.#reached, before)) pauseMs = reconnectAfterMs;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, reconnectAfterMaxMs);
    }
  }

  /** Delivers everything that one connection brings, and resolves with the error that ended it. */
  async #connect(): Promise<Error | undefined> {
    const arrivals = new Arrivals(this.#options.batchMax * waitingMaxBatches);
    this.#arrivals = arrivals;
    try {
      // Finding a leader may take seconds, and `stop` must not wait for it.
      await Promise.race([arrivals.begin(this.#parts.subscribe(this.#reached)), this.#stopped]);
    } catch (error) {
      return error as Error;
    }
    await this.#deliver(arrivals);
    return arrivals.error;
  }

  async #deliver(arrivals: Arrivals): Promise<void> {
    try {
      while (!this.#stopping.signal.aborted) {
        const batch = await arrivals.next(this.#options.batchMax, this.#waitMaxMs());
        if (batch === null) return;
        const events: RecordedEvent[] = [];
        for (const arrival of batch) {
          if (arrival.kind !== 'event' || arrival.event.commit <= this.#delivered || !isOurs(arrival.event)) continue;
          events.push(fromStored(arrival.event));
        }
        if (events.length > 0) await this.#onBatch(events);
        this.#delivered = events.at(-1)?.position ?? this.#delivered;
        await this.#reach(batch);
      }
    } finally {
      arrivals.end();
    }
  }

  async #reach(batch: readonly Arrival[]): Promise<void> {
    for (const arrival of batch) {
      if (arrival.kind === 'caught-up') continue;
      const place = arrival.kind === 'event' ? placeAfter(arrival.event.commit) : arrival.place;
      if (isAfter(place, this.#reached)) this.#reached = place;
    }
    if (!this.#options.onPassed) return;
    this.#hasUnreportedCheckpoint ||= batch.some(({ kind }) => kind !== 'event');
    if (batch.length === 0 && !this.#hasUnreportedCheckpoint) await this.#passAfterSilence();
    const isDue = batch.length === 0 || batch.some(({ kind }) => kind === 'caught-up');
    if (!this.#hasUnreportedCheckpoint || (!isDue && performance.now() - this.#reportedAtMs < passedEveryMs)) return;
    this.#hasUnreportedCheckpoint = false;
    this.#reportedAtMs = performance.now();
    await this.#pass(await this.#parts.lastBefore(this.#reached.commit));
  }

  #waitMaxMs() {
    if (!this.#options.onPassed) return null;
    return this.#hasUnreportedCheckpoint ? passedEveryMs : quietAfterMs;
  }

  /** Passes the last event from before a search that found nothing. */
  async #passAfterSilence(): Promise<void> {
    const head = await this.#parts.lastBefore(Infinity);
    if (head <= this.#delivered) return;
    if (await this.#parts.hasMoreAfter(this.#reached).catch(() => true)) return;
    this.#reached = placeAfter(head);
    await this.#pass(head);
  }

  async #pass(position: number): Promise<void> {
    if (position <= this.#delivered || this.#stopping.signal.aborted) return;
    this.#delivered = position;
    await this.#options.onPassed?.(position);
  }
}
