import { Secret, TOTP } from 'otpauth';

const issuer = 'Tessera';
const secretBytes = 20;
/** A phone's clock goes wrong: the code before the present one counts as well, and the one after. */
const stepsOff = 1;

/** What authenticator apps take without being told: SHA-1, six digits, a new code every 30 seconds. */
const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });

/** In base32, as an app takes it typed. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

/** `otpauth://totp/…`, as an app takes it from a QR code. @param email names the account in the app */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The step, in 30 seconds since 1970, whose code it is; null for a code that is wrong now. */
export const totpStep = (secret: string, code: string, nowMs: number): number | null => {
  const totp = totpOf(secret, '');
  const off = totp.validate({ token: code, timestamp: nowMs, window: stepsOff });
  return off === null ? null : totp.counter({ timestamp: nowMs }) + off;
};
