// A domain in Punycode and in Unicode. cspell:ignore bcher bücher
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure } from '../kernel/failure.ts';
import { given } from '../kernel/given.test-kit.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import { account } from './account.ts';
import { accountDeleted, creatorProfileChanged } from './account-events.ts';
import { accountGone } from './access/identity-failures.ts';
import type { AccountCommand } from './account.ts';
import type { AccountEvent } from './account-events.ts';
import { homepageBrands } from './profile/homepage-brands.view.ts';
import type { HomepageBrand } from './profile/homepage-brands.view.ts';
import type { SaleMails } from '../mail-choices.ts';
import { creatorNameOf, profileOf } from './profile/profile.ts';

const payout = { venmo_name: null, paypal_email: null, bank_name: null, bank_account: null, bank_routing: null };
const bank = { ...payout, bank_name: 'First Harbour', bank_account: '000123456789', bank_routing: '021000021' };

const registerCreator: AccountCommand = {
  kind: 'register-creator',
  registration: {
    account_id: 'creator-1',
    name: 'Carla Creator',
    email: 'carla@example.com',
    phone: '+1 555 010 2030',
    social_handle: '@carla',
    payment_method: 'bank',
    payout: bank,
    terms_version: '2026-11',
    referrer_id: null,
    invitation: null,
  },
};
const registerBrand: AccountCommand = {
  kind: 'register-brand',
  registration: {
    account_id: 'brand-1',
    name: 'Bo Buyer',
    email: 'buyer@acme.example',
    phone: '+1 555 010 2030',
    brand_name: 'Acme',
    brand_url: 'https://acme.example',
    terms_version: '2026-11',
  },
};

const after = (...commands: readonly AccountCommand[]): readonly AccountEvent[] =>
  commands.reduce<readonly AccountEvent[]>((history, command) => {
    const decided = given(account, history).when(command);
    if (isFailure(decided)) throw new Error(`refused: ${decided.message}`);
    return [...history, ...decided];
  }, []);

const openAfter = (...commands: readonly AccountCommand[]) => {
  const state = given(account, after(...commands)).state();
  if (state.status !== 'open') throw new Error('The account is not open');
  return state;
};

const changes: readonly AccountCommand[] = [
  { kind: 'change-creator-profile', changes: { name: 'Carla Klein' } },
  { kind: 'change-creator-profile', changes: { payment_method: 'venmo', payout: { ...payout, venmo_name: 'carla' } } },
  { kind: 'change-brand-profile', changes: { show_on_homepage: true } },
  { kind: 'change-brand-profile', changes: { brand_name: 'Acme Outdoors' } },
  { kind: 'change-logo', logo_url: 'logos/1.webp' },
  { kind: 'change-logo', logo_url: null },
  { kind: 'change-portrait', portrait_url: 'portraits/1.webp' },
  { kind: 'change-portrait', portrait_url: null },
  { kind: 'confirm-email' },
  { kind: 'change-email', email: 'Carla@New.example' },
  { kind: 'change-email', email: 'carla@other.example' },
  { kind: 'record-password-change', change_id: 'change-1' },
  { kind: 'change-metadata', metadata: { theme: 'dark', studio: { city: 'Utrecht' } } },
  { kind: 'change-metadata', metadata: { theme: null } },
  { kind: 'choose-sale-mails', sale_mails: 'daily' },
  { kind: 'choose-mail', mail: 'payout_sent', wanted: false },
  { kind: 'choose-mail', mail: 'payout_sent', wanted: true },
  { kind: 'choose-sale-mails', sale_mails: 'at_once' },
  { kind: 'record-second-factor', factor_id: 'phone', factor_kind: 'totp', name: 'Phone' },
  { kind: 'record-second-factor', factor_id: 'tablet', factor_kind: 'totp', name: 'Phone' },
  { kind: 'record-second-factor-removal', factor_id: 'phone', factor_kind: 'totp', name: 'Phone' },
  { kind: 'delete-account' },
];

test('a command repeated immediately yields no events, and no event repeats the current state', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(registerCreator, registerBrand),
      fc.array(fc.constantFrom(...changes), { maxLength: 20 }),
      (registration, commands) => {
        let history = after(registration);
        for (const command of commands) {
          const decided = given(account, history).when(command);
          if (isFailure(decided)) continue;
          history = [...history, ...decided];
          expect(given(account, history).when(command)).toEqual([]);
        }
      },
    ),
  );
});

