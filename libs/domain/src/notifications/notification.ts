import type { Cents } from '../money.ts';

/** The newest of an account; what is older is still on the pages that they led to. */
export const notificationsKept = 100;

/** What somebody is told: of their sales, their money and whom they referred; of their licenses and requests. */
export const notificationKinds = [
  'sale',
  'reward',
  'refund',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'reward_refund',
  'reward_dispute_opened',
  'reward_dispute_won',
  'reward_dispute_lost',
  'payout_sent',
  'payout_failed',
  'payout_returned',
  'payouts_held',
  'payouts_released',
  'referral',
  'referral_rejected',
  'video_failed',
  'refunded',
  'refund_declined',
  'license_ending',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Ids alone: titles, names and what is personal stand where they belong, and are looked up when it is shown. */
export interface Notification {
  /** Of the event that it tells of. */
  readonly id: string;
  readonly kind: NotificationKind;
  /** ISO 8601. */
  readonly at: string;
  readonly isRead: boolean;
  /** The license, payout or item that it is about; null where there is none. */
  readonly about: string | null;
  /** Gained, taken or given back, always positive; null where no money is named. */
  readonly amount_cents: Cents | null;
}
