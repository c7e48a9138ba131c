import { expect, test } from 'vitest';
import { messagesOf } from '../kernel/form-messages.test-kit.ts';
import { PaymentForm, isExpired } from './forms.ts';

const card = (over: Partial<PaymentForm> = {}) =>
  Object.assign(new PaymentForm(), {
    cardholderName: 'Bo Buyer',
    cardNumber: '4242424242424242',
    expiry: '12/99',
    cvv: '123',
    terms: true,
    ...over,
  });

test('a filled-in payment form is valid', () => {
  expect(messagesOf(card())).toEqual({});
});

test('[CHK-12] a cardholder name under 2 characters is refused', () => {
  expect(messagesOf(card({ cardholderName: 'B' }))).toEqual({
    cardholderName: 'Cardholder Name must be at least 2 characters.',
  });
});

test('[CHK-13] a card number that is not exactly 16 digits is refused', () => {
  for (const cardNumber of ['424242424242424', '42424242424242424', '4242 4242 4242 42', 'abcdabcdabcdabcd']) {
    expect(messagesOf(card({ cardNumber }))).toEqual({ cardNumber: 'Card Number must be a 16-digit number.' });
  }
});

test('[CHK-14] an expiry that is not MM/YY with a month from 01 to 12 is refused', () => {
  for (const expiry of ['13/30', '00/30', '1/30', '12/2030', '1230']) {
    expect(messagesOf(card({ expiry }))).toEqual({ expiry: 'Expiry Date must be in MM/YY format.' });
  }
});

test('[CHK-17] a card is valid until the last moment of its month, and refused after that', () => {
  expect(messagesOf(card({ expiry: '01/20' }))).toEqual({ expiry: 'Card has expired.' });
  expect(isExpired('11/26', Date.parse('2026-11-30T23:59:59.999Z'))).toBe(false);
  expect(isExpired('11/26', Date.parse('2026-12-01T00:00:00.000Z'))).toBe(true);
});

test('[CHK-15] a CVV that is not exactly 3 digits is refused', () => {
  for (const cvv of ['12', '1234', '12a']) {
    expect(messagesOf(card({ cvv }))).toEqual({ cvv: 'CVV must be a 3-digit number.' });
  }
});

test('[CHK-16] terms that are not accepted are refused', () => {
  expect(messagesOf(card({ terms: false }))).toEqual({ terms: 'You must accept the terms and conditions.' });
});

test('a cardholder name is text of at most 100 characters', () => {
  expect(messagesOf(card({ cardholderName: 'x'.repeat(100) }))).toEqual({});
  expect(messagesOf(card({ cardholderName: 'x'.repeat(101) }))).toEqual({
    cardholderName: 'Cardholder Name must be at most 100 characters.',
  });
  expect(messagesOf(card({ cardholderName: 7 as unknown as string }))).toEqual({
    cardholderName: 'Cardholder Name must be at least 2 characters.',
  });
});

test('an invalid expiry date isn’t reported as expired, and doesn’t crash', () => {
  for (const expiry of ['', '1/20', '01/2', 'x01/20', '01/200', '00/20', '13/20']) {
    expect(isExpired(expiry, Date.now())).toBe(false);
  }
  expect(messagesOf(card({ expiry: 'x01/99' }))).toEqual({ expiry: 'Expiry Date must be in MM/YY format.' });
  for (const expiry of [120, ['01/20'], { toString: '01/20' }]) {
    expect(messagesOf(card({ expiry: expiry as unknown as string }))).toEqual({
      expiry: 'Expiry Date must be in MM/YY format.',
    });
  }
});

test('an empty card form is invalid in every field, and accepts no terms', () => {
  expect({ ...new PaymentForm() }).toEqual({ cardholderName: '', cardNumber: '', expiry: '', cvv: '', terms: false });
  expect(Object.keys(messagesOf(new PaymentForm())).sort()).toEqual([
    'cardNumber',
    'cardholderName',
    'cvv',
    'expiry',
    'terms',
  ]);
});

test('card number and CVV are digits from the first to the last', () => {
  for (const cardNumber of ['x4242424242424242', '4242424242424242x']) {
    expect(messagesOf(card({ cardNumber }))).toHaveProperty('cardNumber');
  }
  for (const cvv of ['x123', '123x']) expect(messagesOf(card({ cvv }))).toHaveProperty('cvv');
});
