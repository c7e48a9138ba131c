import { changes, defineView, on, ownFields } from '../kernel/view.ts';
import { earningDisputed } from '../earnings/earning-events.ts';
import type { LicenseType } from '../license-types.ts';
import type { Cents } from '../money.ts';
import { disputeLost, disputeOpened, disputeWon } from '../refunds/dispute.ts';
import type { DisputeOpenedData } from '../refunds/dispute.ts';
import { licenseRefunded } from '../refunds/refund.ts';
import { agreementIssued, licenseGranted } from './license.ts';
import type { AgreementIssuedData, LicenseGrantedData } from './license.ts';
import { endOf } from './term.ts';

/** The latest dispute about a license's payment. While it is open, and after it is lost, the bank has the money. */
export interface LicenseDispute {
  readonly dispute_id: string;
  readonly standing: 'open' | 'won' | 'lost';
  /** The disputed amount of this license. */
  readonly amount_cents: Cents;
  /** The creator's part of it: in reserve while the dispute is open, returned if it is won, gone if it is lost. */
  readonly creator_cents: Cents;
  /** ISO 8601. */
  readonly opened_at: string;
  /** Null while it is open. */
  readonly decided_at: string | null;
}

/** A license, and its agreement once that is issued (in the same append). */
export interface License extends Omit<LicenseGrantedData, 'withheld_reward'> {
  readonly agreement: Pick<AgreementIssuedData, 'agreement_text' | 'terms_version'> | null;
  /** When it was granted: ISO 8601. */
  readonly created_at: string;
  /** The license that continues this one; at most one of these two is set. */
  readonly renewed_by: string | null;
  readonly upgraded_by: string | null;
  /** The sum of all refunds so far. */
  readonly refunded_cents: Cents;
  /** When the whole price had been refunded, which ended the license; null otherwise. ISO 8601. */
  readonly refunded_at: string | null;
  readonly dispute: LicenseDispute | null;
}

/** Later than any end date, so that licenses without one sort after all others. */
const neverEnds = '9999-12-31T23:59:59.999Z';

/** Leaves out a withheld reward, which concerns only the referrer and the platform. */
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
  // Stryker disable next-line OptionalChaining: a successor always has a basis
  basis?.kind === 'upgrade' ? { ...license, upgraded_by: license_id } : { ...license, renewed_by: license_id };

type OfDispute = Pick<DisputeOpenedData, 'dispute_id' | 'licenses'>;

const disputedIn = ({ licenses }: OfDispute) => licenses.map(({ license_id }) => license_id);

const decidedAs =
  (standing: 'won' | 'lost') =>
  (license: License, { dispute_id }: OfDispute, { recordedAt }: { readonly recordedAt: string }): License =>
    license.dispute?.dispute_id === dispute_id
      ? { ...license, dispute: { ...license.dispute, standing, decided_at: recordedAt } }
      : license;

/** The `right` field, by which a brand's licenses of one type for an item are found. */
export const rightOf = (brandId: string, contentId: string, type: LicenseType) => `${brandId}/${contentId}/${type}`;

/** A license that was refunded before its start starts (and ends) with the refund. */
const startOf = ({ start_date, refunded_at }: License) =>
  refunded_at !== null && refunded_at < start_date ? refunded_at : start_date;

/** Fields by which creators and brands may filter their own lists. */
const ownFilters = ['license_type', 'starts', 'ends'];

/** Every license by its id. */
export const licenses = defineView<License>({
  name: 'licenses',
  version: 6,
  on: [
    on(
      licenseGranted,
      ({ license_id, basis }) => (basis ? [license_id, basis.license_id] : license_id),
      (license, data, event, key) =>
        key === data.license_id ? granted(data, event.recordedAt) : license && succeeded(license, data),
    ),
    changes(agreementIssued, 'license_id', (license, { agreement_text, terms_version }) => ({
      ...license,
      agreement: { agreement_text, terms_version },
    })),
    changes(licenseRefunded, 'license_id', (license, { refunded_cents, is_whole }, { recordedAt }) => ({
      ...license,
      refunded_cents,
      refunded_at: license.refunded_at ?? (is_whole ? recordedAt : null),
    })),
    changes(disputeOpened, disputedIn, (license, { dispute_id, licenses }, { recordedAt: opened_at }, key) => {
      const amount_cents = licenses.find(({ license_id }) => license_id === key)?.amount_cents ?? 0;
      const dispute = { dispute_id, standing: 'open', amount_cents, creator_cents: 0, opened_at } as const;
      return { ...license, dispute: { ...dispute, decided_at: null } };
    }),
    changes(disputeWon, disputedIn, decidedAs('won')),
    changes(disputeLost, disputedIn, decidedAs('lost')),
    changes(earningDisputed, 'license_id', (license, { dispute_id, parts }) =>
      license.dispute?.dispute_id === dispute_id
        ? { ...license, dispute: { ...license.dispute, creator_cents: parts.creator } }
        : license,
    ),
  ],
  indexes: {
    fields: {
      ...ownFields('brand_id', 'creator_id', 'order_id', 'license_type', 'created_at'),
      starts: startOf,
      ends: (license) => endOf(license) ?? neverEnds,
      right: (license) => rightOf(license.brand_id, license.item.content_id, license.license_type),
    },
    orders: ['created_at'],
    listings: [
      { where: ['brand_id'], sorts: ['created_at'], filters: ownFilters, searched: true },
      { where: ['creator_id'], sorts: ['created_at'], filters: ownFilters, searched: true },
      { where: ['right'], sorts: ['created_at'] },
    ],
    text: ({ item, creator_name, brand_name }) => `${item.title}\n${creator_name}\n${brand_name}`,
  },
});
