import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { definitions } from './catalogue.ts';
import { isFields } from './kernel/fields.ts';
import type { Fields } from './kernel/fields.ts';

interface Reviewed {
  /** Encrypted, and with whose key. */
  readonly personal?: { readonly of: string; readonly fields: readonly string[] };
  /** Stored in clear: ids, amounts, times, and what is published or stands in a contract. */
  readonly open: readonly string[];
}

const ids = ['content_id', 'creator_id'];
const texts = ['title', 'description', 'tags'];
const offers = ['offers.one_time', 'offers.six_month', 'offers.perpetual'];
const item = ['item.content_id', 'item.title', 'item.description', 'item.media_url', 'item.media_type'];
const preview = ['media_url', 'width', 'height', 'widths', 'clip_url'];
const media = [...preview, 'media_type', 'sha256', 'original'].map((field) => `media.${field}`);
/** The whole of a listing is shown to everybody who looks at it, until its creator leaves. */
const published = {
  personal: {
    of: 'creator_id',
    fields: [...texts, 'brand_name', 'brand_url', 'product_urls', 'notes', 'media.placeholder'],
  },
  open: [...ids, ...offers, ...media, 'published_at'],
};
const attempt = ['order_id', 'attempt'];
const creatorFields = ['name', 'phone', 'social_handle', 'payout'];

/**
 * What each event holds today and which of it tells who somebody is or how to reach or pay that person, written by hand
 * from the payloads. Whoever adds a field decides here whether it is personal. The names in `LicenseGranted` and
 * `AgreementIssued` are those of the parties of a contract, and stay with the other party.
 */
const reviewed: Readonly<Record<string, Reviewed>> = {
  'CreatorRegistered@2': {
    personal: { of: 'account_id', fields: ['email', ...creatorFields] },
    open: [
      ...['account_id', 'terms_version', 'payment_method', 'referrer_id', 'invitation.referrer_id'],
      ...['invitation.code', 'invitation.arrival', 'invitation.held_for'],
    ],
  },
  'BrandRegistered@1': {
    personal: { of: 'account_id', fields: ['email', 'name', 'phone'] },
    open: ['account_id', 'terms_version', 'brand_name', 'brand_url'],
  },
  'CreatorProfileChanged@1': {
    personal: { of: 'account_id', fields: creatorFields },
    open: ['account_id', 'payment_method'],
  },
  'BrandProfileChanged@1': {
    personal: { of: 'account_id', fields: ['name', 'phone'] },
    open: ['account_id', 'brand_name', 'brand_url', 'show_on_homepage'],
  },
  'BrandLogoChanged@1': { open: ['account_id', 'logo_url'] },
  'EmailConfirmed@1': { open: ['account_id'] },
  'PasswordChanged@1': { open: ['account_id', 'change_id'] },
  'SecondFactorAdded@1': { open: ['account_id', 'factor_id', 'kind'] },
  'SecondFactorRemoved@1': { open: ['account_id', 'factor_id'] },
  'OwnMetadataChanged@1': { personal: { of: 'account_id', fields: ['metadata'] }, open: ['account_id'] },
  'AccountDeleted@1': { open: ['account_id', 'role'] },
  'ContentPublished@4': published,
  'ContentRelisted@2': published,
  'ContentEdited@2': { personal: { of: 'creator_id', fields: texts }, open: [...ids, ...offers] },
  'ContentWithdrawn@1': { open: ids },
  'ContentErased@1': { open: ids },
  'VideoPrepared@2': {
    personal: { of: 'creator_id', fields: ['preview.placeholder'] },
    open: [...ids, ...preview.map((field) => `preview.${field}`)],
  },
  'VideoNotPrepared@1': { open: [...ids, 'reason'] },
  'OrderPlaced@4': {
    open: [
      ...['order_id', 'brand_id', 'brand_name', 'total_cents', 'placed_at'],
      ...item.map((field) => `lines.${field}`),
      ...['lines.creator_id', 'lines.referrer_id', 'lines.license_type', 'lines.quantity', 'lines.unit_price_cents'],
      ...['lines.basis.kind', 'lines.basis.license_id', 'lines.basis.end_date'],
    ],
  },
  'PaymentStarted@2': { open: [...attempt, 'gateway', 'terms_version'] },
  'PaymentFailed@1': { open: [...attempt, 'reason'] },
  'PaymentCaptured@1': { open: [...attempt, 'gateway', 'reference', 'amount_cents', 'terms_version'] },
  'LicenseGranted@2': {
    open: [
      ...['license_id', 'order_id', ...item, 'creator_id', 'creator_name', 'brand_id', 'brand_name', 'referrer_id'],
      ...['license_type', 'quantity', 'price_cents', 'start_date', 'end_date', 'basis.kind', 'basis.license_id'],
      ...['split.policy_version', 'split.gross_cents', 'split.commission_cents', 'split.net_cents'],
      ...['split.reward_cents', 'split.platform_cents'],
    ],
  },
  'AgreementIssued@1': {
    open: [
      ...['license_id', 'content_id', 'creator_id', 'brand_id', 'creator_name', 'brand_name', 'license_type'],
      ...['terms_version', 'agreement_text'],
    ],
  },
  'ReceiptSent@1': { open: ['order_id'] },
  'ReceiptNotSent@1': { open: ['order_id', 'reason'] },
  'ReminderSent@1': { open: ['license_id', 'days'] },
  'ReminderNotSent@1': { open: ['license_id', 'days', 'reason'] },
  'EarningPosted@1': {
    open: ['license_id', 'order_id', 'postings.account', 'postings.amount_cents', 'payout_due_on'],
  },
  'ReferralCodeCreated@1': {
    personal: { of: 'creator_id', fields: ['description'] },
    open: ['code_id', 'code', 'creator_id', 'created_at'],
  },
  'ReferralCodeDeleted@1': { open: ['code_id', 'code', 'creator_id'] },
  'ReferralRecorded@1': {
    open: [
      ...['referral_id', 'referrer_id', 'referred_user_id', 'referral_code', 'conversion_type', 'source', 'arrival'],
      ...['status', 'held_for', 'created_at'],
    ],
  },
  'CheckoutDeployed@1': { open: ['gateway', 'version'] },
  'CheckoutDeployFailed@1': { open: ['gateway', 'version', 'reason'] },
  'AutomationConnected@1': { open: ['team_id'] },
  'AdminUserCreated@1': { personal: { of: 'admin_id', fields: ['email'] }, open: ['admin_id'] },
};

