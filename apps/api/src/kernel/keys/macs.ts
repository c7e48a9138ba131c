import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { KernelConfig } from '../config.ts';

/**
 * Signs what the service hands out with keys derived from JWT_SECRET: the current one signs, the others only verify.
 */
export class Macs {
  readonly #keys: readonly (Buffer | KeyObject)[];

  constructor(
    config: Pick<KernelConfig, 'jwtSecret' | 'otherJwtSecrets'>,
    derive: (secret: string) => Buffer | KeyObject,
  ) {
    this.#keys = [config.jwtSecret, ...config.otherJwtSecrets].map(derive);
  }

  sign(text: string): Buffer {
    return this.all(text)[0]!;
  }

  /** The MACs by each key, the current one first. */
  all(text: string): readonly Buffer[] {
    return this.#keys.map((key) => createHmac('sha256', key).update(text).digest());
  }

  /** Takes constant time per key. */
  isSigned(text: string, given: Buffer): boolean {
    return this.all(text).some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
  }
}
