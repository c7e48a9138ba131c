import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares digests in constant time, so that the time taken doesn't reveal how much was right. */
export const sameSecret = (given: string, expected: string) => {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one!, other!);
};
