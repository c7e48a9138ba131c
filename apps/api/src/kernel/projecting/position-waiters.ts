interface Waiting {
  readonly position: number;
  readonly resolve: (reached: boolean) => void;
}

/** Those who wait until views have committed a position. */
export class PositionWaiters {
  readonly #waiting = new Set<Waiting>();
  #released = false;

  get size() {
    return this.#waiting.size;
  }

  /** The furthest position that someone waits for; -Infinity when nobody does. */
  get furthest() {
    return Math.max(...[...this.#waiting].map(({ position }) => position));
  }

  /** True as soon as the position is told as reached; false after the timeout, or once all were released. */
  wait(position: number, timeoutMs: number): Promise<boolean> {
    if (this.#released) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (reached: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        resolve(reached);
      };
      const waiting = { position, resolve: settle };
      const timer = Number.isFinite(timeoutMs) ? setTimeout(() => settle(false), timeoutMs) : undefined;
      this.#waiting.add(waiting);
    });
  }

  reached(position: number) {
    for (const waiting of this.#waiting) if (waiting.position <= position) waiting.resolve(true);
  }

  /** Nobody waits anymore, now or later. */
  release() {
    this.#released = true;
    for (const { resolve } of this.#waiting) resolve(false);
  }
}
