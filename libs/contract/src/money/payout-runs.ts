import { leftOutReasons } from '@tessera/domain/payouts/left-out';
import type { LeftOutReason } from '@tessera/domain/payouts/left-out';
import { payoutStatuses } from '@tessera/domain/payouts/payout';
import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import { runStatuses } from '@tessera/domain/payouts/payout-runs.view';
import type { RunStatus } from '@tessera/domain/payouts/payout-runs.view';
import { paymentMethods } from '@tessera/domain/payment-methods';
import type { PaymentMethod } from '@tessera/domain/payment-methods';
import { PayoutFacts } from './earnings.ts';
import { Positioned, pageOf } from '../kernel/answers.ts';
import { QueryChoice, PageQuery } from '../kernel/queries.ts';
import { Flag, Instant, Json, Nullable, OneOf, Rows, Text, Integer } from '../kernel/fields.ts';

/** What a run pays by one method. */
export class MethodTotal {
  @OneOf(paymentMethods)
  readonly method!: PaymentMethod;

  @Integer('Payouts.')
  readonly count!: number;

  @Integer()
  readonly cents!: number;
}

export class LeftOutCount {
  @OneOf(leftOutReasons)
  readonly reason!: LeftOutReason;

  @Integer('Creators.')
  readonly count!: number;
}

export class OutcomeCount {
  @OneOf(payoutStatuses)
  readonly status!: PayoutStatus;

  @Integer('Payouts.')
  readonly count!: number;
}

/** A file with full account details; the file itself is kept nowhere. */
export class MadeFile {
  @OneOf(paymentMethods)
  readonly method!: PaymentMethod;

  @Integer('Payouts in it.')
  readonly count!: number;

  @Text('Of the admin.')
  readonly made_by!: string;

  @Instant()
  readonly at!: string;
}

export class PayoutRunRow {
  @Text()
  readonly id!: string;

  @OneOf(runStatuses)
  readonly status!: RunStatus;

  @Instant()
  readonly started_at!: string;

  @Text('Of the admin.')
  readonly started_by!: string;

  @Instant('It pays what is due by then.')
  readonly due_by!: string;

  @Json('When it came to each status: times in ISO 8601 by status.', { type: 'object' })
  readonly times!: Readonly<Partial<Record<RunStatus, string>>>;

  @Integer('Payouts.')
  readonly count!: number;

  @Integer()
  readonly total_cents!: number;

  @Integer('Creators with a balance that it doesn’t pay.')
  readonly left_out!: number;
}

export class PayoutRunPage extends pageOf(() => PayoutRunRow, 'Newest first.') {}

export class PayoutRunDetails extends PayoutRunRow {
  @Nullable()
  @Text('By which it was sent; null until then.')
  readonly rail!: string | null;

  @Flag('Whether the service itself pays; otherwise the admin does, from files, and tells what became of it.')
  readonly is_automatic!: boolean;

  @Rows(() => MethodTotal)
  readonly methods!: readonly MethodTotal[];

  @Rows(() => OutcomeCount, 'How many payouts stand where.')
  readonly outcomes!: readonly OutcomeCount[];

  @Rows(() => LeftOutCount)
  readonly left_out_reasons!: readonly LeftOutCount[];

  @Rows(() => MadeFile, 'Oldest first.')
  readonly files!: readonly MadeFile[];

  @Integer('Of the log.')
  readonly position!: number;
}

/** A payout as an admin sees it. */
export class RunPayout extends PayoutFacts {
  @Text()
  readonly creator_id!: string;

  @Nullable()
  @Text('Null once the account is gone.')
  readonly creator_name!: string | null;

  @Json('When it came to each status: times in ISO 8601 by status.', { type: 'object' })
  readonly times!: Readonly<Partial<Record<PayoutStatus, string>>>;

  @Flag('Whether payouts to this creator are on hold now.')
  readonly on_hold!: boolean;
}

/** Which payouts of a run, and which page of them. */
export class RunPayoutsQuery extends PageQuery {
  @QueryChoice(payoutStatuses, 'All, if left out.')
  readonly status?: PayoutStatus;
}

export class RunPayoutPage extends pageOf(() => RunPayout, 'In the order in which they were prepared.') {}

export class LeftOutRow {
  @Text()
  readonly creator_id!: string;

  @Nullable()
  @Text('Null once the account is gone.')
  readonly creator_name!: string | null;

  @OneOf(leftOutReasons, 'The first that can be acted on.')
  readonly reason!: LeftOutReason;

  @Text('Why, in a few words, as the creator reads it now.')
  readonly title!: string;

  @Text('The rest of it, and what to do.')
  readonly message!: string;

  @Integer('At that time; may be negative.')
  readonly available_cents!: number;

  @Flag('Whether payouts to this creator are on hold now.')
  readonly on_hold!: boolean;
}

export class LeftOutPage extends pageOf(() => LeftOutRow) {}

/** What a run would find now. */
export class DueNow extends Positioned {
  @Integer('Creators with something available.')
  readonly creators!: number;

  @Integer('Available to them altogether.')
  readonly cents!: number;
}

export class PayoutRunStarted extends Positioned {
  @Text('Of the run.')
  readonly id!: string;
}

export class PayoutSettled extends Positioned {
  @OneOf(payoutStatuses)
  readonly status!: PayoutStatus;
}

export class SettlementImported extends Positioned {
  @Integer('Payouts that are paid now.')
  readonly paid!: number;

  @Integer('Payouts that failed.')
  readonly failed!: number;

  @Integer('Payouts that came back.')
  readonly returned!: number;
}

export class PayoutHoldRow {
  @Text()
  readonly creator_id!: string;

  @Nullable()
  @Text('Null once the account is gone.')
  readonly creator_name!: string | null;

  @Instant()
  readonly since!: string;

  @Nullable()
  @Text('In the admin’s words; null once the account is gone.')
  readonly reason!: string | null;
}

export class PayoutHoldPage extends pageOf(() => PayoutHoldRow, 'Newest first.') {}
