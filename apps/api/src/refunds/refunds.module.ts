import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { PaymentNotices } from '../adapters/payments/port.ts';
import { BillingModule } from '../billing/public.ts';
import { PrintingModule } from '../printing/printing.module.ts';
import { AdminDisputesController } from './admin-disputes.controller.ts';
import { AdminRefundsController } from './admin-refunds.controller.ts';
import { PollGateway } from './poll-gateway.effect.ts';
import { EvidenceController } from './evidence.controller.ts';
import { Evidence } from './evidence.ts';
import { GatewayReports } from './gateway-reports.ts';
import { LicenseLog } from './license-log.ts';
import { LicenseRefundsController } from './license-refunds.controller.ts';
import { RefundEffect } from './refund.effect.ts';
import { RefundFacts } from './refund.facts.ts';
import { SettleOpenRefunds } from './settle-open-refunds.effect.ts';

/** Global for the sake of `PaymentNotices`: the receiver of a notice knows only the port. */
@Global()
@Module({
  imports: [BillingModule, CqrsModule, PrintingModule],
  controllers: [LicenseRefundsController, AdminRefundsController, AdminDisputesController, EvidenceController],
  providers: [
    PollGateway,
    Evidence,
    LicenseLog,
    RefundEffect,
    RefundFacts,
    SettleOpenRefunds,
    { provide: PaymentNotices, useClass: GatewayReports },
  ],
  exports: [PaymentNotices],
})
export class RefundsModule {}
