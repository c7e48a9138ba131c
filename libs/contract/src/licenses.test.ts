import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recorded } from '@tessera/domain/kernel/recorded.test-kit';
import { foldInto } from '@tessera/domain/kernel/view';
import { splitOf } from '@tessera/domain/earnings/split';
import { licenseGranted } from '@tessera/domain/licensing/license';
import type { LicenseGrantedData } from '@tessera/domain/licensing/license';
import { licenses } from '@tessera/domain/licensing/licenses.view';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { licenseFacts, licenseRow } from './licenses.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const start_date = '2026-11-21T10:00:00.000Z';
const end_date = '2027-05-20T10:00:00.000Z';

const granted = (license_id: string, over: Partial<LicenseGrantedData> = {}) =>
  licenseGranted.of({
    license_id,
    order_id: `order-of-${license_id}`,
    item: { content_id: 'photo', title: 'Harbour', description: '', media_url: '', media_type: 'image' },
    creator_id: 'creator-1',
    creator_name: 'Carla Creator',
    brand_id: 'brand-1',
    brand_name: 'Acme',
    referrer_id: null,
    license_type: 'six_month',
    quantity: 1,
    price_cents: 25_000,
    split: splitOf(25_000, false),
    start_date,
    end_date,
    basis: null,
    gateway: 'sandbox',
    withheld_reward: null,
    ...over,
  });

const folded = (...events: readonly ReturnType<typeof granted>[]) => {
  const documents = new Map<string, License>();
  for (const event of recorded(events)) foldInto(licenses, documents, event);
  return documents;
};

test('a license knows the license that it continues, and its own successor', () => {
  const documents = folded(
    granted('one'),
    granted('two', { basis: { kind: 'renewal', license_id: 'one' }, start_date: end_date }),
    granted('three', { basis: { kind: 'upgrade', license_id: 'two' }, license_type: 'perpetual', end_date: null }),
  );
  const row = (id: string) => licenseRow(documents.get(id) as License, Date.parse(start_date), 'brand');
  expect(row('one')).toMatchObject({ basis: null, renewed_by: 'two', upgraded_by: null, status: 'active' });
  expect(row('two')).toMatchObject({ renewed_by: null, upgraded_by: 'three', status: 'upcoming' });
  expect(row('three')).toMatchObject({ basis: { kind: 'upgrade', license_id: 'two' }, days_left: null });
  expect(row('three')).toMatchObject({ renewed_by: null, upgraded_by: null, status: 'active' });
});

test('[FIX-39] the days left are rounded up, but not for less than a minute: one on the last day, none after the end', () => {
  const license = folded(granted('one')).get('one') as License;
  const at = (time: number) => licenseRow(license, time, 'brand');
  const end = Date.parse(end_date);
  expect(at(Date.parse(start_date))).toMatchObject({ days_left: 180, status: 'active' });
  expect(at(end - 7 * dayMs)).toMatchObject({ days_left: 7 });
  expect(at(end - 7 * dayMs - minuteMs)).toMatchObject({ days_left: 7 });
  expect(at(end - 7 * dayMs - minuteMs - 1)).toMatchObject({ days_left: 8 });
  expect(at(end - dayMs)).toMatchObject({ days_left: 1 });
  expect(at(end - 1)).toMatchObject({ days_left: 1, status: 'active' });
  expect(at(end)).toMatchObject({ days_left: 0, status: 'expired' });
  fc.assert(
    fc.property(fc.integer({ min: -400 * dayMs, max: 400 * dayMs }), (offset) => {
      const { days_left, status } = at(end - offset);
      expect(days_left).toBe(offset <= 0 ? 0 : Math.max(1, Math.ceil((offset - minuteMs) / dayMs)));
      expect(status === 'expired').toBe(days_left === 0);
    }),
  );
});

test('[ENT-13, ENT-14, ENT-15] a license row has the fields of the specification and embeds its item', () => {
  const license = folded(granted('one')).get('one') as License;
  const { license_id, item, price_cents, referrer_id, split, gateway, agreement, dispute, ...rest } = license;
  const { refunded_cents, ...same } = rest;
  expect([referrer_id, split.net_cents, gateway, agreement, dispute]).toEqual([null, 20_000, 'sandbox', null, null]);
  const { content_id, ...content } = item;
  expect(licenseFacts(license)).toEqual({
    ...same,
    id: license_id,
    content_id,
    content,
    price: price_cents / 100,
    price_money: { amount_cents: 25_000, currency: 'USD' },
    refunded_money: { amount_cents: refunded_cents, currency: 'USD' },
  });
  expect(licenseRow(license, Date.parse(start_date), 'brand')).toMatchObject({
    id: 'one',
    content_id: 'photo',
    creator_id: 'creator-1',
    brand_id: 'brand-1',
    license_type: 'six_month',
    content: { title: 'Harbour', description: '', media_url: '', media_type: 'image' },
  });
});
