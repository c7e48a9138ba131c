import { Controller, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GatewayMessage, GatewayMessageReceived } from '@tessera/contract/orders';
import { invalidInput, notFound } from '@tessera/domain/failures';
import { Gateway, NoticeRefused, PaymentNotices } from '../../adapters/payments/port.ts';
import type { GatewayMessage as Notice, HostedGateway, PaymentGateway } from '../../adapters/payments/port.ts';
import { Answers, TakesHeader, TakesSigned } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import type { AppRequest } from '../../http/request.ts';
import { Refused } from '../../kernel/refused.ts';
import { HostedPaymentEffect } from './hosted-payment.effect.ts';

/** Receives Stripe's webhooks about payments, refunds and disputes. Only the signature, over the raw bytes, is trusted. */
@ApiTags('ordering')
@Controller('api/webhooks/stripe')
export class StripeWebhookController {
  constructor(
    private readonly hosted: HostedPaymentEffect,
    private readonly notices: PaymentNotices,
    @Inject(Gateway) private readonly payments: PaymentGateway,
  ) {}

  @Post()
  @TakesSigned(GatewayMessage)
  @TakesHeader('Stripe-Signature', 'Proves that Stripe sent these bytes.', { type: 'string', maxLength: 2_000 })
  @Refuses('not_found', 'payment_unavailable')
  @Answers('Receives a notice of a payment, a refund or a dispute from Stripe.', { 200: GatewayMessageReceived })
  async receive(@Req() request: AppRequest) {
    const { payments } = this;
    if (payments.takes === 'cards') throw new Refused(notFound());
    const notice = readNotice(payments, request);
    if (notice) await this.handle(notice, payments);
    return { received: true };
  }

  /** A notice may be outdated, so for refunds and disputes the gateway is asked for the current state. */
  private async handle(notice: Notice, payments: HostedGateway): Promise<void> {
    switch (notice.kind) {
      case 'payment':
        return this.hosted.receiveNotice(notice);
      case 'refund':
        return this.notices.refunded(notice.payment, await payments.refundsOf(notice.payment));
      case 'dispute':
        return this.notices.disputed(await payments.dispute(notice.id));
    }
  }
}

const readNotice = (payments: HostedGateway, request: AppRequest) => {
  const body: unknown = request.body;
  try {
    return payments.readNotice(Buffer.isBuffer(body) ? body : Buffer.alloc(0), request.get('stripe-signature') ?? '');
  } catch (error) {
    if (error instanceof NoticeRefused) {
      throw new Refused(invalidInput({ message: 'This message has no valid signature.' }));
    }
    throw error;
  }
};
