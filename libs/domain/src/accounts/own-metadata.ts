import { defineEvent } from '../kernel/event.ts';
import { defineFailure, isFailure } from '../kernel/failure.ts';
import type { Failure } from '../kernel/failure.ts';
import { isFields } from '../kernel/fields.ts';
import { cut } from '../kernel/text.ts';

/** What a client stores with its account: any JSON under names that it chooses. It grants nothing and nothing reads it. */
export type OwnMetadata = Readonly<Record<string, unknown>>;

interface OwnMetadataChangedData {
  readonly account_id: string;
  /** The complete metadata, as stored from now on. */
  readonly metadata: OwnMetadata;
}

/** This event is in the account's stream. Clients may store anything, so the metadata counts as personal. */
export const ownMetadataChanged = defineEvent<OwnMetadataChangedData>()('OwnMetadataChanged', {
  personal: { account: ({ account_id }) => account_id, fields: ['metadata'] },
  audit: () => 'A client changed the metadata that it stores with an account.',
});

export const metadataCharactersMax = 4_096;
export const metadataDepthMax = 5;
export const metadataNameCharactersMax = 64;

export const notYourMetadata = defineFailure(
  'metadata_not_allowed',
  'Metadata not allowed',
  'This can’t be stored with your account.',
);

/** Names that the product uses for an account itself, or that someone could mistake for its own. */
const ownNames = [
  ...['user_type', 'account_type', 'type', 'name', 'names', 'email', 'profile', 'referral_code', 'referral_source'],
  ...['role', 'roles', 'admin', 'is_admin', 'permissions', 'scope', 'scopes', 'claims', 'aal', 'amr'],
  ...['id', 'sub', 'iss', 'aud', 'user_id', 'account_id', 'email_verified', 'phone_verified', 'provider', 'providers'],
  ...['app_metadata', 'user_metadata', '__proto__', 'constructor', 'prototype', 'logo_url', 'portrait_url'],
  ...['phone', 'social_handle', 'brand_name', 'brand_url', 'show_on_homepage', 'payout', 'payment_method'],
  ...['venmo_name', 'paypal_email', 'bank_name', 'bank_account', 'bank_routing', 'sale_mails', 'wanted_mails'],
];

/** Makes spellings of one name equal: `userType`, `user_type` and `USER-TYPE`. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '');
const reserved: ReadonlySet<string> = new Set(ownNames.map(plain));

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part)));

const isRefused = (name: string) =>
  plain(name) === '' || name.length > metadataNameCharactersMax || reserved.has(plain(name));

/**
 * Merges `sent` into the stored metadata: a known name is replaced, and null removes it. Refuses reserved names, and
 * metadata that is too large or nested too deeply.
 */
export const withMetadata = (kept: OwnMetadata, sent: unknown): OwnMetadata | Failure => {
  if (!isFields(sent)) return notYourMetadata({ message: 'Metadata must be a JSON object.' });
  const refused = Object.keys(sent).find(isRefused);
  if (refused !== undefined) {
    return notYourMetadata({
      message: `This name can’t be set as metadata: “${cut(refused, metadataNameCharactersMax)}”`,
    });
  }
  const merged = Object.fromEntries(Object.entries({ ...kept, ...sent }).filter(([, value]) => value !== null));
  if (isDeeperThan(metadataDepthMax, merged)) {
    return notYourMetadata({ message: `Metadata can be nested ${metadataDepthMax} levels deep at most.` });
  }
  if (JSON.stringify(merged).length > metadataCharactersMax) {
    return notYourMetadata({ message: `Metadata can take ${metadataCharactersMax} characters of JSON at most.` });
  }
  return merged;
};

/** The events that record merging `sent` into the stored metadata; none if nothing changes. */
export const changedMetadata = (account_id: string, kept: OwnMetadata, sent: unknown) => {
  const metadata = withMetadata(kept, sent);
  if (isFailure(metadata)) return metadata;
  return JSON.stringify(metadata) === JSON.stringify(kept) ? [] : [ownMetadataChanged.of({ account_id, metadata })];
};
