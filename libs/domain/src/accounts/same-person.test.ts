import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharedMark } from './same-person.ts';
import type { PersonalMarks } from './same-person.ts';

const carla: PersonalMarks = {
  email: 'carla@example.com',
  phone: '+1 (415) 555-0100',
  payout: { venmo_name: '@Carla-Pays', paypal_email: null, bank_account: null, bank_routing: null },
};
const mira: PersonalMarks = {
  email: 'mira@example.com',
  phone: '+47 22 33 44 55',
  payout: { venmo_name: null, paypal_email: null, bank_account: '000 123 456', bank_routing: '021-000-021' },
};

test('two people with nothing in common share nothing', () => {
  expect(sharedMark(carla, mira)).toBeNull();
});

test('the same payment details are found however they are written', () => {
  expect(sharedMark({ ...mira, payout: { venmo_name: 'carla-pays ' } }, carla)).toBe('payment_details');
  expect(sharedMark({ ...carla, payout: { bank_account: '000123456', bank_routing: '021000021' } }, mira)).toBe(
    'payment_details',
  );
  const paypal = (paypal_email: string) => ({ ...mira, email: null, phone: null, payout: { paypal_email } });
  expect(sharedMark(paypal('Pay+shop@Example.com'), paypal('pay@example.com'))).toBe('payment_details');
});

test('an account number at another bank is another account', () => {
  const elsewhere = { ...carla, payout: { bank_account: '000123456', bank_routing: '999' } };
  expect(sharedMark(elsewhere, mira)).toBeNull();
  const none = (person: PersonalMarks) => ({ ...person, payout: { bank_account: '-', bank_routing: '' } });
  expect(sharedMark(none(carla), none(mira))).toBeNull();
});

test('the same mailbox and the same number are found however they are written', () => {
  expect(sharedMark({ ...mira, email: 'Carla+two@example.com' }, carla)).toBe('email');
  expect(sharedMark({ ...mira, phone: '415.555.0100' }, carla)).toBe('phone');
});

test('what only looks alike is not shared', () => {
  const phone = (number: string): PersonalMarks => ({ email: null, phone: number, payout: null });
  expect(sharedMark(phone('+1 (415) 555-0100'), phone('+1 (212) 555-0100'))).toBeNull();
  const paid = (payout: PersonalMarks['payout']): PersonalMarks => ({ email: null, phone: null, payout });
  const nothing = { paypal_email: null, bank_account: null, bank_routing: null };
  expect(sharedMark(paid({ ...nothing, venmo_name: 'carla' }), paid({ ...nothing, venmo_name: 'mira' }))).toBeNull();
  expect(sharedMark(paid({ venmo_name: 'carla@pays' }), paid({ venmo_name: 'carlapays' }))).toBeNull();
  const iban = (bank_account: string) => paid({ bank_account, bank_routing: null });
  expect(sharedMark(iban('DE89 3704'), iban('FR89 3704'))).toBeNull();
  expect(sharedMark(iban('DE89 3704'), iban('de89-3704'))).toBe('payment_details');
});

test('somebody who was forgotten shares nothing with anybody', () => {
  const forgotten: PersonalMarks = { email: null, phone: null, payout: null };
  expect(sharedMark(carla, forgotten)).toBeNull();
  expect(sharedMark(forgotten, forgotten)).toBeNull();
});

const text = fc.option(fc.string());
const people: fc.Arbitrary<PersonalMarks> = fc.record({
  email: text,
  phone: text,
  payout: fc.option(fc.record({ venmo_name: text, paypal_email: text, bank_account: text, bank_routing: text })),
});

test('what two share does not depend on who came first', () => {
  fc.assert(fc.property(people, people, (one, other) => sharedMark(one, other) === sharedMark(other, one)));
});
