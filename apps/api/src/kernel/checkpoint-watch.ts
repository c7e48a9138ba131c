import { setTimeout as delay } from 'node:timers/promises';
import type { ReadStore } from './read-store/port.ts';

/** While somebody waits for a position, the checkpoints are looked at so often. */
const pollMs = 10;

interface Waiting {
  readonly position: number;
  readonly resolve: (reached: boolean) => void;
}

/** Waits for views that other processes fold. All who wait share one look at the checkpoints. */
export class CheckpointWatch {
  readonly #store: Pick<ReadStore, 'checkpoint'>;
  readonly #checkpoints: Map<string, number>;
  readonly #waiting = new Set<Waiting>();
  #looking: Promise<void> | null = null;
  #stopped = false;

  constructor(store: Pick<ReadStore, 'checkpoint'>, views: readonly string[]) {
    this.#store = store;
    this.#checkpoints = new Map(views.map((view) => [view, -1]));
  }

  /** True as soon as all views have committed the position; false after the timeout or when the watch stops. */
  reached(position: number, timeoutMs: number): Promise<boolean> {
    if (this.#position() >= position) return Promise.resolve(true);
    if (this.#stopped) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (reached: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        resolve(reached);
      };
      const waiting = { position, resolve: settle };
      const timer = setTimeout(() => settle(false), timeoutMs);
      this.#waiting.add(waiting);
      this.#looking ??= this.#look().finally(() => (this.#looking = null));
    });
  }

  async stop() {
    this.#stopped = true;
    for (const { resolve } of this.#waiting) resolve(false);
    await this.#looking;
  }

  #position() {
    return Math.min(...this.#checkpoints.values());
  }

  async #look() {
    while (this.#waiting.size > 0) {
      const wanted = Math.max(...[...this.#waiting].map(({ position }) => position));
      const behind = [...this.#checkpoints].filter(([, checkpoint]) => checkpoint < wanted);
      await Promise.all(behind.map(([view, known]) => this.#lookAt(view, known)));
      const position = this.#position();
      for (const waiting of this.#waiting) if (waiting.position <= position) waiting.resolve(true);
      await delay(pollMs);
    }
  }

  /** A store that doesn't answer leaves what is known; a view that is folded anew from the start counts as it stands. */
  async #lookAt(view: string, known: number) {
    const checkpoint = await this.#store.checkpoint(view).catch(() => known);
    this.#checkpoints.set(view, checkpoint);
  }
}
