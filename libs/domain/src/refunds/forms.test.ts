import { expect, test } from 'vitest';
import { messagesOf } from '../kernel/form-messages.test-kit.ts';
import { RefundForm } from './forms.ts';

const refund = (amount: unknown) => messagesOf(Object.assign(new RefundForm(), { reason: 'Printed twice', amount }));

test('a refund has an amount in dollars and whole cents, or is for everything that is left', () => {
  for (const amount of [12.5, 0.01, 1_000_000, undefined]) expect(refund(amount)).toEqual({});
  for (const amount of [12.505, 5e-324, 1e-7, Number.NaN, Infinity, '12.50', [1], {}])
    expect(refund(amount)).toEqual({ amount: 'Enter an amount in dollars and cents, such as 12.50' });
});

test('[FIX-36] null is no amount: only leaving it out means everything that is left', () => {
  expect(refund(null)).toEqual({ amount: 'Enter an amount in dollars and cents, such as 12.50' });
  expect(RefundForm.neverNull).toEqual(['amount']);
});
