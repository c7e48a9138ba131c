import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Time and ids, handed in so that decisions stay pure and tests can set them. */
export interface Clock {
  now(): Date;
  /** A UUIDv7: ordered by time. */
  newId(): string;
}

const idBytes = 16;
const pooledIds = 1_024;
const pool = new Uint8Array(idBytes * pooledIds);
let used = pool.length;

/** Randomness is fetched for many ids at once: asking the system for each would cost more than the rest of an append. */
const random = (): Uint8Array => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += idBytes;
  return pool.slice(used - idBytes, used);
};

export const systemClock: Clock = { now: () => new Date(), newId: () => v7({ rng: random }) };
