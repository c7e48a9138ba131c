import { Body, Controller, Delete, Get, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Checkout, Order, OrderPage, OrderRow, Paid, PaymentUnderWay, PlacingQuery } from '@tessera/contract/orders';
import { PageQuery } from '@tessera/contract/kernel/queries';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { wireMoney } from '@tessera/domain/money';
import { PaymentForm } from '@tessera/domain/ordering/forms';
import { order } from '@tessera/domain/ordering/order';
import { lineTotal } from '@tessera/domain/ordering/order-line';
import { paymentDeclined } from '@tessera/domain/ordering/order-failures';
import { paidOrders } from '@tessera/domain/ordering/paid-orders.view';
import type { ListedOrder } from '@tessera/domain/ordering/paid-orders.view';
import { pricesKeptUntil } from '@tessera/domain/ordering/prices';
import type { OrderState } from '@tessera/domain/ordering/order';
import type { Response } from 'express';
import { QueryParams } from '../http/input/query-params.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Writes } from '../http/limits/write-limits.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { listPage } from '../kernel/views/list-page.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { ChargeEffect, paymentRefusals } from './payment/charge.effect.ts';
import { HostedPaymentEffect } from './payment/hosted-payment.effect.ts';
import { PaymentStatuses } from './payment/payment-statuses.ts';
import type { OpenPaymentStatus } from './payment/payment-statuses.ts';

const orderRow = (
  state: Exclude<OrderState, { status: 'none' }>,
  payment: OpenPaymentStatus | null,
  position: number,
): Order => ({
  id: state.order.order_id,
  status: state.status,
  placing: state.placing,
  total: wireMoney(state.order.total_cents),
  prices_kept_until: pricesKeptUntil(state.order.placed_at),
  lines: state.order.lines.map((line) => ({
    content_id: line.item.content_id,
    title: line.item.title,
    media_url: line.item.media_url,
    media_type: line.item.media_type,
    license_type: line.license_type,
    quantity: line.quantity,
    unit_price_cents: line.unit_price_cents,
    total_cents: lineTotal(line),
    basis: line.basis,
  })),
  payment,
  last_failure: state.status === 'placed' ? state.lastFailure : null,
  license_ids: state.status === 'paid' ? state.licenseIds : [],
  position,
});

const declinedMessage = (reason: string | null) =>
  `${reason ?? 'Your card was declined'}. Nothing was charged. Please try another card.`;

const listedRow = ({ order_id, paid_at, total_cents, titles }: ListedOrder): OrderRow => ({
  id: order_id,
  paid_at: paid_at ?? '',
  total: wireMoney(total_cents),
  titles,
});

@ApiTags('ordering')
@Controller('api/orders')
@OnlyFor('brand')
@Writes('orders')
export class OrdersController {
  constructor(
    private readonly streams: Streams,
    private readonly charges: ChargeEffect,
    private readonly hosted: HostedPaymentEffect,
    private readonly paymentStatuses: PaymentStatuses,
    private readonly views: ReadStore,
  ) {}

  @Get()
  @Answers('Lists the brand’s paid orders.', { 200: OrderPage })
  async list(@QueryParams(PageQuery) { limit, cursor }: PageQuery, @CurrentUser() user: SignedIn): Promise<OrderPage> {
    const find = { where: { paid_by: user.id }, sort: { field: 'paid_at', descending: true }, limit, cursor };
    return listPage(this.views, paidOrders.name, find, listedRow);
  }

  @Get(':id')
  @Answers('Returns an order.', { 200: Order })
  async one(@Param('id') id: string, @CurrentUser() user: SignedIn) {
    const { state, position } = await this.streams.load(order, id);
    if (state.status === 'none' || state.order.brand_id !== user.id) throw new Refused(notFound());
    return orderRow(state, await this.paymentStatuses.of(state), await position());
  }

  @Post(':id/checkout')
  @Refuses('not_continued', 'not_upgradable', ...paymentRefusals)
  @Answers('Says where to pay an order, no matter what is in the brand’s cart by now.', { 200: Checkout })
  async checkout(
    @Param('id') id: string,
    @QueryParams(PlacingQuery) { placing }: PlacingQuery,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    const payer = { orderId: id, brandId: user.id, placing };
    return { order_id: id, ...(await this.hosted.continuePayment(payer, metadata)) };
  }

  @Delete(':id/payment')
  @Refuses('payment_in_progress')
  @Answers('Cancels a payment that the brand abandoned on the gateway’s page.', { 200: Order })
  async cancel(@Param('id') id: string, @CurrentUser() user: SignedIn) {
    const { state, position } = await this.hosted.cancel(id, user.id);
    if (state.status === 'none') throw new Refused(notFound());
    return orderRow(state, await this.paymentStatuses.of(state), position);
  }

  @Post(':id/payment')
  @Refuses('not_continued', 'not_upgradable', 'payment_on_hosted_page', ...paymentRefusals)
  @Answers('Pays for an order by card.', { 200: Paid, 202: PaymentUnderWay })
  async pay(
    @Param('id') id: string,
    @Body(new FormPipe(PaymentForm)) { cardholderName, cardNumber, expiry, cvv }: PaymentForm,
    @QueryParams(PlacingQuery) { placing }: PlacingQuery,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
    @Res({ passthrough: true }) response: Response,
  ) {
    const card = { cardholderName, cardNumber, expiry, cvv };
    const { state, position } = await this.charges.pay({ orderId: id, brandId: user.id, placing }, card, metadata);
    switch (state.status) {
      case 'paid':
        response.status(200);
        return { status: 'paid' as const, license_ids: state.licenseIds, position };
      case 'paying':
        response.status(202);
        return { status: 'paying' as const };
      case 'placed':
        throw new Refused(paymentDeclined({ message: declinedMessage(state.lastFailure) }));
      case 'none':
        throw new Refused(notFound());
    }
  }
}
