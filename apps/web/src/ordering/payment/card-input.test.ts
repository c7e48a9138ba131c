import { cardBrandOf } from './card-brand.ts';
import { expiryDigits } from './card-input.tsx';

test.each([
  ['12/40', '1240'],
  ['12 / 2040', '1240'],
  ['122040', '1240'],
  ['2040-12', '1240'],
  ['1/40', '0140'],
  ['5', '05'],
  ['1', '1'],
  ['12', '12'],
  ['1320', '1320'],
  ['１２／４０', '1240'],
  ['٠٥/٢٠٤٠', '0540'],
  ['۲۰۴۰-۱۲', '1240'],
  ['５', '05'],
])('[FIX-25] an expiry date typed, pasted or filled in as %s is understood', (text, digits) => {
  expect(expiryDigits(text)).toBe(digits);
});

test.each([
  ['4', 'Visa'],
  ['5555', 'Mastercard'],
  ['2221', 'Mastercard'],
  ['2720', 'Mastercard'],
  ['2721', null],
  ['34', 'American Express'],
  ['6011', 'Discover'],
  ['3530', 'JCB'],
  ['9', null],
  ['', null],
])('the brand of a card number that begins with %s is named', (digits, brand) => {
  expect(cardBrandOf(digits)).toBe(brand);
});