test('[FIX-35] a changed address is the account’s only one, in the form that addresses are compared in, and is confirmed', () => {
  const changed = after(registerCreator, { kind: 'change-email', email: ' Carla@xn--bcher-kva.example' });
  expect(given(account, changed).state()).toMatchObject({ email: 'carla@bücher.example', email_confirmed: true });
  expect(given(account, changed).when({ kind: 'confirm-email' })).toEqual([]);
  expect(given(account, changed).when({ kind: 'change-email', email: 'CARLA@BÜCHER.example' })).toEqual([]);
});

test('[FIX-35] a new account is asked to confirm its address only if the product can ask', () => {
  const types = (asks_confirmation?: boolean) =>
    after({ ...registerBrand, ...(asks_confirmation === undefined ? {} : { asks_confirmation }) }).map(
      ({ type }) => type,
    );
  expect(types(true)).toEqual(['BrandRegistered', 'EmailConfirmationAsked']);
  expect([types(), types(false)]).toEqual([['BrandRegistered'], ['BrandRegistered']]);
});

test('[SEC-08] removing one of two second factors keeps the other', () => {
  const add = (factor_id: string) =>
    ({ kind: 'record-second-factor', factor_id, factor_kind: 'totp', name: 'Phone' }) as const;
  const { second_factors } = openAfter(registerBrand, add('phone'), add('tablet'), {
    kind: 'record-second-factor-removal',
    factor_id: 'phone',
    factor_kind: 'totp',
    name: 'Phone',
  });
  expect(second_factors).toEqual(['tablet']);
});

test('[PAY-31] a creator gets an email for each sale, until they choose otherwise', () => {
  const choose = (sale_mails: SaleMails) => ({ kind: 'choose-sale-mails', sale_mails }) as const;
  expect(openAfter(registerCreator)).toMatchObject({ sale_mails: 'at_once' });
  expect(openAfter(registerCreator, choose('daily'))).toMatchObject({ sale_mails: 'daily' });
  expect(profileOf(openAfter(registerCreator, choose('daily'), choose('never')))).toMatchObject({
    sale_mails: 'never',
  });
});

test('[GAL-15] an optional email is sent until it is turned off, and again once it is turned on', () => {
  const choose = (wanted: boolean) => ({ kind: 'choose-mail', mail: 'license_ending', wanted }) as const;
  const wanted = (...choices: readonly boolean[]) =>
    profileOf(openAfter(registerBrand, ...choices.map(choose))).wanted_mails;
  expect([wanted(), wanted(false), wanted(false, true)]).toEqual([['license_ending'], [], ['license_ending']]);
  expect(after(registerBrand, choose(true))).toHaveLength(1);
});

test('a change contains the whole profile, so that nobody has to compute it from earlier events', () => {
  const [, changed] = after(registerCreator, { kind: 'change-creator-profile', changes: { name: 'Carla Klein' } });
  expect(changed).toEqual(
    creatorProfileChanged.of({
      account_id: 'creator-1',
      name: 'Carla Klein',
      phone: '+1 555 010 2030',
      social_handle: '@carla',
      payment_method: 'bank',
      payout: bank,
    }),
  );
});

test('[BRAND-17] neither role can change what belongs to the other', () => {
  for (const [registration, command] of [
    [registerBrand, { kind: 'change-creator-profile', changes: { name: 'Eve' } }],
    [registerCreator, { kind: 'change-brand-profile', changes: { name: 'Eve' } }],
    [registerCreator, { kind: 'change-logo', logo_url: 'logos/1.webp' }],
    [registerBrand, { kind: 'choose-sale-mails', sale_mails: 'never' }],
    [registerBrand, { kind: 'choose-mail', mail: 'payout_sent', wanted: false }],
    [registerCreator, { kind: 'choose-mail', mail: 'license_ending', wanted: false }],
  ] satisfies [AccountCommand, AccountCommand][]) {
    expect(given(account, after(registration)).when(command)).toMatchObject({ failure: 'wrong_role' });
  }
});

test('a deleted account refuses everything except being deleted again', () => {
  const history = after(registerBrand, { kind: 'delete-account' });
  expect(history.at(-1)).toEqual(accountDeleted.of({ account_id: 'brand-1', role: 'brand' }));
  for (const command of [registerBrand, ...changes]) {
    const expected = command.kind === 'delete-account' ? [] : accountGone();
    expect(given(account, history).when(command)).toEqual(expected);
  }
});