/** `lines.item.title`: a field of a field, or of the items of a list. */
const pathsOf = (value: unknown, path: string): readonly string[] => {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const parts = items.filter(isFields).flatMap((fields) => Object.entries(fields));
  return parts.length === 0 ? [path] : parts.flatMap(([field, part]) => pathsOf(part, `${path}.${field}`));
};

const folder = new URL('../../../test/stored-events/', import.meta.url);
const stored = readdirSync(folder)
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .map((text) => JSON.parse(text) as { type: string; version: number; data: Fields });
const samplesOf = (type: string, version: number) =>
  stored.filter((sample) => sample.type === type && sample.version === version);

const current = [...definitions.values()].map((definition) => ({
  name: `${definition.type}@${definition.version}`,
  definition,
}));

test('[FIX-18] what is personal was decided by hand for every event, and is what the catalogue encrypts', () => {
  const encrypted = current.map(({ name, definition }) => [name, [...(definition.personal?.fields ?? [])].sort()]);
  const decided = Object.entries(reviewed).map(([name, { personal }]) => [name, [...(personal?.fields ?? [])].sort()]);
  expect(Object.fromEntries(encrypted)).toEqual(Object.fromEntries(decided));
});

test.each(current)(
  '[FIX-18] every field of $name was looked at, and is encrypted with the key of its person',
  (event) => {
    const { personal, open } = reviewed[event.name] ?? { open: [] };
    const { type, version } = event.definition;
    const samples = samplesOf(type, version);
    expect(samples).not.toEqual([]);
    for (const { data } of samples) {
      const paths = Object.entries(data).flatMap(([field, value]) =>
        personal?.fields.includes(field) ? [field] : pathsOf(value, field),
      );
      expect([...new Set(paths)].sort()).toEqual([...(personal?.fields ?? []), ...open].sort());
      if (personal) expect(event.definition.personal?.account(data)).toBe(data[personal.of]);
    }
  },
);
