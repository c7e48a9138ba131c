import { Body, Controller, Patch } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ChosenMail } from '@tessera/contract/accounts/profile';
import { account } from '@tessera/domain/accounts/account';
import { MailChoiceForm } from '@tessera/domain/accounts/mails/mail-choice-form';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { FormPipe } from '../../http/input/form.pipe.ts';
import { CurrentUser, Metadata } from '../../http/request.ts';
import type { SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { Dispatch } from '../../kernel/commands/dispatch.ts';

@ApiTags('accounts')
@Controller('api/profile/mails')
@Refuses('not_found', 'account_deleted', 'wrong_role')
@OnlyFor('creator', 'brand')
export class MailChoicesController {
  constructor(private readonly commands: CommandBus) {}

  @Patch()
  @Answers('Turns a kind of email on or off. Emails that we owe you, or that protect your account, are always sent.', {
    200: ChosenMail,
  })
  async choose(
    @Body(new FormPipe(MailChoiceForm)) { mail, wanted }: MailChoiceForm,
    @CurrentUser() { id }: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    const command = { kind: 'choose-mail', mail, wanted } as const;
    const { position } = await this.commands.execute(new Dispatch(account, id, command, metadata));
    return { mail, wanted, position };
  }
}
