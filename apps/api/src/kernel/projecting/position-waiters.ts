interface Waiting {
  readonly position: number;
  readonly resolve: (reached: boolean) => void;
}

/** Callers that wait until views have committed a position. */
export class PositionWaiters {
  readonly #waiting = new Set<Waiting>();
  #released = false;

  get size() {
    return this.#waiting.size;
  }

  /** The furthest position that anyone waits for; -Infinity if nobody does. */
  get furthest() {
    return Math.max(...[...this.#waiting].map(({ position }) => position));
  }

  /** True once `resolveUpTo` has come to this position; false after the timeout or once waiters are released. */
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

  resolveUpTo(position: number) {
    for (const waiting of this.#waiting) if (waiting.position <= position) waiting.resolve(true);
  }

  /** Releases all waiters, and any later ones immediately. */
  release() {
    this.#released = true;
    for (const { resolve } of this.#waiting) resolve(false);
  }
}
