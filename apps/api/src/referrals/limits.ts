import type { Attempts } from '../adapters/attempts/attempts.ts';
import { RateLimit } from '../http/limits/rate-limit.ts';

const validationsPerMinute = 30;
const creationsPerMinute = 20;

/** Protects codes from being guessed, and the log from being flooded. */
export class ReferralLimits {
  readonly validationsPerAddress: RateLimit;
  readonly creationsPerCreator: RateLimit;

  constructor(attempts: Attempts) {
    this.validationsPerAddress = new RateLimit('referralValidations', validationsPerMinute, attempts);
    this.creationsPerCreator = new RateLimit('referralCodes', creationsPerMinute, attempts);
  }
}
