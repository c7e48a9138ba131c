import { formatUsd } from '@tessera/domain/money';
import fc from 'fast-check';
import { bucketSums } from '../../ui/chart/sparkline.tsx';
import { changeOf } from './change.ts';

const plain = (value: number) => String(value);

it.each([
  [125, 100, { direction: 'up', text: '+25% · 100 before' }],
  [0, 4, { direction: 'down', text: '−100% · 4 before' }],
  [3, 0, { direction: 'up', text: 'None before' }],
  [7, 7, { direction: 'same', text: 'Same as before' }],
])('[GAL-13] %d after %d is compared as text', (value, before, change) => {
  expect(changeOf(value, before, plain)).toEqual(change);
});

it('[GAL-13] negative values are compared by amount', () => {
  expect(changeOf(3_000, -1_000, formatUsd).text).toBe('+$40.00 · −$10.00 before');
  expect(changeOf(-500, 2_000, formatUsd).text).toBe('−$25.00 · $20.00 before');
});

it('[GAL-13] a sparkline of many days has few points with the same sum', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 366 }), (values) => {
      const points = bucketSums(values, 45);
      expect(points.length).toBeLessThanOrEqual(45);
      expect(points.reduce((total, value) => total + value, 0)).toBe(values.reduce((total, value) => total + value, 0));
    }),
    { numRuns: 50 },
  );
});
