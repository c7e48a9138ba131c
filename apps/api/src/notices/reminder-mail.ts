import { Inject, Injectable } from '@nestjs/common';
import { asName } from '@tessera/domain/licensing/agreement';
import type { EndingLicense } from '@tessera/domain/licensing/ending-licenses.view';
import type { ReminderDays } from '@tessera/domain/licensing/reminder';
import { daysUntil, formatAgreementDate } from '@tessera/domain/licensing/term';
import type { Undelivered } from '@tessera/domain/undelivered';
import { Accounts } from '../accounts/public.ts';
import { mailOf } from '../adapters/mail/letter.ts';
import type { Mail } from '../adapters/mail/port.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Config } from '../config.ts';
import { clockToken, configToken } from '../kernel/tokens.ts';
import { messageIdOf } from './message-id.ts';

const inDays = (days: number) => (days === 1 ? 'in 1 day' : `in ${days} days`);

const soon = (title: string, end: string, days: number) => ({
  subject: `Your license for “${title}” ends ${inDays(days)}`,
  heading: `Your license ends ${inDays(days)}`,
  paragraphs: [
    `Your six-month license for “${title}” ends on ${end} (UTC).`,
    'After that, all new use must stop, and the content must be removed from the media you control: websites, social channels, running ads. Anything printed or broadcast before then stays lawful.',
    'To keep using it, renew the license for another 180 days or upgrade it to a perpetual one, if its creator still offers it.',
  ],
  action: 'Renew or upgrade',
});

const over = (title: string, end: string) => ({
  subject: `Your license for “${title}” has ended`,
  heading: 'Your license has ended',
  paragraphs: [
    `Your six-month license for “${title}” ended on ${end} (UTC).`,
    'All new use must stop now, and the content must be removed from the media you control: websites, social channels, running ads. Anything printed or broadcast before then stays lawful.',
    'To use it again, renew the license for another 180 days or upgrade it to a perpetual one, if its creator still offers it.',
  ],
  action: 'Renew or upgrade',
});

/** The mail that says when a license ends, and what to do. */
@Injectable()
export class ReminderMail {
  constructor(
    private readonly accounts: Accounts,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(configToken) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  async write(
    { license_id, brand_id, title, end_date }: EndingLicense,
    reminder: ReminderDays,
  ): Promise<Mail | Undelivered> {
    const email = (await this.accounts.identity(brand_id))?.email;
    if (!email) return 'no_address';
    const { publicUrl } = this.config;
    const left = daysUntil(end_date, this.clock.now().getTime());
    const end = formatAgreementDate(end_date);
    const { action, ...words } = left > 0 ? soon(asName(title), end, left) : over(asName(title), end);
    const url = `${publicUrl}/brand/dashboard?tab=licenses&license=${encodeURIComponent(license_id)}`;
    return {
      ...mailOf(email, {
        ...words,
        action: { label: action, url },
        otherwise: `License ${license_id}. You’re receiving this because your Tessera account holds this license.`,
      }),
      messageId: messageIdOf(`reminder.${license_id}.${reminder}`, publicUrl),
    };
  }
}
