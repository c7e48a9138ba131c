import * as fc from 'fast-check';
import { tokensIn, listOf, itemSubstring, termSubstring, bucketToken, itemToken, termToken } from './items.ts';

const anyValue = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.double({ noNaN: true }));
const anyTerm = fc.constantFrom('0sea', '0seal', '1sea', '2写');
const anyItem = fc.tuple(fc.nat({ max: 20 }), anyValue);

describe('the buckets of a field', () => {
  it('sort like their values, numbers before strings', () => {
    const anyNumber = fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.constantFrom(0, -0, -Infinity, Infinity));
    fc.assert(
      fc.property(anyNumber, anyNumber, fc.string(), (one, other, text) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(bucketToken(3, less) <= bucketToken(3, more)).toBe(true);
        expect(bucketToken(3, more) < bucketToken(3, text)).toBe(true);
      }),
    );
  });

  it('are eight per doubling', () => {
    const buckets = new Set(Array.from({ length: 1_000 }, (_, nth) => bucketToken(3, 1_000 + nth)));
    expect(buckets.size).toBeGreaterThanOrEqual(8);
    expect(buckets.size).toBeLessThanOrEqual(9);
  });
});

describe('the items of a row', () => {
  it('are found in its list exactly if the list has them', () => {
    fc.assert(
      fc.property(fc.array(anyItem), anyItem, fc.array(anyTerm), (items, item, terms) => {
        const list = listOf(items, terms);
        expect(tokensIn(list)).toEqual([...items.map(itemToken), ...terms.map(termToken)]);
        for (const term of terms) {
          expect(list.includes(termSubstring(term, true))).toBe(true);
          expect(list.includes(termSubstring(term.slice(0, 2), false))).toBe(true);
        }
        expect(list.includes(termSubstring('0seal', true))).toBe(terms.includes('0seal'));
        expect(list.includes(itemSubstring(item))).toBe(items.some((other) => itemToken(other) === itemToken(item)));
        for (const own of items) expect(list.includes(itemSubstring(own))).toBe(true);
      }),
    );
  });
});
