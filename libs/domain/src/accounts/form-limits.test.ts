import { expect, test } from 'vitest';
import { AdminSignInForm } from '../admin/forms.ts';
import { messagesOf } from '../kernel/form-messages.test-kit.ts';
import { normalized } from '../kernel/text.ts';
import {
  BrandProfileForm,
  BrandSignUpForm,
  CreatorProfileForm,
  CreatorSignUpForm,
  ForgotPasswordForm,
  SignInForm,
  creatorFormOf,
  creatorPayloadOf,
  payoutDetailsOf,
} from './forms.ts';
import { ChangePasswordForm, ResetPasswordForm } from './password-forms.ts';
import {
  AppCodeForm,
  OwnPasswordForm,
  PasskeyForm,
  RecoveryCodeForm,
  plainCode,
} from './access/second-factor-forms.ts';

const person = { name: 'Carla Creator', phone: '+1 555 010 2030' };
const credentials = { email: 'carla@example.com', password: 'secret-1' };
const company = { brandName: 'Acme', brandUrl: 'https://acme.example' };
const bank = { paymentMethod: 'bank', bankName: 'First', bankAccount: '12345678', bankRouting: '021000021' } as const;

const filled = {
  creator: () =>
    Object.assign(new CreatorSignUpForm(), { ...person, ...credentials, socialHandle: '@carla', venmoName: 'c' }),
  'creator paid to a bank': () => Object.assign(filled.creator(), bank),
  'creator paid by PayPal': () =>
    Object.assign(filled.creator(), { paymentMethod: 'paypal', paypalEmail: 'c@pay.example' }),
  'creator’s profile': () =>
    Object.assign(new CreatorProfileForm(), { ...person, socialHandle: '@carla', venmoName: 'c' }),
  brand: () => Object.assign(new BrandSignUpForm(), { ...person, ...credentials, ...company }),
  'brand’s profile': () => Object.assign(new BrandProfileForm(), { ...person, ...company }),
  'sign-in': () => Object.assign(new SignInForm(), credentials),
  'forgotten password': () => Object.assign(new ForgotPasswordForm(), { email: credentials.email }),
  'new password': () => Object.assign(new ResetPasswordForm(), { password: 'secret-1', confirmPassword: 'secret-1' }),
  'changed password': () =>
    Object.assign(new ChangePasswordForm(), {
      currentPassword: 'x',
      password: 'secret-1',
      confirmPassword: 'secret-1',
    }),
  'own password': () => Object.assign(new OwnPasswordForm(), { password: 'x' }),
  passkey: () => Object.assign(new PasskeyForm(), { name: 'Blue key' }),
  'app’s code': () => Object.assign(new AppCodeForm(), { code: '123 456' }),
  'recovery code': () => Object.assign(new RecoveryCodeForm(), { code: '7qx2m-k9t4b' }),
  'admin sign-in': () => Object.assign(new AdminSignInForm(), { email: 'a', password: 'b' }),
};
type Form = keyof typeof filled;

const messageOf = (form: Form, field: string, value: unknown) =>
  messagesOf(Object.assign(filled[form](), { [field]: value }))[field];

test.each(Object.keys(filled) as Form[])('a filled-in form is valid: %s', (form) => {
  expect(messagesOf(filled[form]())).toEqual({});
});

const email = 'Please enter a valid email address';
const payment = 'Please fill in all required payment information';
const phone = 'Please enter a valid phone number';
const tooShort = 'Password must be at least 6 characters';
const tooLong = 'Password must be at most 200 characters';
const typePassword = 'Please enter your password';
const current = 'Please enter your current password';
const both = 'Please enter both email and password';
const handle = 'Please enter your social media handle';

