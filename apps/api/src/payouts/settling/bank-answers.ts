import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { payout } from '@tessera/domain/payouts/payout';
import { payoutRunNotFound, settlementRefused } from '@tessera/domain/payouts/payout-failures';
import type { PayoutCommand } from '@tessera/domain/payouts/payout';
import { payoutRuns } from '@tessera/domain/payouts/runs/payout-runs.view';
import { payouts } from '@tessera/domain/payouts/payouts.view';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { fileBodyOf } from '../../http/input/file-body.ts';
import { Dispatch } from '../../kernel/commands/dispatch.ts';
import { EventStore } from '../../kernel/log/port.ts';
import { Projections } from '../../kernel/projecting/projections.ts';
import { Refused } from '../../kernel/refused.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { settlementLines, settlementsOf } from './settlement-file.ts';
import type { Settlement, SettlementLine } from './settlement-file.ts';
import { forEachConcurrently } from '../../kernel/async/for-each-concurrently.ts';
import { inTurns } from '../../kernel/async/in-turns.ts';

/** Enough for a run of 100,000 payouts with references and reasons. */
const bytesMax = 16 * 1024 * 1024;
const atOnceMax = 32;
const viewsWaitMaxMs = 10_000;
const idsPerTurn = 200;

const tooLarge = () => {
  const megabytes = bytesMax / 1024 / 1024;
  return settlementRefused({ message: `The file is larger than ${megabytes} MB, so nothing was changed.` });
};

const stepsOf = ({
  payout: { payout_id, status },
  outcome,
  reference,
  reason,
}: Settlement): readonly PayoutCommand[] => {
  const pay = { kind: 'pay', payout_id, reference } as const;
  switch (outcome) {
    case 'paid':
      return [pay];
    case 'failed':
      return [{ kind: 'fail', payout_id, reason }];
    default:
      // A bank may report a payment and its return together.
      return [...(status === 'sent' ? [pay] : []), { kind: 'return', payout_id, reason }];
  }
};

/** Takes the bank's answer to a run. Each line is checked against the run, and nothing is taken unless all of it is right. */
@Injectable()
export class BankAnswers {
  constructor(
    private readonly views: ReadStore,
    private readonly events: EventStore,
    private readonly projections: Projections,
    private readonly commands: CommandBus,
  ) {}

  /** Reads the file into memory. @throws Refused if it is too large */
  async read(request: IncomingMessage): Promise<string> {
    return (await fileBodyOf(request, bytesMax, tooLarge)).toString('utf8');
  }

  /** If it is interrupted, taking the same file again completes it: what is already recorded stays as it is. @throws Refused */
  async take(runId: string, text: string, metadata: EventMetadata) {
    if (!(await this.views.get(payoutRuns.name, runId))) throw new Refused(payoutRunNotFound());
    await this.projections.reached(await this.events.head(), viewsWaitMaxMs);
    const lines = await settlementLines(text);
    const settlements = await settlementsOf(lines, await this.payoutsNamedIn(runId, lines));
    await forEachConcurrently(settlements, atOnceMax, async (settlement) => {
      const { creator_id } = settlement.payout;
      for (const command of stepsOf(settlement)) {
        await this.commands.execute(new Dispatch(payout, creator_id, command, metadata));
      }
    });
    const countOf = (counted: Settlement['outcome']) => settlements.filter(({ outcome }) => outcome === counted).length;
    return {
      paid: countOf('paid'),
      failed: countOf('failed'),
      returned: countOf('returned'),
      position: await this.events.head(),
    };
  }

  /** The payouts of the run that the lines name. */
  private async payoutsNamedIn(runId: string, lines: readonly SettlementLine[]): Promise<ReadonlyMap<string, Payout>> {
    const found = new Map<string, Payout>();
    const ids = [...new Set(lines.map(({ payout_id }) => payout_id))];
    const starts = Array.from({ length: Math.ceil(ids.length / idsPerTurn) }, (_unused, turn) => turn * idsPerTurn);
    for await (const start of inTurns(starts, 1)) {
      const stored = await this.views.load(payouts.name, ids.slice(start, start + idsPerTurn));
      for (const [id, { document }] of stored) {
        const known = document as Payout | undefined;
        if (known?.run_id === runId) found.set(id, known);
      }
    }
    return found;
  }
}
