// `npm test` checks a sample of each matrix, `npm run test:full` all of it.
import { createHash } from 'node:crypto';

/** Whether nothing is left out: in `npm run test:full`. */
export const isFull = process.env['TEST_TIER'] === 'full';

/** Determines all samples. Without SEED, it is that of `npm test` (`scripts/test.mjs`), also for a file run by itself. */
const seed = process.env['SEED'] ?? 'tessera';

const digestOf = (name: string) => createHash('sha256').update(`${seed}\n${name}`).digest();

/** An integer derived from the seed, different for each name, for generators that take one. */
export const seedOf = (name: string): number => digestOf(name).readUInt32BE();

/** Whether a slow test runs: always in `npm run test:full`, otherwise with one in `seeds` seeds. */
export const isDrawn = (name: string, seeds: number): boolean => isFull || seedOf(`run of ${name}`) % seeds === 0;

/** Of two slow tests, each run has one: whether it is the turn of the test other than `name`. */
export const isLeftToOther = (name: string, seeds: number): boolean => isFull || !isDrawn(name, seeds);

/** How many runs, kills or files: fewer in `npm test`. */
export const howMany = (counts: { readonly usual: number; readonly full: number }): number =>
  isFull ? counts.full : counts.usual;

/**
 * All items in `npm run test:full`, otherwise `count` of them, drawn by the seed and in their original order.
 * @param name distinguishes this draw from others, which would otherwise choose the same places
 */
export const sampleOf = <Item>(name: string, all: readonly Item[], count: number): readonly Item[] => {
  if (isFull) return all;
  const drawn = all
    .map((item, place) => ({ item, place, lot: digestOf(`${name} ${place}`).toString('hex') }))
    .sort((one, other) => one.lot.localeCompare(other.lot))
    .slice(0, count);
  return drawn.sort((one, other) => one.place - other.place).map(({ item }) => item);
};
