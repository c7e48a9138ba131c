import { accountDeleted } from '../accounts/account-events.ts';
import { videoNotPrepared } from '../content/content-events.ts';
import { beneficiaries } from '../earnings/ledger/creator-ledger.view.ts';
import { earningDisputed, earningReversed } from '../earnings/earning-events.ts';
import type { DisputeStep, EarningReversedData } from '../earnings/earning-events.ts';
import type { EventDefinition } from '../kernel/event.ts';
import { changes, defineView, on, removes } from '../kernel/view.ts';
import type { Keys } from '../kernel/view.ts';
import { licenseGranted } from '../licensing/license.ts';
import type { Cents } from '../money.ts';
import { reminderNotSent, reminderSent } from '../licensing/reminders/reminder.ts';
import { payoutFailed, payoutReturned, payoutSent, payoutsHeld, payoutsReleased } from '../payouts/payout-events.ts';
import { referralApproved, referralRecorded, referralRejected } from '../referrals/referral.ts';
import { licenseRefunded, refundDeclined } from '../refunds/refund.ts';
import { refundReturned } from '../refunds/returned-refund.ts';
import { notificationsKept } from './notification.ts';
import type { Notification } from './notification.ts';
import { notificationsRead } from './read-marks.ts';

export interface Notifications {
  readonly account_id: string;
  /** The newest first. */
  readonly rows: readonly Notification[];
}

export const unreadIn = ({ rows }: Pick<Notifications, 'rows'>) => rows.filter(({ isRead }) => !isRead).length;

type Content = Pick<Notification, 'kind' | 'about' | 'amount_cents'>;

const content = (
  kind: Notification['kind'],
  about: string | null = null,
  amount_cents: Cents | null = null,
): Content => ({
  kind,
  about,
  amount_cents,
});

/** Notifies accounts about an event; `contentOf` returns null for an account that isn't notified. */
const notifies = <Type extends string, Data>(
  definition: EventDefinition<Type, Data>,
  accounts: Keys<Type, Data>,
  contentOf: (data: Data, accountId: string) => Content | null,
) =>
  on<Notifications, Type, Data>(definition, accounts, (before, data, { id, recordedAt: at }, account_id) => {
    const found = contentOf(data, account_id);
    if (!found) return before;
    const rows = [{ id, at, isRead: false, ...found }, ...(before?.rows ?? [])];
    return { account_id, rows: rows.slice(0, notificationsKept) };
  });

type OfParts = Pick<EarningReversedData, 'license_id' | 'creator_id' | 'parts'>;

/** Null for an account that lost no money. */
const ofPart = (kind: 'refund' | `dispute_${DisputeStep}`, data: OfParts, accountId: string): Content | null => {
  const { license_id, creator_id, parts } = data;
  if (accountId === creator_id) return parts.creator === 0 ? null : content(kind, license_id, parts.creator);
  return parts.referrer === 0 ? null : content(`reward_${kind}`, license_id, parts.referrer);
};

const reminded = (data: { readonly brand_id: string | null }) => data.brand_id ?? [];
const ending = (data: { readonly license_id: string }) => content('license_ending', data.license_id);

/** Each account's notifications, by its id. */
export const notifications = defineView<Notifications>({
  name: 'notifications',
  version: 1,
  on: [
    notifies(licenseGranted, beneficiaries, ({ license_id, creator_id, split }, accountId) =>
      accountId === creator_id
        ? content('sale', license_id, split.net_cents)
        : content('reward', license_id, split.reward_cents),
    ),
    notifies(earningReversed, beneficiaries, (data, accountId) => ofPart('refund', data, accountId)),
    notifies(earningDisputed, beneficiaries, (data, accountId) => ofPart(`dispute_${data.step}`, data, accountId)),
    notifies(payoutSent, 'creator_id', ({ payout_id }) => content('payout_sent', payout_id)),
    notifies(payoutFailed, 'creator_id', ({ payout_id }) => content('payout_failed', payout_id)),
    notifies(payoutReturned, 'creator_id', ({ payout_id }) => content('payout_returned', payout_id)),
    notifies(payoutsHeld, 'creator_id', () => content('payouts_held')),
    notifies(payoutsReleased, 'creator_id', () => content('payouts_released')),
    // A held referral doesn't count yet, and may never count.
    notifies(
      referralRecorded,
      (data) => (data.status === 'completed' ? data.referrer_id : []),
      () => content('referral'),
    ),
    notifies(referralApproved, 'referrer_id', () => content('referral')),
    notifies(referralRejected, 'referrer_id', () => content('referral_rejected')),
    notifies(videoNotPrepared, 'creator_id', ({ content_id }) => content('video_failed', content_id)),
    notifies(licenseRefunded, 'brand_id', ({ license_id, amount_cents }) =>
      content('refunded', license_id, amount_cents),
    ),
    notifies(refundReturned, 'brand_id', ({ license_id, amount_cents }) =>
      content('refund_returned', license_id, amount_cents),
    ),
    notifies(refundDeclined, 'brand_id', ({ license_id }) => content('refund_declined', license_id)),
    notifies(reminderSent, reminded, ending),
    // Also shown to those who don't want the email.
    notifies(reminderNotSent, reminded, (data) => (data.reason === 'too_late' ? null : ending(data))),
    changes(notificationsRead, 'account_id', (before, { notification_ids }) => ({
      ...before,
      rows: before.rows.map((row) => (notification_ids.includes(row.id) ? { ...row, isRead: true } : row)),
    })),
    removes(accountDeleted, 'account_id'),
  ],
  live: {
    value: (document) => ({ unread: unreadIn(document) }),
    mayWatch: ({ id, role }, accountId) => (role === 'creator' || role === 'brand') && id === accountId,
  },
});
