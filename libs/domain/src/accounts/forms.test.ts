import { expect, test } from 'vitest';
import { messagesOf } from '../kernel/form-messages.test-kit.ts';
import { normalized } from '../kernel/text.ts';
import {
  BrandSignUpForm,
  CreatorSignUpForm,
  ForgotPasswordForm,
  SignInForm,
  brandFormOf,
  brandPayloadOf,
  creatorFormOf,
  creatorPayloadOf,
  payoutDetailsOf,
} from './forms.ts';
import { ResetPasswordForm } from './password-forms.ts';

const creator = (over: Partial<CreatorSignUpForm> = {}) =>
  Object.assign(new CreatorSignUpForm(), {
    email: 'carla@example.com',
    password: 'secret-1',
    name: 'Carla Creator',
    phone: '+1 555 010 2030',
    socialHandle: '@carla',
    venmoName: 'carla-pays',
    ...over,
  });

const brand = (over: Partial<BrandSignUpForm> = {}) =>
  Object.assign(new BrandSignUpForm(), {
    email: 'buyer@acme.example',
    password: 'secret-1',
    name: 'Bo Buyer',
    phone: '+1 555 010 2030',
    brandName: 'Acme',
    brandUrl: 'https://acme.example',
    ...over,
  });

const tooShort = 'Password must be at least 6 characters';

test('filled-in creator and brand forms are valid', () => {
  expect(messagesOf(creator())).toEqual({});
  expect(messagesOf(brand())).toEqual({});
});

test('[AUTH-24, AUTH-25] sign-in: an invalid email and a short password are refused', () => {
  expect(messagesOf(Object.assign(new SignInForm(), { email: 'carla@', password: '12345' }))).toEqual({
    email: 'Please enter a valid email address',
    password: 'Password must be at least 6 characters',
  });
});

test('[RESET-02] resetting a forgotten password needs a valid email address', () => {
  const asking = (email: string) => messagesOf(Object.assign(new ForgotPasswordForm(), { email }));
  expect(asking('carla@')).toEqual({ email: 'Please enter a valid email address' });
  expect(asking('carla@example.com')).toEqual({});
});

test.each([
  ['RESET-15][SPC-01', '12345', '12345', { password: tooShort, confirmPassword: tooShort }],
  ['RESET-16', '123456', '12345', { confirmPassword: tooShort }],
  ['RESET-17', '123456', '654321', { confirmPassword: 'Passwords do not match' }],
  ['RESET-15][RESET-16][SPC-01', '123456', '123456', {}],
])('[%s] the new password %s, repeated as %s: %o', (_row, password, confirmPassword, expected) => {
  expect(messagesOf(Object.assign(new ResetPasswordForm(), { password, confirmPassword }))).toEqual(expected);
});

test.each([
  ['AUTH-26', { name: 'C' }, { name: 'Name must be at least 2 characters' }],
  ['AUTH-27', { email: 'no' }, { email: 'Please enter a valid email address' }],
  ['AUTH-28][SPC-01', { password: '12345' }, { password: tooShort }],
  ['AUTH-29', { phone: '555010203' }, { phone: 'Please enter a valid phone number' }],
  ['AUTH-30', { socialHandle: '@' }, { socialHandle: 'Please enter your social media handle' }],
  ['AUTH-31', { paymentMethod: '' as 'venmo' }, { paymentMethod: 'Please select a payment method' }],
  ['AUTH-32', { paypalEmail: 'no' }, { paypalEmail: 'Please enter a valid PayPal email' }],
  [
    'AUTH-33',
    { paymentMethod: 'venmo' as const, venmoName: '' },
    { venmoName: 'Please fill in all required payment information' },
  ],
  ['AUTH-34', { paymentMethod: 'paypal' as const }, { paypalEmail: 'Please fill in all required payment information' }],
])('[%s] creator sign-up: %o is refused', (_row, over, expected) => {
  expect(messagesOf(creator(over))).toEqual(expected);
});

test('[AUTH-28] [AUTH-44] [SPC-01] a password of six characters is taken at both sign-ups, one of five at neither', () => {
  for (const signUp of [creator, brand]) {
    expect(messagesOf(signUp({ password: '123456' }))).toEqual({});
    expect(messagesOf(signUp({ password: '12345' }))).toEqual({ password: tooShort });
  }
});

test('[AUTH-26, AUTH-27, AUTH-28, AUTH-29, AUTH-30, AUTH-31, AUTH-32, AUTH-33, AUTH-34] an empty creator form reports every rule', () => {
  expect(Object.keys(messagesOf(new CreatorSignUpForm())).sort()).toEqual(
    ['email', 'password', 'name', 'phone', 'socialHandle', 'venmoName'].sort(),
  );
});

