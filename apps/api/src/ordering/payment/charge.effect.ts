import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { accountGone } from '@tessera/domain/accounts/access/identity-failures';
import { fold } from '@tessera/domain/kernel/decider';
import type { Decision } from '@tessera/domain/kernel/decider';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { isFailure } from '@tessera/domain/kernel/failure';
import type { Failure } from '@tessera/domain/kernel/failure';
import { termsInForce, termsVersions } from '@tessera/domain/licensing/agreements/terms';
import { order } from '@tessera/domain/ordering/order';
import {
  notContinued,
  orderTooLarge,
  paymentInProgress,
  paymentOnHostedPage,
} from '@tessera/domain/ordering/order-failures';
import { pricesChanged } from '@tessera/domain/ordering/prices';
import type { OrderCommand, OrderEvent, OrderState } from '@tessera/domain/ordering/order';
import type { Logger } from 'pino';
import { Clock } from '../../kernel/clock.ts';
import { Gateway, OutcomeUnknown } from '../../adapters/payments/port.ts';
import type { Card, ChargeOutcome, PaymentGateway } from '../../adapters/payments/port.ts';
import type { Config } from '../../config.ts';
import { Dispatch, Streams } from '../../kernel/commands/dispatch.ts';
import type { Dispatched } from '../../kernel/commands/dispatch.ts';
import { EventStoreRefused, EventStoreUnavailable } from '../../kernel/log/port.ts';
import { Refused } from '../../kernel/refused.ts';
import { configToken, loggerToken } from '../../kernel/tokens.ts';
import { orderMetadata } from '../order-metadata.ts';
import { attemptKeyOf, gatewayPaymentOf } from './gateway-payment.ts';
import type { Paying } from './gateway-payment.ts';
import { PlaceOrderFacts } from '../place-order.facts.ts';
import type { PeopleFacts } from '../place-order.facts.ts';

/** A placeholder for the gateway's name of a payment, as long as any can be. */
const longestReference = 'x'.repeat(255);

/** What the start of a payment, on the gateway's page or here, is refused with. */
export const paymentRefusals = [
  'order_changed',
  'order_too_large',
  'not_for_sale',
  'not_offered',
  'creator_missing',
  'payment_declined',
  'payment_in_progress',
  'payment_unavailable',
  'too_many_payment_attempts',
] as const;

/** Who pays which order. */
export interface Payer {
  readonly orderId: string;
  readonly brandId: string;
  /** Which version of the order the brand saw: how many times it had been placed, from 1. */
  readonly placing: number;
}

export type PaymentResult = Pick<Dispatched<OrderState>, 'state' | 'position'>;

/**
 * Charges an order and records the outcome. The start is recorded before the gateway is asked, and the outcome in one append
 * with everything it buys. So after a crash in between, the gateway can still tell what became of the payment.
 */
@Injectable()
export class ChargeEffect {
  /**
   * How many requests of this process are paying each order now. Its outcome is about to arrive, so nothing else may settle
   * the payment.
   */
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly facts: PlaceOrderFacts,
    @Inject(Gateway) private readonly payments: PaymentGateway,
    private readonly clock: Clock,
    @Inject(configToken) private readonly config: Config,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** An order that is already paid is answered as paid. @throws Refused if it isn't the brand's, or is being paid */
  async pay(payer: Payer, card: Card, metadata: EventMetadata): Promise<PaymentResult> {
    const { orderId } = payer;
    // Before the start is recorded: from then on, the work that settles open payments may see it.
    this.countUnderWay(orderId, 1);
    try {
      return await this.startAndCharge(payer, card, metadata);
    } finally {
      this.countUnderWay(orderId, -1);
    }
  }

  private countUnderWay(orderId: string, change: 1 | -1) {
    const paying = (this.underWay.get(orderId) ?? 0) + change;
    if (paying > 0) this.underWay.set(orderId, paying);
    else this.underWay.delete(orderId);
  }

  private async startAndCharge(payer: Payer, card: Card, metadata: EventMetadata): Promise<PaymentResult> {
    if (this.payments.takes !== 'cards') throw new Refused(paymentOnHostedPage());
    const started = await this.start(payer, metadata);
    if (started.state.status !== 'paying') return started;
    const paying = started.state;
    const people = await this.facts.people(paying.order.lines);
    try {
      const outcome = await this.payments.charge(gatewayPaymentOf(paying, this.config.publicUrl), card);
      return (await this.record(paying, people, outcome, metadata)) ?? started;
    } catch (error) {
      // Charged or not, the payment stays open. It is settled as soon as the gateway and the log answer again.
      if ([OutcomeUnknown, EventStoreUnavailable, EventStoreRefused].some((kind) => error instanceof kind))
        return started;
      throw error;
    }
  }

