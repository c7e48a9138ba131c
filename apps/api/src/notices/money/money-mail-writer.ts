import { Inject, Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import type { OpenBrand, OpenCreator } from '@tessera/domain/accounts/account';
import { wantsMail } from '@tessera/domain/mail-choices';
import { assertNever } from '@tessera/domain/kernel/decider';
import type { License } from '@tessera/domain/licensing/licenses.view';
import type { DailySalesMail, MoneyMail, PayoutMail } from '@tessera/domain/notices/unsent-money-mails.view';
import { payout } from '@tessera/domain/payouts/payout';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import type { Undelivered } from '@tessera/domain/undelivered';
import { mailOf } from '../../adapters/mail/mail-content.ts';
import type { MailContent } from '../../adapters/mail/mail-content.ts';
import type { Mail } from '../../adapters/mail/port.ts';
import type { Config } from '../../config.ts';
import { Streams } from '../../kernel/commands/dispatch.ts';
import { documentOf } from '../../kernel/views/every-document.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { configToken } from '../../kernel/tokens.ts';
import { messageIdOf } from '../../mails/public.ts';
import { writePayoutMail } from './payout-mails.ts';
import { writeDailySalesMail, writeSaleMail } from './sale-mails.ts';
import { writeReversalMail } from './reversal-mails.ts';

/** Creators can opt out of good news only: a mail that takes money away or asks for action is always sent. */
const isWanted = (mail: MoneyMail, reader: OpenCreator | OpenBrand) => {
  if (mail.about === 'payout') return mail.step !== 'sent' || wantsMail('payout_sent', reader.mails);
  const isOfSales = mail.about === 'sale' || mail.about === 'sales';
  return !isOfSales || reader.role !== 'creator' || reader.sale_mails !== 'never';
};

/** Writes the emails that tell creators what happens to their money. */
@Injectable()
export class MoneyMailWriter {
  constructor(
    private readonly streams: Streams,
    private readonly views: ReadStore,
    @Inject(configToken) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /** Null until what it is about has reached the views. */
  async write(mail: MoneyMail): Promise<Mail | Undelivered | null> {
    const { state: reader } = await this.streams.load(account, mail.account_id);
    // Without its key, the address of an account that is being deleted reads as null.
    if (reader.status !== 'open' || !reader.email) return 'no_address';
    if (!isWanted(mail, reader)) return 'not_wanted';
    const content = await this.contentOf(mail);
    if (!content) return null;
    return { ...mailOf(reader.email, content), messageId: messageIdOf(mail.mail_id, this.config.publicUrl) };
  }

  private async contentOf(mail: MoneyMail): Promise<MailContent | null> {
    const { publicUrl } = this.config;
    switch (mail.about) {
      case 'payout':
        return this.payoutContentOf(mail);
      case 'sales':
        return this.dailyContentOf(mail);
      case 'sale': {
        const license = await documentOf<License>(this.views, 'licenses', mail.license_id);
        return license && writeSaleMail(mail, license, publicUrl);
      }
      case 'refund':
      case 'dispute': {
        const license = await documentOf<License>(this.views, 'licenses', mail.license_id);
        return license && writeReversalMail(mail, license, publicUrl);
      }
      default:
        return assertNever(mail);
    }
  }

  private async dailyContentOf(mail: DailySalesMail): Promise<MailContent | null> {
    const licenses: License[] = [];
    for (const { license_id } of mail.listed) {
      const license = await documentOf<License>(this.views, 'licenses', license_id);
      if (!license) return null;
      licenses.push(license);
    }
    return writeDailySalesMail(mail, licenses, this.config.publicUrl);
  }

  /** Only the creator's own stream knows where a payout went, and why it failed. */
  private async payoutContentOf(mail: PayoutMail): Promise<MailContent | null> {
    const row = await documentOf<Payout>(this.views, 'payouts', mail.payout_id);
    const { state } = await this.streams.load(payout, mail.account_id);
    const own = state.payouts[mail.payout_id];
    return row && own ? writePayoutMail(mail, { ...own, method: row.method }, this.config.publicUrl) : null;
  }
}
