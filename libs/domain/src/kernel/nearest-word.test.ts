// Typed wrong, or in part, on purpose. cspell:ignore habor hrabor sunet boatt voat
import { expect, test } from 'vitest';
import { nearestWord } from './nearest-word.ts';

const uses = new Map([
  ['harbor', 9],
  ['harbors', 2],
  ['sunset', 5],
  ['sunlit', 7],
  ['sea', 90],
  ['boat', 3],
  ['coat', 8],
]);

test.each([
  ['habor', 'harbor'],
  ['harbour', 'harbor'],
  ['hrabor', 'harbor'],
  ['sunet', 'sunset'],
  ['boatt', 'boat'],
  ['voat', 'coat'],
  ['tea', null],
  ['mountain', null],
  ['', null],
])('[GAL-06] %s means %s', (typed, meant) => {
  expect(nearestWord(typed, uses)).toBe(meant);
});