test('[AUTH-35] creator sign-up: a bank account needs the bank, the account number and the routing number', () => {
  const full = { paymentMethod: 'bank' as const, bankName: 'First', bankAccount: '12345678', bankRouting: '021000021' };
  expect(messagesOf(creator(full))).toEqual({});
  for (const missing of ['bankName', 'bankAccount', 'bankRouting']) {
    expect(messagesOf(creator({ ...full, [missing]: '' }))).toEqual({
      [missing]: 'Please fill in all required payment information',
    });
  }
});

test('[AUTH-42, AUTH-43, AUTH-44, AUTH-45, AUTH-46, AUTH-47, AUTH-48] brand sign-up refuses invalid input', () => {
  expect(
    messagesOf(brand({ name: 'B', email: 'b', password: '1', phone: '1', brandName: 'A', brandUrl: 'acme' })),
  ).toEqual({
    name: 'Name must be at least 2 characters',
    email: 'Please enter a valid email address',
    password: tooShort,
    phone: 'Please enter a valid phone number',
    brandName: 'Brand name is required',
    brandUrl: 'Please enter a valid URL',
  });
  expect(messagesOf(brand({ brandUrl: 'javascript://acme.example' }))).toHaveProperty('brandUrl');
});

test('[API-04] the creator form maps to the payload names, with only the fields of the chosen method', () => {
  const form = creator({ paymentMethod: 'paypal', paypalEmail: 'c@pay.example', referralCode: 'ABCD2345' });
  expect(creatorPayloadOf(form)).toEqual({
    name: 'Carla Creator',
    email: 'carla@example.com',
    phone: '+1 555 010 2030',
    social_handle: '@carla',
    payment_method: 'paypal',
    paypal_email: 'c@pay.example',
    referral_code: 'ABCD2345',
  });
  expect(payoutDetailsOf(form)).toMatchObject({ venmo_name: null, paypal_email: 'c@pay.example', bank_account: null });
});

test('[FIX-35] a brand’s address without https:// is a full address on the server', () => {
  const credentials = { email: 'buyer@acme.example', password: 'secret-1' };
  const built = brandFormOf(credentials, { ...brandPayloadOf(brand()), brand_url: 'acme.example/shop' });
  expect(built.brandUrl).toBe('https://acme.example/shop');
  expect(messagesOf(built)).toEqual({});
});

const composed = 'caf\u00e9-\u212b\ufb01';
const decomposed = composed.normalize('NFD');

test('[FIX-28] a new password is the same however the keyboard composes its letters, and as long as it then is', () => {
  const reset = (password: string, confirmPassword: string) =>
    Object.assign(new ResetPasswordForm(), normalized(ResetPasswordForm.normalizers, { password, confirmPassword }));
  expect(reset(composed, decomposed)).toMatchObject({ password: 'café-Åfi', confirmPassword: 'café-Åfi' });
  expect(messagesOf(reset(composed, decomposed))).toEqual({});
  // Six UTF-16 units, but three letters.
  expect(messagesOf(reset('e\u0301'.repeat(3), 'e\u0301'.repeat(3)))).toHaveProperty('password', tooShort);
  const credentials = { email: 'carla@example.com', password: decomposed };
  expect(creatorFormOf(credentials, creatorPayloadOf(creator())).password).toBe('café-Åfi');
  expect(brandFormOf(credentials, brandPayloadOf(brand())).password).toBe('café-Åfi');
});

test.each(['Bo', 'Å Å', '李明', 'Ng', 'D.', "O'"])('[FIX-28] the short name %s is taken, as a brand too', (name) => {
  expect(messagesOf(creator({ name, socialHandle: 'x0' }))).toEqual({});
  expect(messagesOf(brand({ name, brandName: name }))).toEqual({});
});

test.each(['+683 40001', '0221234567', '+47 221234', '(02) 12 34', '+290 22222', '+500 12345'])(
  '[FIX-28] the short telephone number %s is taken',
  (phone) => {
    expect(messagesOf(creator({ phone }))).toEqual({});
    expect(messagesOf(brand({ phone }))).toEqual({});
  },
);

test('the server rebuilds the same form from what the form sends', () => {
  const credentials = { email: 'carla@example.com', password: 'secret-1' };
  expect(creatorFormOf(credentials, creatorPayloadOf(creator()))).toEqual(creator());
  expect(brandFormOf(credentials, brandPayloadOf(brand({ email: credentials.email })))).toEqual(
    brand({ email: credentials.email }),
  );
});
