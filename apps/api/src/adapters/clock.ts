import { v7 } from 'uuid';

/** Time and ids, handed in so that decisions stay pure and tests can set them. */
export interface Clock {
  now(): Date;
  /** A UUIDv7: ordered by time. */
  newId(): string;
}

export const systemClock: Clock = { now: () => new Date(), newId: () => v7() };
