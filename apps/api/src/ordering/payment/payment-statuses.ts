import { Inject, Injectable } from '@nestjs/common';
import type { OrderState } from '@tessera/domain/ordering/order';
import type { Logger } from 'pino';
import { Gateway, OutcomeUnknown } from '../../adapters/payments/port.ts';
import type { HostedGateway, Payment, PaymentGateway } from '../../adapters/payments/port.ts';
import type { Config } from '../../config.ts';
import { RecentMap } from '../../kernel/recent-map.ts';
import { configToken, loggerToken } from '../../kernel/tokens.ts';
import { gatewayPaymentOf } from './gateway-payment.ts';

/** A payment without an outcome: its page is still unpaid (`open`), or the gateway and the bank are processing it. */
export type OpenPaymentStatus = 'open' | 'pending';

/** The gateway is asked about a payment no more often than this, however many pages poll its order. */
const cacheMs = 5_000;
/** How long a request for an order waits for the gateway. */
const waitMaxMs = 1_500;
const cachedMax = 1_000;

interface CachedStatus {
  readonly answer: Promise<OpenPaymentStatus | null>;
  /** On the clock of `performance.now()`. */
  cachedUntilMs: number;
}

/** The status of payments under way. The gateway has to be asked, because no notice reports an abandoned page. */
@Injectable()
export class PaymentStatuses {
  /** By the key of the payment. */
  private readonly cached = new RecentMap<string, CachedStatus>(cachedMax);

  constructor(
    @Inject(Gateway) private readonly payments: PaymentGateway,
    @Inject(configToken) private readonly config: Config,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Null if no payment is under way, or the gateway doesn't answer quickly. */
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
    this.cached.set(payment.key, cached);
    void cached.answer.then((status) => {
      // A payment that the bank has never goes back to being unpaid.
      if (status !== 'pending') cached.cachedUntilMs = performance.now() + cacheMs;
    });
    return cached;
  }

  /** Never rejects: an order can be read even while its gateway is down. */
  private async askGateway(payment: Payment, gateway: HostedGateway): Promise<OpenPaymentStatus | null> {
    try {
      const { status } = await gateway.begin(payment, true);
      // A notice will arrive for any other outcome and record it.
      return status === 'open' ? 'open' : 'pending';
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) {
        this.logger.error({ err: error, payment: payment.key }, 'the gateway did not give the status of a payment');
      }
      return null;
    }
  }
}
