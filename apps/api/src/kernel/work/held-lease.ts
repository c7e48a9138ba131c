/** A lease held by this process. It ends when the process has failed for too long to show that it is alive. */
export class HeldLease {
  readonly #lost = new AbortController();
  readonly #allowedMs: number;
  #untilMs = 0;
  #ending: NodeJS.Timeout | undefined;

  /** @param atMs when it was requested, by `performance.now()`: to the others it begins later */
  constructor(
    readonly token: number,
    allowedMs: number,
    atMs: number,
  ) {
    this.#allowedMs = allowedMs;
    this.extend(atMs);
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Checks the clock, because a process that was suspended resumes before any of its timers fire. */
  get isOver() {
    return this.#lost.signal.aborted || performance.now() >= this.#untilMs;
  }

  /** @param atMs when the sign of life that has arrived was sent */
  extend(atMs: number) {
    clearTimeout(this.#ending);
    this.#untilMs = atMs + this.#allowedMs;
    this.#ending = setTimeout(() => this.end(), Math.max(0, this.#untilMs - performance.now()));
  }

  end() {
    clearTimeout(this.#ending);
    this.#lost.abort();
  }
}
