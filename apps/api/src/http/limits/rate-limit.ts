import { tooManyRequests } from '@tessera/domain/failures';
import type { Response } from 'express';
import { Refused } from '../../kernel/refused.ts';
import type { Attempts } from '../../adapters/attempts/attempts.ts';
import { networkOf } from './network-of.ts';

/** Allows a number of attempts per key in any minute. */
export class RateLimit {
  /** Limits with the same name share their counts across all nodes. */
  constructor(
    private readonly name: string,
    private readonly perMinuteMax: number,
    private readonly attempts: Attempts,
  ) {}

  /**
   * Counts one attempt.
   * @throws Refused when the limit is reached, with the seconds to wait as `Retry-After`; that attempt doesn't count
   */
  async take(key: string, response: Response) {
    const waitMs = await this.attempts.take(`${this.name}:${key}`, this.perMinuteMax);
    if (waitMs === 0) return;
    response.setHeader('Retry-After', Math.max(1, Math.ceil(waitMs / 1_000)));
    throw new Refused(tooManyRequests());
  }

  /** Counts one attempt from the network of the request's IP address. @throws Refused, like `take` */
  takeFrom(address: string | undefined, response: Response) {
    return this.take(networkOf(address ?? ''), response);
  }
}
