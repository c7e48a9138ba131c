import type { Attempts } from '../adapters/attempts/attempts.ts';
import { RateLimit } from '../http/limits/rate-limit.ts';

export const verifyLimitToken = 'VerifyLimit';
export const verificationsPerMinute = 60;

/** Protects license ids from being guessed: it limits the requests per minute from one IP address. */
export const verifyLimit = (attempts: Attempts) => new RateLimit('licenseProofs', verificationsPerMinute, attempts);
