import { Injectable } from '@nestjs/common';
import { creatorLedger } from '@tessera/domain/earnings/ledger/creator-ledger.view';
import { emptyAccount, isAnythingOwed } from '@tessera/domain/earnings/ledger/creator-account';
import type { CreatorAccount } from '@tessera/domain/earnings/ledger/creator-account';
import { dayOf } from '@tessera/domain/ledger';
import { openPayments } from '@tessera/domain/ordering/open-payments.view';
import type { OpenPayment } from '@tessera/domain/ordering/open-payments.view';
import { order } from '@tessera/domain/ordering/order';
import { payout } from '@tessera/domain/payouts/payout';
import { payouts } from '@tessera/domain/payouts/payouts.view';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { Clock } from '../../kernel/clock.ts';
import { Streams } from '../../kernel/commands/dispatch.ts';
import { everyDocument } from '../../kernel/views/every-document.ts';
import { ReadStore } from '../../kernel/views/port.ts';

const oldestFirst = { sort: { field: 'started_at', descending: false } } as const;

/** Tells whether somebody who deleted their account may still be paid. */
@Injectable()
export class OutstandingPayouts {
  constructor(
    private readonly views: ReadStore,
    private readonly streams: Streams,
    private readonly clock: Clock,
  ) {}

  /**
   * Expects views that are up to date. Once a bank has returned a payout, nobody can correct the details anymore.
   * @param leftAt when the account left its payout details: ISO 8601
   */
  async mayStillBePaid(creatorId: string, leftAt: string): Promise<boolean> {
    return !(await this.wasReturned(creatorId, leftAt)) && this.isOwed(creatorId);
  }

  /** The creators whose items somebody is paying for right now. */
  async creatorsBeingSold(): Promise<ReadonlySet<string>> {
    const creators = new Set<string>();
    for await (const { document } of everyDocument<OpenPayment>(this.views, openPayments.name, oldestFirst)) {
      const state = await this.streams.loadPublic(order, document.order_id);
      if (state.status === 'none') continue;
      for (const { creator_id } of state.order.lines) creators.add(creator_id);
    }
    return creators;
  }

  private async wasReturned(creatorId: string, leftAt: string) {
    const { freed } = await this.streams.loadPublic(payout, creatorId);
    const found = await this.views.load(payouts.name, freed);
    return [...found.values()].some(({ document }) => {
      const { returned } = (document as Payout).times;
      return returned !== undefined && returned > leftAt;
    });
  }

  private async isOwed(creatorId: string) {
    const stored = await this.views.get<CreatorAccount>(creatorLedger.name, creatorId);
    return isAnythingOwed(stored?.document ?? emptyAccount(creatorId), dayOf(this.clock.now().toISOString()));
  }
}
