import { Injectable } from '@nestjs/common';
import type { LeftOutRow, PayoutHoldRow, PayoutRunRow, RunPayout } from '@tessera/contract/money/payout-runs';
import { account } from '@tessera/domain/accounts/account';
import { payout } from '@tessera/domain/payouts/payout';
import type { PayoutHold } from '@tessera/domain/payouts/payout-holds.view';
import type { LeftOut } from '@tessera/domain/payouts/payout-left-outs.view';
import { leftOutOf, payByOf, totalOf } from '@tessera/domain/payouts/runs/payout-runs.view';
import type { PayoutRun } from '@tessera/domain/payouts/runs/payout-runs.view';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { leftOutText } from '@tessera/domain/payouts/waiting';
import { Clock } from '../kernel/clock.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { Payees, detailsToPay } from './payees.ts';

export const runRow = (run: PayoutRun): PayoutRunRow => {
  const { run_id: id, status, started_at, started_by, times, until } = run;
  const { count, cents: total_cents } = totalOf(run);
  const started = { id, status, started_at, started_by, due_by: until.at, pay_by_on: payByOf(run) };
  return { ...started, times, count, total_cents, left_out: leftOutOf(run) };
};

/** Adds what no view has: names, destinations and reasons, which can only be read with the creators' keys. */
@Injectable()
export class PayoutRows {
  constructor(
    private readonly streams: Streams,
    private readonly payees: Payees,
    private readonly clock: Clock,
  ) {}

  async ofPayout(document: Payout): Promise<RunPayout> {
    const { payout_id: id, creator_id, amount_cents, method, status, times, reference, pay_by_on } = document;
    const [creator_name, { payouts, hold }] = await Promise.all([this.nameOf(creator_id), this.payoutsOf(creator_id)]);
    const { destination = null, reason = null } = payouts[id] ?? {};
    const row = { id, creator_id, amount_cents, method, status, times, reference, pay_by_on };
    return { ...row, creator_name, destination, reason, on_hold: hold !== null };
  }

  async ofLeftOut({ creator_id, reason, available_cents }: LeftOut): Promise<LeftOutRow> {
    const [creator_name, { hold }, payee] = await Promise.all([
      this.nameOf(creator_id),
      this.payoutsOf(creator_id),
      this.payees.of(creator_id),
    ]);
    const details = detailsToPay(payee);
    const now = this.clock.now().toISOString();
    const words = leftOutText(reason, { available_cents, hold, details, now });
    return { creator_id, creator_name, reason, ...words, available_cents, on_hold: hold !== null };
  }

  async ofHold({ creator_id, since }: PayoutHold): Promise<PayoutHoldRow> {
    const [creator_name, { hold }] = await Promise.all([this.nameOf(creator_id), this.payoutsOf(creator_id)]);
    return { creator_id, creator_name, since, reason: hold?.reason ?? null };
  }

  private async nameOf(creatorId: string): Promise<string | null> {
    const { state } = await this.streams.load(account, creatorId);
    return state.status === 'open' ? state.details.name : null;
  }

  private async payoutsOf(creatorId: string) {
    return (await this.streams.load(payout, creatorId)).state;
  }
}
