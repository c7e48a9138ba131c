import { accountDeleted } from '../accounts/account.ts';
import { videoNotPrepared } from '../content/content.ts';
import { beneficiaries } from '../earnings/ledger/creator-ledger.view.ts';
import { earningDisputed, earningReversed } from '../earnings/earning.ts';
import type { DisputeStep, EarningReversedData } from '../earnings/earning.ts';
import type { EventDefinition, RecordedEvent } from '../kernel/event.ts';
import { defineView, on, removes } from '../kernel/view.ts';
import type { Keys } from '../kernel/view.ts';
import { licenseGranted } from '../licensing/license.ts';
import { reminderNotSent, reminderSent } from '../licensing/reminders/reminder.ts';
import { payoutFailed, payoutReturned, payoutSent, payoutsHeld, payoutsReleased } from '../payouts/payout.ts';
import { referralApproved, referralRecorded, referralRejected } from '../referrals/referral.ts';
import { licenseRefunded, refundDeclined } from '../refunds/refund.ts';
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

const withRow = (
  before: Notifications | undefined,
  account_id: string,
  { id, recordedAt: at }: Pick<RecordedEvent, 'id' | 'recordedAt'>,
  content: Content,
): Notifications => ({
  account_id,
  rows: [{ id, at, isRead: false, ...content }, ...(before?.rows ?? [])].slice(0, notificationsKept),
});

/** Notifies accounts about an event; `contentOf` returns null for an account that isn't notified. */
const notifies = <Type extends string, Data>(
  definition: EventDefinition<Type, Data>,
  accounts: Keys<Type, Data>,
  contentOf: (data: Data, accountId: string) => Content | null,
) =>
  on<Notifications, Type, Data>(definition, accounts, (before, data, event, accountId) => {
    const content = contentOf(data, accountId);
    return content ? withRow(before, accountId, event, content) : before;
  });

type OfParts = Pick<EarningReversedData, 'license_id' | 'creator_id' | 'parts'>;

/** Null for an account that lost no money. */
const ofPart = (kind: 'refund' | `dispute_${DisputeStep}`, data: OfParts, accountId: string): Content | null => {
  const { license_id: about, creator_id, parts } = data;
  if (accountId === creator_id) return parts.creator === 0 ? null : { kind, about, amount_cents: parts.creator };
  return parts.referrer === 0 ? null : { kind: `reward_${kind}`, about, amount_cents: parts.referrer };
};

const ofPayout = (kind: Notification['kind']) => (data: { readonly payout_id: string }) => ({
  kind,
  about: data.payout_id,
  amount_cents: null,
});
const kindOnly = (kind: Notification['kind']) => () => ({ kind, about: null, amount_cents: null });

const reminded = (data: { readonly brand_id: string | null }) => data.brand_id ?? [];
const ending = (data: { readonly license_id: string }): Content => ({
  kind: 'license_ending',
  about: data.license_id,
  amount_cents: null,
});

/** Each account's notifications, by its id. */
export const notifications = defineView<Notifications>({
  name: 'notifications',
  version: 1,
  on: [
    notifies(licenseGranted, beneficiaries, ({ license_id, creator_id, split }, accountId) =>
      accountId === creator_id
        ? { kind: 'sale', about: license_id, amount_cents: split.net_cents }
        : { kind: 'reward', about: license_id, amount_cents: split.reward_cents },
    ),
    notifies(earningReversed, beneficiaries, (data, accountId) => ofPart('refund', data, accountId)),
    notifies(earningDisputed, beneficiaries, (data, accountId) => ofPart(`dispute_${data.step}`, data, accountId)),
    notifies(payoutSent, 'creator_id', ofPayout('payout_sent')),
    notifies(payoutFailed, 'creator_id', ofPayout('payout_failed')),
    notifies(payoutReturned, 'creator_id', ofPayout('payout_returned')),
    notifies(payoutsHeld, 'creator_id', kindOnly('payouts_held')),
    notifies(payoutsReleased, 'creator_id', kindOnly('payouts_released')),
    // A held referral doesn't count yet, and may never count.
    notifies(referralRecorded, (data) => (data.status === 'completed' ? data.referrer_id : []), kindOnly('referral')),
    notifies(referralApproved, 'referrer_id', kindOnly('referral')),
    notifies(referralRejected, 'referrer_id', kindOnly('referral_rejected')),
    notifies(videoNotPrepared, 'creator_id', ({ content_id }) => ({
      kind: 'video_failed',
      about: content_id,
      amount_cents: null,
    })),
    notifies(licenseRefunded, 'brand_id', ({ license_id, amount_cents }) => ({
      kind: 'refunded',
      about: license_id,
      amount_cents,
    })),
    notifies(refundDeclined, 'brand_id', ({ license_id }) => ({
      kind: 'refund_declined',
      about: license_id,
      amount_cents: null,
    })),
    notifies(reminderSent, reminded, ending),
    // Also shown to those who don't want the email.
    notifies(reminderNotSent, reminded, (data) => (data.reason === 'too_late' ? null : ending(data))),
    on(notificationsRead, 'account_id', (before, { notification_ids }) => {
      if (!before) return before;
      const rows = before.rows.map((row) => (notification_ids.includes(row.id) ? { ...row, isRead: true } : row));
      return { ...before, rows };
    }),
    removes(accountDeleted, 'account_id'),
  ],
  live: {
    value: (document) => ({ unread: unreadIn(document) }),
    mayWatch: ({ id, role }, accountId) => (role === 'creator' || role === 'brand') && id === accountId,
  },
});
