import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { FollowOptions, OnBatch, Subscription } from '../port.ts';
import { fromStored, isOurs } from './envelope.ts';
import type { ReadCall } from './client.ts';
import { placeAfter, type Place, type ReadAnswer } from './reads.ts';

/** Batches that may wait for the receiver; then the server has to. */
const waitingMaxBatches = 2;
/** After a lost connection; it doubles until events come again. */
const reconnectAfterMs = 50;
const reconnectAfterMaxMs = 1_000;
/** Between two looks for the event before a checkpoint, while the server searches. */
const passedEveryMs = 1_000;
/** Without a word of the server, which says nothing of the last few events that don't pass the filter. */
const quietAfterMs = 3_000;

export interface SubscriptionParts {
  /** Opens a call for the events behind a place and those to come. */
  readonly subscribe: (after: Place) => Promise<ReadCall>;
  /** The error to end with, for what the server will answer whenever it is asked; null for what may pass. */
  readonly refusalOf: (error: Error) => Error | null;
  /** The position of the last event before a place of the log; -1 when that can't be said now. */
  readonly lastBefore: (commit: number) => Promise<number>;
  /** Whether events that pass the filter lie behind a place, as the log is now. @throws when that can't be said */
  readonly hasMoreAfter: (place: Place) => Promise<boolean>;
}

type Arrival = Exclude<ReadAnswer, { readonly kind: 'other' }>;

/** What has come of one connection and waits for the receiver; when it is too much, the server is made to wait. */
class Arrivals {
  #call: ReadCall | null = null;
  readonly #waitingMax: number;
  #waiting: Arrival[] = [];
  #open = true;
  #wake: () => void = () => {};
  /** What the connection ended with; undefined when it ended without a word. */
  error: Error | undefined;

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  /** Rejects when no call can be opened. */
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

  /** Null when all is taken and the connection is gone; empty when nothing came for so long. */
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
    // Lets what is here already become part of the batch, and others run.
    await setImmediate();
    const batch = this.#waiting.splice(0, batchMax);
    if (this.#call?.isPaused()) this.#call.resume();
    return batch;
  }

  /** Forgets what waits. */
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
 * Follows `$all`. When the connection is lost it goes on behind the last event or checkpoint, for as long as it takes;
 * when the server refuses, it ends with that.
 */
export class LogSubscription implements Subscription {
  readonly ended: Promise<void>;
  readonly #parts: SubscriptionParts;
  readonly #options: FollowOptions;
  readonly #onBatch: OnBatch;
  readonly #stopping = new AbortController();
  #delivered: number;
  /** Where to go on. */
  #reached: Place;
  #arrivals: Arrivals | null = null;
  #stop: () => void = () => {};
  readonly #stopped = new Promise<void>((resolve) => (this.#stop = resolve));
  /** A checkpoint has come since the follower was last told how much it has passed. */
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

  /** Delivers all that one connection brings, and answers what it ended with. */
  async #connect(): Promise<Error | undefined> {
    const arrivals = new Arrivals(this.#options.batchMax * waitingMaxBatches);
    this.#arrivals = arrivals;
    try {
      // Looking for a leader may take seconds, for which nobody waits who stops.
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

  /** What was the last event before a search that found nothing is passed. */
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
