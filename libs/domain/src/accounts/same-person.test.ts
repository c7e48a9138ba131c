import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparable, withPlainDigits } from '../kernel/text.ts';
import { sharedIdentifier } from './same-person.ts';
import type { PersonalIdentifiers } from './same-person.ts';

const carla: PersonalIdentifiers = {
  email: 'carla@example.com',
  phone: '+1 (415) 555-0100',
  payout: { venmo_name: '@Carla-Pays', paypal_email: null, bank_account: null, bank_routing: null },
};
const mira: PersonalIdentifiers = {
  email: 'mira@example.com',
  phone: '+47 22 33 44 55',
  payout: { venmo_name: null, paypal_email: null, bank_account: '000 123 456', bank_routing: '021-000-021' },
};

test('two different people share no identifier', () => {
  expect(sharedIdentifier(carla, mira)).toBeNull();
});

test('the same payment details are found however they are written', () => {
  expect(sharedIdentifier({ ...mira, payout: { venmo_name: 'carla-pays ' } }, carla)).toBe('payment_details');
  expect(sharedIdentifier({ ...carla, payout: { bank_account: '000123456', bank_routing: '021000021' } }, mira)).toBe(
    'payment_details',
  );
  const paypal = (paypal_email: string) => ({ ...mira, email: null, phone: null, payout: { paypal_email } });
  expect(sharedIdentifier(paypal('Pay+shop@Example.com'), paypal('pay@example.com'))).toBe('payment_details');
});

test('an account number at another bank is another account', () => {
  const elsewhere = { ...carla, payout: { bank_account: '000123456', bank_routing: '999' } };
  expect(sharedIdentifier(elsewhere, mira)).toBeNull();
  const none = (person: PersonalIdentifiers) => ({ ...person, payout: { bank_account: '-', bank_routing: '' } });
  expect(sharedIdentifier(none(carla), none(mira))).toBeNull();
});

test('the same mailbox and the same number are found however they are written', () => {
  expect(sharedIdentifier({ ...mira, email: 'Carla+two@example.com' }, carla)).toBe('email');
  expect(sharedIdentifier({ ...mira, phone: '415.555.0100' }, carla)).toBe('phone');
});

test('identifiers that only look similar are not shared', () => {
  const phone = (number: string): PersonalIdentifiers => ({ email: null, phone: number, payout: null });
  expect(sharedIdentifier(phone('+1 (415) 555-0100'), phone('+1 (212) 555-0100'))).toBeNull();
  const paid = (payout: PersonalIdentifiers['payout']): PersonalIdentifiers => ({ email: null, phone: null, payout });
  const nothing = { paypal_email: null, bank_account: null, bank_routing: null };
  expect(
    sharedIdentifier(paid({ ...nothing, venmo_name: 'carla' }), paid({ ...nothing, venmo_name: 'mira' })),
  ).toBeNull();
  expect(sharedIdentifier(paid({ venmo_name: 'carla@pays' }), paid({ venmo_name: 'carlapays' }))).toBeNull();
  const iban = (bank_account: string) => paid({ bank_account, bank_routing: null });
  expect(sharedIdentifier(iban('DE89 3704'), iban('FR89 3704'))).toBeNull();
  expect(sharedIdentifier(iban('DE89 3704'), iban('de89-3704'))).toBe('payment_details');
});

test('a forgotten person shares nothing with anyone', () => {
  const forgotten: PersonalIdentifiers = { email: null, phone: null, payout: null };
  expect(sharedIdentifier(carla, forgotten)).toBeNull();
  expect(sharedIdentifier(forgotten, forgotten)).toBeNull();
});

const text = fc.option(fc.string());
const people: fc.Arbitrary<PersonalIdentifiers> = fc.record({
  email: text,
  phone: text,
  payout: fc.option(fc.record({ venmo_name: text, paypal_email: text, bank_account: text, bank_routing: text })),
});

test('what two people share doesn’t depend on their order', () => {
  fc.assert(fc.property(people, people, (one, other) => sharedIdentifier(one, other) === sharedIdentifier(other, one)));
});

const only = (marks: Partial<PersonalIdentifiers>): PersonalIdentifiers => ({
  email: null,
  phone: null,
  payout: null,
  ...marks,
});

