import { defineView, on } from '../kernel/view.ts';
import { earningDisputed } from '../earnings/earning.ts';
import type { LicenseType } from '../license-types.ts';
import type { Cents } from '../money.ts';
import { disputeLost, disputeOpened, disputeWon } from '../refunds/dispute.ts';
import { licenseRefunded } from '../refunds/refund.ts';
import { agreementIssued, licenseGranted } from './license.ts';
import type { AgreementIssuedData, LicenseGrantedData } from './license.ts';
import { endOf } from './term.ts';

/** The last dispute about a license's payment. Open or lost, its money is at the bank. */
export interface LicenseDispute {
  readonly dispute_id: string;
  readonly standing: 'open' | 'won' | 'lost';
  /** Of this license. */
  readonly amount_cents: Cents;
  /** Of it, the creator's part: in reserve while it is open, back once it is won, gone once it is lost. */
  readonly creator_cents: Cents;
  /** ISO 8601. */
  readonly opened_at: string;
  /** Null while it is open. */
  readonly decided_at: string | null;
}

/** A license, and its agreement once that was issued (in the same append). */
export interface License extends Omit<LicenseGrantedData, 'withheld_reward'> {
  readonly agreement: Pick<AgreementIssuedData, 'agreement_text' | 'terms_version'> | null;
  /** The instant of the grant: ISO 8601. */
  readonly created_at: string;
  /** The license that continues from this one; of the two there is at most one. */
  readonly renewed_by: string | null;
  readonly upgraded_by: string | null;
  /** Of all refunds so far. */
  readonly refunded_cents: Cents;
  /** When nothing of the price was left, and the license ended with it; null otherwise. ISO 8601. */
  readonly refunded_at: string | null;
  readonly dispute: LicenseDispute | null;
}

/** Later than any end: what has none is found among what ends later. */
const neverEnds = '9999-12-31T23:59:59.999Z';

/** A withheld reward is between the referrer and the platform. */
const granted = ({ withheld_reward: _withheld, ...data }: LicenseGrantedData, created_at: string): License => ({
  ...data,
  agreement: null,
  created_at,
  renewed_by: null,
  upgraded_by: null,
  refunded_cents: 0,
  refunded_at: null,
  dispute: null,
});

const succeeded = (license: License, { license_id, basis }: LicenseGrantedData): License =>
  // Stryker disable next-line OptionalChaining: what succeeds a license has a basis
  basis?.kind === 'upgrade' ? { ...license, upgraded_by: license_id } : { ...license, renewed_by: license_id };

interface OfDispute {
  readonly dispute_id: string;
  readonly licenses: readonly { readonly license_id: string; readonly amount_cents: Cents }[];
}

const disputedIn = ({ licenses }: OfDispute) => licenses.map(({ license_id }) => license_id);

const decidedAs =
  (standing: 'won' | 'lost') =>
  (license: License | undefined, { dispute_id }: OfDispute, { recordedAt }: { readonly recordedAt: string }) =>
    license?.dispute?.dispute_id === dispute_id
      ? { ...license, dispute: { ...license.dispute, standing, decided_at: recordedAt } }
      : license;

/** What a brand may do with an item: the field `right` by which its licenses are found. */
export const rightOf = (brandId: string, contentId: string, type: LicenseType) => `${brandId}/${contentId}/${type}`;

/** One that was refunded before it began doesn't begin anymore. */
const startOf = ({ start_date, refunded_at }: License) =>
  refunded_at !== null && refunded_at < start_date ? refunded_at : start_date;

/** What a party may narrow its own list by. */
const narrowed = ['license_type', 'starts', 'ends'];

/** Every license by its id. */
export const licenses = defineView<License>({
  name: 'licenses',
  version: 5,
  on: [
    on(
      licenseGranted,
      ({ license_id, basis }) => (basis ? [license_id, basis.license_id] : license_id),
      (license, data, event, key) =>
        key === data.license_id ? granted(data, event.recordedAt) : license && succeeded(license, data),
    ),
    on(
      agreementIssued,
      (data) => data.license_id,
      (license, { agreement_text, terms_version }) =>
        license && { ...license, agreement: { agreement_text, terms_version } },
    ),
    on(
      licenseRefunded,
      (data) => data.license_id,
      (license, { refunded_cents, is_whole }, { recordedAt }) =>
        license && { ...license, refunded_cents, refunded_at: license.refunded_at ?? (is_whole ? recordedAt : null) },
    ),
    on(disputeOpened, disputedIn, (license, { dispute_id, licenses }, { recordedAt: opened_at }, key) => {
      const amount_cents = licenses.find(({ license_id }) => license_id === key)?.amount_cents ?? 0;
      const dispute = { dispute_id, standing: 'open', amount_cents, creator_cents: 0, opened_at } as const;
      return license && { ...license, dispute: { ...dispute, decided_at: null } };
    }),
    on(disputeWon, disputedIn, decidedAs('won')),
    on(disputeLost, disputedIn, decidedAs('lost')),
    on(
      earningDisputed,
      (data) => data.license_id,
      (license, { dispute_id, parts }) =>
        license?.dispute?.dispute_id === dispute_id
          ? { ...license, dispute: { ...license.dispute, creator_cents: parts.creator } }
          : license,
    ),
  ],
  indexes: {
    fields: {
      brand_id: (license) => license.brand_id,
      creator_id: (license) => license.creator_id,
      order_id: (license) => license.order_id,
      license_type: (license) => license.license_type,
      created_at: (license) => license.created_at,
      starts: startOf,
      ends: (license) => endOf(license) ?? neverEnds,
      right: (license) => rightOf(license.brand_id, license.item.content_id, license.license_type),
    },
    orders: ['created_at'],
    listings: [
      { where: ['brand_id'], sorts: ['created_at'], filters: narrowed, searched: true },
      { where: ['creator_id'], sorts: ['created_at'], filters: narrowed, searched: true },
      { where: ['right'], sorts: ['created_at'] },
    ],
    text: ({ item, creator_name, brand_name }) => `${item.title}\n${creator_name}\n${brand_name}`,
  },
});