/** A text field: its minimum and maximum length, and the messages if it isn't text, too short or too long. */
test.each<[Form, string, number, number, { none: string; short: string; long: string }]>([
  [
    'creator',
    'name',
    2,
    200,
    {
      none: 'Name must be at least 2 characters',
      short: 'Name must be at least 2 characters',
      long: 'Name must be at most 200 characters',
    },
  ],
  ['creator', 'phone', 10, 40, { none: phone, short: phone, long: phone }],
  [
    'creator',
    'socialHandle',
    2,
    200,
    { none: handle, short: handle, long: 'Social handle must be at most 200 characters' },
  ],
  ['creator', 'venmoName', 1, 200, { none: payment, short: payment, long: payment }],
  ['creator paid to a bank', 'bankName', 1, 200, { none: payment, short: payment, long: payment }],
  ['creator paid to a bank', 'bankAccount', 1, 200, { none: payment, short: payment, long: payment }],
  ['creator paid to a bank', 'bankRouting', 1, 200, { none: payment, short: payment, long: payment }],
  ['creator', 'password', 6, 200, { none: tooShort, short: tooShort, long: tooLong }],
  ['brand', 'password', 6, 200, { none: tooShort, short: tooShort, long: tooLong }],
  ['sign-in', 'password', 6, 200, { none: tooShort, short: tooShort, long: tooLong }],
  ['changed password', 'password', 6, 200, { none: tooShort, short: tooShort, long: tooLong }],
  ['changed password', 'currentPassword', 1, 200, { none: current, short: current, long: tooLong }],
  [
    'brand',
    'brandName',
    2,
    200,
    {
      none: 'Brand name is required',
      short: 'Brand name is required',
      long: 'Brand name must be at most 200 characters',
    },
  ],
  ['own password', 'password', 1, 200, { none: typePassword, short: typePassword, long: tooLong }],
])('%s: %s has from %i to %i characters', (form, field, fewest, most, { none, short, long }) => {
  for (const count of [fewest, most]) expect(messageOf(form, field, 'x'.repeat(count))).toBeUndefined();
  expect(messageOf(form, field, 7)).toBe(none);
  expect(messageOf(form, field, 'x'.repeat(fewest - 1))).toBe(short);
  expect(messageOf(form, field, 'x'.repeat(most + 1))).toBe(long);
});

test.each<[Form, string, unknown, string]>([
  ['creator', 'email', 'carla@', email],
  ['brand', 'email', 'carla@', email],
  ['sign-in', 'email', 'carla@', email],
  ['forgotten password', 'email', '', email],
  ['creator', 'paymentMethod', 'cash', 'Please select a payment method'],
  ['creator paid by PayPal', 'paypalEmail', '', payment],
  ['creator paid by PayPal', 'paypalEmail', 'carla@', 'Please enter a valid PayPal email'],
  ['creator', 'paypalEmail', 'carla@', 'Please enter a valid PayPal email'],
  ['creator', 'referralCode', 'x'.repeat(41), 'Invalid referral code'],
  ['creator', 'referralCode', 7, 'Invalid referral code'],
  ['creator', 'referralSource', 'dreams', 'Invalid referral source'],
  ['brand', 'brandUrl', `https://acme.example/${'x'.repeat(2_000)}`, 'Please enter a valid URL'],
  ['brand', 'brandUrl', 'acme.example', 'Please enter a valid URL'],
  ['brand', 'brandUrl', 'ftp://acme.example', 'Please enter a valid URL'],
  ['brand', 'brandUrl', 'https://www.google.com@evil.example/login', 'Please enter a valid URL'],
  ['brand’s profile', 'showOnHomepage', 'yes', 'Please choose whether to show the brand on the home page'],
  ['new password', 'confirmPassword', 'secret-2', 'Passwords do not match'],
  ['new password', 'confirmPassword', 'x', tooShort],
  ['new password', 'password', 'x', tooShort],
  ['admin sign-in', 'email', '', both],
  ['admin sign-in', 'email', 7, both],
  ['admin sign-in', 'password', '', both],
  ['admin sign-in', 'password', 7, both],
])('%s: %s can’t be %o', (form, field, value, message) => {
  expect(messageOf(form, field, value)).toBe(message);
});

test.each<[Form, string, unknown]>([
  ['creator', 'referralCode', 'x'.repeat(40)],
  ['creator', 'referralCode', undefined],
  ['creator', 'referralSource', 'url'],
  ['creator', 'referralSource', 'manual'],
  ['creator', 'referralSource', undefined],
  ['creator', 'paypalEmail', ''],
  ['creator', 'bankName', ''],
  ['brand', 'brandUrl', 'http://acme'],
  ['brand’s profile', 'showOnHomepage', true],
])('%s: %s can be %o', (form, field, value) => {
  expect(messageOf(form, field, value)).toBeUndefined();
});

test('a form starts empty, with the default choices', () => {
  expect({ ...new CreatorSignUpForm() }).toEqual({
    name: '',
    phone: '',
    socialHandle: '',
    paymentMethod: 'venmo',
    venmoName: '',
    paypalEmail: '',
    bankName: '',
    bankAccount: '',
    bankRouting: '',
    email: '',
    password: '',
    referralCode: '',
    referralSource: 'unknown',
  });
  expect({ ...new BrandSignUpForm() }).toEqual({
    name: '',
    phone: '',
    brandName: '',
    brandUrl: '',
    email: '',
    password: '',
  });
  expect(new BrandProfileForm().showOnHomepage).toBe(false);
  expect({ ...new SignInForm() }).toEqual({ email: '', password: '' });
  expect({ ...new AdminSignInForm() }).toEqual({ email: '', password: '' });
  expect({ ...new ForgotPasswordForm() }).toEqual({ email: '' });
  expect({ ...new ResetPasswordForm() }).toEqual({ password: '', confirmPassword: '' });
  expect({ ...new ChangePasswordForm() }).toEqual({ password: '', confirmPassword: '', currentPassword: '' });
  expect({ ...new OwnPasswordForm() }).toEqual({ password: '', code: '' });
  for (const CodeForm of [AppCodeForm, RecoveryCodeForm]) expect({ ...new CodeForm() }).toEqual({ code: '' });
});

