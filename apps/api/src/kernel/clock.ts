import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** The source of time and ids, injected so that decisions stay pure and tests can control them. */
export abstract class Clock {
  abstract now(): Date;
  /** A UUIDv7: ordered by time. */
  abstract newId(): string;
}

const idBytes = 16;
const pooledIds = 1_024;
const pool = new Uint8Array(idBytes * pooledIds);
let used = pool.length;

/** Fetches randomness for many ids at once: asking the system for each would cost more than the rest of an append. */
const random = (): Uint8Array => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += idBytes;
  return pool.slice(used - idBytes, used);
};

export const systemClock: Clock = { now: () => new Date(), newId: () => v7({ rng: random }) };
