import { Inject, Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import type { DuePayoutNotice } from '@tessera/domain/payouts/promise/payout-notices.view';
import type { Undelivered } from '@tessera/domain/undelivered';
import type { Mail } from '../../adapters/mail/port.ts';
import type { Config } from '../../config.ts';
import { Streams } from '../../kernel/commands/dispatch.ts';
import { EventCodec } from '../../kernel/log/codec.ts';
import { configToken } from '../../kernel/tokens.ts';
import { MailKinds, NoticeStartDates, messageIdOf, noticeOfMail, retryForMs } from '../../mails/public.ts';
import { payoutsUrgentMail } from './deadline-mail.ts';
import { payoutsOnHoldMail, payoutsResumedMail } from './hold-mails.ts';

/** Tells creators of holds on their payouts, and the operator of payouts that are urgent. */
@Injectable()
export class PayoutNotices {
  constructor(
    private readonly streams: Streams,
    private readonly codec: EventCodec,
    @Inject(configToken) private readonly config: Config,
    startDates: NoticeStartDates,
    kinds: MailKinds,
  ) {
    kinds.register('payouts', {
      isUrgent: true,
      dueSince: () => startDates.of('payout-notices'),
      noticeOf: (due) =>
        noticeOfMail(due.mail_id, {
          isUrgent: true,
          giveUpAtMs: Date.parse(due.due_at) + retryForMs,
          write: () => this.write(due),
        }),
    });
  }

  private async write(due: DuePayoutNotice): Promise<Mail | Undelivered> {
    const mail = await this.contentOf(due);
    return mail === null ? 'no_address' : { ...mail, messageId: messageIdOf(due.mail_id, this.config.publicUrl) };
  }

  private async contentOf(due: DuePayoutNotice): Promise<Mail | null> {
    const { publicUrl, adminEmail } = this.config;
    if (due.about === 'urgent') return payoutsUrgentMail(adminEmail, publicUrl, due.urgent);
    const { state } = await this.streams.load(account, due.creator_id);
    const to = state.status === 'open' && state.role === 'creator' ? state.email : null;
    if (to === null) return null;
    if (due.about === 'released') return payoutsResumedMail(to, publicUrl);
    const reason = due.reason && (await this.codec.open(due.creator_id, due.reason));
    return payoutsOnHoldMail(to, publicUrl, String(reason));
  }
}
