import { accountDeleted } from '../accounts/account.ts';
import { videoNotPrepared } from '../content/content.ts';
import { beneficiaries } from '../earnings/ledger/creator-ledger.view.ts';
import { earningDisputed, earningReversed } from '../earnings/earning.ts';
import type { DisputeStep } from '../earnings/earning.ts';
import type { Parts } from '../earnings/parts.ts';
import type { EventDefinition, RecordedEvent } from '../kernel/event.ts';
import { defineView, on } from '../kernel/view.ts';
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

type Told = Pick<Notification, 'kind' | 'about' | 'amount_cents'>;

const withRow = (
  before: Notifications | undefined,
  account_id: string,
  { id, recordedAt: at }: Pick<RecordedEvent, 'id' | 'recordedAt'>,
  told: Told,
): Notifications => ({
  account_id,
  rows: [{ id, at, isRead: false, ...told }, ...(before?.rows ?? [])].slice(0, notificationsKept),
});

/** An event that some accounts are told of; null from `toldOf` for who isn't. */
const tells = <Type extends string, Data>(
  definition: EventDefinition<Type, Data>,
  whom: (data: Data) => string | readonly string[],
  toldOf: (data: Data, accountId: string) => Told | null,
) =>
  on<Notifications, Type, Data>(definition, whom, (before, data, event, accountId) => {
    const told = toldOf(data, accountId);
    return told ? withRow(before, accountId, event, told) : before;
  });

interface OfParts {
  readonly license_id: string;
  readonly creator_id: string;
  readonly parts: Parts;
}

/** Whoever has no part in what was taken has nothing to hear. */
const ofPart = (kind: 'refund' | `dispute_${DisputeStep}`, data: OfParts, accountId: string): Told | null => {
  const { license_id: about, creator_id, parts } = data;
  if (accountId === creator_id) return parts.creator === 0 ? null : { kind, about, amount_cents: parts.creator };
  return parts.referrer === 0 ? null : { kind: `reward_${kind}`, about, amount_cents: parts.referrer };
};

const creator = (data: { readonly creator_id: string }) => data.creator_id;
const brand = (data: { readonly brand_id: string }) => data.brand_id;
const referrer = (data: { readonly referrer_id: string }) => data.referrer_id;

const ofPayout = (kind: Notification['kind']) => (data: { readonly payout_id: string }) => ({
  kind,
  about: data.payout_id,
  amount_cents: null,
});
const bare = (kind: Notification['kind']) => () => ({ kind, about: null, amount_cents: null });

const reminded = (data: { readonly brand_id: string | null }) => data.brand_id ?? [];
const ending = (data: { readonly license_id: string }): Told => ({
  kind: 'license_ending',
  about: data.license_id,
  amount_cents: null,
});

/** What each account is told of its own, by its id. */
export const notifications = defineView<Notifications>({
  name: 'notifications',
  version: 1,
  on: [
    tells(licenseGranted, beneficiaries, ({ license_id, creator_id, split }, accountId) =>
      accountId === creator_id
        ? { kind: 'sale', about: license_id, amount_cents: split.net_cents }
        : { kind: 'reward', about: license_id, amount_cents: split.reward_cents },
    ),
    tells(earningReversed, beneficiaries, (data, accountId) => ofPart('refund', data, accountId)),
    tells(earningDisputed, beneficiaries, (data, accountId) => ofPart(`dispute_${data.step}`, data, accountId)),
    tells(payoutSent, creator, ofPayout('payout_sent')),
    tells(payoutFailed, creator, ofPayout('payout_failed')),
    tells(payoutReturned, creator, ofPayout('payout_returned')),
    tells(payoutsHeld, creator, bare('payouts_held')),
    tells(payoutsReleased, creator, bare('payouts_released')),
    // One that is held counts for nothing yet, and may never.
    tells(referralRecorded, (data) => (data.status === 'completed' ? data.referrer_id : []), bare('referral')),
    tells(referralApproved, referrer, bare('referral')),
    tells(referralRejected, referrer, bare('referral_rejected')),
    tells(videoNotPrepared, creator, ({ content_id }) => ({
      kind: 'video_failed',
      about: content_id,
      amount_cents: null,
    })),
    tells(licenseRefunded, brand, ({ license_id, amount_cents }) => ({
      kind: 'refunded',
      about: license_id,
      amount_cents,
    })),
    tells(refundDeclined, brand, ({ license_id }) => ({
      kind: 'refund_declined',
      about: license_id,
      amount_cents: null,
    })),
    tells(reminderSent, reminded, ending),
    // Who wants no email of it is told here all the same.
    tells(reminderNotSent, reminded, (data) => (data.reason === 'too_late' ? null : ending(data))),
    on(
      notificationsRead,
      (data) => data.account_id,
      (before, { notification_ids }) => {
        if (!before) return before;
        const rows = before.rows.map((row) => (notification_ids.includes(row.id) ? { ...row, isRead: true } : row));
        return { ...before, rows };
      },
    ),
    on(
      accountDeleted,
      (data) => data.account_id,
      (): Notifications | undefined => undefined,
    ),
  ],
  live: {
    value: (document) => ({ unread: unreadIn(document) }),
    mayWatch: ({ id, role }, accountId) => (role === 'creator' || role === 'brand') && id === accountId,
  },
});
