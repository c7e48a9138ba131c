import { comparableAddress } from '@tessera/domain/accounts/email-address';
import type { Response } from 'express';
import type { Attempts } from '../../adapters/attempts/attempts.ts';
import { RateLimit } from '../../http/limits/rate-limit.ts';
import { SignInLimits } from '../../http/limits/sign-in-limits.ts';
import { Refused } from '../../kernel/refused.ts';
import { tooManyMails } from './auth-refused.ts';

const standard = {
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

/** Attempts per minute. */
export type AccountLimitsPerMinute = Readonly<typeof standard>;

/** The IP address of a request, and the email that it names. */
interface Attempt {
  readonly address: string | undefined;
  readonly email: string;
}

/** Protects accounts against guessing and flooding. Each method sets `Retry-After` when it refuses. */
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

  /** @param device the id of a device on which this account has signed in before. @throws Refused, like the others */
  async password({ address, email, device }: Attempt & { readonly device: string | null }, response: Response) {
    await this.#passwords.take({ account: comparableAddress(email), address, device }, response);
  }

  /** For a signed-in account; strangers' guesses at its email don't count. @throws Refused */
  async ownPassword({ address, accountId }: { address: string | undefined; accountId: string }, response: Response) {
    await this.#passwords.take({ account: accountId, address, device: null }, response);
  }

  /** Codes of a second factor, and enrollments. @throws Refused */
  async code({ address, accountId }: { address: string | undefined; accountId: string }, response: Response) {
    await this.#limits.codesPerAddress.takeFrom(address, response);
    await this.#limits.codesPerAccount.take(accountId, response);
  }

  async signUp({ address, email }: Attempt, response: Response) {
    await this.#limits.signUpsPerAddress.takeFrom(address, response);
    await this.#limits.signUpsPerEmail.take(comparableAddress(email), response);
  }

  async link(address: string | undefined, response: Response) {
    await this.#limits.linksPerAddress.takeFrom(address, response);
  }

  /** Emails to an address that someone who is signed in names. @throws Refused */
  async namedMail({ address, email }: Attempt, response: Response) {
    await this.#limits.mailsPerAddress.takeFrom(address, response);
    await this.#limits.mailsPerEmail.take(comparableAddress(email), response);
  }

  /** Counts whether or not the email has an account. @throws AuthRefused, in the protocol's words */
  async mail(attempt: Attempt, response: Response) {
    try {
      await this.namedMail(attempt, response);
    } catch (error) {
      throw error instanceof Refused ? tooManyMails(Number(response.getHeader('Retry-After'))) : error;
    }
  }
}