test('an account that doesn’t exist can be neither changed nor deleted', () => {
  for (const command of changes) expect(given(account).when(command)).toMatchObject({ failure: 'not_found' });
});

test('[ENT-01, ENT-02, ENT-04] a creator’s profile has its fields, with only the last four digits of bank numbers', () => {
  expect(profileOf(openAfter(registerCreator))).toEqual({
    role: 'creator',
    user_id: 'creator-1',
    name: 'Carla Creator',
    email: 'carla@example.com',
    phone: '+1 555 010 2030',
    social_handle: '@carla',
    payment_method: 'bank',
    sale_mails: 'at_once',
    portrait_url: null,
    wanted_mails: ['payout_sent'],
    venmo_name: null,
    paypal_email: null,
    bank_name: 'First Harbour',
    bank_account: '•••• 6789',
    bank_routing: '•••• 0021',
  });
});

test('[ENT-05, ENT-06, ENT-07] a brand’s profile has its fields; a new brand is not shown on the home page', () => {
  expect(profileOf(openAfter(registerBrand))).toEqual({
    role: 'brand',
    id: 'brand-1',
    user_id: 'brand-1',
    name: 'Bo Buyer',
    email: 'buyer@acme.example',
    phone: '+1 555 010 2030',
    brand_name: 'Acme',
    brand_url: 'https://acme.example',
    logo_url: null,
    show_on_homepage: false,
    wanted_mails: ['license_ending'],
  });
});

test('a creator has their current name, and none once the account is deleted', () => {
  const stateAfter = (...commands: readonly AccountCommand[]) => given(account, after(...commands)).state();
  expect(creatorNameOf(stateAfter(registerCreator, changes[0]!))).toBe('Carla Klein');
  expect(creatorNameOf(stateAfter(registerCreator, { kind: 'delete-account' }))).toBe('Former creator');
  expect(creatorNameOf({ status: 'none' })).toBe('Former creator');
});

test('[LAND-04] the view of home page brands knows which brands are shown, and drops one that is deleted', () => {
  const documents = new Map<string, HomepageBrand>();
  const { fields = {} } = homepageBrands.indexes;
  const shown = () => [...documents.values()].map((brand) => fields['shown']?.(brand as never));
  const [registered, ...later] = recorded(
    after(
      registerBrand,
      { kind: 'change-brand-profile', changes: { show_on_homepage: true } },
      { kind: 'change-logo', logo_url: 'logos/1.webp' },
      { kind: 'delete-account' },
    ),
  );
  foldInto(homepageBrands as never, documents, registered!);
  expect(shown()).toEqual([0]);
  foldInto(homepageBrands as never, documents, later[0]!);
  foldInto(homepageBrands as never, documents, later[1]!);
  expect(shown()).toEqual([1]);
  expect(documents.get('brand-1')).toMatchObject({ brand_name: 'Acme', logo_url: 'logos/1.webp' });
  foldInto(homepageBrands as never, documents, later[2]!);
  expect(documents.size).toBe(0);
});

test('[BRAND-08] updates to everyone have the details of a brand that is shown, and only the id of any other', () => {
  const documents = new Map<string, HomepageBrand>();
  const [registered, opted] = recorded(
    after(registerBrand, { kind: 'change-brand-profile', changes: { show_on_homepage: true } }),
  );
  const { live } = homepageBrands;
  const heard = () => live?.value?.(documents.get('brand-1') as never, 'brand-1');
  foldInto(homepageBrands as never, documents, registered!);
  expect(heard()).toEqual({ id: 'brand-1' });
  foldInto(homepageBrands as never, documents, opted!);
  expect(heard()).toEqual({
    id: 'brand-1',
    brand_name: 'Acme',
    logo_url: null,
    brand_url: 'https://acme.example',
  });
  expect(live?.mayWatch({ id: null, role: 'visitor' }, 'all')).toBe(true);
  expect(live?.mayWatch({ id: null, role: 'visitor' }, 'brand-1')).toBe(false);
});

test('[SEC-19] a sign-up stores its metadata from the start, or is refused entirely', () => {
  const opened = openAfter({ ...registerBrand, metadata: { theme: 'dark' } });
  expect(opened.metadata).toEqual({ theme: 'dark' });
  expect(opened.role).toBe('brand');
  const refused = given(account).when({ ...registerBrand, metadata: { role: 'admin' } });
  expect(refused).toMatchObject({ failure: 'metadata_not_allowed' });
});
