import type { Cents } from '../money.ts';

export const payoutMinCents: Cents = 1_000;
/** How long payouts wait after the payout details change, so that the owner can object if it wasn't them. */
export const detailsHoldHours = 72;
const hourMs = 3_600_000;

/** Why a payout run leaves out a creator with a balance: the reason to act on first. */
export const leftOutReasons = [
  'payout_open',
  'on_hold',
  'no_details',
  'email_unconfirmed',
  'details_changed',
  'negative_balance',
  'below_minimum',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Until when payouts wait after a change of the details: ISO 8601. */
export const heldUntil = (changedAt: string) =>
  new Date(Date.parse(changedAt) + detailsHoldHours * hourMs).toISOString();

export interface DetailsOnFile {
  /** ISO 8601; null if they are unchanged since sign-up. */
  readonly changed_at: string | null;
  /** Left out if the creator needn't confirm their email address, or already has. */
  readonly awaits_confirmation?: boolean;
}

interface Known {
  /** May be negative. */
  readonly available_cents: Cents;
  /** Null if there are no payout details. */
  readonly details: DetailsOnFile | null;
  /** The account was deleted and no more money will come, so that no amount is too small. */
  readonly is_last: boolean;
  /** ISO 8601. */
  readonly at: string;
}

interface Status {
  /** The id of the payout that is prepared or sent; null for none. */
  readonly open: string | null;
  readonly hold: object | null;
}

/** Why a creator is left out; null if they are paid. */
export const leftOutFor = (known: Known, { open, hold }: Status): LeftOutReason | null => {
  const { available_cents, details, is_last, at } = known;
  if (open) return 'payout_open';
  if (available_cents < 0) return 'negative_balance';
  if (hold) return 'on_hold';
  if (!details) return 'no_details';
  if (details.awaits_confirmation) return 'email_unconfirmed';
  if (details.changed_at && at < heldUntil(details.changed_at)) return 'details_changed';
  return available_cents < payoutMinCents && !is_last ? 'below_minimum' : null;
};
