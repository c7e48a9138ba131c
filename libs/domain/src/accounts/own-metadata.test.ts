import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure } from '../kernel/failure.ts';
import { metadataCharactersMax, metadataDepthMax, withMetadata } from './own-metadata.ts';

test('[SEC-19] what a client keeps is added name by name; null takes a name away', () => {
  const kept = withMetadata({ theme: 'dark', tips: true }, { theme: 'light', tips: null, studio: { city: 'Utrecht' } });
  expect(kept).toEqual({ theme: 'light', studio: { city: 'Utrecht' } });
});

test.each([
  ...['userType', 'user_type', 'USER-TYPE', 'name', 'names', 'role', 'roles', 'email', 'email_verified', 'sub', 'aal'],
  ...['brand_name', 'social_handle', 'bank_account', 'payout', 'is_admin', 'permissions', '__proto__', 'constructor'],
  ...['', '--', 'x'.repeat(65)],
])('[SEC-19] nobody sets “%s”: what grants or is checked stays the server’s', (name) => {
  const sent = JSON.parse(`{${JSON.stringify(name)}: "admin"}`) as unknown;
  expect(withMetadata({ theme: 'dark' }, sent)).toMatchObject({ failure: 'metadata_not_allowed', status: 400 });
});

test.each([[null], ['dark'], [[1]], [7]])('[SEC-19] metadata as %j is refused', (sent) => {
  expect(withMetadata({}, sent)).toMatchObject({ message: 'Metadata must be a JSON object.' });
});

test('[SEC-19] neither its size nor its depth grows without end, however small the steps', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'leaf' : { inner: nested(levels - 1) });
  expect(isFailure(withMetadata({}, nested(metadataDepthMax)))).toBe(false);
  expect(isFailure(withMetadata({}, nested(metadataDepthMax + 1)))).toBe(true);
  const half = 'x'.repeat(metadataCharactersMax / 2);
  const kept = withMetadata({}, { one: half });
  if (isFailure(kept)) throw new Error(kept.message);
  expect(withMetadata(kept, { other: half })).toMatchObject({
    message: 'Metadata can take 4096 characters of JSON at most.',
  });
});

test('[SEC-19] whatever is sent and taken can be sent again and changes nothing', () => {
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
