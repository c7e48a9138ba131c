import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Positioned } from '@tessera/contract/kernel/answers';
import { PageQuery } from '@tessera/contract/kernel/queries';
import { PayoutHoldPage } from '@tessera/contract/money/payout-runs';
import type { PayoutHoldRow } from '@tessera/contract/money/payout-runs';
import { account } from '@tessera/domain/accounts/account';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { PayoutReasonForm } from '@tessera/domain/payouts/forms';
import { payout } from '@tessera/domain/payouts/payout';
import type { PayoutCommand } from '@tessera/domain/payouts/payout';
import { payoutHolds } from '@tessera/domain/payouts/payout-holds.view';
import type { PayoutHold } from '@tessera/domain/payouts/payout-holds.view';
import { QueryParams } from '../http/input/query-params.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { Metadata } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { listPage } from '../kernel/views/list-page.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { Payees } from './payees.ts';
import { PayoutRows } from './payout-run-rows.ts';

type HoldCommand = Extract<PayoutCommand, { readonly kind: 'hold' | 'release' }>;

/** The admin's holds on payouts to creators. The creator gets to read the reason. */
@ApiTags('admin')
@Controller('api/admin')
@OnlyFor('admin')
export class PayoutHoldsController {
  constructor(
    private readonly views: ReadStore,
    private readonly rows: PayoutRows,
    private readonly streams: Streams,
    private readonly commands: CommandBus,
    private readonly payees: Payees,
  ) {}

  @Get('payout-holds')
  @Answers('Lists the creators whose payouts are on hold.', { 200: PayoutHoldPage })
  list(@QueryParams(PageQuery) { limit, cursor }: PageQuery) {
    const find = { sort: { field: 'since', descending: true }, limit, cursor };
    return listPage<PayoutHold, PayoutHoldRow>(this.views, payoutHolds.name, find, (hold) => this.rows.ofHold(hold));
  }

  @Put('creators/:id/payouts-hold')
  @Answers(
    'Puts a creator’s payouts on hold and emails the reason to them. Also holds the last payout of a deleted account.',
    { 200: Positioned },
  )
  async hold(
    @Param('id') creator_id: string,
    @Body(new FormPipe(PayoutReasonForm)) { reason }: PayoutReasonForm,
    @Metadata() metadata: EventMetadata,
  ) {
    if ((await this.emailOf(creator_id)) === null && (await this.payees.of(creator_id)) === null)
      throw new Refused(notFound());
    return this.change({ kind: 'hold', creator_id, reason }, metadata);
  }

  @Delete('creators/:id/payouts-hold')
  @Refuses('payouts_not_held')
  @Answers('Lifts the hold; the creator gets an email.', { 200: Positioned })
  release(@Param('id') creator_id: string, @Metadata() metadata: EventMetadata) {
    return this.change({ kind: 'release', creator_id }, metadata);
  }

  private async change(command: HoldCommand, metadata: EventMetadata) {
    const { position } = await this.commands.execute(new Dispatch(payout, command.creator_id, command, metadata));
    return { position };
  }

  /** Null if there is no such creator, or the account is deleted. */
  private async emailOf(creatorId: string): Promise<string | null> {
    const { state } = await this.streams.load(account, creatorId);
    return state.status === 'open' && state.role === 'creator' ? state.email : null;
  }
}
