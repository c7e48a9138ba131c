import { Body, Controller, Patch } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ChosenSaleMails } from '@tessera/contract/accounts/profile';
import { account } from '@tessera/domain/accounts/account';
import { SaleMailsForm } from '@tessera/domain/accounts/mails/sale-mails-form';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { FormPipe } from '../../http/input/form.pipe.ts';
import { CurrentUser, Metadata } from '../../http/request.ts';
import type { SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { Dispatch } from '../../kernel/commands/dispatch.ts';

@ApiTags('accounts')
@Controller('api/profile/sale-mails')
@Refuses('not_found', 'account_deleted')
@OnlyFor('creator')
export class SaleMailsController {
  constructor(private readonly commands: CommandBus) {}

  @Patch()
  @Answers('Chooses how often a creator is emailed about sales.', { 200: ChosenSaleMails })
  async choose(
    @Body(new FormPipe(SaleMailsForm)) { sale_mails }: SaleMailsForm,
    @CurrentUser() { id }: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    const command = { kind: 'choose-sale-mails', sale_mails } as const;
    const { position } = await this.commands.execute(new Dispatch(account, id, command, metadata));
    return { sale_mails, position };
  }
}
