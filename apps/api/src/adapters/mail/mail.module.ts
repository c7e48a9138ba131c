import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { clockToken, configToken, loggerToken, mailerToken } from '../../kernel/tokens.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DevelopmentMailbox } from './development-mailbox.ts';
import { MailboxController } from './mailbox.controller.ts';
import { Outbox } from './outbox.ts';
import type { Mailer } from './port.ts';
import { openSmtpMailer } from './smtp.ts';

@Module({
  controllers: [MailboxController],
  providers: [
    {
      provide: mailerToken,
      inject: [configToken, clockToken],
      useFactory: ({ mail }: Config, clock: Clock): Mailer =>
        mail === 'development mailbox' ? new DevelopmentMailbox(clock) : openSmtpMailer(mail),
    },
    {
      provide: Outbox,
      inject: [mailerToken, loggerToken],
      useFactory: (mailer: Mailer, logger: Logger) => new Outbox({ mailer, logger }),
    },
  ],
  exports: [Outbox, mailerToken],
})
export class MailModule {}
