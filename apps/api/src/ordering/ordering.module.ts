import { Module } from '@nestjs/common';
import { CartController } from './cart/cart.controller.ts';
import { ChargeEffect } from './payment/charge.effect.ts';
import { Deployment } from './deployment.ts';
import { HostedPaymentEffect } from './payment/hosted-payment.effect.ts';
import { OrdersController } from './orders.controller.ts';
import { PaymentStatuses } from './payment/payment-statuses.ts';
import { PlaceOrderFacts } from './place-order.facts.ts';
import { SettleOpenPayments } from './payment/settle-open-payments.effect.ts';
import { StoreIntegrationController } from './store-integration.controller.ts';
import { SuccessorsController } from './successors.controller.ts';
import { Successors } from './successors.ts';
import { StripeWebhookController } from './payment/stripe-webhook.controller.ts';

@Module({
  controllers: [
    CartController,
    StoreIntegrationController,
    OrdersController,
    SuccessorsController,
    StripeWebhookController,
  ],
  providers: [
    Deployment,
    PlaceOrderFacts,
    ChargeEffect,
    HostedPaymentEffect,
    PaymentStatuses,
    Successors,
    SettleOpenPayments,
  ],
})
export class OrderingModule {}
