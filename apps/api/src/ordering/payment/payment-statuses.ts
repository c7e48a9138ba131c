import { Inject, Injectable } from '@nestjs/common';
import type { OrderState } from '@tessera/domain/ordering/order';
import type { Logger } from 'pino';
import { OutcomeUnknown, paymentsToken } from '../../adapters/payments/port.ts';
import type { HostedGateway, Payment, PaymentGateway } from '../../adapters/payments/port.ts';
import type { Config } from '../../config.ts';
import { configToken, loggerToken } from '../../kernel/tokens.ts';
import { gatewayPaymentOf } from './gateway-payment.ts';

/** Of a payment that has no outcome yet: its page still waits to be paid, or the gateway and the bank are at work. */
export type OpenPaymentStatus = 'open' | 'pending';

/** A payment is asked about no more often than this, however many pages poll its order. */
const cacheMs = 5_000;
/** Who reads an order is not kept waiting for the gateway. */
const waitMaxMs = 1_500;
const cachedMax = 1_000;

interface CachedStatus {
  readonly answer: Promise<OpenPaymentStatus | null>;
  /** On the clock of `performance.now()`. */
  cachedUntilMs: number;
}

/** Where payments under way stand at the gateway. It is asked, as no notice tells of a page that was left. */
@Injectable()
export class PaymentStatuses {
  /** By the payment's name at the gateway, those asked last at the end. */
  private readonly cached = new Map<string, CachedStatus>();

  constructor(
    @Inject(paymentsToken) private readonly payments: PaymentGateway,
    @Inject(configToken) private readonly config: Config,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Null where no payment is under way, or the gateway can't say at once. */
  async of(state: OrderState): Promise<OpenPaymentStatus | null> {
    const { payments } = this;
    if (state.status !== 'paying') return null;
    if (payments.takes === 'cards') return 'pending';
    const payment = gatewayPaymentOf(state, this.config.publicUrl);
    const known = this.cached.get(payment.key);
    const { answer } = known && performance.now() < known.cachedUntilMs ? known : this.ask(payment, payments);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, waitMaxMs, null);
    });
    return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
  }

  private ask(payment: Payment, gateway: HostedGateway): CachedStatus {
    const cached: CachedStatus = { answer: this.askGateway(payment, gateway), cachedUntilMs: Infinity };
    this.cached.delete(payment.key);
    this.cached.set(payment.key, cached);
    const [oldest] = this.cached.keys();
    if (this.cached.size > cachedMax && oldest !== undefined) this.cached.delete(oldest);
    void cached.answer.then((status) => {
      // What was handed to the bank never comes back to its page.
      if (status !== 'pending') cached.cachedUntilMs = performance.now() + cacheMs;
    });
    return cached;
  }

  /** Never rejects: an order is told even while its gateway is down. */
  private async askGateway(payment: Payment, gateway: HostedGateway): Promise<OpenPaymentStatus | null> {
    try {
      const { status } = await gateway.begin(payment, true);
      // Any other outcome is recorded by the notice that is on its way.
      return status === 'open' ? 'open' : 'pending';
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) {
        this.logger.error({ err: error, payment: payment.key }, 'the gateway did not say where a payment stands');
      }
      return null;
    }
  }
}
