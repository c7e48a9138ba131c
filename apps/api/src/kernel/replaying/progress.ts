const reportEveryMs = 100;

/** How far a replay has come. `eventsPerSecond` counts the log positions that it has passed, handled or not. */
export interface Progress {
  readonly view: string;
  readonly position: number;
  readonly head: number;
  readonly eventsPerSecond: number;
  readonly state: 'running' | 'switching' | 'done' | 'failed';
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt?: string;
}

/** Reports a replay's progress: each change of state, and at most ten positions per second in between. */
export class ProgressReport {
  readonly #view: string;
  readonly #onProgress: (progress: Progress) => void;
  readonly #startedAtMs = Date.now();
  #head: number;
  #state: Progress['state'] = 'running';
  #position = -1;
  #reportedAtMs = 0;

  constructor(view: string, head: number, onProgress: (progress: Progress) => void) {
    this.#view = view;
    this.#head = head;
    this.#onProgress = onProgress;
    this.#report();
  }

  setPosition(position: number) {
    this.#position = position;
    this.#head = Math.max(this.#head, position);
    if (Date.now() - this.#reportedAtMs >= reportEveryMs) this.#report();
  }

  setState(state: Progress['state']) {
    this.#state = state;
    this.#report();
  }

  #report() {
    const nowMs = Date.now();
    const elapsedMs = Math.max(1, nowMs - this.#startedAtMs);
    const finished = this.#state === 'done' || this.#state === 'failed';
    this.#reportedAtMs = nowMs;
    this.#onProgress({
      view: this.#view,
      position: this.#position,
      head: this.#head,
      eventsPerSecond: Math.round(((this.#position + 1) * 1_000) / elapsedMs),
      state: this.#state,
      startedAt: new Date(this.#startedAtMs).toISOString(),
      ...(finished && { finishedAt: new Date(nowMs).toISOString() }),
    });
  }
}
