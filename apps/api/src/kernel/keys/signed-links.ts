import type { Clock } from '../clock.ts';
import type { KernelConfig } from '../config.ts';
import { derivedKey } from './derived-key.ts';
import { Macs } from './macs.ts';

const lifetimeMs = 5 * 60 * 1000;

/** A link's payload, and when it expires: in ms since 1970. */
export type Signed<Payload> = Payload & { readonly expires: number };

/** Signs tokens that give their bearer access to one thing for five minutes. One for another purpose is worthless. */
export class SignedLinks<Payload extends object> {
  readonly #macs: Macs;
  readonly #clock: Clock;

  constructor(config: Pick<KernelConfig, 'jwtSecret' | 'otherJwtSecrets'>, clock: Clock, purpose: string) {
    this.#macs = new Macs(config, (secret) => derivedKey(secret, purpose));
    this.#clock = clock;
  }

  /** @param until an instant after which nobody may follow the link; null for none */
  sign(payload: Payload, until: string | null): string {
    const expires = Math.min(this.#clock.now().getTime() + lifetimeMs, until === null ? Infinity : Date.parse(until));
    const text = Buffer.from(JSON.stringify({ ...payload, expires } satisfies Signed<Payload>)).toString('base64url');
    return `${text}.${this.#macs.sign(text).toString('base64url')}`;
  }

  /** Null if the token was not signed for this purpose, or has expired. */
  verify(token: string): Signed<Payload> | null {
    const [text = '', signature = ''] = token.split('.');
    if (!this.#macs.isSigned(text, Buffer.from(signature, 'base64url'))) return null;
    const link = JSON.parse(Buffer.from(text, 'base64url').toString()) as Signed<Payload>;
    return link.expires > this.#clock.now().getTime() ? link : null;
  }
}
