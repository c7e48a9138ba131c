import { formatAgreementDate } from '@tessera/domain/licensing/term';
import { formatUsd, sum } from '@tessera/domain/money';
import { payoutPromise } from '@tessera/domain/payouts/titles';
import type { DailySalesMail, SaleMail } from '@tessera/domain/notices/unsent-money-mails.view';
import type { MailContent, Breakdown } from '../../adapters/mail/mail-content.ts';
import { termsOf, titleOf } from '../mailed-license.ts';
import type { MailedLicense } from '../mailed-license.ts';

/** A deduction, with a real minus sign. */
export const minusUsd = (cents: number) => `−${formatUsd(cents)}`;

export const salesPage = (publicUrl: string) => ({
  label: 'See my sales',
  url: `${publicUrl}/creator/dashboard?tab=licenses`,
});

const why =
  'You’re receiving this because you sell licenses on Tessera. You can change how often we email you about sales in your account.';

export const writeSaleMail = (mail: SaleMail, license: MailedLicense, publicUrl: string): MailContent => {
  const { license_id, gross_cents, own_cents, payout_due_on, pay_by_on } = mail;
  const own = formatUsd(own_cents);
  return {
    subject: `You sold a license and earned ${own}`,
    heading: 'You sold a license',
    paragraphs: [
      `Your share is ${own}. It’s available on ${formatAgreementDate(payout_due_on)} and paid by ${formatAgreementDate(pay_by_on)} (UTC), ${payoutPromise.within}.`,
      payoutPromise.carriedOver,
    ],
    breakdown: {
      lines: [
        { what: titleOf(license), detail: termsOf(license), amount: formatUsd(gross_cents) },
        { what: 'Commission', detail: 'Tessera’s share', amount: minusUsd(gross_cents - own_cents) },
      ],
      total: { label: 'Your share', amount: `${own} USD` },
    },
    action: salesPage(publicUrl),
    footer: `License ${license_id}. ${why}`,
  };
};

const dailyBreakdown = (
  { count, own_cents, listed }: DailySalesMail,
  licenses: readonly MailedLicense[],
): Breakdown => {
  const lines = listed.map((sale, index) => {
    const license = licenses[index]!;
    return { what: titleOf(license), detail: termsOf(license), amount: formatUsd(sale.own_cents) };
  });
  const more = count - listed.length;
  const rest = formatUsd(own_cents - sum(listed.map((sale) => sale.own_cents)));
  const others = { what: `And ${more} more`, detail: 'You’ll find them on your dashboard', amount: rest };
  return {
    lines: more > 0 ? [...lines, others] : lines,
    total: { label: 'Your share', amount: `${formatUsd(own_cents)} USD` },
  };
};

/** @param licenses those of the listed sales, in the same order */
export const writeDailySalesMail = (
  mail: DailySalesMail,
  licenses: readonly MailedLicense[],
  publicUrl: string,
): MailContent => {
  const { count, own_cents, day } = mail;
  const own = formatUsd(own_cents);
  const sold = count === 1 ? 'a license' : `${count} licenses`;
  return {
    subject: `You sold ${sold} and earned ${own}`,
    heading: `You sold ${sold}`,
    paragraphs: [`Your share of your sales on ${formatAgreementDate(day)} (UTC) is ${own}.`],
    breakdown: dailyBreakdown(mail, licenses),
    action: salesPage(publicUrl),
    footer: why,
  };
};
