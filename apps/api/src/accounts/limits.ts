import type { Response } from 'express';
import type { Attempts } from '../http/attempts.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { Refused } from '../kernel/refused.ts';
import { tooManyMails } from './auth-refused.ts';
import { normalEmail } from './credentials.ts';

/** Attempts a minute. */
export interface AccountLimitsPerMinute {
  readonly passwordsPerEmail: number;
  readonly passwordsPerAddress: number;
  readonly signUpsPerEmail: number;
  readonly signUpsPerAddress: number;
  readonly mailsPerEmail: number;
  readonly mailsPerAddress: number;
  readonly linksPerAddress: number;
}

const standard: AccountLimitsPerMinute = {
  passwordsPerEmail: 10,
  passwordsPerAddress: 120,
  signUpsPerEmail: 10,
  signUpsPerAddress: 60,
  mailsPerEmail: 2,
  mailsPerAddress: 30,
  linksPerAddress: 60,
};

/** Who tries: an address of the network, and the email that the request names. */
interface Attempt {
  readonly address: string | undefined;
  readonly email: string;
}

/** What guards accounts against guessing and flooding. Each method answers `Retry-After` where it refuses. */
export class AccountLimits {
  readonly #limits: Readonly<Record<keyof AccountLimitsPerMinute, RateLimit>>;

  constructor(attempts: Attempts, perMinute: AccountLimitsPerMinute = standard) {
    const limitOf = (name: keyof AccountLimitsPerMinute) => new RateLimit(name, perMinute[name], attempts);
    this.#limits = {
      passwordsPerEmail: limitOf('passwordsPerEmail'),
      passwordsPerAddress: limitOf('passwordsPerAddress'),
      signUpsPerEmail: limitOf('signUpsPerEmail'),
      signUpsPerAddress: limitOf('signUpsPerAddress'),
      mailsPerEmail: limitOf('mailsPerEmail'),
      mailsPerAddress: limitOf('mailsPerAddress'),
      linksPerAddress: limitOf('linksPerAddress'),
    };
  }

  /** @throws Refused, as the others do. */
  async password({ address, email }: Attempt, response: Response) {
    await this.#limits.passwordsPerAddress.take(address ?? '', response);
    await this.#limits.passwordsPerEmail.take(normalEmail(email), response);
  }

  async signUp({ address, email }: Attempt, response: Response) {
    await this.#limits.signUpsPerAddress.take(address ?? '', response);
    await this.#limits.signUpsPerEmail.take(normalEmail(email), response);
  }

  async link(address: string | undefined, response: Response) {
    await this.#limits.linksPerAddress.take(address ?? '', response);
  }

  /** Whether or not the email has an account. @throws AuthRefused in the provider's own words */
  async mail({ address, email }: Attempt, response: Response) {
    try {
      await this.#limits.mailsPerAddress.take(address ?? '', response);
      await this.#limits.mailsPerEmail.take(normalEmail(email), response);
    } catch (error) {
      throw error instanceof Refused ? tooManyMails(Number(response.getHeader('Retry-After'))) : error;
    }
  }
}
