import { setTimeout as delay } from 'node:timers/promises';
import { PositionWaiters } from './position-waiters.ts';
import type { ReadStore } from '../views/port.ts';

/** While someone waits for a position, the checkpoints are looked at so often. */
const pollMs = 10;

/** Waits for views that other processes fold. All who wait share one look at the checkpoints. */
export class CheckpointWatch {
  readonly #store: Pick<ReadStore, 'checkpoint'>;
  readonly #checkpoints: Map<string, number>;
  readonly #waiters = new PositionWaiters();
  #polling: Promise<void> | null = null;

  constructor(store: Pick<ReadStore, 'checkpoint'>, views: readonly string[]) {
    this.#store = store;
    this.#checkpoints = new Map(views.map((view) => [view, -1]));
  }

  /** True as soon as all views have committed the position; false after the timeout or when the watch stops. */
  reached(position: number, timeoutMs: number): Promise<boolean> {
    if (this.#position() >= position) return Promise.resolve(true);
    const reached = this.#waiters.wait(position, timeoutMs);
    if (this.#waiters.size > 0) this.#polling ??= this.#poll().finally(() => (this.#polling = null));
    return reached;
  }

  async stop() {
    this.#waiters.release();
    await this.#polling;
  }

  #position() {
    return Math.min(...this.#checkpoints.values());
  }

  async #poll() {
    while (this.#waiters.size > 0) {
      const wanted = this.#waiters.furthest;
      const behind = [...this.#checkpoints].filter(([, checkpoint]) => checkpoint < wanted);
      await Promise.all(behind.map(([view, known]) => this.#check(view, known)));
      this.#waiters.reached(this.#position());
      await delay(pollMs);
    }
  }

  /** A store that doesn't answer leaves what is known; a view that is rebuilt from the start counts as it stands. */
  async #check(view: string, known: number) {
    const checkpoint = await this.#store.checkpoint(view).catch(() => known);
    this.#checkpoints.set(view, checkpoint);
  }
}
