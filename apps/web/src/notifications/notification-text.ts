import type { NotificationRow } from '@tessera/contract/notifications';
import { centsOf, formatUsd } from '@tessera/domain/money';
import { formatUtcDay } from '../kernel/dates.ts';
import { paths } from '../paths.ts';

const itemOf = ({ title }: NotificationRow) => (title ? `“${title}”` : 'an item');
const amountOf = ({ amount }: NotificationRow) => (amount === null ? 'an amount' : formatUsd(centsOf(amount)));
const payoutOf = (row: NotificationRow) => (row.amount === null ? 'Your payout' : `Your payout of ${amountOf(row)}`);

const endText = (row: NotificationRow, nowMs: number) => {
  const license = `Your license for ${itemOf(row)}`;
  if (row.ends_at === null) return `${license} ends soon.`;
  return `${license} ${Date.parse(row.ends_at) > nowMs ? 'ends' : 'ended'} on ${formatUtcDay(row.ends_at)} (UTC).`;
};

/** What happened, in one or two sentences. `nowMs` is in ms since 1970. */
export const sentenceOf = (row: NotificationRow, nowMs: number): string => {
  const [item, amount] = [itemOf(row), amountOf(row)];
  switch (row.kind) {
    case 'sale':
      return `${row.buyer ?? 'A brand'} licensed ${item}: you earn ${amount}.`;
    case 'reward':
      return `A creator you referred sold a license for ${item}: you earn ${amount}.`;
    case 'refund':
      return `The buyer of ${item} was refunded: ${amount} of your share goes back.`;
    case 'dispute_opened':
      return `The payment for ${item} is disputed: ${amount} of your share is set aside until the bank decides.`;
    case 'dispute_won':
      return `The dispute about ${item} was won: ${amount} is yours again.`;
    case 'dispute_lost':
      return `The dispute about ${item} was lost: ${amount} of your share goes back.`;
    case 'reward_refund':
      return `The buyer of ${item} was refunded: ${amount} of your reward goes back.`;
    case 'reward_dispute_opened':
      return `The payment for ${item} is disputed: ${amount} of your reward is set aside until the bank decides.`;
    case 'reward_dispute_won':
      return `The dispute about ${item} was won: your reward of ${amount} is yours again.`;
    case 'reward_dispute_lost':
      return `The dispute about ${item} was lost: ${amount} of your reward goes back.`;
    case 'payout_sent':
      return `${payoutOf(row)} is on its way.`;
    case 'payout_failed':
      return `${payoutOf(row)} didn’t go through. Please check your payout details.`;
    case 'payout_returned':
      return `${payoutOf(row)} came back. Please check your payout details.`;
    case 'payouts_held':
      return 'Your payouts are on hold. See why.';
    case 'payouts_released':
      return 'Your payouts are no longer on hold.';
    case 'referral':
      return 'A creator joined with your code: you earn a reward on what they sell.';
    case 'referral_rejected':
      return 'One of your referrals was not approved. See why.';
    case 'video_failed':
      return `We couldn’t make a preview of ${item}. It’s for sale without one.`;
    case 'refunded':
      return `We refunded ${amount} for ${item}. The money is on its way back to you.`;
    case 'refund_returned':
      return `Your bank returned the refund of ${amount} for ${item}. Reply to our email, and we’ll pay it in another way.`;
    case 'refund_declined':
      return `We couldn’t refund your license for ${item}. See why.`;
    case 'license_ending':
      return endText(row, nowMs);
  }
};

/** The page with the details. */
export const pathOf = ({ kind, about }: NotificationRow): string => {
  const id = about ?? '';
  switch (kind) {
    case 'sale':
    case 'refund':
    case 'dispute_opened':
    case 'dispute_won':
    case 'dispute_lost':
      return paths.creator.licenses;
    case 'payout_sent':
    case 'payout_failed':
    case 'payout_returned':
      return paths.creator.payout(id);
    case 'payouts_held':
    case 'payouts_released':
      return paths.creator.payouts;
    case 'reward':
    case 'reward_refund':
    case 'reward_dispute_opened':
    case 'reward_dispute_won':
    case 'reward_dispute_lost':
    case 'referral':
    case 'referral_rejected':
      return paths.creator.referrals;
    case 'video_failed':
      return paths.creator.edit(id);
    case 'refunded':
    case 'refund_returned':
    case 'refund_declined':
    case 'license_ending':
      return paths.brand.license(id);
  }
};

/** The empty state, by role. */
export const emptyText = {
  creator: 'Nothing yet. You’ll hear about sales, payouts and referrals here.',
  brand: 'Nothing yet. You’ll hear about refunds and expiring licenses here.',
};
