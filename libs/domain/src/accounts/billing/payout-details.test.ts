import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../kernel/event.ts';
import type { PayoutDetails } from '../details.ts';
import { destinationOf, payoutDetailsAfter } from './payout-details.ts';

const none: PayoutDetails = {
  venmo_name: null,
  paypal_email: null,
  bank_name: null,
  bank_account: null,
  bank_routing: null,
};
const venmo = { payment_method: 'venmo', payout: { ...none, venmo_name: 'carla-pays' } };
const bank = {
  payment_method: 'bank',
  payout: { ...none, bank_name: 'First', bank_account: '0123456789', bank_routing: '021000021' },
};
const recorded = (type: string, data: object, revision: number, recordedAt = '2026-12-01T09:00:00.000Z') =>
  ({ type, data, revision, recordedAt }) as RecordedEvent;
const signedUp = recorded('CreatorRegistered', venmo, 0);
const changed = (data: object, revision: number, recordedAt: string) =>
  recorded('CreatorProfileChanged', data, revision, recordedAt);

test('[PAY-18] [FIX-21] payout details have the time and revision of their last change, which a new phone number doesn’t affect', () => {
  const known = { method: 'venmo', payout: venmo.payout, changed_at: null, revision: 0 };
  expect(payoutDetailsAfter(null, [signedUp])).toEqual(known);
  const renamed = changed({ ...venmo, phone: '+1 555 010 9999' }, 1, '2026-12-02T09:00:00.000Z');
  expect(payoutDetailsAfter(null, [signedUp, renamed])).toEqual(known);
  const at = '2026-12-03T09:00:00.000Z';
  const moved = payoutDetailsAfter(null, [signedUp, renamed, changed(bank, 2, at)]);
  expect(moved).toEqual({ method: 'bank', payout: bank.payout, changed_at: at, revision: 2 });
  expect(payoutDetailsAfter(moved, [changed(bank, 3, '2026-12-04T09:00:00.000Z')])).toEqual(moved);
  expect(payoutDetailsAfter(moved, [recorded('AccountDeleted', {}, 4)])).toBeNull();
});

test('[FIX-35] payouts wait for an account that was asked to confirm its address, and only for such a one', () => {
  const asked = recorded('EmailConfirmationAsked', {}, 1);
  const waits = (...events: RecordedEvent[]) => payoutDetailsAfter(null, [signedUp, ...events])?.awaits_confirmation;
  expect(waits()).toBeUndefined();
  expect(waits(asked)).toBe(true);
  expect(waits(asked, changed(bank, 2, '2026-12-03T09:00:00.000Z'))).toBe(true);
  for (const settled of ['EmailConfirmed', 'EmailChanged']) {
    expect(waits(asked, recorded(settled, {}, 2))).toBe(false);
    expect(waits(asked, recorded(settled, {}, 2), changed(bank, 3, '2026-12-03T09:00:00.000Z'))).toBe(false);
  }
  expect(payoutDetailsAfter(null, [recorded('BrandRegistered', {}, 0), asked])).toBeNull();
});

test.each([
  ['bank', { bank_account: '0123456789' }, 'Bank account ending in 6789'],
  ['bank', { bank_account: '6789' }, 'Bank account'],
  ['bank', {}, null],
  ['paypal', { paypal_email: 'carla@example.com' }, 'PayPal c…@e….com'],
  ['paypal', { paypal_email: 'carla@mail.example.co.uk' }, 'PayPal c…@m….uk'],
  ['paypal', { paypal_email: 'carla' }, 'PayPal'],
  ['paypal', {}, null],
  ['venmo', { venmo_name: 'carla-pays' }, 'Venmo @…pays'],
  ['venmo', { venmo_name: 'carl' }, 'Venmo @…'],
  ['venmo', {}, null],
] as const)('[PAY-05] a payout by %s to %j goes to “%s”', (method, details, words) => {
  expect(destinationOf({ method, payout: { ...none, ...details } })).toBe(words);
});

test('without the account’s key, a payout’s destination is unknown', () => {
  expect(destinationOf({ method: 'bank', payout: null as never })).toBeNull();
});

test.each([
  ['ab😀cde', 'Venmo @…😀cde'],
  ['ab👩‍👩‍👧‍👦', 'Venmo @…'],
  ['abcd🇯🇵', 'Venmo @…bcd🇯🇵'],
])('[FIX-19] the shown end of the Venmo name %s is whole characters', (venmo_name, words) => {
  expect(destinationOf({ method: 'venmo', payout: { ...none, venmo_name } })).toBe(words);
});
