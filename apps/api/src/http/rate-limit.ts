import { tooManyRequests } from '@tessera/domain/failures';
import type { Response } from 'express';
import type { Clock } from '../adapters/clock.ts';
import { RecentMap } from '../kernel/recent-map.ts';
import { Refused } from '../kernel/refused.ts';

const windowMs = 60_000;
const rememberedMax = 50_000;

/** Sliding windows in memory: at most so many attempts per key in any minute. */
export class RateLimit {
  readonly #attempts = new RecentMap<string, readonly number[]>(rememberedMax);
  readonly #perMinuteMax: number;
  readonly #clock: Clock;

  constructor(perMinuteMax: number, clock: Clock) {
    this.#perMinuteMax = perMinuteMax;
    this.#clock = clock;
  }

  /**
   * Counts one attempt. `response` gets the seconds to wait as `Retry-After`.
   * @throws Refused when the limit is reached; such an attempt doesn't count.
   */
  take(key: string, response: Response) {
    const now = this.#clock.now().getTime();
    const recent = (this.#attempts.get(key) ?? []).filter((at) => now - at < windowMs);
    if (recent.length < this.#perMinuteMax) return this.#attempts.set(key, [...recent, now]);
    const waitMs = Math.max(0, (recent[0] ?? now) + windowMs - now);
    response.setHeader('Retry-After', Math.max(1, Math.ceil(waitMs / 1_000)));
    throw new Refused(tooManyRequests());
  }
}
