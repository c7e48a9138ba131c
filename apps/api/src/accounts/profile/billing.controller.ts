import { Body, Controller, Get, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Billing } from '@tessera/contract/accounts/profile';
import { account } from '@tessera/domain/accounts/account';
import type { AccountState } from '@tessera/domain/accounts/account';
import { BillingForm } from '@tessera/domain/accounts/billing/billing-form';
import { noBilling } from '@tessera/domain/accounts/billing/billing';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { FormPipe } from '../../http/input/form.pipe.ts';
import { CurrentUser, Metadata } from '../../http/request.ts';
import type { SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { Dispatch, Streams } from '../../kernel/commands/dispatch.ts';
import { Refused } from '../../kernel/refused.ts';

const billingIn = (state: AccountState) => {
  if (state.status !== 'open' || state.role !== 'brand') throw new Refused(notFound());
  return state.billing ?? noBilling;
};

/** The billing details on a brand's invoices. Like the profile, they are read from the account's own events. */
@ApiTags('accounts')
@Controller('api/profile/billing')
@Refuses('not_found', 'account_deleted')
@OnlyFor('brand')
export class BillingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
  ) {}

  @Get()
  @Answers('Shows your billing details.', { 200: Billing })
  async own(@CurrentUser() { id }: SignedIn): Promise<Billing> {
    const { state } = await this.streams.load(account, id);
    return billingIn(state);
  }

  @Put()
  @Answers('Replaces your billing details.', { 200: Billing })
  async change(
    @Body(new FormPipe(BillingForm)) form: BillingForm,
    @CurrentUser() { id }: SignedIn,
    @Metadata() metadata: EventMetadata,
  ): Promise<Billing> {
    const command = { kind: 'change-billing', billing: { ...noBilling, ...form } } as const;
    const { state, position } = await this.commands.execute(new Dispatch(account, id, command, metadata));
    return { ...billingIn(state), position };
  }
}
