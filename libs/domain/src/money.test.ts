import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOf, decimalUsd, dollarsOf, formatUsd, share, wireMoney } from './money.ts';

test('[MKT-19] prices are in USD and shown with two decimals', () => {
  expect(formatUsd(25_000)).toBe('$250.00');
  expect(formatUsd(123_456_789)).toBe('$1,234,567.89');
});

test('a negative amount has a real minus sign for people, and a hyphen for programs', () => {
  expect(formatUsd(-4_000)).toBe('−$40.00');
  expect(decimalUsd(-4_005)).toBe('-40.05');
});

test('every amount of cents has the same digits as a decimal', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (cents) => {
      const digits = String(Math.abs(cents)).padStart(3, '0');
      expect(decimalUsd(cents)).toBe(`${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`);
    }),
  );
});

test('money on the wire is in whole cents of US dollars', () => {
  expect(wireMoney(25_000)).toEqual({ amount_cents: 25_000, currency: 'USD' });
});

test('every amount of cents survives the conversion to dollars and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (cents) => {
      expect(centsOf(dollarsOf(cents))).toBe(cents);
    }),
  );
});

test('a share is rounded half up, and never off by more than a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 0, max: 10_000 }), (amount, points) => {
      const exact = (amount * points) / 10_000;
      expect(share(amount, points)).toBe(Math.floor(exact + 0.5));
    }),
  );
});
