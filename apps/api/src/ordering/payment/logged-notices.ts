import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PaymentNotices } from '../../adapters/payments/port.ts';
import type { DisputeReport, RefundReport } from '../../adapters/payments/port.ts';
import { loggerToken } from '../../kernel/tokens.ts';

/** Refunds and disputes are made and answered at the gateway by hand so far: what it tells of them is logged, no more. */
@Injectable()
export class LoggedNotices extends PaymentNotices {
  constructor(@Inject(loggerToken) private readonly logger: Logger) {
    super();
  }

  refunded(payment: string, refunds: readonly RefundReport[]): Promise<void> {
    const standing = refunds.map(({ id, status }) => ({ id, status }));
    this.logger.info({ payment, refunds: standing }, 'the gateway told of refunds');
    return Promise.resolve();
  }

  disputed({ id, payment, standing }: DisputeReport): Promise<void> {
    this.logger.info({ dispute: id, payment, standing }, 'the gateway told of a dispute');
    return Promise.resolve();
  }
}
