import fc from 'fast-check';
import type { Place } from '../pictures/column-layout.ts';
import { justifiedLayout, aspectRatioOf, targetRowHeight, rowsMinWidth, captionHeight } from './justified-layout.ts';

const proportions = fc.array(fc.double({ min: 0.5, max: 3, noNaN: true }), { maxLength: 60 });
const anyWidth = fc.integer({ min: 240, max: 2_000 });
const wideWidth = fc.integer({ min: rowsMinWidth, max: 2_000 });

const bottomOf = ({ top, height }: Place) => top + height + captionHeight;
const rightOf = ({ left, width }: Place) => left + width;
const overlap = (one: Place, other: Place) =>
  one.left < rightOf(other) && other.left < rightOf(one) && one.top < bottomOf(other) && other.top < bottomOf(one);

test('[GAL-03] every picture keeps its aspect ratio, up to the rounding of its edges to pixels', () => {
  fc.assert(
    fc.property(proportions, anyWidth, (all, width) => {
      justifiedLayout(all, width).places.forEach((place, index) => {
        const proportion = all[index] as number;
        expect(Math.abs(place.width - place.height * proportion)).toBeLessThanOrEqual(1 + proportion);
      });
    }),
  );
});

test('[GAL-03] no pictures or captions overlap, and none extends beyond the wall', () => {
  fc.assert(
    fc.property(proportions, anyWidth, (all, width) => {
      const { places, height } = justifiedLayout(all, width);
      expect(places).toHaveLength(all.length);
      for (const [index, place] of places.entries()) {
        expect(place.left).toBeGreaterThanOrEqual(0);
        expect(rightOf(place)).toBeLessThanOrEqual(width);
        expect(bottomOf(place)).toBeLessThanOrEqual(height);
        expect(places.slice(0, index).some((other) => overlap(place, other))).toBe(false);
      }
    }),
  );
});

/** The places of each row. */
const rowsIn = (places: readonly Place[]): readonly (readonly Place[])[] =>
  [...new Set(places.map(({ top }) => top))].map((rowTop) => places.filter(({ top }) => top === rowTop));

test('[GAL-03] on a wide wall, every row but the last ends at the wall’s edge, with about the target height', () => {
  fc.assert(
    fc.property(proportions, wideWidth, (all, width) => {
      for (const row of rowsIn(justifiedLayout(all, width).places).slice(0, -1)) {
        expect(Math.abs(rightOf(row.at(-1) as Place) - width)).toBeLessThanOrEqual(1);
        expect(new Set(row.map(({ height }) => height)).size).toBe(1);
        const height = (row[0] as Place).height;
        expect(height).toBeGreaterThan(targetRowHeight(width) / 1.8);
        expect(height).toBeLessThan(targetRowHeight(width) * 1.8);
      }
    }),
  );
});

test('[GAL-03] adding pictures moves nothing above the last row, and the order is kept from top to bottom', () => {
  fc.assert(
    fc.property(proportions, proportions, anyWidth, (first, added, width) => {
      const before = justifiedLayout(first, width).places;
      const after = justifiedLayout([...first, ...added], width).places;
      const kept = width < rowsMinWidth ? before : rowsIn(before).slice(0, -1).flat();
      expect(after.slice(0, kept.length)).toEqual(kept);
      const tops = after.map(({ top }) => top);
      expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    }),
  );
});

test('[GAL-03] the wall has one, two or three columns depending on the width, and rows from a desktop’s width on', () => {
  const columnsAt = (width: number) =>
    new Set(justifiedLayout(Array<number>(12).fill(1.5), width).places.map(({ left }) => left)).size;
  expect([288, 358, 600].map(columnsAt)).toEqual([1, 2, 3]);
  const { places } = justifiedLayout([1.5, 0.67, 1.5, 1, 1.5], 1_216);
  expect(rowsIn(places).map((row) => row.length)).toEqual([3, 2]);
});

test('[GAL-03] the last row keeps the target height if its pictures can’t fill it', () => {
  expect(justifiedLayout([1.5], 1_216).places).toEqual([{ left: 0, top: 0, width: 474, height: 316 }]);
});

test('[GAL-03] an item of unknown size gets the default aspect ratio, and an extreme one is cropped', () => {
  expect(aspectRatioOf({ media_width: 0, media_height: 0 })).toBeCloseTo(4 / 3);
  expect(aspectRatioOf({ media_width: 900, media_height: 1_200 })).toBeCloseTo(0.75);
  expect(aspectRatioOf({ media_width: 4_000, media_height: 400 })).toBe(3);
  expect(aspectRatioOf({ media_width: 100, media_height: 1_000 })).toBe(0.5);
});
