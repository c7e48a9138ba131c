import { expect, test } from 'vitest';
import { brandLogoChanged, brandProfileChanged } from './accounts/account-events.ts';
import { definitions } from './catalog.ts';
import { upcast } from './kernel/event.ts';
import { licenseGranted } from './licensing/license.ts';
import type { LicenseGrantedData } from './licensing/license.ts';
import { reminderNotSent } from './licensing/reminders/reminder.ts';
import { orderPlaced } from './ordering/order.ts';
import type { OrderLine } from './ordering/order-line.ts';
import { referralRecorded } from './referrals/referral.ts';
import type { ReferralRecordedData } from './referrals/referral.ts';
import { storedEvents } from './stored-events.test-kit.ts';

test.each(storedEvents)('the audit page describes $file in one plain sentence', ({ type, version, data, audit }) => {
  const definition = definitions.get(type);
  expect(definition?.audit(upcast(definition, version, data))).toBe(audit);
  expect(audit).toMatch(/^\S.*\.$/s);
});

test('the sentence depends on what was decided', () => {
  const profile = { account_id: 'brand-1', name: 'Bo', phone: '', brand_name: 'Acme', brand_url: '' };
  expect(brandProfileChanged.audit({ ...profile, show_on_homepage: false })).toBe(
    'Acme changed its profile and is not shown on the home page.',
  );
  expect(brandLogoChanged.audit({ account_id: 'brand-1', logo_url: null })).toBe('A brand removed its logo.');

  const lines: readonly OrderLine[] = Array.from({ length: 2 });
  const order = { order_id: 'order-1', brand_id: 'brand-1', brand_name: 'Acme', total_cents: 50_000, placed_at: null };
  expect(orderPlaced.audit({ ...order, lines })).toBe('Acme placed an order of 2 items for $500.00.');

  const referred = { referred_user_id: 'b', referrer_id: 'a', referral_code: '7K3M9XQ2', status: 'pending' };
  const heldFor = (held_for: string | null) =>
    referralRecorded.audit({ ...referred, held_for } as ReferralRecordedData);
  const sentence = 'Creator b was referred by creator a with the code 7K3M9XQ2; it is held';
  expect(heldFor('email')).toBe(`${sentence}: both have the same email address.`);
  expect(heldFor('phone')).toBe(`${sentence}: both have the same phone number.`);
  expect(heldFor('payment_details')).toBe(`${sentence}: both have the same payment details.`);
  expect(heldFor(null)).toBe(`${sentence}.`);

  const forGood = { brand_name: 'Acme', license_type: 'perpetual', item: { title: 'Dune' }, end_date: null };
  expect(
    licenseGranted.audit({ ...forGood, price_cents: 100, split: { net_cents: 80 }, basis: null } as LicenseGrantedData),
  ).toBe(
    'Acme was granted a Perpetual License for “Dune” with no end date: $1.00, of which the creator receives $0.80.',
  );

  expect(reminderNotSent.audit({ license_id: 'license-1', brand_id: 'brand-1', days: 0, reason: 'too_late' })).toBe(
    'The reminder of the end of the license was not sent: it would have arrived too late.',
  );
});
