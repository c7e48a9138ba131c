import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure } from '../kernel/failure.ts';
import type { OpenBrand, OpenCreator } from './account.ts';
import { BrandSignUpForm, CreatorSignUpForm, brandPayloadOf, creatorPayloadOf } from './forms.ts';
import { profileOf } from './profile/profile.ts';
import { metadataCharactersMax, metadataDepthMax, withMetadata } from './own-metadata.ts';

test('[SEC-19] metadata is merged name by name; null removes a name', () => {
  const kept = withMetadata({ theme: 'dark', tips: true }, { theme: 'light', tips: null, studio: { city: 'Utrecht' } });
  expect(kept).toEqual({ theme: 'light', studio: { city: 'Utrecht' } });
});

const payout = { venmo_name: null, paypal_email: null, bank_name: null, bank_account: null, bank_routing: null };
const invited = { referralCode: '7K3M9XQ2', referralSource: 'url' } as const;
/** Names that the product itself uses for an account, at sign-up and later. */
const said = new Set(
  [
    profileOf({ role: 'creator', details: { payout }, mails: {} } as OpenCreator),
    profileOf({ role: 'brand', details: {}, mails: {} } as OpenBrand),
    creatorPayloadOf(Object.assign(new CreatorSignUpForm(), invited)),
    brandPayloadOf(new BrandSignUpForm()),
  ].flatMap(Object.keys),
);

test.each([
  ...said,
  ...['userType', 'user_type', 'USER-TYPE', 'account_type', 'type', 'names', 'profile', 'payout', 'account_id'],
  ...['roles', 'admin', 'is_admin', 'permissions', 'scope', 'scopes', 'claims', 'aal', 'amr', 'sub', 'iss', 'aud'],
  ...['email_verified', 'phone_verified', 'provider', 'providers', 'app_metadata', 'user_metadata'],
  ...['__proto__', 'constructor', 'prototype'],
  ...['', '--', 'x'.repeat(65)],
])('[SEC-19] nobody can set “%s”: names with meaning for the server are reserved', (name) => {
  const sent = JSON.parse(`{${JSON.stringify(name)}: "admin"}`) as unknown;
  expect(withMetadata({ theme: 'dark' }, sent)).toMatchObject({
    failure: 'metadata_not_allowed',
    message: `This name can’t be set as metadata: “${name.slice(0, 64)}”`,
  });
});

test('[SEC-19] a name can have 64 characters', () => {
  const sent = { ['x'.repeat(64)]: 1 };
  expect(withMetadata({}, sent)).toEqual(sent);
});

test.each([[null], ['dark'], [[1]], [7]])('[SEC-19] %j is refused as metadata', (sent) => {
  expect(withMetadata({}, sent)).toMatchObject({ message: 'Metadata must be a JSON object.' });
});

test('[SEC-19] size and depth stay limited, however small the steps', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'leaf' : { inner: nested(levels - 1) });
  expect(isFailure(withMetadata({}, nested(metadataDepthMax)))).toBe(false);
  expect(withMetadata({}, nested(metadataDepthMax + 1))).toMatchObject({
    message: 'Metadata can be nested 5 levels deep at most.',
  });
  const most = { one: 'x'.repeat(metadataCharactersMax - '{"one":""}'.length) };
  expect(withMetadata({}, most)).toEqual(most);
  expect(isFailure(withMetadata({}, { one: `${most.one}x` }))).toBe(true);
  const half = 'x'.repeat(metadataCharactersMax / 2);
  const kept = withMetadata({}, { one: half });
  if (isFailure(kept)) throw new Error(kept.message);
  expect(withMetadata(kept, { other: half })).toMatchObject({
    message: 'Metadata can take 4096 characters of JSON at most.',
  });
});

test('[SEC-19] sending accepted metadata again changes nothing', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.dictionary(fc.string(), fc.jsonValue()),
      (one, other) => {
        const first = withMetadata({}, one);
        const kept = isFailure(first) ? {} : first;
        const next = withMetadata(kept, other);
        if (!isFailure(next)) expect(withMetadata(next, other)).toEqual(next);
      },
    ),
  );
});

test.each(['😀', '👩‍👩‍👧', '🇯🇵'])('[FIX-19] the long name of refused metadata is shown without a part of %s', (whole) => {
  const refused = withMetadata({}, { [`x${whole.repeat(100)}`]: 1 });
  const shown = 'message' in refused ? String(refused.message) : '';
  expect(shown.replaceAll(whole, '')).toBe('This name can’t be set as metadata: “x”');
});
