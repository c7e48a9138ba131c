import type { Decider } from '../kernel/decider.ts';
import { assertNever } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { formatUsd } from '../money.ts';
import type { Cents } from '../money.ts';
import type { Difference } from './differences.ts';

/** The most that are recorded one by one; all of them are counted. */
export const differencesMax = 100;

interface OfReconciliation {
  readonly reconciliation_id: string;
  readonly gateway: string;
  /** The span of the gateway's list, ISO 8601. */
  readonly from: string;
  readonly to: string;
}

export interface ReconciledData extends OfReconciliation {
  /** Payments that were compared. */
  readonly payments: number;
  /** Fees that it posted. */
  readonly fees: number;
  readonly fee_cents: Cents;
  readonly difference_count: number;
  /** At most a hundred. */
  readonly differences: readonly Difference[];
}

export interface ReconciliationFailedData extends OfReconciliation {
  /** A sentence for the operator. */
  readonly reason: string;
}

const counted = (count: number, noun: string) => `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;

export const reconciled = defineEvent<ReconciledData>()('Reconciled', {
  audit: ({ gateway, payments, fees, fee_cents, difference_count }) =>
    `The ${gateway} gateway’s list was compared with the log: ${counted(payments, 'payment')}, ` +
    `${counted(difference_count, 'difference')}` +
    `${fees === 0 ? '' : `; ${formatUsd(fee_cents)} in fees was posted`}.`,
});
export const reconciliationFailed = defineEvent<ReconciliationFailedData>()('ReconciliationFailed', {
  audit: ({ gateway, reason }) => `The ${gateway} gateway’s list could not be compared with the log: ${reason}`,
});

const reconciliationEvents = [reconciled, reconciliationFailed] as const;
export type ReconciliationEvent = EventOf<(typeof reconciliationEvents)[number]>;

export type RecordReconciliation =
  | ({ readonly kind: 'record' } & ReconciledData)
  | ({ readonly kind: 'fail' } & ReconciliationFailedData);

export interface ReconciliationState {
  readonly isDone: boolean;
}

/** The result of comparing a gateway's list with the log, recorded once; it changes nothing else. */
export const reconciliation: Decider<ReconciliationState, RecordReconciliation, ReconciliationEvent> = {
  category: 'reconciliation',
  events: reconciliationEvents,
  initial: { isDone: false },
  evolve: () => ({ isDone: true }),
  decide: (command, { isDone }) => {
    if (isDone) return [];
    switch (command.kind) {
      case 'record': {
        const { kind: _kind, ...data } = command;
        return [reconciled.of({ ...data, differences: data.differences.slice(0, differencesMax) })];
      }
      case 'fail': {
        const { kind: _kind, ...data } = command;
        return [reconciliationFailed.of(data)];
      }
      default:
        return assertNever(command);
    }
  },
};
