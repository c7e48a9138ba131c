import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { FollowOptions, OnBatch, Subscription } from '../port.ts';
import type { ReadCall } from './client.ts';
import { ours } from './envelope.ts';

/** Batches that may wait for the receiver; then the server has to. */
const waitingMaxBatches = 2;
/** After a lost connection; it doubles until events come again. */
const reconnectAfterMs = 50;
const reconnectAfterMaxMs = 5_000;

/** Events after a position and those to come, as the server sends them. */
type Subscribe = (after: number) => Promise<ReadCall>;

/** What has come of one connection and waits for the receiver; when it is too much, the server is made to wait. */
class Arrivals {
  readonly #call: ReadCall;
  #waiting: ReadResp.ReadEvent[] = [];
  #open = true;
  #wake: () => void = () => {};
  /** What the server ended it with; undefined when it ended without a word. */
  error: unknown;

  constructor(call: ReadCall, waitingMaxEvents: number) {
    this.#call = call;
    call.on('data', (response: ReadResp) => {
      const event = response.getEvent();
      if (!event || !this.#open) return;
      this.#waiting.push(event);
      if (this.#waiting.length >= waitingMaxEvents) call.pause();
      this.#wake();
    });
    for (const over of ['error', 'end', 'close']) {
      call.on(over, (error?: unknown) => {
        this.error ??= error;
        this.#open = false;
        this.#wake();
      });
    }
  }

  /** Null when all is taken and the connection is gone. */
  async next(batchMax: number): Promise<readonly ReadResp.ReadEvent[] | null> {
    while (this.#waiting.length === 0) {
      if (!this.#open) return null;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    // Messages come one by one: lets those that are here already become part of the batch, and others run.
    await setImmediate();
    const batch = this.#waiting.splice(0, batchMax);
    if (this.#call.isPaused()) this.#call.resume();
    return batch;
  }

  /** Forgets what waits. */
  end(): void {
    this.#open = false;
    this.#waiting = [];
    this.#call.cancel();
    this.#wake();
  }
}

/** The error to end with, for what the server will answer whenever it is asked; null for what may pass. */
type RefusalOf = (error: unknown) => Error | null;

/**
 * Follows `$all`. When the connection is lost it goes on after the last event delivered, for as long as it takes; when the
 * server refuses, it ends with that.
 */
export class LogSubscription implements Subscription {
  readonly ended: Promise<void>;
  readonly #subscribe: Subscribe;
  readonly #refusalOf: RefusalOf;
  readonly #batchMax: number;
  readonly #onBatch: OnBatch;
  readonly #stopping = new AbortController();
  #delivered: number;
  #arrivals: Arrivals | null = null;

  constructor(subscribe: Subscribe, refusalOf: RefusalOf, { after, batchMax }: FollowOptions, onBatch: OnBatch) {
    this.#subscribe = subscribe;
    this.#refusalOf = refusalOf;
    this.#delivered = after;
    this.#batchMax = batchMax;
    this.#onBatch = onBatch;
    this.ended = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#arrivals?.end();
    await this.ended.catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let pauseMs = reconnectAfterMs;
    while (!signal.aborted) {
      const before = this.#delivered;
      const error = await this.#connect(before);
      const refusal = error === undefined || signal.aborted ? null : this.#refusalOf(error);
      if (refusal) throw refusal;
      if (this.#delivered > before) pauseMs = reconnectAfterMs;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, reconnectAfterMaxMs);
    }
  }

  /** Delivers all that one connection brings, and answers what it ended with. */
  async #connect(after: number): Promise<unknown> {
    let call: ReadCall;
    try {
      call = await this.#subscribe(after);
    } catch (error) {
      return error;
    }
    const arrivals = new Arrivals(call, this.#batchMax * waitingMaxBatches);
    await this.#deliver(arrivals);
    return arrivals.error;
  }

  async #deliver(arrivals: Arrivals): Promise<void> {
    this.#arrivals = arrivals;
    try {
      while (!this.#stopping.signal.aborted) {
        const batch = await arrivals.next(this.#batchMax);
        if (batch === null) return;
        const events = ours(batch).filter(({ position }) => position > this.#delivered);
        if (events.length > 0) await this.#onBatch(events);
        this.#delivered = events.at(-1)?.position ?? this.#delivered;
      }
    } finally {
      arrivals.end();
    }
  }
}
