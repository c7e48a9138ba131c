import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { sum } from '@tessera/domain/money';
import { order } from '@tessera/domain/ordering/order';
import type { OrderState } from '@tessera/domain/ordering/order';
import { lineTotal } from '@tessera/domain/ordering/order-line';
import { dispute } from '@tessera/domain/refunds/dispute';
import type { DisputedLicense } from '@tessera/domain/refunds/dispute';
import type { Dispute } from '@tessera/domain/refunds/disputes.view';
import { paymentKey } from '@tessera/domain/refunds/payments.view';
import type { PaidOrder } from '@tessera/domain/refunds/payments.view';
import { refund } from '@tessera/domain/refunds/refund';
import type { RefundCommand, RefundState } from '@tessera/domain/refunds/refund';
import { allocate } from '@tessera/domain/refunds/allocate';
import type { Logger } from 'pino';
import { Gateway, PaymentNotices } from '../adapters/payments/port.ts';
import type { DisputeReport, RefundReport } from '../adapters/payments/port.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { loggerToken } from '../kernel/tokens.ts';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { refundOfKey } from './refund-key.ts';

type Paid = Extract<OrderState, { status: 'paid' }>;

interface PaidLicense {
  readonly license_id: string;
  readonly creator_id: string;
  readonly price_cents: number;
  readonly state: RefundState;
}

const noReason = 'The gateway gave no reason';

const idsOf = ({ order: { order_id, brand_id }, payment: { gateway } }: Paid) => ({ order_id, brand_id, gateway });

/** Splits a disputed amount among the licenses. Anything the bank takes beyond their prices falls to the first. */
const splitDispute = (amountCents: number, licenses: readonly PaidLicense[]): readonly DisputedLicense[] => {
  const left = licenses.map(({ price_cents, state }) => price_cents - state.refunded_cents);
  const parts = allocate(amountCents, left);
  const beyond = amountCents - sum(parts);
  return licenses.flatMap(({ license_id, creator_id }, index) => {
    const amount_cents = (parts[index] ?? 0) + (index === 0 ? beyond : 0);
    return amount_cents > 0 ? [{ license_id, creator_id, amount_cents }] : [];
  });
};

/**
 * Records what the gateway reports about refunds and disputes. The result is the same whatever order the reports come in,
 * however often, and on whatever nodes at once: each license's own stream decides what it takes of a refund. Refunds of a
 * payment are recorded before a dispute about the rest of it is opened, and the outcome of a dispute before a refund that
 * it had held up.
 */
@Injectable()
export class GatewayReports extends PaymentNotices {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly views: ReadStore,
    private readonly payments: Gateway,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {
    super();
  }

  override async refunded(payment: string, refunds: readonly RefundReport[]): Promise<void> {
    const paid = await this.orderOf(payment);
    if (!paid) return;
    await this.askAboutOpen(paid);
    await this.recordAll(paid, refunds);
  }

  override async disputed(report: DisputeReport): Promise<void> {
    const { payment } = report;
    const paid = await this.orderOf(payment);
    if (!paid) return;
    const known = await this.streams.loadPublic(dispute, report.id);
    if (known.status === 'none' || known.status === 'warning')
      await this.recordAll(paid, await this.payments.refundsOf(payment));
    await this.report(paid, report);
  }

  /** Null for a payment that isn't ours, or isn't recorded yet: the gateway is polled for whatever is missed. */
  private async orderOf(payment: string): Promise<Paid | null> {
    const stored = await this.views.get<PaidOrder>('payments', paymentKey(this.payments.name, payment));
    if (!stored) return null;
    const state = await this.streams.loadPublic(order, stored.document.order_id);
    return state.status === 'paid' ? state : null;
  }

  private async licensesOf({ order: { lines }, licenseIds }: Paid): Promise<readonly PaidLicense[]> {
    return Promise.all(
      lines.flatMap((line, index) => {
        const license_id = licenseIds[index];
        return license_id === undefined ? [] : [this.licenseOf(license_id, line.creator_id, lineTotal(line))];
      }),
    );
  }

