import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { order } from '@tessera/domain/ordering/order';
import { orderChanged, paymentDeclined, paymentInProgress } from '@tessera/domain/ordering/order-failures';
import { unavailability } from '@tessera/domain/ordering/prices';
import type { Logger } from 'pino';
import { Gateway } from '../../adapters/payments/port.ts';
import type { PaymentGateway, PaymentNotice } from '../../adapters/payments/port.ts';
import type { Config } from '../../config.ts';
import { Streams } from '../../kernel/commands/dispatch.ts';
import { Refused } from '../../kernel/refused.ts';
import { configToken, loggerToken } from '../../kernel/tokens.ts';
import { ChargeEffect } from './charge.effect.ts';
import type { PaymentResult, Payer } from './charge.effect.ts';
import { readAttemptKey, checkoutPath, gatewayPaymentOf } from './gateway-payment.ts';
import { PlaceOrderFacts } from '../place-order.facts.ts';

export interface CheckoutPage {
  /** A path of this origin, or the https address of the gateway's page. */
  readonly checkoutUrl: string;
  readonly position: number;
}

/** Payments on the gateway's own page: opens the page, takes the gateway's notices, and cancels. */
@Injectable()
export class HostedPaymentEffect {
  constructor(
    private readonly charges: ChargeEffect,
    private readonly streams: Streams,
    private readonly facts: PlaceOrderFacts,
    @Inject(Gateway) private readonly payments: PaymentGateway,
    @Inject(configToken) private readonly config: Config,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /**
   * Says where to pay a placed order. While a payment is under way, that is its page again; after one that ended without
   * money, it is the page of a new payment.
   * @throws Refused, OutcomeUnknown
   */
  async openCheckout(
    { state: placed, position: placedAt }: PaymentResult,
    metadata: EventMetadata,
  ): Promise<CheckoutPage> {
    if (placed.status === 'none') throw new Refused(notFound());
    const orderId = placed.order.order_id;
    const payer = { orderId, brandId: placed.order.brand_id, placing: placed.placing };
    const checkoutUrl = checkoutPath(orderId);
    if (this.payments.takes === 'cards') return { checkoutUrl, position: placedAt };
    for (;;) {
      const { state, position, isResumed } = await this.startOrResume(payer, metadata);
      if (state.status !== 'paying') return { checkoutUrl, position };
      const outcome = await this.payments.begin(gatewayPaymentOf(state, this.config.publicUrl), isResumed);
      if (outcome.status === 'open') return { checkoutUrl: outcome.url, position };
      if (outcome.status === 'pending') return { checkoutUrl, position };
      const finished = await this.charges.finish(state, outcome);
      if (outcome.status === 'approved') return { checkoutUrl, position: finished?.position ?? position };
      // The next attempt would be refused for the same reason.
      if (!isResumed) throw new Refused(paymentDeclined({ message: `${outcome.reason}. Nothing was charged.` }));
    }
  }

  /**
   * Says where to continue with an order that was placed earlier; for a paid order, that is the page with its outcome.
   * @throws Refused if the order isn't the brand's, or has changed since the brand saw it; OutcomeUnknown
   */
  async continuePayment({ orderId, brandId, placing }: Payer, metadata: EventMetadata): Promise<CheckoutPage> {
    const { state, position } = await this.streams.load(order, orderId);
    if (state.status === 'none' || state.order.brand_id !== brandId) throw new Refused(notFound());
    if (state.status === 'paid') return { checkoutUrl: checkoutPath(orderId), position: await position() };
    if (state.placing !== placing) throw new Refused(orderChanged());
    return this.openCheckout({ state, position: await position() }, metadata);
  }

  /** Takes the gateway's notices, which may arrive in any order and more than once. */
  async receiveNotice({ key, page, paid }: PaymentNotice): Promise<void> {
    const attempt = readAttemptKey(key);
    if (!attempt) return;
    const { state } = await this.streams.load(order, attempt.orderId);
    if (state.status === 'none') return;
    const isLatest = state.attempts === attempt.attempt;
    if (state.status === 'paying' && isLatest) {
      await (paid ? this.charges.finish(state, paid) : this.charges.settle(attempt.orderId, page));
    } else if (paid && !(state.status === 'paid' && isLatest)) {
      const { reference } = paid;
      this.logger.error({ payment: key, reference }, 'money came for a payment that had ended; see the runbook');
    }
  }

  /**
   * Cancels a payment that the brand abandoned, so that nobody can pay it anymore. If it went through meanwhile, it counts.
   * @throws Refused
   */
  async cancel(orderId: string, brandId: string): Promise<PaymentResult> {
    const { state, position } = await this.streams.load(order, orderId);
    if (state.status === 'none' || state.order.brand_id !== brandId) throw new Refused(notFound());
    if (state.status === 'paying' && this.payments.takes === 'cards') throw new Refused(paymentInProgress());
    const settled = await this.charges.settle(orderId);
    return settled ?? { state, position: await position() };
  }

  /** Closes a page that still takes a payment, so that its order can be placed again. The shop's own card form has none. */
  async cancelOpenPage(orderId: string): Promise<void> {
    if (this.payments.takes !== 'cards') await this.charges.settle(orderId);
  }

  private async startOrResume(payer: Payer, metadata: EventMetadata) {
    try {
      return { ...(await this.charges.start(payer, metadata)), isResumed: false };
    } catch (error) {
      if (!(error instanceof Refused) || error.failure.failure !== paymentInProgress().failure) throw error;
      const { state, position } = await this.streams.load(order, payer.orderId);
      const underWay = { state, position: await position() };
      return { ...((await this.endIfGone(underWay)) ?? underWay), isResumed: true };
    }
  }

  /**
   * Ends a payment for an item that was withdrawn since it started, or for a license that was refunded. Null if the payment
   * may continue. @throws Refused
   */
  private async endIfGone({ state }: PaymentResult): Promise<PaymentResult | null> {
    if (state.status !== 'paying') return null;
    const { items } = await this.facts.ofPayment(state.order.lines);
    const gone = unavailability(state.order.lines, items) ?? (await this.charges.goneSince(state));
    if (!gone) return null;
    const ended = await this.charges.settle(state.order.order_id);
    if (!ended) throw new Refused(paymentInProgress());
    if (ended.state.status !== 'paid') throw new Refused(gone);
    return ended;
  }
}
