import { setTimeout as delay } from 'node:timers/promises';
import { PositionWaiters } from './position-waiters.ts';
import type { ReadStore } from '../views/port.ts';

/** Views usually catch up within this time, so checkpoints are read this soon after someone begins to wait. */
const firstPauseMs = 10;
/** Each unsuccessful read doubles the pause, up to this. */
const maxPauseMs = 160;

/** Waits for views that other processes fold. All waiters share one read of all checkpoints. */
export class CheckpointWatch {
  readonly #store: Pick<ReadStore, 'checkpoints'>;
  readonly #checkpoints: Map<string, number>;
  readonly #waiters = new PositionWaiters();
  #pauseMs = firstPauseMs;
  #resting = new AbortController();
  #polling: Promise<void> | null = null;

  constructor(store: Pick<ReadStore, 'checkpoints'>, views: readonly string[]) {
    this.#store = store;
    this.#checkpoints = new Map(views.map((view) => [view, -1]));
  }

  /** True as soon as all views have committed the position; false after the timeout or once the watch stops. */
  reached(position: number, timeoutMs: number): Promise<boolean> {
    if (this.#position() >= position) return Promise.resolve(true);
    const reached = this.#waiters.wait(position, timeoutMs);
    this.#hurry();
    if (this.#waiters.size > 0) this.#polling ??= this.#poll().finally(() => (this.#polling = null));
    return reached;
  }

  async stop() {
    this.#waiters.release();
    this.#hurry();
    await this.#polling;
  }

  #position() {
    return Math.min(...this.#checkpoints.values());
  }

  async #poll() {
    while (this.#waiters.size > 0) {
      const readAtMs = performance.now();
      await this.#readCheckpoints(this.#waiters.furthest);
      this.#waiters.resolveUpTo(this.#position());
      await this.#rest(readAtMs);
    }
  }

  /** Schedules the next read as if waiting had begun with the last one. */
  #hurry() {
    this.#pauseMs = firstPauseMs;
    this.#resting.abort();
  }

  async #rest(readAtMs: number) {
    for (let leftMs = this.#pauseMs; leftMs > 0; leftMs = readAtMs + this.#pauseMs - performance.now()) {
      this.#resting = new AbortController();
      await delay(leftMs, undefined, { signal: this.#resting.signal }).catch(() => undefined);
    }
    this.#pauseMs = Math.min(2 * this.#pauseMs, maxPauseMs);
  }

  /** Checkpoints stay as last known if the store doesn't answer. A view being rebuilt counts with its current one. */
  async #readCheckpoints(wanted: number) {
    const behind = [...this.#checkpoints].filter(([, checkpoint]) => checkpoint < wanted).map(([view]) => view);
    const found = await this.#store.checkpoints(behind).catch(() => new Map<string, number>());
    for (const [view, checkpoint] of found) this.#checkpoints.set(view, checkpoint);
  }
}
