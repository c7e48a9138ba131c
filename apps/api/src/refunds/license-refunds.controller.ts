import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { RefundRequested, RefundStanding } from '@tessera/contract/money/refunds';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { isFailure } from '@tessera/domain/kernel/failure';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { dayMs } from '@tessera/domain/licensing/term';
import { wireMoney } from '@tessera/domain/money';
import { RefundReasonForm } from '@tessera/domain/refunds/forms';
import { refund, refundWindowDays } from '@tessera/domain/refunds/refund';
import type { RefundCommand } from '@tessera/domain/refunds/refund';
import type { LicenseRefund } from '@tessera/domain/refunds/refunds.view';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Clock } from '../kernel/clock.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { RefundFacts } from './refund.facts.ts';

/** Lets a brand ask for a refund, and see what becomes of it. */
@ApiTags('licensing')
@Controller('api/licenses')
@OnlyFor('brand')
export class LicenseRefundsController {
  constructor(
    private readonly facts: RefundFacts,
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly views: ReadStore,
    private readonly clock: Clock,
  ) {}

  @Get(':id/refund')
  @Answers('Returns the status of a license’s refund.', { 200: RefundStanding })
  async standing(@Param('id') id: string, @CurrentUser() user: SignedIn): Promise<RefundStanding> {
    const license = await this.own(id, user);
    const { state, position } = await this.streams.load(refund, id);
    const refused = refund.decide(await this.request(license, user, ''), state);
    const stored = await this.views.get<LicenseRefund>('refunds', id);
    return {
      requested: state.requested?.reason ?? null,
      declined: state.declined?.reason ?? null,
      is_under_way: state.started !== null,
      has_failed: stored?.document.status === 'failed',
      refunded_money: wireMoney(state.refunded_cents - state.owed_cents),
      returned_money: wireMoney(state.owed_cents),
      changed_at: stored?.document.changed_at ?? null,
      until: new Date(Date.parse(license.created_at) + refundWindowDays * dayMs).toISOString(),
      refusal: isFailure(refused) ? refused.message : null,
      position: await position(),
    };
  }

  @Post(':id/refund-request')
  @Refuses(
    'already_refunded',
    'refund_in_progress',
    'refund_already_requested',
    'refund_after_renewal',
    'refund_while_disputed',
    'refund_too_late',
  )
  @Answers('Asks for a refund of a license within 14 days of its payment.', { 200: RefundRequested })
  async ask(
    @Param('id') id: string,
    @Body(new FormPipe(RefundReasonForm)) { reason }: RefundReasonForm,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
  ): Promise<RefundRequested> {
    const command = await this.request(await this.own(id, user), user, reason);
    const { position } = await this.commands.execute(new Dispatch(refund, id, command, metadata));
    return { position };
  }

  private async request(license: License, { id: brand_id }: SignedIn, reason: string): Promise<RefundCommand> {
    const at = this.clock.now().toISOString();
    return { kind: 'request', brand_id, reason, facts: await this.facts.of(license), at };
  }

  private async own(id: string, user: SignedIn): Promise<License> {
    const license = await this.facts.license(id);
    if (license.brand_id !== user.id) throw new Refused(notFound());
    return license;
  }
}
