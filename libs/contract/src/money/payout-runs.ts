import { leftOutReasons } from '@tessera/domain/payouts/left-out';
import type { LeftOutReason } from '@tessera/domain/payouts/left-out';
import { payoutStatuses } from '@tessera/domain/payouts/payout';
import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import { runStatuses } from '@tessera/domain/payouts/runs/payout-runs.view';
import type { RunStatus } from '@tessera/domain/payouts/runs/payout-runs.view';
import { paymentMethods } from '@tessera/domain/payment-methods';
import type { PaymentMethod } from '@tessera/domain/payment-methods';
import { PayoutFacts } from './earnings.ts';
import { Positioned, pageOf } from '../kernel/answers.ts';
import { QueryChoice, PageQuery } from '../kernel/queries.ts';
import { Flag, Instant, Json, Nullable, OneOf, Row, Rows, Text, Integer } from '../kernel/fields.ts';

/** What a run pays by one method. */
export class MethodTotal {
  @OneOf(paymentMethods)
  readonly method!: PaymentMethod;

  @Integer('The number of payouts.')
  readonly count!: number;

  @Integer()
  readonly cents!: number;
}

export class LeftOutCount {
  @OneOf(leftOutReasons)
  readonly reason!: LeftOutReason;

  @Integer('The number of creators.')
  readonly count!: number;
}

export class OutcomeCount {
  @OneOf(payoutStatuses)
  readonly status!: PayoutStatus;

  @Integer('The number of payouts.')
  readonly count!: number;
}

/** The record of a file with full account details; the file itself isn't stored. */
export class MadeFile {
  @OneOf(paymentMethods)
  readonly method!: PaymentMethod;

  @Integer('The number of payouts in it.')
  readonly count!: number;

  @Text('The admin’s id.')
  readonly made_by!: string;

  @Instant()
  readonly at!: string;

  @Integer('How many payouts by this method have left the run since. The file may name them: don’t pay them from it.')
  readonly gone!: number;
}

export class PayoutRunRow {
  @Text()
  readonly id!: string;

  @OneOf(runStatuses)
  readonly status!: RunStatus;

  @Instant()
  readonly started_at!: string;

  @Text('The admin’s id; `schedule` if the run was prepared by itself.')
  readonly started_by!: string;

  @Instant('The run pays what was available by then.')
  readonly due_by!: string;

  @Nullable()
  @Text(
    'The last day on which the most urgent of its payouts may reach its creator, `yyyy-mm-dd` in UTC; null if it isn’t known.',
  )
  readonly pay_by_on!: string | null;

  @Json('When it reached each status: times in ISO 8601, by status.', { type: 'object' })
  readonly times!: Readonly<Partial<Record<RunStatus, string>>>;

  @Integer('The number of payouts, without those that were canceled while the run went on.')
  readonly count!: number;

  @Integer()
  readonly total_cents!: number;

  @Integer('The number of creators with a balance that it doesn’t pay.')
  readonly left_out!: number;
}

export class PayoutRunPage extends pageOf(() => PayoutRunRow, 'Newest first.') {}

export class PayoutRunDetails extends PayoutRunRow {
  @Nullable()
  @Text('The rail that it was sent by; null until then.')
  readonly rail!: string | null;

  @Flag('Whether the service itself pays; otherwise the admin pays from files and reports the outcomes.')
  readonly is_automatic!: boolean;

  @Rows(() => MethodTotal)
  readonly methods!: readonly MethodTotal[];

  @Rows(() => OutcomeCount, 'The number of payouts by status.')
  readonly outcomes!: readonly OutcomeCount[];

  @Rows(() => LeftOutCount)
  readonly left_out_reasons!: readonly LeftOutCount[];

  @Rows(() => MadeFile, 'Oldest first.')
  readonly files!: readonly MadeFile[];

  @Integer('The position in the log.')
  readonly position!: number;
}

/** A payout as an admin sees it. */
export class RunPayout extends PayoutFacts {
  @Text()
  readonly creator_id!: string;

  @Nullable()
  @Text('Null once the account was deleted.')
  readonly creator_name!: string | null;

  @Json('When it reached each status: times in ISO 8601, by status.', { type: 'object' })
  readonly times!: Readonly<Partial<Record<PayoutStatus, string>>>;

  @Flag('Whether payouts to this creator are on hold now.')
  readonly on_hold!: boolean;

  @Nullable()
  @Text('The last day on which it may reach the creator, `yyyy-mm-dd` in UTC; null if it isn’t known.')
  readonly pay_by_on!: string | null;
}

/** Selects payouts of a run, and a page of them. */
export class RunPayoutsQuery extends PageQuery {
  @QueryChoice(payoutStatuses, 'All if left out.')
  readonly status?: PayoutStatus;
}

export class RunPayoutPage extends pageOf(() => RunPayout, 'In the order in which they were prepared.') {}

export class LeftOutRow {
  @Text()
  readonly creator_id!: string;

  @Nullable()
  @Text('Null once the account was deleted.')
  readonly creator_name!: string | null;

  @OneOf(leftOutReasons, 'The reason to act on first.')
  readonly reason!: LeftOutReason;

  @Text('A headline, as the creator now reads it.')
  readonly title!: string;

  @Text('An explanation, and what to do.')
  readonly message!: string;

  @Integer('The amount available at that time; may be negative.')
  readonly available_cents!: number;

  @Flag('Whether payouts to this creator are on hold now.')
  readonly on_hold!: boolean;
}

export class LeftOutPage extends pageOf(() => LeftOutRow) {}

/** An amount that has to reach creators. */
export class DueBy {
  @Text('The last day on which it may reach them, `yyyy-mm-dd` in UTC; of several amounts, the first such day.')
  readonly by!: string;

  @Integer('The number of creators.')
  readonly creators!: number;

  @Integer()
  readonly cents!: number;
}

/** What a run would find if it started now. */
export class DueNow extends Positioned {
  @Integer('The number of creators with money available.')
  readonly creators!: number;

  @Integer('The total available to them.')
  readonly cents!: number;

  @Rows(() => DueBy, 'The same by the day until when it has to be paid, without what is on hold or below the minimum.')
  readonly days!: readonly DueBy[];

  @Nullable()
  @Row(() => DueBy, 'What was due within three days when it was last looked at, also in runs; null for nothing.')
  readonly urgent!: DueBy | null;
}

export class PayoutRunStarted extends Positioned {
  @Text('The run’s id.')
  readonly id!: string;
}

export class PayoutSettled extends Positioned {
  @OneOf(payoutStatuses)
  readonly status!: PayoutStatus;
}

export class SettlementImported extends Positioned {
  @Integer('Payouts that were paid.')
  readonly paid!: number;

  @Integer('Payouts that failed.')
  readonly failed!: number;

  @Integer('Payouts that were returned.')
  readonly returned!: number;
}

export class PayoutHoldRow {
  @Text()
  readonly creator_id!: string;

  @Nullable()
  @Text('Null once the account was deleted.')
  readonly creator_name!: string | null;

  @Instant()
  readonly since!: string;

  @Nullable()
  @Text('In the admin’s words; null once the account was deleted.')
  readonly reason!: string | null;
}

export class PayoutHoldPage extends pageOf(() => PayoutHoldRow, 'Newest first.') {}
