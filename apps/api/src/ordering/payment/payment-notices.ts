import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { DisputeReport, RefundReport } from '../../adapters/payments/port.ts';
import { loggerToken } from '../../kernel/tokens.ts';

/**
 * Who hears what became of refunds and disputes at the gateway, as it stands there now: late, several times over, and
 * for payments that are none of this shop's too. So far they are logged and acknowledged, and change nothing here.
 */
@Injectable()
export class PaymentNotices {
  constructor(@Inject(loggerToken) private readonly logger: Logger) {}

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