test('[SEC-12] texts that people would call the same are equal: width, case, invisible characters and inner spaces don’t matter', () => {
  const venmo = (venmo_name: string) => only({ payout: { venmo_name } });
  for (const name of [
    'self-v\u200b',
    'self -v',
    '@SELF-V',
    'ｓｅｌｆ-ｖ',
    '\u202eself\u2060-v\ufe0f',
    'se\u00adlf-v',
    '@@self-v',
  ])
    expect(sharedIdentifier(venmo(name), venmo('self-v')), JSON.stringify(name)).toBe('payment_details');
  expect(sharedIdentifier(venmo('self-w'), venmo('self-v'))).toBeNull();
  const phone = (number: string) => only({ phone: number });
  for (const number of [
    '٤١٥٥٥٥٠١٠٠',
    '４１５ ５５５ ０１００',
    '+1 (४१५) ५५५-०१००',
    '415\u200b555\u200b0100',
    '𝟒𝟏𝟓𝟓𝟓𝟓𝟎𝟏𝟎𝟎',
  ])
    expect(sharedIdentifier(phone(number), phone('+1 415 555 0100')), number).toBe('phone');
  const bank = (bank_account: string) => only({ payout: { bank_account, bank_routing: '021000021' } });
  expect(sharedIdentifier(bank('٠٠٠١٢٣٤٥٦'), bank('000 123 456'))).toBe('payment_details');
});

test('[SEC-12] two addresses are the same if, and only if, their provider delivers to the same mailbox', () => {
  const shared = (one: string, other: string) => [
    sharedIdentifier(only({ email: one }), only({ email: other })),
    sharedIdentifier(only({ payout: { paypal_email: one } }), only({ payout: { paypal_email: other } })),
  ];
  for (const address of [
    'ca.rla.x@gmail.com',
    'carlax+shop@gmail.com',
    'C.a.r.l.a.X+1+2@GoogleMail.com',
    'carla\u200bx@gmail.com.',
  ])
    expect(shared(address, 'carlax@gmail.com'), address).toEqual(['email', 'payment_details']);
  expect(shared('ca.rla@pm.me', 'carla@protonmail.com')).toEqual(['email', 'payment_details']);
  expect(shared('ca.rla@example.com', 'carla@example.com')).toEqual([null, null]);
  expect(shared('carla@gmail.com', 'carla@example.com')).toEqual([null, null]);
  expect(shared('+a@example.com', '+b@example.org')).toEqual([null, null]);
});

const unseen = fc.constantFrom(
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2066',
  '\u00ad',
  '\ufeff',
  '\ufe0f',
  '\u3164',
  '\0',
  ' ',
  '\u00a0',
);
const wide = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0));
const alphabets = { latin: 'abcdefghijklmnopqrstuvwxyz0123456789-_', digits: '0123456789' };
const word = (alphabet: string, minLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength: 20 });
/** The same identifier, disguised by someone who pretends to be another person. */
const disguised = (text: string) =>
  fc
    .tuple(fc.array(fc.option(unseen), { minLength: text.length, maxLength: text.length }), fc.boolean(), fc.boolean())
    .map(([between, isWide, isLoud]) => {
      const sprinkled = [...text].map((character, index) => `${between[index] ?? ''}${character}`).join('');
      const loud = isLoud ? sprinkled.toUpperCase() : sprinkled;
      return isWide ? wide(loud) : loud;
    });

test('[SEC-12] no disguise makes one person look like two, or two like one', () => {
  const pairs = (alphabet: string, minLength: number) =>
    fc
      .tuple(word(alphabet, minLength), word(alphabet, minLength))
      .chain(([one, other]) => fc.tuple(fc.constant(one), disguised(one), fc.constant(other), disguised(other)));
  const marks: readonly [string, number, (text: string) => PersonalIdentifiers][] = [
    [alphabets.latin, 1, (venmo_name) => only({ payout: { venmo_name } })],
    [alphabets.latin, 1, (name) => only({ email: `${name}@gmail.com` })],
    [alphabets.digits, 10, (phone) => only({ phone: phone.slice(-200) })],
  ];
  for (const [alphabet, minLength, of] of marks)
    fc.assert(
      fc.property(pairs(alphabet, minLength), ([one, oneDisguised, other, otherDisguised]) => {
        expect(sharedIdentifier(of(one), of(oneDisguised))).not.toBeNull();
        expect(sharedIdentifier(of(oneDisguised), of(otherDisguised))).toBe(sharedIdentifier(of(one), of(other)));
      }),
    );
});

const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 12 })
  .map((codePoints) => String.fromCodePoint(...codePoints));

test('[SEC-12] making a text comparable twice is the same as once', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = comparable(withPlainDigits(text));
      expect(comparable(withPlainDigits(once))).toBe(once);
      expect(once).not.toMatch(/\s/);
    }),
  );
});
