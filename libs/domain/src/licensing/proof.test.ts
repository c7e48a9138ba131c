import fc from 'fast-check';
import { expect, test } from 'vitest';
import { licenseProof, proofStatusOf } from './proof.ts';
import type { License } from './licenses.view.ts';
import type { Media } from '../content/content-events.ts';

const start = '2026-11-21T10:00:00.000Z';
const end = '2027-05-20T10:00:00.000Z';
const at = (instant: string, plusMs = 0) => Date.parse(instant) + plusMs;

test('a license is valid from the millisecond it starts until the one before it ends', () => {
  const dates = { start_date: start, end_date: end, refunded_at: null };
  expect(proofStatusOf(dates, at(start, -1))).toBe('upcoming');
  expect(proofStatusOf(dates, at(start))).toBe('valid');
  expect(proofStatusOf(dates, at(end, -1))).toBe('valid');
  expect(proofStatusOf(dates, at(end))).toBe('expired');
});

test('[PAY-20] a fully refunded license has the status refunded at any time, whatever its dates', () => {
  for (const end_date of [end, null])
    for (const now of [at(start, -1), at(start), at(end)])
      expect(proofStatusOf({ start_date: start, end_date, refunded_at: start }, now)).toBe('refunded');
});

test('a perpetual license never expires, and no license becomes valid again', () => {
  const day = 86_400_000;
  const times = fc.tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 100_000 }));
  const order = ['upcoming', 'valid', 'expired'];
  fc.assert(
    fc.property(times, ([one, other]) => {
      const [earlier, later] = [Math.min(one, other) * day, Math.max(one, other) * day];
      for (const end_date of [end, null]) {
        const [before, after] = [earlier, later].map((now) =>
          proofStatusOf({ start_date: start, end_date, refunded_at: null }, now),
        );
        expect(order.indexOf(before ?? '')).toBeLessThanOrEqual(order.indexOf(after ?? ''));
        if (end_date === null) expect(after).not.toBe('expired');
      }
    }),
  );
});

test('the proof says what was licensed and to whom, and neither the price nor anything else about the people', () => {
  const license: License = {
    license_id: 'license-1',
    order_id: 'order-1',
    item: {
      content_id: 'content-1',
      title: 'Harbour\nat dawn',
      description: 'Boats',
      media_url: 'old.webp',
      media_type: 'image',
    },
    creator_id: 'creator-1',
    creator_name: 'Carla Creator',
    brand_id: 'brand-1',
    brand_name: 'Acme',
    referrer_id: 'referrer-1',
    license_type: 'six_month',
    quantity: 2,
    price_cents: 50_000,
    split: {} as License['split'],
    start_date: start,
    end_date: end,
    agreement: { agreement_text: 'TEXT', terms_version: '2026-11' },
    created_at: start,
    basis: null,
    gateway: 'sandbox',
    renewed_by: null,
    upgraded_by: null,
    refunded_cents: 0,
    refunded_at: null,
    dispute: null,
  };
  const media = { media_url: 'creator-1/images/a.webp', media_type: 'image', sha256: 'abc', original: 'secret' };
  expect(licenseProof(license, media as Media, at(start))).toEqual({
    license_id: 'license-1',
    status: 'valid',
    item_title: 'Harbour at dawn',
    media_url: 'creator-1/images/a.webp',
    media_type: 'image',
    license_type: 'six_month',
    brand_name: 'Acme',
    creator_name: 'Carla Creator',
    start_date: start,
    end_date: end,
    refunded_at: null,
    sha256: 'abc',
    terms_version: '2026-11',
  });
});
