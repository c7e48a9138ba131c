import fc from 'fast-check';
import type { Place } from '../pictures/column-layout.ts';
import { cardBodyHeight, cardLayout, cardRatioOf, isBeyondFrame } from './card-layout.ts';

const ratios = fc.array(fc.double({ min: 2 / 3, max: 5 / 2, noNaN: true }), { maxLength: 60 });
const anyWidth = fc.integer({ min: 240, max: 2_000 });

const bottomOf = ({ top, height }: Place) => top + height + cardBodyHeight;
const rightOf = ({ left, width }: Place) => left + width;
const overlap = (one: Place, other: Place) =>
  one.left < rightOf(other) && other.left < rightOf(one) && one.top < bottomOf(other) && other.top < bottomOf(one);

test('[MKT-09] [GAL-03] cards stand in one column on a phone, in two on a tablet, in three on a desk', () => {
  const columnsAt = (width: number) =>
    new Set(cardLayout(Array<number>(12).fill(1.5), width).places.map(({ left }) => left)).size;
  // The widths of the content in windows of 320, 390, 768, 1024 and 1440 pixels.
  expect([288, 358, 704, 960, 1_216].map(columnsAt)).toEqual([1, 1, 2, 3, 3]);
});

test('[GAL-03] all cards are equally wide, keep the aspect ratio of their picture, and neither overlap nor stand out', () => {
  fc.assert(
    fc.property(ratios, anyWidth, (all, width) => {
      const { places, height } = cardLayout(all, width);
      expect(places).toHaveLength(all.length);
      const widths = places.map((place) => place.width);
      expect(Math.max(0, ...widths) - Math.min(Infinity, ...widths)).toBeLessThanOrEqual(1);
      for (const [index, place] of places.entries()) {
        expect(Math.abs(place.width - place.height * (all[index] as number))).toBeLessThanOrEqual(3);
        expect(place.left).toBeGreaterThanOrEqual(0);
        expect(rightOf(place)).toBeLessThanOrEqual(width);
        expect(bottomOf(place)).toBeLessThanOrEqual(height);
        expect(places.slice(0, index).some((other) => overlap(place, other))).toBe(false);
      }
    }),
  );
});

test('[GAL-03] adding cards moves none of the others, and the order is kept from top to bottom', () => {
  fc.assert(
    fc.property(ratios, ratios, anyWidth, (first, added, width) => {
      const before = cardLayout(first, width).places;
      const after = cardLayout([...first, ...added], width).places;
      expect(after.slice(0, before.length)).toEqual(before);
      const tops = after.map(({ top }) => top);
      expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    }),
  );
});

test('[GAL-03] a picture has a frame of its own proportions, unless it is very tall or very wide', () => {
  const pictures = [
    { media_width: 900, media_height: 1_200 },
    { media_width: 1_200, media_height: 800 },
    { media_width: 900, media_height: 1_600 },
    { media_width: 4_000, media_height: 400 },
    { media_width: 0, media_height: 0 },
  ];
  expect(pictures.map(cardRatioOf)).toEqual([0.75, 1.5, 2 / 3, 2.5, 4 / 3]);
  expect(pictures.map(isBeyondFrame)).toEqual([false, false, true, true, false]);
});
