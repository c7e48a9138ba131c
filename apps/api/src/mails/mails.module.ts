import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MailModule } from '../adapters/mail/mail.module.ts';
import { Deliveries } from './deliveries.ts';
import { DueMails } from './due-mails.effect.ts';
import { MailFailures } from './mail-failures.ts';
import { MailKinds } from './mail-kinds.ts';
import { MailRequests } from './mail-requests.ts';
import { NoticeStartDates } from './notice-start-dates.ts';

/** The one way in which emails leave the product. Features register how theirs are written. */
@Module({
  imports: [CqrsModule, MailModule],
  providers: [Deliveries, DueMails, MailFailures, MailKinds, MailRequests, NoticeStartDates],
  exports: [MailFailures, MailKinds, MailRequests, NoticeStartDates],
})
export class MailsModule {}
