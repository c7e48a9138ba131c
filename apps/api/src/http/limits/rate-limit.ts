import { tooManyRequests } from '@tessera/domain/failures';
import type { Response } from 'express';
import { Refused } from '../../kernel/refused.ts';
import type { Attempts } from '../../adapters/attempts/attempts.ts';
import { networkOf } from './network-of.ts';

/** At most so many attempts per key in any minute. */
export class RateLimit {
  readonly #name: string;
  readonly #perMinuteMax: number;
  readonly #attempts: Attempts;

  /** Limits of one name share their counts, whichever node they are on. */
  constructor(name: string, perMinuteMax: number, attempts: Attempts) {
    this.#name = name;
    this.#perMinuteMax = perMinuteMax;
    this.#attempts = attempts;
  }

  /**
   * Counts one attempt. `response` gets the seconds to wait as `Retry-After`.
   * @throws Refused when the limit is reached; such an attempt doesn't count.
   */
  async take(key: string, response: Response) {
    const waitMs = await this.#attempts.take(`${this.#name}:${key}`, this.#perMinuteMax);
    if (waitMs === 0) return;
    response.setHeader('Retry-After', Math.max(1, Math.ceil(waitMs / 1_000)));
    throw new Refused(tooManyRequests());
  }

  /** @param address of the network, as the request tells it. @throws Refused, as `take` does */
  takeFrom(address: string | undefined, response: Response) {
    return this.take(networkOf(address ?? ''), response);
  }
}
