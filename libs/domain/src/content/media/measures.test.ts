import { expect, test } from 'vitest';
import { mainColorOf, orientationOf, sizeOf } from './measures.ts';
import type { ColorShare } from './measures.ts';
import { measures } from '../photo.test-kit.ts';

test('[GAL-07] a picture is landscape or portrait, or square if its sides are nearly equal', () => {
  expect(orientationOf({ width: 1600, height: 1067 })).toBe('landscape');
  expect(orientationOf({ width: 1067, height: 1600 })).toBe('portrait');
  expect(orientationOf({ width: 1050, height: 1000 })).toBe('square');
  expect(orientationOf({ width: 1000, height: 1051 })).toBe('portrait');
});

test('[GAL-07] an original is small under 3 megapixels and large from 12; without known pixels it has no size', () => {
  const sizeAt = (width: number, height: number) => sizeOf({ ...measures, pixels: { width, height } });
  expect([sizeAt(2_000, 1_499), sizeAt(2_000, 1_500)]).toEqual(['small', 'medium']);
  expect([sizeAt(4_000, 2_999), sizeAt(4_000, 3_000)]).toEqual(['medium', 'large']);
  expect([sizeOf({ ...measures, pixels: null }), sizeOf(null)]).toEqual([null, null]);
});

test('[GAL-07] a picture is found by the color that stands out, or by its background if none does', () => {
  const mainOf = (...colors: readonly ColorShare[]) => mainColorOf({ ...measures, colors });
  expect(mainOf({ name: 'gray', percent: 70 }, { name: 'red', percent: 30 })).toBe('red');
  expect(mainOf({ name: 'gray', percent: 90 }, { name: 'red', percent: 10 })).toBe('gray');
  expect(mainOf({ name: 'green', percent: 50 }, { name: 'blue', percent: 45 })).toBe('green');
  expect(mainOf()).toBeNull();
  expect(mainColorOf(null)).toBeNull();
});
