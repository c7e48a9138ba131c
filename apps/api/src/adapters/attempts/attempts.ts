import { RecentMap } from '../../kernel/recent-map.ts';

export const windowMs = 60_000;
const rememberedMax = 50_000;

/** Counts attempts in sliding windows of a minute. */
export abstract class Attempts {
  /** Counts an attempt and returns 0, or returns how many milliseconds to wait without counting it. */
  abstract take(key: string, perMinuteMax: number): Promise<number>;
}

/** Counts the attempts of this node. */
export class LocalAttempts implements Attempts {
  /** When they were made, oldest first. */
  readonly #attempts = new RecentMap<string, number[]>(rememberedMax);
  readonly #elapsedMs: () => number;

  /** @param elapsedMs reads a clock that is never set: a lockout counted while it was ahead would last until then */
  constructor(elapsedMs = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
  }

  async take(key: string, perMinuteMax: number) {
    const now = this.#elapsedMs();
    const recent = this.#attempts.get(key) ?? [];
    while (now - (recent[0] ?? now) >= windowMs) recent.shift();
    if (recent.length >= perMinuteMax) return Math.max(1, (recent[0] ?? now) + windowMs - now);
    recent.push(now);
    this.#attempts.set(key, recent);
    return 0;
  }
}
