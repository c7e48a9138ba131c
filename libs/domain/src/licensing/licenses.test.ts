import { expect, test } from 'vitest';
import { splitOf } from '../earnings/split.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import { isLicenseType, licenseTypes } from '../license-types.ts';
import { endingLicenses } from './reminders/ending-licenses.view.ts';
import { agreementIssued, grantLicense, licenseGranted } from './license.ts';
import type { Grant, LicenseGrantedData } from './license.ts';
import { licenses, rightOf } from './licenses.view.ts';
import type { License } from './licenses.view.ts';
import { licenseProof } from './proof.ts';
import type { Media } from '../content/content-events.ts';
import { formatAgreementDate } from './term.ts';
import { termsInForce } from './agreements/terms.ts';

const inForce = termsInForce();
const start = '2026-11-21T10:00:00.000Z';
const end = '2027-05-20T10:00:00.000Z';
const grant: Grant = {
  license_id: 'license-1',
  order_id: 'order-1',
  item: { content_id: 'photo', title: 'Harbour', description: 'Boats', media_url: 'a.webp', media_type: 'image' },
  creator_id: 'creator-1',
  creator_name: 'Carla Creator',
  brand_id: 'brand-1',
  brand_name: 'Acme',
  referrer_id: 'creator-2',
  isReferrerDeleted: false,
  license_type: 'six_month',
  quantity: 2,
  price_cents: 50_000,
  basis: null,
  gateway: 'sandbox',
};

const folded = (...events: readonly DomainEvent[]) => {
  const documents = new Map<string, License>();
  for (const event of recorded(events, '2026-11-21T10:00:01.000Z')) foldInto(licenses, documents, event);
  return documents;
};

test('a license and its agreement are decided together, including the split, the dates and the wording', () => {
  const [granted, issued] = grantLicense(grant, start, inForce);
  const { isReferrerDeleted: _gone, ...bought } = grant;
  const dates = { start_date: start, end_date: end };
  expect(granted).toEqual(
    licenseGranted.of({ ...bought, split: splitOf(50_000, true), ...dates, withheld_reward: null }),
  );
  expect(issued).toEqual(
    agreementIssued.of({
      license_id: 'license-1',
      content_id: 'photo',
      creator_id: 'creator-1',
      brand_id: 'brand-1',
      creator_name: 'Carla Creator',
      brand_name: 'Acme',
      license_type: 'six_month',
      terms_version: inForce.id,
      agreement_text: expect.stringMatching(/^CONTENT LICENSE AGREEMENT\n\nLicense license-1\n\n/),
    }),
  );
  const [unreferred] = grantLicense({ ...grant, referrer_id: null, license_type: 'perpetual' }, start, inForce);
  expect(unreferred?.data).toMatchObject({ split: splitOf(50_000, false), end_date: null });
});

test('a license has its agreement and the time of its grant', () => {
  const [granted, issued] = grantLicense(grant, start, inForce);
  const untouched = { renewed_by: null, upgraded_by: null, refunded_cents: 0, refunded_at: null, dispute: null };
  const { withheld_reward: _withheld, ...shown } = granted!.data as LicenseGrantedData;
  const alone = { ...shown, created_at: '2026-11-21T10:00:01.000Z', ...untouched };
  expect(Object.fromEntries(folded(granted!))).toEqual({ 'license-1': { ...alone, agreement: null } });
  expect(folded(granted!, issued!).get('license-1')).toMatchObject({
    ...alone,
    agreement: { terms_version: inForce.id, agreement_text: expect.stringContaining('CONTENT LICENSE AGREEMENT') },
  });
  expect(folded(issued!).size).toBe(0);
});

test('a successor is recorded only on a license that exists', () => {
  const after = (kind: 'renewal' | 'upgrade') =>
    grantLicense({ ...grant, license_id: 'license-2', basis: { kind, license_id: 'license-1' } }, end, inForce)[0]!;
  const [first] = grantLicense(grant, start, inForce);
  expect(folded(first!, after('renewal')).get('license-1')).toMatchObject({
    renewed_by: 'license-2',
    upgraded_by: null,
  });
  expect(folded(first!, after('upgrade')).get('license-1')).toMatchObject({
    renewed_by: null,
    upgraded_by: 'license-2',
  });
  expect([...folded(after('renewal')).keys()]).toEqual(['license-2']);
});

test('a license is found by its parties, order, type and dates, by the right it grants, and by its names', () => {
  const license = folded(...grantLicense(grant, start, inForce)).get('license-1') as License;
  const { fields = {}, orders, text } = licenses.indexes;
  const found = (one: License) =>
    Object.fromEntries(Object.entries(fields).map(([name, valueOf]) => [name, valueOf(one)]));
  expect(found(license)).toEqual({
    brand_id: 'brand-1',
    creator_id: 'creator-1',
    order_id: 'order-1',
    license_type: 'six_month',
    created_at: '2026-11-21T10:00:01.000Z',
    starts: start,
    ends: end,
    right: 'brand-1/photo/six_month',
  });
  const forGood = String(found({ ...license, end_date: null })['ends']);
  expect(new Date(forGood).toISOString()).toBe(forGood);
  expect(forGood > '9999-01-01').toBe(true);
  expect(orders).toEqual(['created_at']);
  expect(text?.(license)).toBe('Harbour\nCarla Creator\nAcme');
  expect(rightOf('brand-1', 'photo', 'six_month')).toBe(found(license)['right']);
});

test('a reminder is found by the time it falls due', () => {
  const license = { license_id: 'license-1', brand_id: 'brand-1', title: 'Harbour', end_date: end, next: 45 } as const;
  expect(endingLicenses.dueAt(license)).toBe('2027-04-05T10:00:00.000Z');
});

test('a license can be verified even before its agreement is issued', () => {
  const [granted] = grantLicense(grant, start, inForce);
  const license = folded(granted!).get('license-1') as License;
  expect(licenseProof(license, {} as Media, Date.parse(start)).terms_version).toBeNull();
});

test('only the names of license types are license types', () => {
  expect(licenseTypes.filter(isLicenseType)).toEqual(['one_time', 'six_month', 'perpetual']);
  for (const value of ['', 'forever', 'toString', null, 3]) expect(isLicenseType(value)).toBe(false);
});

test('an agreement’s date is the day in UTC, in any time zone', () => {
  expect(formatAgreementDate('2026-12-31T23:59:59.999Z')).toBe('December 31, 2026');
  expect(formatAgreementDate('2027-01-01T00:00:00.000Z')).toBe('January 01, 2027');
});
