import * as fc from 'fast-check';
import { itemsIn, listOf, partOf, stepOf, wordOf } from './items.ts';

const anyValue = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.double({ noNaN: true }));
const anyItem = fc.tuple(fc.nat({ max: 20 }), anyValue);

describe('the steps of a field', () => {
  it('sort as the values on them do, numbers before strings', () => {
    const anyNumber = fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.constantFrom(0, -0, -Infinity, Infinity));
    fc.assert(
      fc.property(anyNumber, anyNumber, fc.string(), (one, other, text) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(stepOf(3, less) <= stepOf(3, more)).toBe(true);
        expect(stepOf(3, more) < stepOf(3, text)).toBe(true);
      }),
    );
  });

  it('are eight for each doubling', () => {
    const steps = new Set(Array.from({ length: 1_000 }, (_, nth) => stepOf(3, 1_000 + nth)));
    expect(steps.size).toBeGreaterThanOrEqual(8);
    expect(steps.size).toBeLessThanOrEqual(9);
  });
});

describe('the items of a row', () => {
  it('are found in its list exactly where they are in it', () => {
    fc.assert(
      fc.property(fc.array(anyItem), anyItem, (items, item) => {
        const list = listOf(items);
        expect(itemsIn(list)).toEqual(items.map(wordOf));
        expect(list.includes(partOf(item))).toBe(items.some((other) => wordOf(other) === wordOf(item)));
        for (const own of items) expect(list.includes(partOf(own))).toBe(true);
      }),
    );
  });
});
