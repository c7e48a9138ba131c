import { Body, Controller, Param, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { PayoutSettled, SettlementImported } from '@tessera/contract/money/payout-runs';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { PayoutPaidForm, PayoutReasonForm } from '@tessera/domain/payouts/forms';
import { payout } from '@tessera/domain/payouts/payout';
import type { PayoutCommand, PayoutStatus } from '@tessera/domain/payouts/payout';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { Metadata } from '../http/request.ts';
import type { AppRequest } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Dispatch } from '../kernel/commands/dispatch.ts';
import { BankAnswers } from './settling/bank-answers.ts';

/** Lets the admin record what became of payouts, as the bank reports it. */
@ApiTags('admin')
@Controller('api/admin')
@Refuses('payout_not_found', 'payout_already_settled')
@OnlyFor('admin')
export class PayoutsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly answers: BankAnswers,
  ) {}

  @Post('payouts/:creator/:id/paid')
  @Answers('Records that a payout was paid.', { 200: PayoutSettled })
  paid(
    @Param('creator') creator: string,
    @Param('id') payout_id: string,
    @Body(new FormPipe(PayoutPaidForm)) { reference }: PayoutPaidForm,
    @Metadata() metadata: EventMetadata,
  ) {
    return this.settle(creator, { kind: 'pay', payout_id, reference: reference || null }, metadata);
  }

  @Post('payouts/:creator/:id/failed')
  @Answers('Records that a payout failed; its money is available again.', { 200: PayoutSettled })
  failed(
    @Param('creator') creator: string,
    @Param('id') payout_id: string,
    @Body(new FormPipe(PayoutReasonForm)) { reason }: PayoutReasonForm,
    @Metadata() metadata: EventMetadata,
  ) {
    return this.settle(creator, { kind: 'fail', payout_id, reason }, metadata);
  }

  @Post('payouts/:creator/:id/returned')
  @Answers('Records that the bank returned a payout; its money is available again.', { 200: PayoutSettled })
  returned(
    @Param('creator') creator: string,
    @Param('id') payout_id: string,
    @Body(new FormPipe(PayoutReasonForm)) { reason }: PayoutReasonForm,
    @Metadata() metadata: EventMetadata,
  ) {
    return this.settle(creator, { kind: 'return', payout_id, reason }, metadata);
  }

  @Post('payouts/:creator/:id/canceled')
  @Answers('Cancels a payout that wasn’t sent; its money is available again.', { 200: PayoutSettled })
  canceled(@Param('creator') creator: string, @Param('id') payout_id: string, @Metadata() metadata: EventMetadata) {
    return this.settle(creator, { kind: 'cancel', payout_id }, metadata);
  }

  @Post('payout-runs/:id/settlement')
  @Refuses('settlement_refused', 'payout_run_not_found')
  @Answers(
    'Takes the bank’s answer to a run, all of it or nothing: a table of payout_id, amount, status, reference and reason.',
    {
      200: SettlementImported,
    },
  )
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  async settlement(@Param('id') runId: string, @Req() request: AppRequest, @Metadata() metadata: EventMetadata) {
    return this.answers.take(runId, await this.answers.read(request), metadata);
  }

  private async settle(
    creatorId: string,
    command: Extract<PayoutCommand, { readonly payout_id: string }>,
    metadata: EventMetadata,
  ): Promise<{ readonly status: PayoutStatus; readonly position: number }> {
    const { state, position } = await this.commands.execute(new Dispatch(payout, creatorId, command, metadata));
    return { status: state.payouts[command.payout_id]?.status ?? 'prepared', position };
  }
}
