import { assertNever } from '../../kernel/decider.ts';
import type { Decider, Decision } from '../../kernel/decider.ts';
import { defineEvent } from '../../kernel/event.ts';
import type { EventOf } from '../../kernel/event.ts';
import { formatUsd } from '../../money.ts';
import type { Cents } from '../../money.ts';
import type { PaymentMethod } from '../../payment-methods.ts';
import type { Cutoff } from '../cutoff.ts';
import { payoutRunMovedOn, payoutRunNotFound, payoutRunOpen } from '../payout-failures.ts';

interface OfRun {
  readonly run_id: string;
}

export interface PayoutRunStartedData extends OfRun {
  /** The run pays what is due by then. */
  readonly until: Cutoff;
  /** The admin's id, or `schedule`. */
  readonly started_by: string;
}

export interface PayoutRunPreparedData extends OfRun {
  readonly count: number;
  readonly total_cents: Cents;
  /** Creators with a balance that it doesn't pay. */
  readonly left_out: number;
}

export interface PayoutRunSentData extends OfRun {
  readonly rail: string;
}

export interface PayoutFileMadeData extends OfRun {
  readonly method: PaymentMethod;
  /** The number of payouts in it. */
  readonly count: number;
  /** The admin's id. */
  readonly made_by: string;
}

const payouts = (count: number) => (count === 1 ? '1 payout' : `${count} payouts`);

export const payoutRunStarted = defineEvent<PayoutRunStartedData>()('PayoutRunStarted', {
  audit: ({ started_by }) => `A payout run was started by ${started_by}.`,
});
export const payoutRunPrepared = defineEvent<PayoutRunPreparedData>()('PayoutRunPrepared', {
  audit: ({ count, total_cents, left_out }) =>
    `A payout run prepared ${payouts(count)} totaling ${formatUsd(total_cents)} and left out ` +
    `${left_out === 1 ? '1 creator' : `${left_out} creators`}.`,
});
export const payoutRunSent = defineEvent<PayoutRunSentData>()('PayoutRunSent', {
  audit: ({ rail }) => `A payout run was sent (${rail}).`,
});
export const payoutRunCanceled = defineEvent<OfRun>()('PayoutRunCanceled', {
  audit: () => 'A payout run was canceled before it was sent.',
});
export const payoutRunClosed = defineEvent<OfRun>()('PayoutRunClosed', {
  audit: () => 'A payout run was closed: each of its payouts has an outcome.',
});
export const payoutFileMade = defineEvent<PayoutFileMadeData>()('PayoutFileMade', {
  audit: ({ count, method, made_by }) =>
    `A file of ${payouts(count)} (${method}) with full account details was created by ${made_by}.`,
});

const payoutRunEvents = [
  payoutRunStarted,
  payoutRunPrepared,
  payoutRunSent,
  payoutRunCanceled,
  payoutRunClosed,
  payoutFileMade,
] as const;
export type PayoutRunEvent = EventOf<(typeof payoutRunEvents)[number]>;

export type PayoutRunCommand =
  | ({ readonly kind: 'start' } & PayoutRunStartedData)
  | ({ readonly kind: 'record-prepared' } & PayoutRunPreparedData)
  | ({ readonly kind: 'send' } & PayoutRunSentData)
  | ({ readonly kind: 'cancel' } & OfRun)
  | ({ readonly kind: 'close' } & OfRun)
  | ({ readonly kind: 'record-file' } & PayoutFileMadeData);

/** A canceled run stays open until all its payouts are canceled, so that the next run finds none still prepared. */
export type RunStep = 'preparing' | 'prepared' | 'sent' | 'canceling' | 'closed';

export type PayoutRunState =
  | { readonly status: 'none' }
  | (OfRun & { readonly status: RunStep; readonly until: Cutoff });

/** The id of the only stream, shared by all runs, so that at most one is open. */
export const payoutRunId = 'all';

export const isOpenRun = (state: PayoutRunState): state is Exclude<PayoutRunState, { readonly status: 'none' }> =>
  state.status !== 'none' && state.status !== 'closed';

const start = (command: PayoutRunStartedData, state: PayoutRunState): Decision<PayoutRunEvent> => {
  const { run_id, until, started_by } = command;
  if (state.status !== 'none' && state.run_id === run_id) return [];
  return isOpenRun(state) ? payoutRunOpen() : [payoutRunStarted.of({ run_id, until, started_by })];
};

const evolve = (state: PayoutRunState, event: PayoutRunEvent): PayoutRunState => {
  if (event.type === 'PayoutRunStarted') {
    const { run_id, until } = event.data;
    return { status: 'preparing', run_id, until };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'PayoutRunPrepared':
      return { ...state, status: 'prepared' };
    case 'PayoutRunSent':
      return { ...state, status: 'sent' };
    case 'PayoutRunCanceled':
      return { ...state, status: 'canceling' };
    case 'PayoutRunClosed':
      return { ...state, status: 'closed' };
    case 'PayoutFileMade':
      return state;
    default:
      return assertNever(event);
  }
};

type Step = Exclude<PayoutRunCommand, { readonly kind: 'start' }>;

const step = (command: Step, state: PayoutRunState): Decision<PayoutRunEvent> => {
  if (state.status === 'none') return payoutRunNotFound();
  const { status } = state;
  if (state.run_id !== command.run_id) return payoutRunMovedOn();
  const { run_id } = command;
  switch (command.kind) {
    case 'record-prepared': {
      if (status !== 'preparing') return [];
      const { count, total_cents, left_out } = command;
      return [payoutRunPrepared.of({ run_id, count, total_cents, left_out })];
    }
    case 'send':
      if (status === 'sent') return [];
      return status === 'prepared' ? [payoutRunSent.of({ run_id, rail: command.rail })] : payoutRunMovedOn();
    case 'cancel':
      if (status === 'canceling') return [];
      return status === 'preparing' || status === 'prepared' ? [payoutRunCanceled.of({ run_id })] : payoutRunMovedOn();
    case 'close':
      if (status === 'closed') return [];
      return status === 'sent' || status === 'canceling' ? [payoutRunClosed.of({ run_id })] : payoutRunMovedOn();
    case 'record-file': {
      if (status !== 'prepared' && status !== 'sent') return payoutRunMovedOn();
      const { method, count, made_by } = command;
      return [payoutFileMade.of({ run_id, method, count, made_by })];
    }
    default:
      return assertNever(command);
  }
};

/** All runs, one after another. */
export const payoutRun: Decider<PayoutRunState, PayoutRunCommand, PayoutRunEvent> = {
  category: 'payoutRun',
  events: payoutRunEvents,
  initial: { status: 'none' },
  evolve,
  decide: (command, state) => (command.kind === 'start' ? start(command, state) : step(command, state)),
};
