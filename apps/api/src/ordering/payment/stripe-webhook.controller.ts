import { Controller, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GatewayNotice, GatewayNoticeHeard } from '@tessera/contract/orders';
import { invalidInput, notFound } from '@tessera/domain/failures';
import { NoticeRefused, paymentsToken } from '../../adapters/payments/port.ts';
import type { PaymentGateway } from '../../adapters/payments/port.ts';
import { Answers, Takes } from '../../http/description/described.ts';
import type { AppRequest } from '../../http/request.ts';
import { Refused } from '../../kernel/refused.ts';
import { HostedPaymentEffect } from './hosted-payment.effect.ts';

/** What Stripe tells about payments, believed by its signature alone. Its body arrives as bytes. */
@ApiTags('ordering')
@Controller('api/webhooks/stripe')
export class StripeWebhookController {
  constructor(
    private readonly hosted: HostedPaymentEffect,
    @Inject(paymentsToken) private readonly payments: PaymentGateway,
  ) {}

  @Post()
  @Takes(GatewayNotice)
  @Answers('Hears of a payment from Stripe.', { 200: GatewayNoticeHeard })
  async receive(@Req() request: AppRequest) {
    const notice = this.read(request.body, request.get('stripe-signature') ?? '');
    if (notice) await this.hosted.receiveNotice(notice);
    return { received: true };
  }

  private read(body: unknown, signature: string) {
    if (this.payments.takes === 'cards') throw new Refused(notFound());
    try {
      return this.payments.readNotice(Buffer.isBuffer(body) ? body : Buffer.alloc(0), signature);
    } catch (error) {
      if (error instanceof NoticeRefused) {
        throw new Refused(invalidInput({ message: 'This message has no valid signature.' }));
      }
      throw error;
    }
  }
}
