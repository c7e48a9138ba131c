import type { EventOf } from '../kernel/event.ts';
import { defineEvent } from '../kernel/event.ts';
import { defineFailure } from '../kernel/failure.ts';
import { licenseTypeTitles } from '../license-types.ts';
import type { LicenseType } from '../license-types.ts';
import { formatUsd } from '../money.ts';
import type { Cents } from '../money.ts';
import type { MediaType } from '../content/content-events.ts';
import type { SaleFacts } from '../declaration.ts';
import { splitOf } from '../earnings/split.ts';
import type { Split } from '../earnings/split.ts';
import { agreementText } from './agreements/agreement.ts';
import type { TermsVersion } from './agreements/agreement.ts';
import { basisText } from './basis.ts';
import type { LicenseBasis } from './basis.ts';
import { endOfTerm, formatAgreementDate } from './term.ts';

/** The item as it was when it was licensed. It is embedded, so that a later edit doesn't change what was bought. */
export interface LicensedItem {
  readonly content_id: string;
  readonly title: string;
  readonly description: string;
  readonly media_url: string;
  readonly media_type: MediaType;
  /** What it was sold as; missing if it was sold before creators were asked. */
  readonly declared?: SaleFacts | undefined;
}

/** The reward that a referrer would have received, and why the platform keeps it. */
export interface WithheldReward {
  readonly referrer_id: string;
  readonly reward_cents: Cents;
  readonly reason: 'account_deleted';
}

export interface LicenseGrantedData {
  readonly license_id: string;
  readonly order_id: string;
  readonly item: LicensedItem;
  readonly creator_id: string;
  readonly creator_name: string;
  readonly brand_id: string;
  readonly brand_name: string;
  /** The creator who gets a reward for it; null for none. */
  readonly referrer_id: string | null;
  readonly license_type: LicenseType;
  readonly quantity: number;
  /** The line total: unit price times quantity. */
  readonly price_cents: Cents;
  readonly split: Split;
  /** ISO 8601. */
  readonly start_date: string;
  readonly end_date: string | null;
  /** The license that this one renews or upgrades; null if there is none. */
  readonly basis: LicenseBasis | null;
  /** The payment gateway; null if it was recorded only with the payment. */
  readonly gateway: string | null;
  /** Null if a reward is paid, or if nobody referred the creator. */
  readonly withheld_reward: WithheldReward | null;
}

export interface AgreementIssuedData extends Pick<
  LicenseGrantedData,
  'license_id' | 'creator_id' | 'brand_id' | 'creator_name' | 'brand_name' | 'license_type'
> {
  readonly content_id: string;
  readonly terms_version: string;
  readonly agreement_text: string;
}

const untilText = (end: string | null) => (end ? `until ${formatAgreementDate(end)} (UTC)` : 'with no end date');

export const licenseEnded = defineFailure(
  'license_ended',
  'This license has ended',
  'The original can no longer be downloaded. The agreement is still available.',
);

export const endedByRefund = defineFailure(
  'license_refunded',
  'This license was refunded',
  'It ended with its refund, so the original can no longer be downloaded. The agreement is still available.',
);

const withheldText = ({ reward_cents, referrer_id }: WithheldReward) =>
  ` The reward of ${formatUsd(reward_cents)} stays with the platform: the referrer, creator ${referrer_id}, ` +
  'has deleted their account.';

export const licenseGranted = defineEvent<LicenseGrantedData>()('LicenseGranted', {
  version: 5,
  upcasts: {
    1: (data) => ({ ...data, basis: null }),
    2: (data) => ({ ...data, gateway: null }),
    3: (data) => ({ ...data, withheld_reward: null }),
    // Creators weren't asked what the item shows.
    4: (data) => data,
  },
  audit: (data) =>
    `${data.brand_name} was granted a ${licenseTypeTitles[data.license_type]} for “${data.item.title}” ` +
    `${untilText(data.end_date)}: ${formatUsd(data.price_cents)}, of which the creator receives ` +
    `${formatUsd(data.split.net_cents)}.${data.basis ? ` ${basisText(data.basis)}` : ''}` +
    (data.withheld_reward ? withheldText(data.withheld_reward) : ''),
});
export const agreementIssued = defineEvent<AgreementIssuedData>()('AgreementIssued', {
  audit: (data) => `The agreement between ${data.brand_name} and the creator was issued.`,
});

export const licenseEvents = [licenseGranted, agreementIssued] as const;
export type LicenseEvent = EventOf<(typeof licenseEvents)[number]>;

/** What was bought, by whom, from whom. */
export interface Grant extends Omit<
  LicenseGrantedData,
  'split' | 'start_date' | 'end_date' | 'gateway' | 'withheld_reward'
> {
  /** The creator's referrer; null for none. */
  readonly referrer_id: string | null;
  /** The referrer's account was deleted, so that no more rewards are paid to it. */
  readonly isReferrerDeleted: boolean;
  readonly gateway: string;
}

const withheldOf = ({ referrer_id, isReferrerDeleted, price_cents }: Grant): WithheldReward | null =>
  referrer_id && isReferrerDeleted
    ? { referrer_id, reward_cents: splitOf(price_cents, true).reward_cents, reason: 'account_deleted' }
    : null;

/** The license, and its agreement in the accepted wording, for one paid order line: everything is decided here, once. */
export const grantLicense = (grant: Grant, start_date: string, terms: TermsVersion): readonly LicenseEvent[] => {
  const end_date = endOfTerm(grant.license_type, start_date);
  const { isReferrerDeleted, ...bought } = grant;
  const referrer_id = isReferrerDeleted ? null : grant.referrer_id;
  const granted: LicenseGrantedData = {
    ...bought,
    referrer_id,
    split: splitOf(grant.price_cents, referrer_id !== null),
    start_date,
    end_date,
    withheld_reward: withheldOf(grant),
  };
  const agreement: AgreementIssuedData = {
    license_id: grant.license_id,
    content_id: grant.item.content_id,
    creator_id: grant.creator_id,
    brand_id: grant.brand_id,
    creator_name: grant.creator_name,
    brand_name: grant.brand_name,
    license_type: grant.license_type,
    terms_version: terms.id,
    agreement_text: agreementText(terms, {
      ...grant,
      content_title: grant.item.title,
      editorial: grant.item.declared?.editorial ?? false,
      start_date,
      end_date,
    }),
  };
  return [licenseGranted.of(granted), agreementIssued.of(agreement)];
};
