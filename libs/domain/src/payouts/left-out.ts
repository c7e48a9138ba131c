import type { Cents } from '../money.ts';

export const payoutMinCents: Cents = 1_000;
/** For so long payouts wait after their details changed, so that whoever didn't change them can say so. */
export const detailsHoldHours = 72;
const hourMs = 3_600_000;

/** Why a creator with a balance isn't paid by a run: the first that can be acted on. */
export const leftOutReasons = [
  'payout_open',
  'on_hold',
  'no_details',
  'details_changed',
  'negative_balance',
  'below_minimum',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Until when payouts wait because of what the details were changed to: ISO 8601. */
export const heldUntil = (changedAt: string) =>
  new Date(Date.parse(changedAt) + detailsHoldHours * hourMs).toISOString();

export interface DetailsOnFile {
  /** ISO 8601; null where they are as at the sign-up. */
  readonly changed_at: string | null;
}

interface Known {
  /** May be negative. */
  readonly available_cents: Cents;
  /** Null where there are no details to pay to. */
  readonly details: DetailsOnFile | null;
  /** The account is gone and nothing else is to come: no amount is too small. */
  readonly is_last: boolean;
  /** ISO 8601. */
  readonly at: string;
}

interface Standing {
  /** The payout that is prepared or sent. */
  readonly open: string | null;
  readonly hold: object | null;
}

/** Null for who is paid. */
export const leftOutFor = (known: Known, { open, hold }: Standing): LeftOutReason | null => {
  const { available_cents, details, is_last, at } = known;
  if (open) return 'payout_open';
  if (available_cents < 0) return 'negative_balance';
  if (hold) return 'on_hold';
  if (!details) return 'no_details';
  if (details.changed_at && at < heldUntil(details.changed_at)) return 'details_changed';
  return available_cents < payoutMinCents && !is_last ? 'below_minimum' : null;
};
