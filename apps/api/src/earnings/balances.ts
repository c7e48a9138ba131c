import { Injectable } from '@nestjs/common';
import type { Balance } from '@tessera/contract/money/earnings';
import { destinationOf } from '@tessera/domain/accounts/billing/payout-details';
import { emptyAccount, pendingOn, balancesOn, promisedOn } from '@tessera/domain/earnings/ledger/creator-account';
import type { CreatorAccount } from '@tessera/domain/earnings/ledger/creator-account';
import { dayOf } from '@tessera/domain/ledger';
import type { PayoutState } from '@tessera/domain/payouts/payout';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { holdsPayouts, isCarriedOver, waitingOf } from '@tessera/domain/payouts/waiting';
import type { Waiting, WaitingFacts } from '@tessera/domain/payouts/waiting';
import { Clock } from '../kernel/clock.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { Payees } from '../payouts/public.ts';
import { OwnPayouts } from './own-payouts.ts';

const payByOn = (account: CreatorAccount, day: string, waiting: Waiting | null) =>
  isCarriedOver(waiting) ? null : (promisedOn(account, day)[0]?.by ?? null);

/** Says where a creator's money is, and why some of it isn't paid out yet. */
@Injectable()
export class Balances {
  constructor(
    private readonly views: ReadStore,
    private readonly payees: Payees,
    private readonly payouts: OwnPayouts,
    private readonly clock: Clock,
  ) {}

  async of(creatorId: string): Promise<Balance> {
    const position = await this.views.checkpoint('creator-ledger');
    const account =
      (await this.views.get<CreatorAccount>('creator-ledger', creatorId))?.document ?? emptyAccount(creatorId);
    const now = this.clock.now().toISOString();
    const day = dayOf(now);
    const { reserve_cents, available_cents, ...standing } = balancesOn(account, day);
    const waiting = waitingOf({ available_cents, reserve_cents, now, ...(await this.factsOf(creatorId)) });
    const held = holdsPayouts(waiting) ? Math.max(0, available_cents) : 0;
    return {
      ...standing,
      available_cents: available_cents - held,
      held_cents: reserve_cents + held,
      payout_due_cents: Math.max(0, available_cents),
      pay_by_on: payByOn(account, day, waiting),
      day,
      earned_cents: account.earned_cents,
      reversed_cents: account.reversed_cents,
      due: pendingOn(account, day),
      waiting,
      position,
    };
  }

  private async factsOf(creatorId: string): Promise<Pick<WaitingFacts, 'hold' | 'details' | 'cameBack'>> {
    const [details, payouts] = await Promise.all([this.payees.of(creatorId), this.payouts.stateOf(creatorId)]);
    return {
      hold: payouts.hold,
      details: details && destinationOf(details) !== null ? details : null,
      cameBack: await this.cameBack(payouts),
    };
  }

  /** The latest payout that failed or was returned, and whose money no later payout has taken over. */
  private async cameBack({ freed, payouts }: PayoutState): Promise<WaitingFacts['cameBack']> {
    const id = freed.findLast((each) => payouts[each]?.status !== 'canceled');
    const state = id === undefined ? undefined : payouts[id];
    if (id === undefined || (state?.status !== 'failed' && state?.status !== 'returned')) return null;
    const { status, amount_cents, reason } = state;
    // Missing if the view is a moment behind: then the payout has only just come back.
    const at = (await this.views.get<Payout>('payouts', id))?.document.times[status];
    return { status, amount_cents, reason, at: at ?? this.clock.now().toISOString() };
  }
}
