import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Attempts } from '../../adapters/attempts/attempts.ts';
import type { Config } from '../../config.ts';
import { RateLimit } from '../../http/limits/rate-limit.ts';
import type { AppRequest } from '../../http/request.ts';
import { configToken } from '../../kernel/tokens.ts';

/**
 * Limits how much one network address searches in a minute, so that no script slows down everybody else. No person comes
 * close, nor an office behind one address.
 */
@Injectable()
export class SearchLimits {
  readonly #searches: RateLimit;
  readonly #suggestions: RateLimit;

  constructor(attempts: Attempts, @Inject(configToken) { searchesPerMinute }: Pick<Config, 'searchesPerMinute'>) {
    this.#searches = new RateLimit('searches', searchesPerMinute, attempts);
    this.#suggestions = new RateLimit('suggestions', searchesPerMinute, attempts);
  }

  /** Counts one search. @throws Refused above the limit */
  search({ ip }: AppRequest, response: Response) {
    return this.#searches.takeFrom(ip, response);
  }

  /** Counts one request for suggestions. @throws Refused above the limit */
  suggest({ ip }: AppRequest, response: Response) {
    return this.#suggestions.takeFrom(ip, response);
  }
}
