import { sanitizedName } from '@tessera/domain/licensing/agreements/agreement';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { formatAgreementDate } from '@tessera/domain/licensing/term';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import { formatUsd, sum } from '@tessera/domain/money';
import type { DailySalesMail, SaleMail } from '@tessera/domain/notices/unsent-money-mails.view';
import type { MailContent, Statement } from '../../adapters/mail/mail-content.ts';

/** What of a license is named in a letter. */
export type MailedLicense = Pick<License, 'license_id' | 'item' | 'license_type' | 'quantity' | 'brand_name'>;

/** An amount that is taken, with a real minus. */
export const minusUsd = (cents: number) => `−${formatUsd(cents)}`;

export const titleOf = ({ item }: MailedLicense) => `“${sanitizedName(item.title)}”`;

export const typeOf = ({ license_type, quantity }: MailedLicense) =>
  `${licenseTypeTitles[license_type]}${quantity > 1 ? ` × ${quantity}` : ''}`;

export const termsOf = (license: MailedLicense) => `${typeOf(license)}, to ${sanitizedName(license.brand_name)}`;

export const salesPage = (publicUrl: string) => ({
  label: 'See my sales',
  url: `${publicUrl}/creator/dashboard?tab=licenses`,
});

const why =
  'You’re receiving this because you sell licenses on Tessera. You choose in your account how often we email you about sales.';

export const writeSaleMail = (mail: SaleMail, license: MailedLicense, publicUrl: string): MailContent => {
  const { license_id, gross_cents, own_cents, payout_due_on } = mail;
  const own = formatUsd(own_cents);
  return {
    subject: `You sold a license: ${own} for you`,
    heading: 'You sold a license',
    paragraphs: [
      `${own} of it is yours. It falls due on ${formatAgreementDate(payout_due_on)} (UTC) and goes out with your next payout after that.`,
    ],
    statement: {
      lines: [
        { what: titleOf(license), detail: termsOf(license), amount: formatUsd(gross_cents) },
        { what: 'Commission', detail: 'What Tessera keeps', amount: minusUsd(gross_cents - own_cents) },
      ],
      total: { label: 'Your share', amount: `${own} USD` },
    },
    action: salesPage(publicUrl),
    footer: `License ${license_id}. ${why}`,
  };
};

const dailyStatement = (
  { count, own_cents, listed }: DailySalesMail,
  licenses: readonly MailedLicense[],
): Statement => {
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

/** @param licenses of the sales that it lists, in their order */
export const writeDailySalesMail = (
  mail: DailySalesMail,
  licenses: readonly MailedLicense[],
  publicUrl: string,
): MailContent => {
  const { count, own_cents, day } = mail;
  const own = formatUsd(own_cents);
  const sold = count === 1 ? 'a license' : `${count} licenses`;
  return {
    subject: `You sold ${sold}: ${own} for you`,
    heading: `You sold ${sold}`,
    paragraphs: [`${own} of what you sold on ${formatAgreementDate(day)} (UTC) is yours.`],
    statement: dailyStatement(mail, licenses),
    action: salesPage(publicUrl),
    footer: why,
  };
};
