import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { KernelConfig } from '../config.ts';

/** Authenticates what is given out, by keys derived from JWT_SECRET: the current one signs, the others are still believed. */
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

  /** By each of the keys, the current one first. */
  all(text: string): readonly Buffer[] {
    return this.#keys.map((key) => createHmac('sha256', key).update(text).digest());
  }

  /** In constant time for each key. */
  isSigned(text: string, given: Buffer): boolean {
    return this.all(text).some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
  }
}
