import { Inject, Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import { nameInSentence } from '@tessera/domain/licensing/agreements/agreement';
import type { EndingLicense } from '@tessera/domain/licensing/reminders/ending-licenses.view';
import type { ReminderDays } from '@tessera/domain/licensing/reminders/reminder';
import { daysUntil, formatAgreementDate } from '@tessera/domain/licensing/term';
import { wantsMail } from '@tessera/domain/mail-choices';
import type { Undelivered } from '@tessera/domain/undelivered';
import { mailOf } from '../adapters/mail/mail-content.ts';
import type { Mail } from '../adapters/mail/port.ts';
import { Clock } from '../kernel/clock.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import type { Config } from '../config.ts';
import { configToken } from '../kernel/tokens.ts';
import { messageIdOf } from '../mails/public.ts';

const inDays = (days: number) => (days === 1 ? 'in 1 day' : `in ${days} days`);

const whatToRemove =
  'and the content must be removed from the media you control, such as websites, social channels and running ads. Anything printed or broadcast before then is still covered.';

const soon = (title: string, end: string, days: number) => ({
  subject: `Your license for “${title}” ends ${inDays(days)}`,
  heading: `Your license ends ${inDays(days)}`,
  paragraphs: [
    `Your six-month license for “${title}” ends on ${end} (UTC).`,
    `After that, all new use must stop, ${whatToRemove}`,
    'To keep using it, you can renew for another 180 days or upgrade to a perpetual license, if the creator still offers it.',
  ],
  label: 'Renew or upgrade',
});

const over = (title: string, end: string) => ({
  subject: `Your license for “${title}” has ended`,
  heading: 'Your license has ended',
  paragraphs: [
    `Your six-month license for “${title}” ended on ${end} (UTC).`,
    `All new use must stop now, ${whatToRemove}`,
    // Only a license that has not ended can be upgraded.
    'To use the content again, you can renew for another 180 days, if the creator still offers it, or license it again in the marketplace.',
  ],
  label: 'Renew license',
});

/** Writes the email that says when a license ends, and what the brand can do. */
@Injectable()
export class ReminderMailWriter {
  constructor(
    private readonly streams: Streams,
    private readonly clock: Clock,
    @Inject(configToken) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  async write(
    { license_id, brand_id, title, end_date }: EndingLicense,
    reminder: ReminderDays,
  ): Promise<Mail | Undelivered> {
    const { state: reader } = await this.streams.load(account, brand_id);
    // Without its key, the address of an account that is being deleted reads as null.
    if (reader.status !== 'open' || !reader.email) return 'no_address';
    if (!wantsMail('license_ending', reader.mails)) return 'not_wanted';
    const { publicUrl } = this.config;
    const left = daysUntil(end_date, this.clock.now().getTime());
    const end = formatAgreementDate(end_date);
    const { label, ...words } = left > 0 ? soon(nameInSentence(title), end, left) : over(nameInSentence(title), end);
    const url = `${publicUrl}/brand/dashboard?tab=licenses&license=${encodeURIComponent(license_id)}`;
    return {
      ...mailOf(reader.email, {
        ...words,
        action: { label, url },
        footer: `License ${license_id}. You’re receiving this because you hold this license on Tessera. You can turn these reminders off in your account.`,
      }),
      messageId: messageIdOf(`reminder.${license_id}.${reminder}`, publicUrl),
    };
  }
}
