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
      call.on(over, () => {
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

/** Follows `$all`. When the connection is lost it goes on after the last event delivered, for as long as it takes. */
export class LogSubscription implements Subscription {
  readonly ended: Promise<void>;
  readonly #subscribe: Subscribe;
  readonly #batchMax: number;
  readonly #onBatch: OnBatch;
  readonly #stopping = new AbortController();
  #delivered: number;
  #arrivals: Arrivals | null = null;

  constructor(subscribe: Subscribe, { after, batchMax }: FollowOptions, onBatch: OnBatch) {
    this.#subscribe = subscribe;
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
      const call = await this.#subscribe(before).catch(() => null);
      if (call) await this.#deliver(new Arrivals(call, this.#batchMax * waitingMaxBatches));
      if (this.#delivered > before) pauseMs = reconnectAfterMs;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, reconnectAfterMaxMs);
    }
  }

  /** All that one connection brings. */
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
