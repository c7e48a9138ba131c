import type { Attempts } from '../adapters/attempts/attempts.ts';
import { RateLimit } from '../http/limits/rate-limit.ts';

export const verifyLimitToken = 'VerifyLimit';
export const verificationsPerMinute = 60;

/** Guards licenses against guessing: so many questions a minute from one address of the network. */
export const verifyLimit = (attempts: Attempts) => new RateLimit('licenseProofs', verificationsPerMinute, attempts);
