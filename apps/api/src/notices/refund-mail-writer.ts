import { Inject, Injectable } from '@nestjs/common';
import { nameInSentence } from '@tessera/domain/licensing/agreements/agreement';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { formatAgreementDate } from '@tessera/domain/licensing/term';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import { formatUsd } from '@tessera/domain/money';
import { refund } from '@tessera/domain/refunds/refund';
import type { DueRefundMail } from '@tessera/domain/refunds/due-refund-mails.view';
import type { Undelivered } from '@tessera/domain/undelivered';
import { Accounts } from '../accounts/public.ts';
import { mailOf } from '../adapters/mail/mail-content.ts';
import type { MailContent } from '../adapters/mail/mail-content.ts';
import type { Mail } from '../adapters/mail/port.ts';
import type { Config } from '../config.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { configToken } from '../kernel/tokens.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { messageIdOf } from '../mails/public.ts';

type Words = Pick<MailContent, 'subject' | 'heading' | 'paragraphs' | 'breakdown'>;
type Refunded = Extract<DueRefundMail, { kind: 'refunded' }>;

const arrival = 'The money goes back to your original payment method. Most banks show it within 5 to 10 days.';
const note = 'You’ll find your credit note with the license in your account.';

const whole = (title: string, license: License, since: string) => ({
  subject: `Your refund for “${title}”`,
  heading: 'Your refund is on its way',
  paragraphs: [
    `We refunded your license for “${title}”. ${arrival}`,
    `The license ended on ${formatAgreementDate(since)} (UTC): all use must stop, and the content must be removed from the media you control. You can no longer download the original.`,
    `The agreement stays in your account, marked as refunded.${(license.renewed_by ?? license.upgraded_by) ? ' The license that continues it isn’t affected.' : ''} ${note}`,
  ],
});

const part = (title: string) => ({
  subject: `Your partial refund for “${title}”`,
  heading: 'Your partial refund is on its way',
  paragraphs: [
    `We refunded part of the price of your license for “${title}”. ${arrival}`,
    `Your license doesn’t change: you can keep using the content just as before. ${note}`,
  ],
});

const refunded = (license: License, { amount_cents, is_whole, since }: Refunded): Words => {
  const title = nameInSentence(license.item.title);
  const detail = `${licenseTypeTitles[license.license_type]}, ${formatUsd(license.price_cents)}`;
  const amount = formatUsd(amount_cents);
  return {
    ...(is_whole ? whole(title, license, since) : part(title)),
    breakdown: {
      lines: [{ what: `“${title}”`, detail, amount }],
      total: { label: 'Total refunded', amount: `${amount} USD` },
    },
  };
};

type Returned = Extract<DueRefundMail, { kind: 'returned' | 'repaid' }>;

const returned = (license: License, { amount_cents }: Returned): Words => ({
  subject: `Your bank returned your refund for “${nameInSentence(license.item.title)}”`,
  heading: 'Your refund came back to us',
  paragraphs: [
    `Your bank returned the ${formatUsd(amount_cents)} that we refunded for “${nameInSentence(license.item.title)}”, so it didn’t reach you. This can happen when a card has expired or an account was closed.`,
    'The money is still yours. Please reply to this email and tell us how we can pay it to you.',
  ],
});

const repaid = (license: License, { amount_cents }: Returned, how: string): Words => ({
  subject: `Your refund for “${nameInSentence(license.item.title)}” is paid`,
  heading: 'We’ve paid your refund in another way',
  paragraphs: [
    `Your bank had returned the ${formatUsd(amount_cents)} that we refunded for “${nameInSentence(license.item.title)}”. We’ve now paid it in another way.`,
    `Here’s how: ${nameInSentence(how)}`,
    'If it hasn’t arrived within 10 days, just reply to this email.',
  ],
});

const declined = (license: License, reason: string): Words => ({
  subject: `Your refund request for “${nameInSentence(license.item.title)}”`,
  heading: 'We couldn’t refund this license',
  paragraphs: [
    `You asked us to refund your license for “${nameInSentence(license.item.title)}”. We looked into it, but we can’t approve the refund.`,
    `Here’s why: ${nameInSentence(reason)}`,
    'Your license is still in force. If you think we got something wrong, just reply to this email.',
  ],
});

/** Writes the email that tells a brand what became of its refund. */
@Injectable()
export class RefundMailWriter {
  constructor(
    private readonly accounts: Accounts,
    private readonly streams: Streams,
    private readonly views: ReadStore,
    @Inject(configToken) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /** Null until the license has reached its view. */
  async write(unsent: DueRefundMail): Promise<Mail | Undelivered | null> {
    const { license_id, brand_id, about } = unsent;
    const email = (await this.accounts.identity(brand_id))?.email;
    if (!email) return 'no_address';
    const stored = await this.views.get<License>('licenses', license_id);
    if (!stored) return null;
    const words = await this.wordsOf(unsent, stored.document);
    if (!words) return 'too_late';
    const { publicUrl } = this.config;
    const url = `${publicUrl}/brand/dashboard?tab=licenses&license=${encodeURIComponent(license_id)}`;
    return {
      ...mailOf(email, {
        ...words,
        action: { label: 'View license', url },
        footer: `License ${license_id}. You’re receiving this because you bought this license on Tessera.`,
      }),
      messageId: messageIdOf(`refund.${license_id}.${about}`, publicUrl),
    };
  }

  /** Null for a decision that another request or a refund has overtaken: nobody needs to hear of it anymore. */
  private async wordsOf(unsent: DueRefundMail, license: License): Promise<Words | null> {
    if (unsent.kind === 'refunded') return refunded(license, unsent);
    if (unsent.kind === 'returned') return returned(license, unsent);
    const { state } = await this.streams.load(refund, unsent.license_id);
    if (unsent.kind === 'repaid') return repaid(license, unsent, state.reason ?? '');
    return state.declined && declined(license, state.declined.reason);
  }
}
