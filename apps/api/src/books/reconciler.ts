import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { differencesOf } from '@tessera/domain/books/differences';
import type { PaymentComparison, ComparisonWindow, CashMovement } from '@tessera/domain/books/differences';
import type { GatewayPayment } from '@tessera/domain/books/gateway-payments.view';
import { processorFee } from '@tessera/domain/books/processor-fee';
import { differencesMax, reconciliation } from '@tessera/domain/books/reconciliation';
import type { RecordReconciliation } from '@tessera/domain/books/reconciliation';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { Cents } from '@tessera/domain/money';
import { Gateway, OutcomeUnknown } from '../adapters/payments/port.ts';
import type { GatewayTransaction } from '../adapters/payments/port.ts';
import { Clock } from '../kernel/clock.ts';
import { Dispatch } from '../kernel/commands/dispatch.ts';
import { EventStore } from '../kernel/log/port.ts';
import { Projections } from '../kernel/projecting/projections.ts';
import { forEachConcurrently } from '../kernel/async/for-each-concurrently.ts';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** What happens at the gateway is in the log within this time, so both lists are read from that much earlier. */
const recordedWithinDays = 7;
const viewedMaxMs = 30_000;
const feesAtOnce = 16;
const ownCurrency = 'usd';

export interface ReconcileSpan {
  readonly days: number;
  readonly underWayMinutes: number;
}

interface Fee {
  readonly transaction_id: string;
  readonly fee_cents: Cents;
}

interface Sides extends PaymentComparison {
  readonly gateway: CashMovement[];
  readonly log: CashMovement[];
  readonly fees: Fee[];
  order_id: string | null;
  currency: string | null;
}

const moveOf = ({ kind, amountCents: cents, at }: GatewayTransaction): CashMovement => ({
  kind: kind === 'dispute_won' ? 'dispute' : kind,
  cents,
  at,
});

/** Collects the payments as both sides have them, by the gateway's id of the payment. */
class Payments {
  readonly all = new Map<string, Sides>();

  ofGateway(transaction: GatewayTransaction): void {
    const { id: transaction_id, payment, feeCents: fee_cents, currency } = transaction;
    const sides = this.sidesOf(payment);
    if (currency !== ownCurrency) sides.currency = currency;
    sides.gateway.push(moveOf(transaction));
    if (fee_cents !== 0) sides.fees.push({ transaction_id, fee_cents });
  }

  ofLog({ payment, order_id, moves, fees }: GatewayPayment): void {
    const sides = this.sidesOf(payment);
    sides.order_id = order_id;
    sides.log.push(...moves);
    const feesToPost = sides.fees.filter(({ transaction_id }) => !fees.includes(transaction_id));
    sides.fees.splice(0, sides.fees.length, ...feesToPost);
  }

  private sidesOf(payment: string): Sides {
    const known = this.all.get(payment);
    if (known) return known;
    const sides: Sides = { payment, order_id: null, gateway: [], log: [], fees: [], currency: null };
    this.all.set(payment, sides);
    return sides;
  }
}

/** Compares the gateway's own list with the log, posts the fees it reports, and records the result. */
@Injectable()
export class Reconciler {
  constructor(
    private readonly gateway: Gateway,
    private readonly events: EventStore,
    private readonly projections: Projections,
    private readonly views: ReadStore,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /** Always records a result, even if the gateway doesn't answer. */
  async reconcile({ days, underWayMinutes }: ReconcileSpan, metadata: EventMetadata): Promise<void> {
    const to = this.clock.now();
    const from = new Date(to.getTime() - days * dayMs);
    const until = new Date(to.getTime() - underWayMinutes * minuteMs).toISOString();
    const reconciliation_id = this.clock.newId();
    const { name: gateway } = this.gateway;
    const ids = { reconciliation_id, gateway, from: from.toISOString(), to: to.toISOString() };
    try {
      const done = await this.compare({ from: ids.from, until }, to, metadata);
      await this.record({ kind: 'record', ...ids, ...done }, metadata);
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error;
      const reason = 'The gateway didn’t answer, or its answer was incomplete. We’ll ask again later.';
      await this.record({ kind: 'fail', ...ids, reason }, metadata);
    }
  }

  private async compare(compared: ComparisonWindow, to: Date, metadata: EventMetadata) {
    const all = await this.bothSides(compared, to);
    const differences = all.flatMap((sides) => differencesOf(sides, compared));
    const fees = all.flatMap(({ order_id, currency, fees }) =>
      order_id === null || currency !== null ? [] : fees.map((fee) => ({ ...fee, order_id })),
    );
    await this.postFees(fees, metadata);
    return {
      payments: all.length,
      fees: fees.length,
      fee_cents: fees.reduce((total, { fee_cents }) => total + fee_cents, 0),
      difference_count: differences.length,
      differences: differences.slice(0, differencesMax),
    };
  }

  /** Reads the gateway's list first: what happens meanwhile is then only in the log, and counts as under way. */
  private async bothSides({ from }: ComparisonWindow, to: Date): Promise<readonly Sides[]> {
    const since = new Date(Date.parse(from) - recordedWithinDays * dayMs);
    const payments = new Payments();
    for await (const transaction of this.gateway.transactions(since, to)) payments.ofGateway(transaction);
    await this.projections.reached(await this.events.head(), viewedMaxMs);
    const query = {
      range: { field: 'moved_at', from: since.toISOString() },
      sort: { field: 'moved_at', descending: false },
    };
    for await (const { document } of everyDocument<GatewayPayment>(this.views, 'gateway-payments', query)) {
      if (document.gateway === this.gateway.name) payments.ofLog(this.since(since, document));
    }
    for (const { payment, order_id } of payments.all.values()) {
      if (order_id !== null) continue;
      const known = await this.known(payment);
      if (known) payments.ofLog(this.since(since, known));
    }
    return [...payments.all.values()];
  }

  private since(since: Date, payment: GatewayPayment): GatewayPayment {
    const from = since.toISOString();
    return { ...payment, moves: payment.moves.filter(({ at }) => at >= from) };
  }

  /** Finds a payment that the log has had no movement of for a long time. */
  private async known(payment: string): Promise<GatewayPayment | null> {
    const { items } = await this.views.find<GatewayPayment>('gateway-payments', {
      where: { payment },
      sort: { field: 'moved_at', descending: true },
      limit: 1,
    });
    return items[0]?.document ?? null;
  }

  private async postFees(fees: readonly (Fee & { readonly order_id: string })[], metadata: EventMetadata) {
    const { name: gateway } = this.gateway;
    await forEachConcurrently(fees, feesAtOnce, async (fee) => {
      const command = { kind: 'post-fee', gateway, ...fee } as const;
      await this.commands.execute(new Dispatch(processorFee, fee.order_id, command, metadata));
    });
  }

  private async record(command: RecordReconciliation, metadata: EventMetadata) {
    await this.commands.execute(new Dispatch(reconciliation, command.reconciliation_id, command, metadata));
  }
}
