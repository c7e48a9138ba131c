import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '@tessera/domain/accounts/account';
import { creatorNameOf } from '@tessera/domain/accounts/profile';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { termsVersion } from '@tessera/domain/licensing/agreement';
import { order } from '@tessera/domain/ordering/order';
import type { OrderCommand, OrderState } from '@tessera/domain/ordering/order';
import type { Clock } from '../adapters/clock.ts';
import { OutcomeUnknown } from '../adapters/payments/port.ts';
import type { Card, ChargeOutcome, PaymentGateway } from '../adapters/payments/port.ts';
import { Dispatch, Streams } from '../kernel/dispatch.ts';
import { EventStoreUnavailable } from '../kernel/event-store/port.ts';
import { clockToken, paymentsToken } from '../kernel/tokens.ts';
import { ofOrder } from './of-order.ts';

export interface Paid {
  readonly state: OrderState;
  readonly position: number;
}

type Paying = Extract<OrderState, { status: 'paying' }>;

const keyOf = ({ order: { order_id }, attempts }: Paying) => `${order_id}:${attempts}`;

/**
 * Charges an order and records what came of it. The start is recorded before the gateway is asked, and the outcome
 * together with all it buys in one append, so that a crash in between leaves a question that the gateway can answer.
 */
@Injectable()
export class ChargeEffect {
  /**
   * How many requests of this process are paying an order now: its outcome is on its way and must not be settled from
   * outside.
   */
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    @Inject(paymentsToken) private readonly payments: PaymentGateway,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  /** @throws Refused when the order can't be paid (not the brand's, a payment under way); a paid one is answered as paid. */
  async pay(orderId: string, brandId: string, card: Card, metadata: EventMetadata): Promise<Paid> {
    // From before the start is recorded: as soon as it is, a settling timer may see it.
    this.count(orderId, 1);
    try {
      return await this.startAndCharge(orderId, brandId, card, metadata);
    } finally {
      this.count(orderId, -1);
    }
  }

  private count(orderId: string, change: 1 | -1) {
    const paying = (this.underWay.get(orderId) ?? 0) + change;
    if (paying > 0) this.underWay.set(orderId, paying);
    else this.underWay.delete(orderId);
  }

  private async startAndCharge(orderId: string, brandId: string, card: Card, metadata: EventMetadata): Promise<Paid> {
    const start = { kind: 'start-payment', brand_id: brandId, gateway: this.payments.name } as const;
    const started = await this.run(orderId, start, metadata);
    if (started.state.status !== 'paying') return started;
    const paying = started.state;
    const names = await this.creatorNames(paying);
    try {
      const charge = { key: keyOf(paying), amountCents: paying.order.total_cents, card };
      return await this.record(paying, names, await this.payments.charge(charge), metadata);
    } catch (error) {
      // Charged or not, the order stays open: it is settled as soon as the gateway and the log answer again.
      if (error instanceof OutcomeUnknown || error instanceof EventStoreUnavailable) return started;
      throw error;
    }
  }

  /** Asks the gateway what became of a started payment; answers null while nobody can say. */
  async settle(orderId: string): Promise<Paid | null> {
    if (this.underWay.has(orderId)) return null;
    const { state, position } = await this.streams.load(order, orderId);
    if (state.status !== 'paying') return { state, position: await position() };
    const names = await this.creatorNames(state);
    try {
      const metadata = { actor: 'system', correlation: orderId, causation: null };
      return await this.record(state, names, await this.payments.settle(keyOf(state)), metadata);
    } catch (error) {
      if (error instanceof OutcomeUnknown) return null;
      throw error;
    }
  }

  /** Found before the money is asked for: it takes the keys of personal data, and nothing may be missing after it. */
  private async creatorNames({ order: { lines } }: Paying): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    for (const creatorId of new Set(lines.map((line) => line.creator_id))) {
      const { state } = await this.streams.load(account, creatorId);
      names.set(creatorId, creatorNameOf(state));
    }
    return names;
  }

  private record(
    { order: placed, attempts: attempt }: Paying,
    creatorNames: ReadonlyMap<string, string>,
    outcome: ChargeOutcome,
    metadata: EventMetadata,
  ) {
    const orderId = placed.order_id;
    if (outcome.status === 'declined') {
      return this.run(orderId, { kind: 'fail-payment', attempt, reason: outcome.reason }, metadata);
    }
    const capture: OrderCommand = {
      kind: 'capture-payment',
      attempt,
      gateway: this.payments.name,
      reference: outcome.reference,
      terms_version: termsVersion.id,
      paidAt: this.clock.now().toISOString(),
      licenseIds: placed.lines.map(() => this.clock.newId()),
      creatorNames,
    };
    return this.run(orderId, capture, metadata);
  }

  private run(orderId: string, command: OrderCommand, metadata: EventMetadata) {
    return this.commands.execute(new Dispatch(order, orderId, command, ofOrder(metadata, orderId)));
  }
}
