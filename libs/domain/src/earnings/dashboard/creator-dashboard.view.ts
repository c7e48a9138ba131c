import { changes, defineView, on } from '../../kernel/view.ts';
import { licenseRefunded } from '../../refunds/refund.ts';
import { beneficiaries } from '../ledger/creator-ledger.view.ts';
import { creditedCents } from '../ledger/creator-account.ts';
import { earningDisputed, earningReversed } from '../earning-events.ts';
import type { DisputeStep, EarningReversedData } from '../earning-events.ts';
import { contentPublished, contentRelisted, contentWithdrawn } from '../../content/content-events.ts';
import type { LicenseType } from '../../license-types.ts';
import { dayOf } from '../../ledger.ts';
import { licenseGranted } from '../../licensing/license.ts';
import type { LicenseGrantedData } from '../../licensing/license.ts';
import type { Cents } from '../../money.ts';
import { referralApproved, referralRecorded } from '../../referrals/referral.ts';
import type { ReferralRecordedData } from '../../referrals/referral.ts';

const daysKept = 90;
const salesKept = 20;
const referralNewsKept = 20;

export interface DayOfSales {
  /** `yyyy-mm-dd`, UTC. */
  readonly day: string;
  readonly licenses: number;
  readonly gross_cents: Cents;
  readonly net_cents: Cents;
  readonly reward_cents: Cents;
}

export interface Sale {
  readonly license_id: string;
  readonly content_id: string;
  readonly title: string;
  readonly media_url: string;
  readonly brand_name: string;
  readonly license_type: LicenseType;
  readonly price_cents: Cents;
  readonly net_cents: Cents;
  /** ISO 8601. */
  readonly sold_at: string;
  /** How much of the price was refunded so far. */
  readonly refunded_cents: Cents;
  /** The latest step of a dispute over the price; null if nobody has disputed it. */
  readonly dispute: DisputeStep | null;
}

/** Someone referred by the creator now counts as a referral, or has sold a license. */
export interface ReferralNews {
  /** Id of the referral or the license. */
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  /** Null for a referral. */
  readonly reward: LicenseReward | null;
}

interface LicenseReward {
  readonly title: string;
  readonly license_type: LicenseType;
  readonly reward_cents: Cents;
}

/** A creator's view of their own business. Sums are over all time; days and sales are the latest. */
export interface CreatorDashboard {
  readonly creator_id: string;
  /** Number of items for sale. */
  readonly total_content: number;
  readonly total_licenses: number;
  /** The sum of license prices. */
  readonly gross_cents: Cents;
  /** After the commission, and after what refunds and lost disputes took back. */
  readonly net_cents: Cents;
  /** After what refunds and lost disputes took back. */
  readonly reward_cents: Cents;
  /** Days on which something happened, oldest first, at most 90. */
  readonly days: readonly DayOfSales[];
  /** Newest first, at most 20. */
  readonly sales: readonly Sale[];
  /** Newest first, at most 20. */
  readonly referral_news: readonly ReferralNews[];
}

export const emptyDashboard = (creator_id: string): CreatorDashboard => ({
  creator_id,
  total_content: 0,
  total_licenses: 0,
  gross_cents: 0,
  net_cents: 0,
  reward_cents: 0,
  days: [],
  sales: [],
  referral_news: [],
});

type Figures = Omit<DayOfSales, 'day'>;

const withDay = (days: readonly DayOfSales[], day: string, added: Figures): readonly DayOfSales[] => {
  const before = days.find((entry) => entry.day === day);
  const entry: DayOfSales = {
    day,
    licenses: (before?.licenses ?? 0) + added.licenses,
    gross_cents: (before?.gross_cents ?? 0) + added.gross_cents,
    net_cents: (before?.net_cents ?? 0) + added.net_cents,
    reward_cents: (before?.reward_cents ?? 0) + added.reward_cents,
  };
  const earlier = days.filter((other) => other.day < day);
  const later = days.filter((other) => other.day > day);
  return [...earlier, entry, ...later].slice(-daysKept);
};

/** A sale counts when it was paid for, which the log recorded: a renewal's own term may start later. */
const saleOf = (data: LicenseGrantedData, sold_at: string): Sale => ({
  license_id: data.license_id,
  content_id: data.item.content_id,
  title: data.item.title,
  media_url: data.item.media_url,
  brand_name: data.brand_name,
  license_type: data.license_type,
  price_cents: data.price_cents,
  net_cents: data.split.net_cents,
  sold_at,
  refunded_cents: 0,
  dispute: null,
});

