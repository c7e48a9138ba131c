import { RecentMap } from '../../kernel/recent-map.ts';

export const windowMs = 60_000;
const rememberedMax = 50_000;

/** Counts attempts in sliding windows of a minute. */
export abstract class Attempts {
  /** Counts one and answers 0, or answers how many milliseconds to wait; then it doesn't count. */
  abstract take(key: string, perMinuteMax: number): Promise<number>;
}

/** Those of this node. */
export class LocalAttempts implements Attempts {
  readonly #attempts = new RecentMap<string, readonly number[]>(rememberedMax);
  readonly #elapsedMs: () => number;

  /** @param elapsedMs of a clock that nobody sets: a lock-out counted by one that went ahead would last until then */
  constructor(elapsedMs = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
  }

  async take(key: string, perMinuteMax: number) {
    const now = this.#elapsedMs();
    const recent = (this.#attempts.get(key) ?? []).filter((at) => now - at < windowMs);
    if (recent.length >= perMinuteMax) return Math.max(1, (recent[0] ?? now) + windowMs - now);
    this.#attempts.set(key, [...recent, now]);
    return 0;
  }
}
