import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalUsd } from './money.ts';
import { amountMessage, amountProblem, dollarsTyped, typedAmount } from './typed-amount.ts';

test.each([
  ['40', 4_000],
  ['12.5', 1_250],
  ['12,50', 1_250],
  ['1250.00', 125_000],
  ['1,250.00', 125_000],
  ['1.250,00', 125_000],
  ['1 250', 125_000],
  ['1\u00a0250,00', 125_000],
  ['1\u202f250,5', 125_050],
  ['1\u2009250', 125_000],
  ["1'250.00", 125_000],
  ['1’250.00', 125_000],
  ['1,250,000', 125_000_000],
  ['1.250.000', 125_000_000],
  ['$1,250.00', 125_000],
  ['$ 12.50', 1_250],
  ['US$12.50', 1_250],
  ['12,50 $', 1_250],
  ['12.50 usd', 1_250],
  ['$12.50 USD', 1_250],
  ['１２，５０', 1_250],
  ['＄１２．５０', 1_250],
  ['١٢٫٥٠', 1_250],
  ['١٬٢٥٠', 125_000],
  ['\u200f۱۲٫۵\u200e', 1_250],
  ['१२.५०', 1_250],
  ['.5', 50],
  [',50', 50],
  ['0.00', 0],
  ['-5', -500],
  ['−$5.25', -525],
  [' 40\r\n', 4_000],
  ['999999999999', 99_999_999_999_900],
])('[FIX-25] an amount that is written as “%s” is %i cents', (text, cents) => {
  expect(typedAmount(text)).toEqual({ kind: 'amount', cents });
  expect(amountProblem(text)).toBeNull();
  expect(dollarsTyped(text)).toBe(cents / 100);
});

test.each([
  ['1,250', '1250.00'],
  ['$12,345', '12345.00'],
  ['１，２５０', '1250.00'],
])('[FIX-25] “%s” depends on where its author lives: it is refused, with how to write it', (text, clear) => {
  expect(typedAmount(text).kind).toBe('unclear');
  expect(amountProblem(text)).toBe(`Please write ${clear}, without a comma`);
  expect(dollarsTyped(text)).toBeNaN();
});

test.each([
  ...['', ' ', '$', 'twelve', '1e3', '0x10', 'Infinity', 'NaN', '1.250', '1.005', '0,250', '1250.000', '12.', '12,'],
  ...['12 50', '1 2 5 0', '1,25,0', '1,2500', '1,250 000', '1.250.00', '1,250,00', '1,250.000', '01,250.00', '12..5'],
  ...['€12.50', '12.50 EUR', '£5', '$$5', '--5', '5-', '(5.00)', '+5', '12²', '5½', '①②', '1٫250٬00', '12:50', '12/50'],
  ...['\u202e05.21', '1\u200b2', '1000000000000', '0'.repeat(41)],
])('[FIX-25] “%s” is no amount', (text) => {
  expect(typedAmount(text)).toEqual({ kind: 'not-an-amount' });
  expect(amountProblem(text)).toBe(amountMessage);
  expect(dollarsTyped(text)).toBeNaN();
});

/** The ways in which people and spreadsheets write amounts: separator of thousands, decimal mark. */
const styles = [
  ...[[',', '.'] as const, ['.', ','] as const, [' ', ','] as const, ['\u00a0', ','] as const],
  ...[['\u202f', ','] as const, ['’', '.'] as const, ['٬', '٫'] as const, ['', '.'] as const, ['', ','] as const],
];
/** Where the digits of a script begin. */
const zeros = ['0', '٠', '۰', '०', '０'];
const written = (cents: number, [group, mark]: readonly [string, string], zero: string, sign: string) => {
  const [whole = '', part = ''] = decimalUsd(cents).split('.');
  const grouped = whole.replace(/\d(?=(\d{3})+$)/g, `$&${group}`) + mark + part;
  return sign.replace(
    'x',
    grouped.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit))),
  );
};
const amounts = fc.integer({ min: 0, max: 100_000_000_000 });

test('[FIX-25] every amount is read as it was written, in every style, script and with any dollar sign', () => {
  const signs = fc.constantFrom('x', '$x', '$ x', 'US$x', 'x $', 'x USD');
  fc.assert(
    fc.property(amounts, fc.constantFrom(...styles), fc.constantFrom(...zeros), signs, (cents, style, zero, sign) => {
      expect(typedAmount(written(cents, style, zero, sign))).toEqual({ kind: 'amount', cents });
    }),
  );
});

test('[FIX-25] what is accepted has the digits that a reader sees, in their order, and no others', () => {
  const text = fc.string({ unit: fc.constantFrom(..."0125 .,٬٫’'$-\u00a0²½٣３e"), maxLength: 12 });
  fc.assert(
    fc.property(text, (typed) => {
      const found = typedAmount(typed);
      if (found.kind === 'not-an-amount') return;
      const seen = typed.replaceAll('٣', '3').replaceAll('３', '3').replace(/\D/g, '');
      const decimals =
        found.kind === 'unclear' ? '' : (/[.,٫](\d{1,2})\D*$/.exec(typed.replace(/[٣３]/g, '3'))?.[1] ?? '');
      expect(Math.abs(found.cents)).toBe(Number(seen + '0'.repeat(2 - decimals.length)));
    }),
    { numRuns: 5_000 },
  );
});
