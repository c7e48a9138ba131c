import { expect, test } from 'vitest';
import { recorded } from '../../kernel/recorded.test-kit.ts';
import { paymentMethods } from '../../payment-methods.ts';
import { foldInto } from '../../kernel/view.ts';
import { account } from '../account.ts';
import {
  accountDeleted,
  brandLogoChanged,
  brandProfileChanged,
  brandRegistered,
  creatorProfileChanged,
  creatorRegistered,
  isRole,
  roles,
} from '../account-events.ts';
import { passwordChanged } from '../access/new-password.ts';
import { emailConfirmed } from '../access/own-email.ts';
import type { AccountEvent, BrandRegisteredData, CreatorRegisteredData } from '../account-events.ts';
import { given } from '../../kernel/given.test-kit.ts';
import { accountExists } from '../access/identity-failures.ts';
import { homepageBrands } from './homepage-brands.view.ts';
import { securityNotice } from '../access/security-notice.ts';
import { secondFactorAdded, secondFactorRemoved } from '../access/second-factor.ts';
import { creatorNameOf, maskedNumber, maskedPayout } from './profile.ts';

const nowhere = { venmo_name: null, paypal_email: null, bank_name: null, bank_account: null, bank_routing: null };
const carla: CreatorRegisteredData = {
  account_id: 'creator-1',
  name: 'Carla Creator',
  email: 'carla@example.com',
  phone: '+1 555 010 2030',
  social_handle: '@carla',
  payment_method: 'venmo',
  payout: { ...nowhere, venmo_name: 'carla' },
  terms_version: '2026-11',
  referrer_id: 'creator-2',
  invitation: null,
};
const acme: BrandRegisteredData = {
  account_id: 'brand-1',
  name: 'Bo Buyer',
  email: 'buyer@acme.example',
  phone: '+1 555 010 2030',
  brand_name: 'Ácme',
  brand_url: 'https://acme.example',
  terms_version: '2026-11',
};

const creator = creatorRegistered.of(carla);
const brand = brandRegistered.of(acme);
const stateAfter = (...events: readonly AccountEvent[]) => given(account, events).state();

test('[ENT-04] the last four digits of a bank number are shown, and none of a shorter one', () => {
  expect(['000123456789', '12345', '1234', '1', ''].map(maskedNumber)).toEqual([
    '•••• 6789',
    '•••• 2345',
    '••••',
    '••••',
    '••••',
  ]);
  expect(maskedPayout({ ...nowhere, paypal_email: 'c@pay.example', bank_account: '000123456789' })).toEqual({
    ...nowhere,
    paypal_email: 'c@pay.example',
    bank_account: '•••• 6789',
  });
});

test('a new account has what was registered, with an unconfirmed address', () => {
  const { name, phone, social_handle, payment_method, payout } = carla;
  expect(stateAfter(creator)).toEqual({
    status: 'open',
    role: 'creator',
    account_id: 'creator-1',
    email: 'carla@example.com',
    email_confirmed: false,
    latest_password_change: null,
    second_factors: [],
    metadata: {},
    mails: {},
    details: { name, phone, social_handle, payment_method, payout },
    sale_mails: 'at_once',
    page: null,
    portrait_url: null,
    referrer_id: 'creator-2',
    referral_was_held: false,
  });
  expect(stateAfter(brand)).toEqual({
    status: 'open',
    role: 'brand',
    account_id: 'brand-1',
    email: 'buyer@acme.example',
    email_confirmed: false,
    latest_password_change: null,
    second_factors: [],
    metadata: {},
    mails: {},
    details: {
      name: 'Bo Buyer',
      phone: '+1 555 010 2030',
      brand_name: 'Ácme',
      brand_url: 'https://acme.example',
      show_on_homepage: false,
    },
    logo_url: null,
    billing: null,
  });
});

test('nobody registers twice, in whichever role', () => {
  for (const history of [creator, brand]) {
    const { when } = given(account, [history]);
    expect(when({ kind: 'register-creator', registration: carla })).toEqual(accountExists());
    expect(when({ kind: 'register-brand', registration: acme })).toEqual(accountExists());
  }
});

