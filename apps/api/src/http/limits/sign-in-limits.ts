import type { Response } from 'express';
import type { Attempts } from '../../adapters/attempts/attempts.ts';
import { RateLimit } from './rate-limit.ts';

/** Most guesses at passwords a minute. */
export interface GuessesPerMinute {
  readonly perAccount: number;
  readonly perAddress: number;
  readonly perDevice: number;
}

export interface Guess {
  /** What is signed in to, in one spelling. */
  readonly account: string;
  /** Of the network, as the request tells it. */
  readonly address: string | undefined;
  /** From which someone has signed in to this very account before; null for any other. */
  readonly device: string | null;
}

/**
 * Guards passwords: by the account and by the address that guesses come from. A device that knew the password counts
 * on its own alone, so that strangers who guess at an account don't lock its owner out.
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
