import type { Clock } from '../adapters/clock.ts';
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

  constructor(clock: Clock, perMinute: AccountLimitsPerMinute = standard) {
    this.passwordsPerEmail = new RateLimit(perMinute.passwordsPerEmail, clock);
    this.passwordsPerAddress = new RateLimit(perMinute.passwordsPerAddress, clock);
    this.signUpsPerAddress = new RateLimit(perMinute.signUpsPerAddress, clock);
  }
}
