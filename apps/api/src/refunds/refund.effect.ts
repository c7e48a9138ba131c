import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { refund } from '@tessera/domain/refunds/refund';
import type { RefundCommand, RefundStartedData, RefundState } from '@tessera/domain/refunds/refund';
import { refundAfterRenewal, refundElsewhere } from '@tessera/domain/refunds/refund-failures';
import type { Logger } from 'pino';
import { Gateway, OutcomeUnknown } from '../adapters/payments/port.ts';
import type { RefundOutcome } from '../adapters/payments/port.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import type { Dispatched } from '../kernel/commands/dispatch.ts';
import { EventStoreRefused, EventStoreUnavailable } from '../kernel/log/port.ts';
import { Refused } from '../kernel/refused.ts';
import { loggerToken } from '../kernel/tokens.ts';
import { RefundFacts } from './refund.facts.ts';
import { refundKeyOf } from './refund-key.ts';

interface RequestedRefund {
  /** Null for everything that is left of the price. */
  readonly amountCents: number | null;
  readonly reason: string;
}

type RefundResult = Pick<Dispatched<RefundState>, 'state' | 'position'>;

type SuccessorFirst = { readonly status: 'pending' } | Extract<RefundOutcome, { status: 'failed' }>;

const commandOf = (refund_number: number, outcome: Exclude<RefundOutcome, { status: 'pending' }>): RefundCommand =>
  outcome.status === 'refunded'
    ? { kind: 'complete', refund_number, reference: outcome.reference }
    : { kind: 'fail', refund_number, reason: outcome.reason };

/**
 * Gives money back. The start is recorded before the gateway is asked. So whatever is lost after that, the refund is
 * requested again under the same key, and the money goes back once.
 */
@Injectable()
export class RefundEffect {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly facts: RefundFacts,
    private readonly payments: Gateway,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** @throws Refused */
  async start(
    license: License,
    { amountCents, reason }: RequestedRefund,
    metadata: EventMetadata,
  ): Promise<RefundResult> {
    const { license_id, price_cents } = license;
    const facts = await this.facts.of(license);
    if (facts.gateway !== this.payments.name) throw new Refused(refundElsewhere());
    const { refunded_cents } = await this.streams.loadPublic(refund, license_id);
    const amount_cents = amountCents ?? price_cents - refunded_cents;
    const started = await this.run(license_id, { kind: 'start', amount_cents, reason, facts }, metadata);
    try {
      return (await this.settle(license_id, metadata)) ?? started;
    } catch (error) {
      // Refunded or not, it stays open. It is settled as soon as the log answers again.
      if (error instanceof EventStoreUnavailable || error instanceof EventStoreRefused) return started;
      throw error;
    }
  }

  /** Asks the gateway what became of a started refund, and records it. Null if none is open, or while nobody can say. */
  async settle(licenseId: string, metadata?: EventMetadata): Promise<RefundResult | null> {
    const { started, refunded_cents } = await this.streams.loadPublic(refund, licenseId);
    if (!started) return null;
    const isWhole = refunded_cents + started.amount_cents >= started.price_cents;
    const outcome = (isWhole && (await this.precededBySuccessor(licenseId))) || (await this.outcomeOf(started));
    if (!outcome || outcome.status === 'pending') return null;
    const recordedBy = metadata ?? { actor: 'system', correlation: started.order_id, causation: null };
    return this.run(licenseId, commandOf(started.refund_number, outcome), recordedBy);
  }

  /**
   * What a payment that would rule out this full refund means for it; null if there is none. The payment may have started
   * before the refund was recorded, and the refund was decided before it saw that: see `ChargeEffect.goneSince`.
   */
  private async precededBySuccessor(licenseId: string): Promise<SuccessorFirst | null> {
    switch (await this.facts.successorStatus(licenseId)) {
      case 'paying':
        return { status: 'pending' };
      case 'paid':
        return { status: 'failed', reason: refundAfterRenewal().message };
      default:
        return null;
    }
  }

  private async outcomeOf({ license_id, refund_number, amount_cents, gateway, payment }: RefundStartedData) {
    const key = refundKeyOf(license_id, refund_number);
    if (gateway !== this.payments.name) {
      this.logger.warn({ refund: key, gateway }, 'a refund is open at a gateway that is not connected anymore');
      return null;
    }
    try {
      return await this.payments.refund({ key, reference: payment, amountCents: amount_cents });
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error;
      this.logger.warn({ refund: key }, error.message);
      return null;
    }
  }

  private run(licenseId: string, command: RefundCommand, metadata: EventMetadata): Promise<RefundResult> {
    return this.commands.execute(new Dispatch(refund, licenseId, command, metadata));
  }
}
