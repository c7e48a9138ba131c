import { Injectable } from '@nestjs/common';
import { notFound } from '@tessera/domain/failures';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { order } from '@tessera/domain/ordering/order';
import type { OrderState } from '@tessera/domain/ordering/order';
import type { RefundFacts as Facts } from '@tessera/domain/refunds/refund';
import { Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { orderIdOfSuccessor } from '../ordering/public.ts';

const continuingStatuses: readonly string[] = ['paying', 'paid'];
const heldStandings: readonly (string | undefined)[] = ['open', 'lost'];

/** What the server knows about a license that may be refunded, and about its payment. */
@Injectable()
export class RefundFacts {
  constructor(
    private readonly views: ReadStore,
    private readonly streams: Streams,
  ) {}

  /** @throws Refused if there is no such license */
  async license(id: string): Promise<License> {
    const stored = await this.views.get<License>('licenses', id);
    if (!stored) throw new Refused(notFound());
    return stored.document;
  }

  /** @throws Refused if its order isn't paid */
  async of(license: License): Promise<Facts> {
    const { license_id, order_id, brand_id, creator_id, price_cents, created_at: paid_at, dispute } = license;
    const [paid, successor] = await Promise.all([
      this.streams.loadPublic(order, order_id),
      this.successorStatus(license_id),
    ]);
    if (paid.status !== 'paid') throw new Refused(notFound());
    const { gateway, reference: payment } = paid.payment;
    return {
      ...{ license_id, order_id, brand_id, creator_id, price_cents, gateway, payment, paid_at },
      isContinued: continuingStatuses.includes(successor),
      isDisputed: heldStandings.includes(dispute?.standing),
    };
  }

  /** The status of the order that renews or upgrades a license. */
  async successorStatus(licenseId: string): Promise<OrderState['status']> {
    return (await this.streams.loadPublic(order, orderIdOfSuccessor(licenseId))).status;
  }
}
