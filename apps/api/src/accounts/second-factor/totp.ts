import { Secret, TOTP } from 'otpauth';

const issuer = 'Tessera';
const secretBytes = 20;
/** Phones' clocks are inexact, so the previous and the next code are accepted as well. */
const stepsTolerance = 1;

/** What all authenticator apps support: SHA-1, six digits, a new code every 30 seconds. */
const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });

/** In base32, which people can type into an app. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

/** The `otpauth://totp/…` address that apps read from a QR code. @param email the account's name in the app */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step of the code, in units of 30 seconds since 1970; null if the code is wrong at this time. */
export const totpStep = (secret: string, code: string, nowMs: number): number | null => {
  const totp = totpOf(secret, '');
  const delta = totp.validate({ token: code, timestamp: nowMs, window: stepsTolerance });
  return delta === null ? null : totp.counter({ timestamp: nowMs }) + delta;
};