const withSale = (before: CreatorDashboard, data: LicenseGrantedData, at: string): CreatorDashboard => {
  const { gross_cents, net_cents } = data.split;
  return {
    ...before,
    total_licenses: before.total_licenses + 1,
    gross_cents: before.gross_cents + gross_cents,
    net_cents: before.net_cents + net_cents,
    days: withDay(before.days, dayOf(at), { licenses: 1, gross_cents, net_cents, reward_cents: 0 }),
    sales: [saleOf(data, at), ...before.sales].slice(0, salesKept),
  };
};

const withChangedSale = (
  before: CreatorDashboard,
  licenseId: string,
  change: Partial<Pick<Sale, 'refunded_cents' | 'dispute'>>,
): CreatorDashboard => ({
  ...before,
  sales: before.sales.map((sale) => (sale.license_id === licenseId ? { ...sale, ...change } : sale)),
});

/** The figures per day stay as they were: what is taken back doesn't belong to any of them. */
const withTakenBack = (
  before: CreatorDashboard,
  { creator_id, postings }: Pick<EarningReversedData, 'creator_id' | 'postings'>,
  accountId: string,
): CreatorDashboard => {
  const own = creditedCents(postings, accountId);
  return accountId === creator_id
    ? { ...before, net_cents: before.net_cents + own }
    : { ...before, reward_cents: before.reward_cents + own };
};

const withNews = (before: CreatorDashboard, news: ReferralNews): CreatorDashboard => ({
  ...before,
  referral_news: [news, ...before.referral_news].slice(0, referralNewsKept),
});

const withReward = (before: CreatorDashboard, data: LicenseGrantedData, at: string): CreatorDashboard => {
  const { reward_cents } = data.split;
  const { license_id: id, license_type } = data;
  const rewarded = {
    ...before,
    reward_cents: before.reward_cents + reward_cents,
    days: withDay(before.days, dayOf(at), { licenses: 0, gross_cents: 0, net_cents: 0, reward_cents }),
  };
  return withNews(rewarded, { id, at, reward: { title: data.item.title, license_type, reward_cents } });
};

const withConversion = (before: CreatorDashboard | undefined, data: ReferredBy, at: string): CreatorDashboard =>
  withNews(before ?? emptyDashboard(data.referrer_id), { id: data.referral_id, at, reward: null });

const withContent = (before: CreatorDashboard, added: 1 | -1): CreatorDashboard => ({
  ...before,
  total_content: before.total_content + added,
});

type ReferredBy = Pick<ReferralRecordedData, 'referral_id' | 'referrer_id'>;

export const creatorDashboard = defineView<CreatorDashboard>({
  name: 'creator-dashboard',
  version: 8,
  on: [
    on(contentPublished, 'creator_id', (document, data) => withContent(document ?? emptyDashboard(data.creator_id), 1)),
    changes(contentWithdrawn, 'creator_id', (document) => withContent(document, -1)),
    changes(contentRelisted, 'creator_id', (document) => withContent(document, 1)),
    on(licenseGranted, beneficiaries, (document, data, { recordedAt }, accountId): CreatorDashboard => {
      const before = document ?? emptyDashboard(accountId);
      return accountId === data.creator_id ? withSale(before, data, recordedAt) : withReward(before, data, recordedAt);
    }),
    changes(licenseRefunded, 'creator_id', (document, { license_id, refunded_cents }) =>
      withChangedSale(document, license_id, { refunded_cents }),
    ),
    changes(earningReversed, beneficiaries, (document, data, _event, accountId) =>
      withTakenBack(document, data, accountId),
    ),
    changes(earningDisputed, beneficiaries, (document, data, _event, accountId) => {
      const { creator_id, license_id, step } = data;
      const before = accountId === creator_id ? withChangedSale(document, license_id, { dispute: step }) : document;
      return withTakenBack(before, data, accountId);
    }),
    on(
      referralRecorded,
      (data) => (data.status === 'completed' ? data.referrer_id : []),
      (document, data, event) => withConversion(document, data, event.recordedAt),
    ),
    on(referralApproved, 'referrer_id', (document, data, event) => withConversion(document, data, event.recordedAt)),
  ],
  live: { mayWatch: (reader, creatorId) => reader.role === 'creator' && reader.id === creatorId },
});
