import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { SuccessorOffer } from '@tessera/contract/licenses';
import { notFound } from '@tessera/domain/failures';
import { fold } from '@tessera/domain/kernel/decider';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { isFailure } from '@tessera/domain/kernel/failure';
import type { SuccessorKind } from '@tessera/domain/licensing/basis';
import { endOfTerm } from '@tessera/domain/licensing/term';
import { order } from '@tessera/domain/ordering/order';
import type { OrderState } from '@tessera/domain/ordering/order';
import { startOf } from '@tessera/domain/ordering/successor';
import type { Predecessor } from '@tessera/domain/ordering/successor';
import { Clock } from '../kernel/clock.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { paymentRefusals } from './payment/charge.effect.ts';
import { HostedPaymentEffect } from './payment/hosted-payment.effect.ts';
import { orderMetadata } from './order-metadata.ts';
import { orderIdOfSuccessor } from './order-ids.ts';
import { PlaceOrderFacts } from './place-order.facts.ts';

/** What `Successors` refuses with. */
export const successorRefusals = [
  ...paymentRefusals,
  'not_renewable',
  'not_upgradable',
  'not_continued',
  'already_renewed',
  'already_upgraded',
] as const;

/** Renewals and upgrades: orders of one line, whose price and dates depend on the license that they continue. */
@Injectable()
export class Successors {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly facts: PlaceOrderFacts,
    private readonly hosted: HostedPaymentEffect,
    private readonly clock: Clock,
  ) {}

  /** What would be due now: the same decision as for an order, but not recorded. */
  async offers(license: Predecessor): Promise<Readonly<Record<SuccessorKind, SuccessorOffer>>> {
    const { state } = await this.streams.load(order, orderIdOfSuccessor(license.license_id));
    const [renewal, upgrade] = await Promise.all([
      this.offer('renewal', license, state),
      this.offer('upgrade', license, state),
    ]);
    return { renewal, upgrade };
  }

  /** Places the order and says where to pay it. @throws Refused */
  async place(successor: SuccessorKind, license: Predecessor, metadata: EventMetadata) {
    const command = await this.command(successor, license);
    const { order_id } = command;
    // An open page of the gateway may still ask for an earlier price, or for the other kind of successor.
    await this.hosted.cancelOpenPage(order_id);
    const placed = await this.commands.execute(
      new Dispatch(order, order_id, command, orderMetadata(metadata, order_id)),
    );
    return { order_id, ...(await this.hosted.openCheckout(placed, metadata)) };
  }

  private async offer(successor: SuccessorKind, license: Predecessor, state: OrderState): Promise<SuccessorOffer> {
    const command = await this.command(successor, license);
    const decision = order.decide(command, state);
    if (isFailure(decision)) return { reason: decision.message };
    const placed = fold(order, decision, state);
    const [line] = placed.status === 'none' ? [] : placed.order.lines;
    if (placed.status === 'none' || !line) throw new Error(`Order ${command.order_id} was placed without a line`);
    const start_date = startOf(line.basis, command.at);
    const end_date = endOfTerm(line.license_type, start_date);
    return { price_cents: placed.order.total_cents, start_date, end_date };
  }

  private async command(successor: SuccessorKind, license: Predecessor) {
    const { brand_id, license_id, item } = license;
    const [brand_name, facts] = await Promise.all([this.facts.brandName(brand_id), this.facts.item(item.content_id)]);
    if (brand_name === null) throw new Refused(notFound());
    return {
      kind: 'place-successor',
      order_id: orderIdOfSuccessor(license_id),
      brand_id,
      brand_name,
      successor,
      license,
      facts: facts ?? undefined,
      at: this.clock.now().toISOString(),
    } as const;
  }
}
