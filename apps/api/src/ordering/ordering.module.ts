import { Module } from '@nestjs/common';
import { ChargeEffect } from './charge.effect.ts';
import { Deployment } from './deployment.ts';
import { OrdersController } from './orders.controller.ts';
import { PlaceOrderFacts } from './place-order.facts.ts';
import { SettleOpenPayments } from './settle-open-payments.effect.ts';
import { StoreIntegrationController } from './store-integration.controller.ts';

@Module({
  controllers: [StoreIntegrationController, OrdersController],
  providers: [Deployment, PlaceOrderFacts, ChargeEffect, SettleOpenPayments],
})
export class OrderingModule {}
