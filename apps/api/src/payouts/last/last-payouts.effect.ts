import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import { creatorLedger, emptyAccount, isAnythingOwed } from '@tessera/domain/earnings/creator-ledger.view';
import type { CreatorAccount } from '@tessera/domain/earnings/creator-ledger.view';
import { dayOf } from '@tessera/domain/ledger';
import { payout } from '@tessera/domain/payouts/payout';
import { payouts } from '@tessera/domain/payouts/payouts.view';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import type { Logger } from 'pino';
import { Clock } from '../../kernel/clock.ts';
import { Streams } from '../../kernel/commands/dispatch.ts';
import { EventStore } from '../../kernel/log/port.ts';
import { Projections } from '../../kernel/projecting/projections.ts';
import { loggerToken } from '../../kernel/tokens.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { SoleWork } from '../../kernel/work/sole-work.ts';
import { KnownDetails } from '../known-details.ts';
import { LeftPayoutDetails } from './left-details.ts';

const viewsWaitMaxMs = 2_000;
/** An account whose deletion is under way is open for a moment after its details were kept. */
const deletionMaxMs = 60_000;

/**
 * Keeps what the last payouts of deleted accounts need, until they are paid or a bank has returned one: then nobody can
 * put the details right, and they are destroyed. One that failed on its way is tried again by the next run.
 */
@Injectable()
export class LastPayouts implements OnApplicationBootstrap {
  constructor(
    private readonly left: LeftPayoutDetails,
    private readonly details: KnownDetails,
    private readonly work: SoleWork,
    private readonly streams: Streams,
    private readonly events: EventStore,
    private readonly projections: Projections,
    private readonly views: ReadStore,
    private readonly clock: Clock,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.work.start({ name: 'last payouts of deleted accounts', round: ({ signal }) => this.destroyDone(signal) });
  }

  /** While the account is still open: keeps what is needed to pay what is owed, or may be. */
  async keepFor(creatorId: string): Promise<void> {
    const { state } = await this.streams.load(account, creatorId);
    if (state.status !== 'open' || state.role !== 'creator') return;
    const known = await this.details.of(creatorId);
    if (!known) return;
    // Where the ledger hasn't come to the latest sale, it is looked at again once it has.
    const isKnown = await this.projections.reached(await this.events.head(), viewsWaitMaxMs);
    if (isKnown && !(await this.isOwed(creatorId))) return;
    const { method, payout: where, changed_at } = known;
    await this.left.keep(creatorId, { name: state.details.name, method, payout: where, changed_at });
  }

  private async destroyDone(signal: AbortSignal) {
    const all = await this.left.all();
    if (all.length === 0 || !(await this.projections.reached(await this.events.head(), viewsWaitMaxMs))) return;
    for (const { creatorId, leftAt } of all) {
      if (signal.aborted) return;
      if (await this.isOpen(creatorId)) {
        if (this.clock.now().getTime() > Date.parse(leftAt) + deletionMaxMs) await this.left.drop(creatorId);
        continue;
      }
      if ((await this.isOwed(creatorId)) && !(await this.cameBack(creatorId, leftAt))) continue;
      await this.left.destroy(creatorId);
      this.logger.info({ creator: creatorId }, 'what the last payout of a deleted account needed was destroyed');
    }
  }

  private async isOpen(creatorId: string) {
    return (await this.streams.loadPublic(account, creatorId)).status === 'open';
  }

  private async isOwed(creatorId: string) {
    const stored = await this.views.get<CreatorAccount>(creatorLedger.name, creatorId);
    return isAnythingOwed(stored?.document ?? emptyAccount(creatorId), dayOf(this.clock.now().toISOString()));
  }

  /** Whether a bank returned what was paid by these details. */
  private async cameBack(creatorId: string, leftAt: string) {
    const { freed } = await this.streams.loadPublic(payout, creatorId);
    const found = await this.views.load(payouts.name, freed);
    return [...found.values()].some(({ document }) => {
      const { returned } = (document as Payout).times;
      return returned !== undefined && returned > leftAt;
    });
  }
}
