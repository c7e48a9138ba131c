import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { creatorLedger } from '@tessera/domain/earnings/ledger/creator-ledger.view';
import { availableOn, isMoreToCome, promisedOn } from '@tessera/domain/earnings/ledger/creator-account';
import type { CreatorAccount } from '@tessera/domain/earnings/ledger/creator-account';
import { dayOf } from '@tessera/domain/ledger';
import type { DomainEvent } from '@tessera/domain/kernel/event';
import { payout } from '@tessera/domain/payouts/payout';
import { payoutPrepared } from '@tessera/domain/payouts/payout-events';
import type { PreparePayout } from '@tessera/domain/payouts/prepare-payout';
import { payoutsMovedOn } from '@tessera/domain/payouts/payout-failures';
import { Clock } from '../kernel/clock.ts';
import { Dispatch } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Stored } from '../kernel/views/port.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import { Payees, detailsToPay } from './payees.ts';
import type { Payee } from './payees.ts';
import { forEachConcurrently } from '../kernel/async/for-each-concurrently.ts';

const atOnceMax = 32;
/** The number of creators between two checks of whether the run continues and the views keep up. */
const creatorsPerCheck = 32;
const idCharacters = 20;

const idOf = (runId: string, creatorId: string) =>
  `P${createHash('sha256').update(`${runId}/${creatorId}`).digest('hex').slice(0, idCharacters).toUpperCase()}`;

/** Finds each creator's account once; the same view also has the ledger lines, which have no `account_of`. */
const accounts = {
  range: { field: 'account_of', from: '' },
  sort: { field: 'account_of', descending: false },
} as const;

const staleCode = payoutsMovedOn().failure;

/** Prepares the payouts of a run, creator by creator. */
@Injectable()
export class PreparePayouts {
  constructor(
    private readonly views: ReadStore,
    private readonly commands: CommandBus,
    private readonly payees: Payees,
    private readonly clock: Clock,
  ) {}

  /**
   * Goes through all creators. Those that this run has already handled stay as they are.
   * @param mayContinue asked before every few creators
   * @returns whether all creators have been handled
   */
  async prepareAll(runId: string, tenure: Tenure, mayContinue: () => Promise<boolean>): Promise<boolean> {
    let areAllDone = true;
    const { views } = this;
    const each = async function* () {
      let seen = 0;
      for await (const found of everyDocument<CreatorAccount>(views, creatorLedger.name, accounts)) {
        if (!tenure.isHeld() || (seen % creatorsPerCheck === 0 && !(await mayContinue()))) {
          areAllDone = false;
          return;
        }
        seen += 1;
        yield found;
      }
    };
    await forEachConcurrently(each(), atOnceMax, async (found) => {
      if (!(await this.prepare(runId, found))) areAllDone = false;
    });
    return areAllDone;
  }

  /** False if the ledger doesn't know yet what became of an earlier payout. */
  private async prepare(runId: string, { document, position }: Stored<CreatorAccount>): Promise<boolean> {
    const at = this.now();
    const { creator_id } = document;
    const available_cents = availableOn(document, dayOf(at));
    if (available_cents === 0) return true;
    const commandFor = (payee: Payee | null): PreparePayout => ({
      kind: 'prepare',
      run_id: runId,
      payout_id: idOf(runId, creator_id),
      creator_id,
      available_cents,
      disbursed_cents: document.in_transit_cents + document.paid_cents,
      // The account reflects all of the creator's money up to this position, and nothing after it.
      until: { at, position },
      pay_by_on: promisedOn(document, dayOf(at))[0]?.by ?? null,
      details: detailsToPay(payee),
      is_last: payee !== null && payee.keptName !== null && !isMoreToCome(document, dayOf(at)),
      at,
    });
    const read = await this.payees.of(creator_id);
    const decided = await this.decide(commandFor(read));
    // The payout is in another stream than the details: they may have changed before it was recorded.
    if (decided?.some(({ type }) => type === payoutPrepared.type)) {
      const current = await this.payees.of(creator_id);
      if (current?.revision !== read?.revision) await this.decide({ ...commandFor(current), at: this.now() });
    }
    return decided !== null;
  }

  /** Null if the ledger doesn't know yet what became of an earlier payout. */
  private async decide(command: PreparePayout): Promise<readonly DomainEvent[] | null> {
    try {
      const metadata = { actor: 'system', correlation: command.run_id, causation: null };
      const { events } = await this.commands.execute(new Dispatch(payout, command.creator_id, command, metadata));
      return events;
    } catch (error) {
      if (error instanceof Refused && error.failure.failure === staleCode) return null;
      throw error;
    }
  }

  private now() {
    return this.clock.now().toISOString();
  }
}
