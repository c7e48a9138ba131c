import { Module } from '@nestjs/common';
import type { Config } from '../../config.ts';
import { configToken } from '../../kernel/tokens.ts';
import { Clock } from '../../kernel/clock.ts';
import { DevelopmentMailbox } from './development-mailbox.ts';
import { MailboxController } from './mailbox.controller.ts';
import { Mailer } from './port.ts';
import { openSmtpMailer } from './smtp.ts';

@Module({
  controllers: [MailboxController],
  providers: [
    {
      provide: Mailer,
      inject: [configToken, Clock],
      useFactory: ({ mail }: Config, clock: Clock): Mailer =>
        mail === 'development mailbox' ? new DevelopmentMailbox(clock) : openSmtpMailer(mail),
    },
  ],
  exports: [Mailer],
})
export class MailModule {}
