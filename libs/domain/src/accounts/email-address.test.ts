// Addresses in all alphabets, some of them disguised. cspell:disable
import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messagesOf } from '../kernel/form-messages.test-kit.ts';
import { normalized } from '../kernel/text.ts';
import { comparableAddress, disguiseOf, typedAddress } from './email-address.ts';
import {
  BrandSignUpForm,
  CreatorProfileForm,
  CreatorSignUpForm,
  ForgotPasswordForm,
  SignInForm,
  brandFormOf,
  creatorFormOf,
} from './forms.ts';
import { sharedIdentifier } from './same-person.ts';
import { withoutPunycode } from './punycode.ts';

const invisible = 'This address contains spaces or invisible characters. Please type it again.';
const disguised = 'This address has letters that can be mistaken for others. Please type it again, or use another one.';

test.each([
  ['ADA@Example.COM', 'ada@example.com'],
  ['  ada@example.com\n', 'ada@example.com'],
  ['ａｄａ＠ｅｘａｍｐｌｅ.com', 'ada@example.com'],
  ['ada@xn--bcher-kva.example', 'ada@bücher.example'],
  ['ada@XN--BCHER-KVA.example', 'ada@bücher.example'],
  ['ada@bu\u0308cher.example', 'ada@bücher.example'],
  ['zoe\u0308@example.com', 'zoë@example.com'],
  ['info@xn--fiqs8s', 'info@中国'],
  ['иван@ПОЧТА.РФ', 'иван@почта.рф'],
])('[FIX-28] %j and %j are one address', (typed, same) => {
  expect(comparableAddress(typed)).toBe(same);
});

const label = fc.string({ unit: fc.constantFrom(...'abcz09üßéøжя中日한の'), minLength: 1, maxLength: 12 });
const domain = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => `${labels.join('.')}.example`);
const anyAddress = fc.tuple(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.oneof(domain, fc.string({ unit: 'binary' })),
);

test('[FIX-28] a domain is the same in Punycode and in Unicode, and reads as a browser shows it', () => {
  fc.assert(
    fc.property(domain, (unicode) => {
      const ascii = domainToASCII(unicode);
      fc.pre(ascii !== '');
      expect(comparableAddress(`ada@${ascii}`)).toBe(comparableAddress(`ada@${unicode}`));
      expect(ascii.split('.').map(withoutPunycode).join('.')).toBe(domainToUnicode(ascii));
    }),
  );
});

test('[FIX-28] the comparable form of any text is its own comparable form, in capitals and decomposed as well', () => {
  fc.assert(
    fc.property(anyAddress, ([local, site]) => {
      const once = comparableAddress(`${local}@${site}`);
      expect(comparableAddress(once)).toBe(once);
    }),
  );
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      expect(comparableAddress(address.toUpperCase())).toBe(comparableAddress(address));
      expect(comparableAddress(address.normalize('NFD'))).toBe(comparableAddress(address));
    }),
  );
});

test('[FIX-28] an ordinary address is compared as it was before, and is never taken for another one', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      fc.pre(!address.includes('xn--'));
      expect(comparableAddress(address)).toBe(address.toLowerCase());
      expect(disguiseOf(address)).toBeNull();
    }),
  );
});

test('[FIX-28] whatever follows the prefix of Punycode, reading it neither fails nor hangs', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abz09-é'), maxLength: 60 }), (rest) => {
      expect(typeof withoutPunycode(`xn--${rest}`)).toBe('string');
    }),
  );
});

test.each([
  ['a zero-width space', 'mi\u200bra@example.com', invisible],
  ['a mark that turns the direction', 'mira\u202e@example.com', invisible],
  ['a soft hyphen', 'mi\u00adra@example.com', invisible],
  ['a joiner in the domain', 'mira@exam\u200dple.com', invisible],
  ['a wide space', 'mi\u2003ra@example.com', invisible],
  ['a filler', 'mira\u3164@example.com', invisible],
  ['a Cyrillic letter among Latin ones', 'mirа@example.com', disguised],
  ['a Greek letter among Latin ones', 'mirα@example.com', disguised],
  ['only Cyrillic letters that pass for Latin ones', 'саре@example.com', disguised],
  ['an i without its dot', 'mıra@example.com', disguised],
  ['an i with a second dot', 'MİRA@example.com', disguised],
  ['a Cyrillic letter in the domain', 'mira@exаmple.com', disguised],
  ['a disguised domain in Punycode', `mira@${domainToASCII('exаmple.com')}`, disguised],
  ['a hyphen of another kind', 'mira‐lund@example.com', disguised],
])('[FIX-28] an account is not opened for an address with %s', (_what, email, message) => {
  const credentials = { email, password: 'quiet-harbour' };
  expect(messagesOf(creatorFormOf(credentials, {}))['email']).toBe(message);
  expect(messagesOf(brandFormOf(credentials, {}))['email']).toBe(message);
  const paypal = Object.assign(new CreatorProfileForm(), { paymentMethod: 'paypal', paypalEmail: email });
  expect(messagesOf(paypal)['paypalEmail']).toBe(message);
});

test.each([
  'zoë@bücher.example',
  'иван@почта.рф',
  'иван@example.com',
  '山田tarou@example.jp',
  'ユーザー@例え.jp',
  '김철수@example.kr',
  'δημήτρης@example.gr',
  "o'neil@example.com",
  'ada+shop_1@col·lectiu.cat',
  `ada@${domainToASCII('bücher.example')}`,
])('[FIX-28] an address in one alphabet is taken: %s', (email) => {
  const form = creatorFormOf({ email, password: 'quiet-harbour' }, {});
  expect(messagesOf(form)).not.toHaveProperty('email');
});

test('[FIX-28] an address with wide letters in its domain is taken in every form that asks for one', () => {
  for (const form of [SignInForm, ForgotPasswordForm, CreatorSignUpForm, BrandSignUpForm]) {
    const typed = normalized(form.normalizers, { email: ' ada@ｅｘａｍｐｌｅ.com ' });
    expect(messagesOf(Object.assign(new form(), typed))).not.toHaveProperty('email');
  }
  expect(typedAddress('no address ')).toBe('no address');
});

test('[FIX-28] two people with one address are found out, also if one writes its domain in Punycode', () => {
  const person = (email: string) => ({ email, phone: null, payout: null });
  expect(sharedIdentifier(person('ada@xn--bcher-kva.example'), person('Ada+two@bücher.example'))).toBe('email');
});
