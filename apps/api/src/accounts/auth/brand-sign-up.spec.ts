import { BrandSignUpForm, brandPayloadOf } from '@tessera/domain/accounts/forms';
import { startAccounts } from '../../../../../test/support/worlds/accounts-app.ts';
import type { AccountsApp } from '../../../../../test/support/worlds/accounts-app.ts';

let accounts: AccountsApp;
beforeAll(async () => {
  accounts = await startAccounts();
});
afterAll(() => accounts?.close());

const filled = (email: string) =>
  Object.assign(new BrandSignUpForm(), {
    name: 'Jonas Berg',
    email,
    password: 'loud-harbour-at-night',
    phone: '+1 415 555 0199',
    brandName: 'Northwind',
    brandUrl: 'https://northwind.example',
  });
const signUp = ({ email, password }: BrandSignUpForm, profile: object) =>
  accounts.call('POST', '/auth/v1/signup', { body: { email, password, data: { userType: 'brand', profile } } });

it('[API-05] a brand’s form is sent as name, email, phone, brand_name and brand_url, and these become its profile', async () => {
  const form = filled('jonas@northwind.example');
  const payload = brandPayloadOf(form);
  expect(payload).toEqual({
    name: 'Jonas Berg',
    email: 'jonas@northwind.example',
    phone: '+1 415 555 0199',
    brand_name: 'Northwind',
    brand_url: 'https://northwind.example',
  });
  const { status, body } = await signUp(form, payload);
  expect(status).toBe(200);
  const profile = await accounts.call('GET', '/api/profile', { token: body.access_token });
  expect(profile.body).toMatchObject({ ...payload, role: 'brand' });
});

it.each([
  ['name', 'Name must be at least 2 characters'],
  ['phone', 'Please enter a valid phone number'],
  ['brand_name', 'Brand name is required'],
  ['brand_url', 'Please enter a valid URL'],
] as const)('[API-05] the payload is refused without %s', async (name, msg) => {
  const form = filled(`without-${name}@northwind.example`);
  const { [name]: _left, ...rest } = brandPayloadOf(form);
  expect(await signUp(form, rest)).toMatchObject({ status: 400, body: { error_code: 'validation_failed', msg } });
});

it('[API-05] the names of the form’s own fields are not taken for it', async () => {
  const form = filled('own-names@northwind.example');
  const { brand_name: brandName, brand_url: brandUrl, ...rest } = brandPayloadOf(form);
  expect(await signUp(form, { ...rest, brandName, brandUrl })).toMatchObject({
    status: 400,
    body: { error_code: 'validation_failed' },
  });
});