test.each(['１２３ ４５６', '١٢٣٤٥٦', '۱۲۳۴۵۶', '१२३\u00a0४५६'])(
  '[FIX-25] the app’s code may be typed in any digits: %s',
  (code) => {
    expect(messageOf('app’s code', 'code', normalized(AppCodeForm.normalizers, { code })['code'])).toBeUndefined();
  },
);

test('[SEC-08] a code is accepted with spaces and in the digits of any script, but only if it is complete', () => {
  const asked = 'Please enter the 6 digits your app shows';
  for (const code of ['123456', ' 123 456 ', '000000']) expect(messageOf('app’s code', 'code', code)).toBeUndefined();
  for (const code of ['', '12345', '1234567', 'abcdef', '12345a']) {
    expect(messageOf('app’s code', 'code', code)).toBe(asked);
  }
  expect(plainCode(' ١٢٣ 456')).toBe('123456');
  expect(messageOf('recovery code', 'code', '')).toBe('Please enter a recovery code');
  expect(messageOf('recovery code', 'code', 'x'.repeat(41))).toBe('That’s too long for a code');
  expect(messageOf('own password', 'code', undefined)).toBeUndefined();
  expect(messageOf('own password', 'code', 'x'.repeat(41))).toBe('That’s too long for a code');
  for (const { normalizers } of [OwnPasswordForm, RecoveryCodeForm, AppCodeForm]) {
    expect(normalized(normalizers, { code: ' 12 34 ', password: ' 12 34 ' })).toEqual({
      code: '1234',
      password: ' 12 34 ',
    });
  }
});

test.each([
  [
    CreatorSignUpForm,
    ['name', 'phone', 'socialHandle', 'venmoName', 'bankName', 'bankAccount', 'bankRouting'],
    ['paymentMethod', 'paypalEmail', 'email', 'password', 'referralCode', 'referralSource'],
  ],
  [BrandSignUpForm, ['name', 'phone', 'brandName'], ['brandUrl', 'email', 'password']],
])('[SEC-13] %o: names and numbers are reduced to one line, and nothing else changes', (form, lines, asSent) => {
  const fields = Object.keys(new form());
  const taken = normalized(form.normalizers, Object.fromEntries(fields.map((field) => [field, 'a\0\n1'])));
  const withValue = (text: string) => fields.filter((field) => taken[field] === text);
  expect([withValue('a 1'), withValue('a\0\n1')]).toEqual([lines, asSent]);
});

test('[API-04] only what is known about a referral is sent, and only the details of the chosen payment method', () => {
  const sent = (over: object) => creatorPayloadOf(Object.assign(filled.creator(), over));
  expect(sent({ referralSource: 'url' })).not.toHaveProperty('referral_source');
  expect(sent({ referralCode: '7K3M9XQ2' })).not.toHaveProperty('referral_source');
  expect(sent({ referralCode: '7K3M9XQ2', referralSource: 'url' })).toMatchObject({
    referral_code: '7K3M9XQ2',
    referral_source: 'url',
  });
  expect(sent({})).toMatchObject({ payment_method: 'venmo', venmo_name: 'c' });
  expect(sent({})).not.toHaveProperty('bank_name');
  expect(payoutDetailsOf(filled['creator paid to a bank']())).toEqual({
    venmo_name: null,
    paypal_email: null,
    bank_name: 'First',
    bank_account: '12345678',
    bank_routing: '021000021',
  });
  expect(payoutDetailsOf(filled.creator())).toMatchObject({ venmo_name: 'c', paypal_email: null, bank_name: null });
});

test('fields that a request leaves out are empty in the form that is validated', () => {
  expect(creatorFormOf(credentials, {})).toMatchObject({
    ...credentials,
    venmoName: '',
    paypalEmail: '',
    bankName: '',
    bankAccount: '',
    bankRouting: '',
    referralCode: '',
    referralSource: 'unknown',
  });
  expect(creatorFormOf(credentials, { bank_name: 'First', bank_account: '1', bank_routing: '2' })).toMatchObject({
    bankName: 'First',
    bankAccount: '1',
    bankRouting: '2',
  });
});