  /**
   * Records that a payment starts, and that the brand accepts the terms in force now: by ticking the form's box, or by
   * continuing to the gateway's page.
   * @throws Refused also if the order's prices had expired: then it has been placed again at today's prices; OutcomeUnknown
   */
  async start({ orderId, brandId, placing }: Payer, metadata: EventMetadata): Promise<PaymentResult> {
    const { state } = await this.streams.load(order, orderId);
    const start: OrderCommand = {
      kind: 'start-payment',
      brand_id: brandId,
      gateway: this.payments.name,
      terms_version: termsInForce().id,
      placing,
      facts: await this.facts.ofPayment(state.status === 'none' ? [] : state.order.lines),
      at: this.clock.now().toISOString(),
    };
    await this.refuseTooLarge(orderId, order.decide(start, state), state, metadata);
    const started = await this.run(orderId, start, metadata);
    const { state: begun } = started;
    if (begun.status === 'placed') throw new Refused(pricesChanged(begun.order.total_cents));
    const gone = begun.status === 'paying' ? await this.goneSince(begun) : null;
    if (begun.status !== 'paying' || !gone) return started;
    // Another request may have opened the gateway's page by now.
    const ended = await this.end(begun);
    if (ended?.state.status === 'paid') return ended;
    throw new Refused(ended ? gone : paymentInProgress());
  }

  /**
   * Why a payment that was started must not be charged. What it depends on is in other streams than the order, and may have
   * changed before the start was recorded. A full refund looks at the order in turn once it is recorded, so at least one of
   * the two sees the other: then the payment gives way, and the refund waits for what becomes of the payment.
   */
  async goneSince({ order: { brand_id, lines } }: Paying): Promise<Failure | null> {
    const basis = lines.find((line) => line.basis)?.basis;
    if (basis && (await this.facts.license(basis.license_id))?.refunded_at) return notContinued();
    return (await this.facts.isDeleted(brand_id)) ? accountGone() : null;
  }

  /**
   * A payment and everything it buys are recorded in one append, so that must fit before money is requested.
   * @throws Refused if it doesn't
   */
  private async refuseTooLarge(
    orderId: string,
    started: Decision<OrderEvent>,
    placed: OrderState,
    metadata: EventMetadata,
  ): Promise<void> {
    if (isFailure(started)) return;
    const paying = fold(order, started, placed);
    if (paying.status !== 'paying') return;
    const people = await this.facts.people(paying.order.lines);
    const bought = order.decide(this.captureOf(paying, people, longestReference, true), paying);
    if (!isFailure(bought) && !(await this.streams.fit(bought, orderMetadata(metadata, orderId))))
      throw new Refused(orderTooLarge());
  }

  /**
   * Asks the gateway what became of a started payment, and records it. Returns null while nobody can say.
   * @param page the gateway's page, if a notice named it
   */
  async settle(orderId: string, page?: string): Promise<PaymentResult | null> {
    if (this.underWay.has(orderId)) return null;
    const { state, position } = await this.streams.load(order, orderId);
    if (state.status !== 'paying') return { state, position: await position() };
    try {
      return await this.end(state, page);
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error;
      if (this.payments.takes !== 'cards') this.logger.warn({ order: orderId }, error.message);
      return null;
    }
  }

  /** Ends a payment without money, unless the money has come: then it is recorded. @throws OutcomeUnknown */
  private async end(paying: Paying, page?: string): Promise<PaymentResult | null> {
    return this.finish(paying, await this.payments.settle(gatewayPaymentOf(paying, this.config.publicUrl), page));
  }

  /** Records an outcome that arrived outside a brand's request. Returns null if the amount isn't what the order costs. */
  async finish(paying: Paying, outcome: ChargeOutcome): Promise<PaymentResult | null> {
    const metadata = { actor: 'system', correlation: paying.order.order_id, causation: null };
    return this.record(paying, await this.facts.people(paying.order.lines), outcome, metadata);
  }

  private async record(
    paying: Paying,
    people: PeopleFacts,
    outcome: ChargeOutcome,
    metadata: EventMetadata,
  ): Promise<PaymentResult | null> {
    const { order: placed, attempts: attempt } = paying;
    const orderId = placed.order_id;
    if (outcome.status === 'declined') {
      const { reason, detail } = outcome;
      if (detail !== undefined)
        this.logger.error({ payment: attemptKeyOf(paying), detail }, 'the gateway refused a payment');
      return this.run(orderId, { kind: 'fail-payment', attempt, reason }, metadata);
    }
    const { reference, amountCents, currency } = outcome;
    if (amountCents !== placed.total_cents || currency !== 'usd') {
      const difference = {
        due: placed.total_cents,
        paid: amountCents,
        currency,
        reference,
        payment: attemptKeyOf(paying),
      };
      this.logger.error(difference, 'a payment is not what its order costs; it was not captured, see the runbook');
      return null;
    }
    const isBrandGone = await this.facts.isDeleted(placed.brand_id);
    return this.run(orderId, this.captureOf(paying, people, reference, isBrandGone), metadata);
  }

  private captureOf(
    { order: { lines }, attempts: attempt }: Paying,
    people: PeopleFacts,
    reference: string,
    isBrandGone: boolean,
  ): OrderCommand {
    return {
      kind: 'capture-payment',
      attempt,
      gateway: this.payments.name,
      reference,
      terms: termsVersions,
      paidAt: this.clock.now().toISOString(),
      licenseIds: lines.map(() => this.clock.newId()),
      isBrandGone,
      ...people,
    };
  }

  private run(orderId: string, command: OrderCommand, metadata: EventMetadata) {
    return this.commands.execute(new Dispatch(order, orderId, command, orderMetadata(metadata, orderId)));
  }
}
