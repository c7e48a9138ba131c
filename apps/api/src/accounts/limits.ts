import type { Attempts } from '../http/attempts.ts';
import { RateLimit } from '../http/rate-limit.ts';

/** Attempts a minute. */
export interface AccountLimitsPerMinute {
  readonly passwordsPerEmail: number;
  readonly passwordsPerAddress: number;
  readonly signUpsPerAddress: number;
}

const standard: AccountLimitsPerMinute = { passwordsPerEmail: 10, passwordsPerAddress: 120, signUpsPerAddress: 60 };

/** What guards sign-up and sign-in against guessing and flooding. */
export class AccountLimits {
  readonly passwordsPerEmail: RateLimit;
  readonly passwordsPerAddress: RateLimit;
  readonly signUpsPerAddress: RateLimit;

  constructor(attempts: Attempts, perMinute: AccountLimitsPerMinute = standard) {
    this.passwordsPerEmail = new RateLimit('passwordsPerEmail', perMinute.passwordsPerEmail, attempts);
    this.passwordsPerAddress = new RateLimit('passwordsPerAddress', perMinute.passwordsPerAddress, attempts);
    this.signUpsPerAddress = new RateLimit('signUpsPerAddress', perMinute.signUpsPerAddress, attempts);
  }
}
