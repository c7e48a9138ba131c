import { shiftBelow } from './use-clear-of-field.ts';

const toasts = { top: 16, bottom: 96 };

test.each([
  ['is above the field', { top: 200, bottom: 244 }, 0],
  ['touches the field', { top: 96, bottom: 140 }, 0],
  ['covers the field', { top: 60, bottom: 104 }, 96],
  ['covers a field that begins above it', { top: 4, bottom: 40 }, 32],
  ['has no room below the field', { top: 60, bottom: 600 }, 0],
])('[FIX-44] a toast that %s is moved as far as it has to be', (_where, field, shift) => {
  expect(shiftBelow(toasts, field, 664)).toBe(shift);
});

test('[FIX-44] without a field that has the focus, toasts stay where they are', () => {
  expect(shiftBelow(toasts, null, 664)).toBe(0);
});
