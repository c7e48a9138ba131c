import type { Response } from 'express';
import type { Attempts } from '../../adapters/attempts/attempts.ts';
import { RateLimit } from './rate-limit.ts';

/** How many passwords may be tried in a minute. */
export interface GuessesPerMinute {
  readonly perAccount: number;
  readonly perAddress: number;
  readonly perDevice: number;
}

export interface Guess {
  /** The account signing in, normalized. */
  readonly account: string;
  /** The IP address of the request. */
  readonly address: string | undefined;
  /** The device's id if this account has signed in on it before, else null. */
  readonly device: string | null;
}

/**
 * Limits password guesses per account and per address. A device that has signed in before has a limit of its own
 * instead, so that strangers who guess at an account don't lock its owner out.
 */
export class SignInLimits {
  readonly #perAccount: RateLimit;
  readonly #perAddress: RateLimit;
  readonly #perDevice: RateLimit;

  constructor(name: string, perMinute: GuessesPerMinute, attempts: Attempts) {
    this.#perAccount = new RateLimit(`${name}PerAccount`, perMinute.perAccount, attempts);
    this.#perAddress = new RateLimit(`${name}PerAddress`, perMinute.perAddress, attempts);
    this.#perDevice = new RateLimit(`${name}PerDevice`, perMinute.perDevice, attempts);
  }

  /** @throws Refused, with `Retry-After` in the response. */
  async take({ account, address, device }: Guess, response: Response) {
    if (device !== null) return this.#perDevice.take(device, response);
    await this.#perAddress.takeFrom(address, response);
    await this.#perAccount.take(account, response);
  }
}
