import type { Response } from 'express';
import type { Attempts } from '../../adapters/attempts/attempts.ts';
import { RateLimit } from '../../http/limits/rate-limit.ts';
import { SignInLimits } from '../../http/limits/sign-in-limits.ts';
import { Refused } from '../../kernel/refused.ts';
import { tooManyMails } from './auth-refused.ts';
import { normalEmail } from './credentials.ts';

/** Attempts a minute. */
export interface AccountLimitsPerMinute {
  readonly passwordsPerEmail: number;
  readonly passwordsPerAddress: number;
  readonly passwordsPerDevice: number;
  readonly signUpsPerEmail: number;
  readonly signUpsPerAddress: number;
  readonly mailsPerEmail: number;
  readonly mailsPerAddress: number;
  readonly linksPerAddress: number;
  readonly codesPerAccount: number;
  readonly codesPerAddress: number;
}

const standard: AccountLimitsPerMinute = {
  passwordsPerEmail: 10,
  passwordsPerAddress: 120,
  passwordsPerDevice: 10,
  signUpsPerEmail: 10,
  signUpsPerAddress: 60,
  mailsPerEmail: 2,
  mailsPerAddress: 30,
  linksPerAddress: 60,
  codesPerAccount: 10,
  codesPerAddress: 60,
};

/** Who tries: an address of the network, and the email that the request names. */
interface Attempt {
  readonly address: string | undefined;
  readonly email: string;
}

/** What guards accounts against guessing and flooding. Each method answers `Retry-After` where it refuses. */
export class AccountLimits {
  readonly #passwords: SignInLimits;
  readonly #limits: Readonly<Record<Exclude<keyof AccountLimitsPerMinute, `passwords${string}`>, RateLimit>>;

  constructor(attempts: Attempts, perMinute: AccountLimitsPerMinute = standard) {
    const limitOf = (name: keyof AccountLimitsPerMinute) => new RateLimit(name, perMinute[name], attempts);
    const { passwordsPerEmail, passwordsPerAddress, passwordsPerDevice } = perMinute;
    const guesses = { perAccount: passwordsPerEmail, perAddress: passwordsPerAddress, perDevice: passwordsPerDevice };
    this.#passwords = new SignInLimits('passwords', guesses, attempts);
    this.#limits = {
      signUpsPerEmail: limitOf('signUpsPerEmail'),
      signUpsPerAddress: limitOf('signUpsPerAddress'),
      mailsPerEmail: limitOf('mailsPerEmail'),
      mailsPerAddress: limitOf('mailsPerAddress'),
      linksPerAddress: limitOf('linksPerAddress'),
      codesPerAccount: limitOf('codesPerAccount'),
      codesPerAddress: limitOf('codesPerAddress'),
    };
  }

  /** @param device from which this account was signed in to before. @throws Refused, as the others do. */
  async password({ address, email, device }: Attempt & { readonly device: string | null }, response: Response) {
    await this.#passwords.take({ account: normalEmail(email), address, device }, response);
  }

  /** Of someone who is signed in: strangers' guesses at the email don't count. @throws Refused */
  async ownPassword({ address, accountId }: { address: string | undefined; accountId: string }, response: Response) {
    await this.#passwords.take({ account: accountId, address, device: null }, response);
  }

  /** Codes of a second factor, and its setting up. @throws Refused */
  async code({ address, accountId }: { address: string | undefined; accountId: string }, response: Response) {
    await this.#limits.codesPerAddress.takeFrom(address, response);
    await this.#limits.codesPerAccount.take(accountId, response);
  }

  async signUp({ address, email }: Attempt, response: Response) {
    await this.#limits.signUpsPerAddress.takeFrom(address, response);
    await this.#limits.signUpsPerEmail.take(normalEmail(email), response);
  }

  async link(address: string | undefined, response: Response) {
    await this.#limits.linksPerAddress.takeFrom(address, response);
  }

  /** Whether or not the email has an account. @throws AuthRefused in the provider's own words */
  async mail({ address, email }: Attempt, response: Response) {
    try {
      await this.#limits.mailsPerAddress.takeFrom(address, response);
      await this.#limits.mailsPerEmail.take(normalEmail(email), response);
    } catch (error) {
      throw error instanceof Refused ? tooManyMails(Number(response.getHeader('Retry-After'))) : error;
    }
  }
}
