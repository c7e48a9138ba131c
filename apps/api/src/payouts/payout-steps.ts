import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { payout } from '@tessera/domain/payouts/payout';
import type { PayoutCommand } from '@tessera/domain/payouts/payout';
import { payoutAlreadySettled } from '@tessera/domain/payouts/payout-failures';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { Dispatch } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';

/** Moves payouts along without a user's request. */
@Injectable()
export class PayoutSteps {
  constructor(private readonly commands: CommandBus) {}

  /** If somebody else, such as an admin, was faster, the payout stays as it is. */
  async take({ creator_id, run_id }: Pick<Payout, 'creator_id' | 'run_id'>, command: PayoutCommand): Promise<void> {
    const metadata = { actor: 'system', correlation: run_id, causation: null };
    try {
      await this.commands.execute(new Dispatch(payout, creator_id, command, metadata));
    } catch (error) {
      if (!(error instanceof Refused) || error.failure.failure !== payoutAlreadySettled().failure) throw error;
    }
  }
}
