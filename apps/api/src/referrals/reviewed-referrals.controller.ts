import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ReferralDecided, ReviewedReferralPage, ReviewedReferralsQuery } from '@tessera/contract/referrals';
import type { ReviewedReferral } from '@tessera/contract/referrals';
import { account } from '@tessera/domain/accounts/account';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { ReferralDecisionForm } from '@tessera/domain/referrals/forms';
import { referral, statusAfter } from '@tessera/domain/referrals/referral';
import type { DecideReferral, Referral } from '@tessera/domain/referrals/referral';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { QueryParams } from '../http/input/query-params.ts';
import { listPage } from '../kernel/views/list-page.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { Metadata } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { ReferralRows } from './referral-rows.ts';

/** All referrals, for the admin who decides about held ones. */
@ApiTags('admin')
@Controller('api/admin/referrals')
@OnlyFor('admin')
export class ReviewedReferralsController {
  constructor(
    private readonly views: ReadStore,
    private readonly streams: Streams,
    private readonly rows: ReferralRows,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @Answers('Lists referrals.', { 200: ReviewedReferralPage })
  async list(@QueryParams(ReviewedReferralsQuery) { status = 'pending', limit, cursor }: ReviewedReferralsQuery) {
    const find = {
      where: { status },
      sort: { field: 'created_at', descending: status !== 'pending' },
      limit,
      cursor,
    };
    return listPage(this.views, 'referral-list', find, (referral: Referral) => this.reviewed(referral));
  }

  @Post(':referred_user_id/approve')
  @Refuses('referral_not_found', 'referral_not_held')
  @Answers('Approves a held referral: the referrer is rewarded for later sales.', { 200: ReferralDecided })
  async approve(
    @Param('referred_user_id') id: string,
    @Body(new FormPipe(ReferralDecisionForm)) { reason }: ReferralDecisionForm,
    @Metadata() metadata: EventMetadata,
  ) {
    return this.decide(id, { kind: 'approve', reason }, metadata);
  }

  @Post(':referred_user_id/reject')
  @Refuses('referral_not_found', 'referral_not_held')
  @Answers('Rejects a held referral: it is canceled, and nobody is rewarded.', { 200: ReferralDecided })
  async reject(
    @Param('referred_user_id') id: string,
    @Body(new FormPipe(ReferralDecisionForm)) { reason }: ReferralDecisionForm,
    @Metadata() metadata: EventMetadata,
  ) {
    return this.decide(id, { kind: 'reject', reason }, metadata);
  }

  private async decide(id: string, command: DecideReferral, metadata: EventMetadata) {
    const { position } = await this.commands.execute(new Dispatch(referral, id, command, metadata));
    return { status: statusAfter[command.kind], position };
  }

  private async reviewed(document: Referral): Promise<ReviewedReferral> {
    const [row, referrer_name, referred_name] = await Promise.all([
      this.rows.of(document),
      this.nameOf(document.referrer_id),
      this.nameOf(document.referred_user_id),
    ]);
    return { ...row, referrer_name, referred_name };
  }

  private async nameOf(accountId: string): Promise<string | null> {
    const { state } = await this.streams.load(account, accountId);
    return state.status === 'open' ? state.details.name : null;
  }
}
