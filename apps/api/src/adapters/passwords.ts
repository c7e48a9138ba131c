import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { normalPassword } from '@tessera/domain/accounts/password-forms';
import { tooManyRequests } from '@tessera/domain/failures';
import { Refused } from '../kernel/refused.ts';

/** OWASP's recommendation for Argon2id. */
const memoryKiB = 19_456;
const passes = 2;
const lanes = 1;

/** Each hash takes memory and a thread, so more than this many would only wait. */
const pendingMax = 256;

/** The cost of one hash. Argon2id is the library's default algorithm. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

const recommendedCost: HashCost = { memoryCost: memoryKiB, timeCost: passes, parallelism: lanes };

/** Slow, salted hashes of passwords, which are the same on every keyboard: see `normalPassword`. */
export class Passwords {
  readonly #cost: HashCost;
  #pending = 0;
  #decoy: Promise<string> | null = null;

  constructor(cost: HashCost = recommendedCost) {
    this.#cost = cost;
  }

  hash(password: string): Promise<string> {
    return this.#bounded(() => hash(normalPassword(password), this.#cost));
  }

  /**
   * Pass null for an account that doesn't exist: that takes as long, and never matches. Hashes from before passwords were
   * normalized match what was typed then.
   */
  async matches(passwordHash: string | null, password: string): Promise<boolean> {
    this.#decoy ??= hash(randomBytes(32), this.#cost);
    const compared = passwordHash ?? (await this.#decoy);
    let isMatch = false;
    // Each form is verified, whichever matches: the time says nothing about the hash.
    for (const form of new Set([normalPassword(password), password])) {
      if (await this.#bounded(() => verify(compared, form))) isMatch = true;
    }
    return isMatch && passwordHash !== null;
  }

  async #bounded<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#pending >= pendingMax) throw new Refused(tooManyRequests());
    this.#pending += 1;
    try {
      return await work();
    } finally {
      this.#pending -= 1;
    }
  }
}