test('a change affects its own fields, and the rest of the account stays', () => {
  const { account_id, name, phone, social_handle, payment_method, payout } = carla;
  const details = { name: 'Carla Klein', phone, social_handle, payment_method, payout };
  const renamed = creatorProfileChanged.of({ account_id, ...details });
  const changed = passwordChanged.of({ account_id, change_id: 'change-1' });
  const history = [creator, renamed, emailConfirmed.of({ account_id }), changed];
  expect(stateAfter(...history)).toEqual({
    ...stateAfter(creator),
    details,
    email_confirmed: true,
    latest_password_change: 'change-1',
  });
  const { when } = given(account, history);
  expect(when({ kind: 'change-creator-profile', changes: { name } })).toEqual([
    creatorProfileChanged.of({ account_id, ...details, name }),
  ]);
  expect(when({ kind: 'record-password-change', change_id: 'change-2' })).toEqual([
    passwordChanged.of({ account_id, change_id: 'change-2' }),
    securityNotice(account_id, { about: 'password_changed', facts: null }),
  ]);
  expect(when({ kind: 'confirm-email' })).toEqual([]);
});

test('[SEC-08] adding and removing a second factor is recorded once, however often it is requested', () => {
  const { account_id } = carla;
  const phone = { factor_id: 'factor-1', factor_kind: 'totp', name: 'Phone' } as const;
  const add = { kind: 'record-second-factor', ...phone } as const;
  const remove = { kind: 'record-second-factor-removal', ...phone } as const;
  const told = (about: 'second_factor_added' | 'second_factor_removed') =>
    securityNotice(account_id, { about, facts: { kind: 'totp', name: 'Phone' } });
  const added = secondFactorAdded.of({ account_id, factor_id: 'factor-1', kind: 'totp' });
  const removed = secondFactorRemoved.of({ account_id, factor_id: 'factor-1' });
  expect(given(account, [creator]).when(add)).toEqual([added, told('second_factor_added')]);
  expect(given(account, [creator]).when(remove)).toEqual([]);
  expect(given(account, [creator, added]).when(add)).toEqual([]);
  expect(given(account, [creator, added]).when(remove)).toEqual([removed, told('second_factor_removed')]);
  expect(stateAfter(creator, added, removed)).toEqual(stateAfter(creator));
});

test('an address is confirmed once, and events after an account’s deletion change nothing', () => {
  const { account_id } = carla;
  const confirmed = emailConfirmed.of({ account_id });
  expect(given(account, [creator]).when({ kind: 'confirm-email' })).toEqual([confirmed]);
  const deleted = [creator, accountDeleted.of({ account_id, role: 'creator' })];
  expect(stateAfter(...deleted, confirmed)).toEqual({ status: 'deleted', role: 'creator' });
});

test('events of another role, or without an account, change nothing', () => {
  const { account_id } = acme;
  const shown = brandProfileChanged.of({ ...acme, show_on_homepage: true });
  const logo = brandLogoChanged.of({ account_id, logo_url: 'logos/1.webp' });
  const renamed = creatorProfileChanged.of(carla);
  expect(stateAfter(creator, shown, logo)).toEqual(stateAfter(creator));
  expect(stateAfter(brand, renamed)).toEqual(stateAfter(brand));
  for (const event of [shown, logo, renamed]) expect(stateAfter(event)).toEqual({ status: 'none' });
  expect(stateAfter(brand, shown, logo)).toMatchObject({
    logo_url: 'logos/1.webp',
    details: { show_on_homepage: true },
  });
});

test('a brand has no creator’s name', () => {
  expect(creatorNameOf(stateAfter(creator))).toBe('Carla Creator');
  expect(creatorNameOf(stateAfter(brand))).toBe('Former creator');
});

test('a brand on the home page is found by whether it is shown, and sorted without case and accents', () => {
  const documents = new Map<string, never>();
  const [registered] = recorded([brand]);
  foldInto(homepageBrands as never, documents, registered!);
  const { fields = {} } = homepageBrands.indexes;
  expect(fields['sorted_name']?.(documents.get('brand-1')!)).toBe('acme');
  expect(documents.get('brand-1')).toEqual({
    id: 'brand-1',
    brand_name: 'Ácme',
    logo_url: null,
    brand_url: 'https://acme.example',
    show_on_homepage: false,
  });
  expect(homepageBrands.live?.room?.(documents.get('brand-1')!, 'brand-1')).toBe('all');
});

test('a change to an unknown brand doesn’t put it on the home page', () => {
  const documents = new Map<string, never>();
  const { account_id } = acme;
  for (const event of recorded([
    brandProfileChanged.of({ ...acme, show_on_homepage: true }),
    brandLogoChanged.of({ account_id, logo_url: 'logos/1.webp' }),
  ])) {
    foldInto(homepageBrands as never, documents, event);
  }
  expect(documents.size).toBe(0);
});

test('there are two roles and three payment methods', () => {
  expect(roles.filter(isRole)).toEqual(['creator', 'brand']);
  for (const value of ['admin', '', null, 3]) expect(isRole(value)).toBe(false);
  expect(paymentMethods).toEqual(['venmo', 'paypal', 'bank']);
});
