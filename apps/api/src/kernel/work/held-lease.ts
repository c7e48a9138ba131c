/** Says for how long a holder may continue without having shown that it lives, and ends its tenure when that is over. */
export class HeldLease {
  readonly #lost = new AbortController();
  readonly #allowedMs: number;
  #untilMs = 0;
  #ending: NodeJS.Timeout | undefined;

  /** @param atMs when it was asked for, by `performance.now()`: for the others it begins later */
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

  /** Asks the clock: a process that stood still for a while continues before any of its timers does. */
  get isOver() {
    return this.#lost.signal.aborted || performance.now() >= this.#untilMs;
  }

  /** @param atMs when the sign of life was sent that has arrived */
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
