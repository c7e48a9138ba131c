import * as fc from 'fast-check';
import { itemsIn, listOf, partOf, partOfTerm, stepOf, wordOf, wordOfTerm } from './items.ts';

const anyValue = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.double({ noNaN: true }));
const anyTerm = fc.constantFrom('0sea', '0seal', '1sea', '2写');
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
      fc.property(fc.array(anyItem), anyItem, fc.array(anyTerm), (items, item, terms) => {
        const list = listOf(items, terms);
        expect(itemsIn(list)).toEqual([...items.map(wordOf), ...terms.map(wordOfTerm)]);
        for (const term of terms) {
          expect(list.includes(partOfTerm(term, true))).toBe(true);
          expect(list.includes(partOfTerm(term.slice(0, 2), false))).toBe(true);
        }
        expect(list.includes(partOfTerm('0seal', true))).toBe(terms.includes('0seal'));
        expect(list.includes(partOf(item))).toBe(items.some((other) => wordOf(other) === wordOf(item)));
        for (const own of items) expect(list.includes(partOf(own))).toBe(true);
      }),
    );
  });
});
