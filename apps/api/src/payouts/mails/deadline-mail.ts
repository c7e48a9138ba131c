import { formatDay } from '@tessera/domain/days';
import { payoutWindowDays } from '@tessera/domain/ledger';
import { formatUsd } from '@tessera/domain/money';
import type { Urgent } from '@tessera/domain/payouts/promise/payout-alert';
import { mailOf } from '../../adapters/mail/mail-content.ts';

/** Tells the operator what has to be paid within days. */
export const payoutsUrgentMail = (to: string, publicUrl: string, { by, creators, cents }: Urgent) => {
  const amount = formatUsd(cents);
  return mailOf(to, {
    subject: `Payouts to make: ${amount}, the first by ${formatDay(by)}`,
    heading: `${amount} has to reach creators soon`,
    paragraphs: [
      `${amount} to ${creators === 1 ? '1 creator' : `${creators} creators`} isn’t paid yet. The first of it has to arrive by ${formatDay(by)} (UTC): the terms promise payouts within ${payoutWindowDays} days of the payment.`,
      'Prepare a run if none is open, send it, pay it, and record the bank’s results.',
    ],
    action: { label: 'Go to payouts', url: new URL('/admin/payouts', publicUrl).href },
    footer: 'You’re receiving this because you run this marketplace. We’ll remind you every day until it’s settled.',
  });
};