  private async licenseOf(license_id: string, creator_id: string, price_cents: number): Promise<PaidLicense> {
    return { license_id, creator_id, price_cents, state: await this.streams.loadPublic(refund, license_id) };
  }

  private async recordAll(paid: Paid, refunds: readonly RefundReport[]) {
    for (const report of refunds) {
      const own = refundOfKey(report.key);
      if (own) await this.settle(paid, own, report);
      else if (report.status === 'refunded') await this.record(paid, report);
      else if (report.status === 'failed') await this.takeReturned(paid, report);
    }
  }

  private async settle(paid: Paid, own: NonNullable<ReturnType<typeof refundOfKey>>, report: RefundReport) {
    const { licenseId, refundNumber: refund_number } = own;
    if (report.status === 'pending' || !paid.licenseIds.includes(licenseId)) return;
    const { started } = await this.streams.loadPublic(refund, licenseId);
    if (started?.refund_number === refund_number) {
      const command: RefundCommand =
        report.status === 'refunded'
          ? { kind: 'complete', refund_number, reference: report.id }
          : { kind: 'fail', refund_number, reason: report.reason ?? noReason };
      await this.run(licenseId, command, paid);
    } else if (report.status === 'failed') await this.takeReturned(paid, report);
  }

  /** A refund that was recorded as made: the brand is still owed its money. */
  private async takeReturned(paid: Paid, { id: reference, reason }: RefundReport) {
    const { order_id, brand_id, gateway } = idsOf(paid);
    for (const { license_id, state } of await this.licensesOf(paid)) {
      if (!Object.hasOwn(state.recorded, reference) || state.returned.includes(reference)) continue;
      const facts = { license_id, order_id, brand_id };
      const told = { reference, gateway, reason: reason ?? noReason };
      await this.run(license_id, { kind: 'report-returned', facts, ...told }, paid);
      this.logger.error({ refund: reference, license: license_id }, 'a bank returned a refund that was made');
    }
  }

  /**
   * Spreads a refund over the licenses, in the order of their lines, until it is used up. Repeating this after a crash gives
   * the same result.
   */
  private async record(paid: Paid, { id: reference, amountCents }: RefundReport) {
    const licenses = await this.licensesOf(paid);
    let rest = amountCents - sum(licenses.map(({ state }) => state.recorded[reference] ?? 0));
    for (const { license_id, creator_id, price_cents, state } of licenses) {
      if (rest <= 0) return;
      if (Object.hasOwn(state.recorded, reference)) continue;
      const facts = { license_id, creator_id, price_cents, ...idsOf(paid) };
      const command: RefundCommand = { kind: 'record', up_to_cents: rest, reference, facts };
      const { state: after } = await this.run(license_id, command, paid);
      rest -= after.recorded[reference] ?? 0;
    }
    if (rest > 0) this.logger.warn({ reference, left: rest }, 'a refund is more than what was left of the price');
  }

  private async askAboutOpen(paid: Paid) {
    const where = { order_id: paid.order.order_id };
    const sort = { field: 'opened_at', descending: false };
    for await (const { document } of everyDocument<Dispute>(this.views, 'disputes', { where, sort }))
      if (document.standing === 'open') await this.report(paid, await this.payments.dispute(document.dispute_id));
  }

  private async report(paid: Paid, report: DisputeReport) {
    const { id: dispute_id, standing, amountCents: amount_cents, reason, evidenceDueAt: evidence_due_at } = report;
    const licenses = splitDispute(amount_cents, await this.licensesOf(paid));
    const told = { dispute_id, standing, amount_cents, reason, evidence_due_at, licenses, ...idsOf(paid) };
    await this.commands.execute(new Dispatch(dispute, dispute_id, { kind: 'report', ...told }, asSystem(paid)));
  }

  private run(licenseId: string, command: RefundCommand, paid: Paid) {
    return this.commands.execute(new Dispatch(refund, licenseId, command, asSystem(paid)));
  }
}

const asSystem = ({ order: { order_id } }: Paid) => ({ actor: 'system', correlation: order_id, causation: null });
