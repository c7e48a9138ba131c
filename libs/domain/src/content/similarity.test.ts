import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandsOf, similarityOf } from './similarity.ts';
import type { ComparedItem } from './similarity.ts';
import { colorNames } from './media/measures.ts';
import type { Measures } from './media/measures.ts';
import { measures } from './photo.test-kit.ts';

const shore: ComparedItem = { tags: ['sea', 'sand'], measures };
const shoreWith = (hash: string, tags = shore.tags): ComparedItem => ({ tags, measures: { ...measures, hash } });
const ranked = (...others: readonly ComparedItem[]) =>
  others.map((other) => similarityOf(shore, other)).every((like, at, all) => at === 0 || like < (all[at - 1] ?? 0));

const hash = fc.stringMatching(/^[0-9a-f]{16}$/);
const anyMeasures: fc.Arbitrary<Measures | null> = fc.option(
  fc.record({
    pixels: fc.constant(null),
    bytes: fc.nat(),
    colors: fc
      .uniqueArray(fc.constantFrom(...colorNames), { maxLength: 4 })
      .map((names) => names.map((name) => ({ name, percent: 25 }))),
    hash,
  }),
);
const anyItem = fc.record({
  tags: fc.uniqueArray(fc.constantFrom('sea', 'sand', 'boat', 'dawn'), { maxLength: 4 }),
  measures: anyMeasures,
});

test('[GAL-09] the same picture with the same tags is most similar, then one with small differences, then another with a shared tag', () => {
  expect(
    ranked(
      shoreWith('00ff00ff00ff00ff'),
      shoreWith('00ff00ff00ff00f0'),
      shoreWith('00ff00ff00ff00f0', ['sea', 'boat']),
      shoreWith('ff00ff00ff00ff00', ['sea', 'boat']),
      { tags: ['sea', 'boat'], measures: null },
      shoreWith('ff00ff00ff00ff00', ['boat']),
    ),
  ).toBe(true);
});

test('[GAL-09] items that neither look alike nor share a tag are not similar, whatever their colors', () => {
  expect(similarityOf(shore, shoreWith('ff00ff00ff00ff00', ['boat']))).toBe(0);
  expect(similarityOf(shore, { tags: [], measures: null })).toBe(0);
  expect(similarityOf(shore, shoreWith('00ff00ff00ff00ff', []))).toBeGreaterThan(0.5);
});

test('[GAL-09] similarity is symmetric, and from 0 to 1', () => {
  fc.assert(
    fc.property(anyItem, anyItem, (one, other) => {
      const likeness = similarityOf(one, other);
      expect(similarityOf(other, one)).toBeCloseTo(likeness, 9);
      expect(likeness).toBeGreaterThanOrEqual(0);
      expect(likeness).toBeLessThanOrEqual(1);
    }),
  );
});

test('[GAL-09] hashes that differ in at most three bits share a band at the same place', () => {
  const flipped = (from: string, bits: readonly number[]) =>
    bits
      .reduce((value, bit) => value ^ (1n << BigInt(bit)), BigInt(`0x${from}`))
      .toString(16)
      .padStart(16, '0');
  fc.assert(
    fc.property(hash, fc.array(fc.nat(63), { maxLength: 3 }), (one, bits) => {
      const bands = bandsOf({ ...measures, hash: one });
      expect(bands).toHaveLength(4);
      expect(bandsOf({ ...measures, hash: flipped(one, bits) }).some((band) => bands.includes(band))).toBe(true);
    }),
  );
  expect(bandsOf(null)).toEqual([]);
});
