import { changes, defineView, on, ownFields } from '../../kernel/view.ts';
import { inAccount, inTransitAccount } from '../../ledger.ts';
import type { Cents } from '../../money.ts';
import { paymentMethods } from '../../payment-methods.ts';
import type { PaymentMethod } from '../../payment-methods.ts';
import { payoutCanceled, payoutLeftOut, payoutPrepared } from '../payout-events.ts';
import type { PayoutCanceledData } from '../payout-events.ts';
import type { LeftOutReason } from '../left-out.ts';
import {
  payoutFileMade,
  payoutRunCanceled,
  payoutRunClosed,
  payoutRunPrepared,
  payoutRunSent,
  payoutRunStarted,
} from './payout-run.ts';
import type { PayoutFileMadeData, PayoutRunStartedData } from './payout-run.ts';

export const runStatuses = ['preparing', 'prepared', 'sent', 'closed', 'canceling', 'canceled'] as const;
export type RunStatus = (typeof runStatuses)[number];

const filesMax = 50;

export interface RunTotal {
  readonly count: number;
  readonly cents: Cents;
}

export type RunFile = Omit<PayoutFileMadeData, 'run_id'> & {
  /** ISO 8601. */
  readonly at: string;
  /** How many payouts by its method have left the run since; the file may name them. */
  readonly gone: number;
};

/** One payout run: what it pays, whom it left out, and its status. */
export interface PayoutRun extends PayoutRunStartedData {
  readonly status: RunStatus;
  readonly started_at: string;
  /** Null until it is sent. */
  readonly rail: string | null;
  readonly methods: Readonly<Record<PaymentMethod, RunTotal>>;
  /** How many payouts have to reach their creators by which day, `yyyy-mm-dd` in UTC. */
  readonly pay_by: Readonly<Record<string, number>>;
  readonly left_out: Readonly<Partial<Record<LeftOutReason, number>>>;
  /** When it reached each status: ISO 8601. */
  readonly times: Readonly<Partial<Record<RunStatus, string>>>;
  /** The latest files created for it. */
  readonly files: readonly RunFile[];
}

const noTotals = Object.fromEntries(
  paymentMethods.map((method) => [method, { count: 0, cents: 0 }]),
) as PayoutRun['methods'];

export const totalOf = ({ methods }: Pick<PayoutRun, 'methods'>): RunTotal =>
  Object.values(methods).reduce((sum, { count, cents }) => ({ count: sum.count + count, cents: sum.cents + cents }));

/** The last day on which the most urgent payout of a run may reach its creator; null if it isn't known. */
export const payByOf = ({ pay_by }: Pick<PayoutRun, 'pay_by'>): string | null =>
  Object.keys(pay_by).toSorted()[0] ?? null;

export const leftOutOf = ({ left_out }: Pick<PayoutRun, 'left_out'>): number =>
  Object.values(left_out).reduce((sum, count) => sum + count, 0);

const stepped = (run: PayoutRun, status: RunStatus, at: string, change: Partial<PayoutRun> = {}): PayoutRun => ({
  ...run,
  ...change,
  status,
  times: { ...run.times, [status]: at },
});

const counted = (counts: PayoutRun['pay_by'], day: string | null, change: 1 | -1): PayoutRun['pay_by'] => {
  if (day === null) return counts;
  const { [day]: before = 0, ...others } = counts;
  return before + change > 0 ? { ...others, [day]: before + change } : others;
};

/** A canceled run keeps its totals: they say what it would have paid. */
const withoutPayout = (run: PayoutRun, { method, postings, pay_by_on }: PayoutCanceledData): PayoutRun => {
  if (method === null || run.status === 'canceling' || run.status === 'canceled') return run;
  const { count, cents } = run.methods[method];
  const left = { count: count - 1, cents: cents - inAccount(postings, inTransitAccount) };
  const files = run.files.map((file) => (file.method === method ? { ...file, gone: file.gone + 1 } : file));
  return { ...run, methods: { ...run.methods, [method]: left }, pay_by: counted(run.pay_by, pay_by_on, -1), files };
};

export const payoutRuns = defineView<PayoutRun>({
  name: 'payout-runs',
  version: 2,
  on: [
    on(payoutRunStarted, 'run_id', (_before, { run_id, until, started_by }, { recordedAt }): PayoutRun => ({
      run_id,
      status: 'preparing',
      until,
      started_by,
      started_at: recordedAt,
      rail: null,
      methods: noTotals,
      pay_by: {},
      left_out: {},
      times: { preparing: recordedAt },
      files: [],
    })),
    changes(payoutPrepared, 'run_id', (run, { method, amount_cents, pay_by_on }) => {
      const { count, cents } = run.methods[method];
      const methods = { ...run.methods, [method]: { count: count + 1, cents: cents + amount_cents } };
      return { ...run, methods, pay_by: counted(run.pay_by, pay_by_on, 1) };
    }),
    changes(payoutCanceled, ({ run_id }) => run_id ?? [], withoutPayout),
    changes(payoutLeftOut, 'run_id', (run, { reason }) => ({
      ...run,
      left_out: { ...run.left_out, [reason]: (run.left_out[reason] ?? 0) + 1 },
    })),
    changes(payoutRunPrepared, 'run_id', (run, _data, event) => stepped(run, 'prepared', event.recordedAt)),
    changes(payoutRunSent, 'run_id', (run, { rail }, event) => stepped(run, 'sent', event.recordedAt, { rail })),
    changes(payoutRunCanceled, 'run_id', (run, _data, event) => stepped(run, 'canceling', event.recordedAt)),
    changes(payoutRunClosed, 'run_id', (run, _data, event) =>
      stepped(run, run.status === 'canceling' ? 'canceled' : 'closed', event.recordedAt),
    ),
    changes(payoutFileMade, 'run_id', (run, { run_id: _run, ...file }, { recordedAt }) => ({
      ...run,
      files: [...run.files, { ...file, at: recordedAt, gone: 0 }].slice(-filesMax),
    })),
  ],
  indexes: { fields: ownFields('started_at'), listings: [{ sorts: ['started_at'] }] },
});
