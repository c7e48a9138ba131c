import type { Cents } from '../money.ts';

/** How many of an account's newest notifications are kept; older news is still on the pages that they linked to. */
export const notificationsKept = 100;

/** What an account is notified about: sales, money and referrals for creators; licenses and requests for brands. */
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
  'refund_returned',
  'refund_declined',
  'license_ending',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Holds ids only: titles, names and anything personal are looked up when it is shown. */
export interface Notification {
  /** The id of the event that it is about. */
  readonly id: string;
  readonly kind: NotificationKind;
  /** ISO 8601. */
  readonly at: string;
  readonly isRead: boolean;
  /** The id of the license, payout or item that it is about; null if there is none. */
  readonly about: string | null;
  /** The amount gained, taken or given back, always positive; null if it isn't about money. */
  readonly amount_cents: Cents | null;
}
