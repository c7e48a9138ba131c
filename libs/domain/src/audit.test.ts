import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brandLogoChanged, brandProfileChanged } from './accounts/account.ts';
import { definitions } from './catalog.ts';
import { upcast } from './kernel/event.ts';
import { licenseGranted } from './licensing/license.ts';
import type { LicenseGrantedData } from './licensing/license.ts';
import { reminderNotSent } from './licensing/reminder.ts';
import { orderPlaced } from './ordering/order.ts';
import type { OrderLine } from './ordering/order-line.ts';
import { referralRecorded } from './referrals/referral.ts';
import type { ReferralRecordedData } from './referrals/referral.ts';

const folder = new URL('../../../test/stored-events/', import.meta.url);

const sentenceOf = (file: string) => {
  const { type, version, data } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as {
    type: string;
    version: number;
    data: Record<string, unknown>;
  };
  const definition = definitions.get(type);
  return definition?.audit(upcast(definition, version, data));
};

/** By the file of the stored event, without its ending. */
const sentences = {
  '01-CreatorRegistered.v1': 'A creator signed up, confirmed being 18 or older and accepted terms version 2026-11.',
  '02-BrandRegistered.v1': 'Acme signed up as a brand, confirmed being 18 or older and accepted terms version 2026-11.',
  '03-ContentPublished.v1': 'An item was published by its creator.',
  '04-ContentEdited.v1': 'An item was edited by its creator.',
  '05-OrderPlaced.v1': 'Acme placed an order of 1 item for $250.00.',
  '06-PaymentStarted.v1': 'Payment attempt 1 was started with the sandbox gateway.',
  '07-PaymentFailed.v1': 'Payment attempt 1 failed: The card was declined.',
  '08-PaymentCaptured.v1': '$250.00 was paid through the sandbox gateway.',
  '09-LicenseGranted.v1':
    'Acme was granted a 6-Month License for “Harbour at dawn” until May 20, 2027: $250.00, ' +
    'of which the creator receives $200.00.',
  '10-AgreementIssued.v1': 'The agreement between Acme and the creator was issued.',
  '11-EarningPosted.v1': '$250.00 was posted to the ledger; the payout is due on 2026-12-06.',
  '12-CreatorProfileChanged.v1': 'A creator changed the profile.',
  '13-BrandProfileChanged.v1': 'Acme Outdoors changed the profile and is shown on the home page.',
  '14-BrandLogoChanged.v1': 'A brand changed its logo.',
  '15-EmailConfirmed.v1': 'An email address was confirmed.',
  '16-PasswordChanged.v1': 'A password was changed.',
  '60-SecondFactorAdded.v1': 'An authenticator app was set up as a second factor.',
  '68-SecondFactorAdded.v1': 'A passkey was added as a second factor.',
  '61-SecondFactorRemoved.v1': 'A second factor was removed.',
  '17-ContentPublished.v2': 'An item was published by its creator.',
  '18-OrderPlaced.v2': 'Acme placed an order of 1 item for $250.00.',
  '19-AccountDeleted.v1': 'The account of a creator was deleted.',
  '19-ContentWithdrawn.v1': 'An item left the marketplace.',
  '20-CreatorRegistered.v2': 'A creator signed up, confirmed being 18 or older and accepted terms version 2026-11.',
  '21-ReferralCodeCreated.v1': 'Creator creator-2 created the referral code 7K3M9XQ2.',
  '22-ReferralCodeDeleted.v1': 'Creator creator-2 deleted the referral code 7K3M9XQ2.',
  '23-ReferralRecorded.v1': 'Creator creator-3 was referred by creator creator-2 with the code 7K3M9XQ2.',
  '30-CheckoutDeployed.v1': 'The checkout was deployed with the gateway sandbox, version 1.',
  '31-CheckoutDeployFailed.v1':
    'The checkout could not be deployed with the gateway stripe: The gateway stripe did not answer the check.',
  '32-AutomationConnected.v1': 'The automation service was connected for the team team-1.',
  '33-AdminUserCreated.v1': 'The admin user admin-1 was created.',
  '34-ContentPublished.v3': 'An item was published by its creator.',
  '36-VideoNotPrepared.v1': 'A video could not be prepared: The video could not be read.',
  '37-VideoPrepared.v1': 'A video’s poster and preview clip were made.',
  '38-ContentRelisted.v1': 'An item returned to the marketplace.',
  '50-OrderPlaced.v3': 'Acme placed an order of 1 item for $250.00.',
  '51-LicenseGranted.v2':
    'Acme was granted a 6-Month License for “Harbour at dawn” until November 16, 2027: $250.00, ' +
    'of which the creator receives $200.00. This license renews license license-1.',
  '52-PaymentStarted.v2': 'Payment attempt 1 was started with the stripe gateway, and terms version 2026-11 accepted.',
  '55-ReceiptSent.v1': 'The receipt was handed to the mail server.',
  '56-ReceiptNotSent.v1': 'The receipt was not sent: the recipient’s account was deleted.',
  '57-ReminderSent.v1': 'The reminder 45 days before the end was handed to the mail server.',
  '58-ReminderNotSent.v1': 'The reminder 14 days before the end was not sent: the recipient’s mail server refused it.',
  '59-OrderPlaced.v4': 'Acme placed an order of 1 item for $250.00.',
  '62-OwnMetadataChanged.v1': 'The metadata that a client keeps with an account was changed.',
  '63-ContentPublished.v4': 'An item was published by its creator.',
  '64-ContentEdited.v2': 'An item was edited by its creator.',
  '65-ContentRelisted.v2': 'An item returned to the marketplace.',
  '66-VideoPrepared.v2': 'A video’s poster and preview clip were made.',
  '67-ContentErased.v1': 'The text of an item was erased along with its creator’s account.',
};

test('the audit page tells every stored event, of whatever version, in one plain sentence', () => {
  const files = readdirSync(folder).sort();
  expect(Object.fromEntries(files.map((file) => [file.replace('.json', ''), sentenceOf(file)]))).toEqual(sentences);
});

test('the sentence follows what was decided', () => {
  const profile = { account_id: 'brand-1', name: 'Bo', phone: '', brand_name: 'Acme', brand_url: '' };
  expect(brandProfileChanged.audit({ ...profile, show_on_homepage: false })).toBe(
    'Acme changed the profile and is not shown on the home page.',
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

  expect(reminderNotSent.audit({ license_id: 'license-1', days: 0, reason: 'too_late' })).toBe(
    'The reminder of the end of the license was not sent: it would have arrived too late.',
  );
});
