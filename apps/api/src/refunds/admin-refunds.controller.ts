import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  RefundDeclined,
  RefundMade,
  RefundPage,
  RefundRepaid,
  RefundRow,
  RefundableLicense,
  RefundsQuery,
} from '@tessera/contract/money/refunds';
import { earning } from '@tessera/domain/earnings/earning';
import { noParts } from '@tessera/domain/earnings/parts';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { sanitizedName } from '@tessera/domain/licensing/agreements/agreement';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { centsOf, wireMoney } from '@tessera/domain/money';
import { RefundForm, RefundReasonForm } from '@tessera/domain/refunds/forms';
import { refund } from '@tessera/domain/refunds/refund';
import type { RefundState } from '@tessera/domain/refunds/refund';
import type { LicenseRefund } from '@tessera/domain/refunds/refunds.view';
import { QueryParams } from '../http/input/query-params.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { Metadata } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { listPage } from '../kernel/views/list-page.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { RefundEffect } from './refund.effect.ts';
import { RefundFacts } from './refund.facts.ts';

const licenseSummary = ({ license_id, license_type, item, brand_name, creator_name, price_cents }: License) => ({
  license_id,
  title: sanitizedName(item.title),
  license_type,
  brand_name: sanitizedName(brand_name),
  creator_name: sanitizedName(creator_name),
  price_money: wireMoney(price_cents),
});

/** What became of a refund that was just started. */
const resultOf = ({ started, refunded_cents, reason }: RefundState, before: number, position: number): RefundMade => {
  if (started) return { status: 'started', reason: null, position };
  if (refunded_cents > before) return { status: 'refunded', reason: null, position };
  return { status: 'failed', reason, position };
};

/** Refunds, for the operator who makes or declines them. */
@ApiTags('admin')
@Controller('api/admin')
@OnlyFor('admin')
export class AdminRefundsController {
  constructor(
    private readonly views: ReadStore,
    private readonly streams: Streams,
    private readonly facts: RefundFacts,
    private readonly refunds: RefundEffect,
    private readonly commands: CommandBus,
  ) {}

  @Get('refunds')
  @Answers('Lists refunds.', { 200: RefundPage })
  async list(@QueryParams(RefundsQuery) { status = 'requested', limit, cursor }: RefundsQuery): Promise<RefundPage> {
    const sort = { field: 'changed_at', descending: status !== 'requested' };
    const find = { where: { status }, sort, limit, cursor };
    return listPage(this.views, 'refunds', find, (refund: LicenseRefund) => this.row(refund));
  }

  @Get('licenses/:id/refund')
  @Answers('Says how much of a license can be refunded.', { 200: RefundableLicense })
  async refundable(@Param('id') id: string): Promise<RefundableLicense> {
    const license = await this.facts.license(id);
    const [{ state }, shared] = await Promise.all([
      this.streams.load(refund, id),
      this.streams.loadPublic(earning, id),
    ]);
    const { split, taken } = shared.status === 'posted' ? shared : { split: noParts, taken: noParts };
    return {
      ...licenseSummary(license),
      left_money: wireMoney(license.price_cents - state.refunded_cents),
      requested: state.requested?.reason ?? null,
      split,
      taken,
    };
  }

  @Post('licenses/:id/refunds')
  @Refuses(
    'already_refunded',
    'refund_in_progress',
    'refund_amount_invalid',
    'refund_too_large',
    'refund_while_disputed',
    'refund_after_renewal',
    'refund_elsewhere',
  )
  @Answers('Refunds a license in full or in part.', { 200: RefundMade })
  async make(
    @Param('id') id: string,
    @Body(new FormPipe(RefundForm)) { amount, reason }: RefundForm,
    @Metadata() metadata: EventMetadata,
  ): Promise<RefundMade> {
    const license = await this.facts.license(id);
    const amountCents = amount === undefined ? null : centsOf(amount);
    const { refunded_cents } = await this.streams.loadPublic(refund, id);
    const { state, position } = await this.refunds.start(license, { amountCents, reason }, metadata);
    return resultOf(state, refunded_cents, position);
  }

  @Post('licenses/:id/refunds/decline')
  @Refuses('refund_not_requested')
  @Answers('Declines the refund that a brand asked for.', { 200: RefundDeclined })
  async decline(
    @Param('id') id: string,
    @Body(new FormPipe(RefundReasonForm)) { reason }: RefundReasonForm,
    @Metadata() metadata: EventMetadata,
  ): Promise<RefundDeclined> {
    const { license_id, order_id, brand_id } = await this.facts.license(id);
    const command = { kind: 'decline', reason, facts: { license_id, order_id, brand_id } } as const;
    const { position } = await this.commands.execute(new Dispatch(refund, id, command, metadata));
    return { position };
  }

  @Post('licenses/:id/refunds/repaid')
  @Refuses('nothing_returned')
  @Answers('Records how a refund that the bank had returned was paid instead; the brand gets an email.', {
    200: RefundRepaid,
  })
  async repaid(
    @Param('id') id: string,
    @Body(new FormPipe(RefundReasonForm)) { reason }: RefundReasonForm,
    @Metadata() metadata: EventMetadata,
  ): Promise<RefundRepaid> {
    const { license_id, order_id, brand_id } = await this.facts.license(id);
    const command = { kind: 'repay', reason, facts: { license_id, order_id, brand_id } } as const;
    const { position } = await this.commands.execute(new Dispatch(refund, id, command, metadata));
    return { position };
  }

  private async row(document: LicenseRefund): Promise<RefundRow> {
    const { license_id, order_id, status, amount_cents, refunded_cents, requested_at, changed_at } = document;
    const license = await this.facts.license(license_id);
    const { state } = await this.streams.load(refund, license_id);
    return {
      ...licenseSummary(license),
      order_id,
      refunded_money: wireMoney(refunded_cents),
      amount_money: amount_cents === null ? null : wireMoney(amount_cents),
      status,
      reason: state.reason,
      requested_at,
      changed_at,
    };
  }
}
