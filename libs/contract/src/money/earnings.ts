import { lineKinds } from '@tessera/domain/earnings/ledger/creator-ledger.view';
import type { LineKind } from '@tessera/domain/earnings/ledger/creator-ledger.view';
import type { MonthOfYear, YearAmounts } from '@tessera/domain/earnings/statements/year-summary';
import { licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { paymentMethods } from '@tessera/domain/payment-methods';
import type { PaymentMethod } from '@tessera/domain/payment-methods';
import { payoutStatuses } from '@tessera/domain/payouts/payout';
import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import { waitingCodes } from '@tessera/domain/payouts/waiting';
import type { Waiting as Why, WaitingCode } from '@tessera/domain/payouts/waiting';
import { Page, Positioned, pageOf } from '../kernel/answers.ts';
import { Instant, Nullable, OneOf, Row, Rows, Text, Integer } from '../kernel/fields.ts';
import { QueryText, PageQuery } from '../kernel/queries.ts';

export class DueRow {
  @Text('`yyyy-mm-dd`, in UTC.')
  readonly on!: string;

  @Integer()
  readonly cents!: number;
}

/** Why some of the money waits, and what to do about it. */
export class Waiting implements Why {
  @OneOf(waitingCodes)
  readonly code!: WaitingCode;

  @Text('A headline.')
  readonly title!: string;

  @Text('A sentence or two.')
  readonly message!: string;
}

/** Where a creator's money is today; the five amounts add up to `earned_cents` less `reversed_cents`. */
export class Balance extends Positioned {
  @Text('`yyyy-mm-dd`, in UTC.')
  readonly day!: string;

  @Integer('Becomes available later: see `due`.')
  readonly pending_cents!: number;

  @Integer('Part of the next payout; may be negative.')
  readonly available_cents!: number;

  @Integer('Can’t be paid out yet: see `waiting`.')
  readonly held_cents!: number;

  @Integer('In payouts that are prepared or sent.')
  readonly in_transit_cents!: number;

  @Integer('Payouts that arrived.')
  readonly paid_cents!: number;

  @Integer('Due and not in transit yet, held or not; 0 if refunds left a negative balance.')
  readonly payout_due_cents!: number;

  @Nullable()
  @Text(
    'The last day on which the first of it is to be paid, `yyyy-mm-dd` in UTC; null if nothing is due, or it is held.',
  )
  readonly pay_by_on!: string | null;

  @Integer('From sales and rewards.')
  readonly earned_cents!: number;

  @Integer('Taken back by refunds and lost disputes.')
  readonly reversed_cents!: number;

  @Rows(() => DueRow, 'What becomes available on which day, earliest first.')
  readonly due!: readonly DueRow[];

  @Nullable()
  @Row(() => Waiting, 'The reason to act on first; null if nothing waits except for what isn’t due yet.')
  readonly waiting!: Waiting | null;
}

export class PayoutStep {
  @OneOf(payoutStatuses)
  readonly status!: PayoutStatus;

  @Instant()
  readonly at!: string;
}

/** What both the creator and the admin see of a payout. */
export class PayoutFacts {
  @Text()
  readonly id!: string;

  @OneOf(payoutStatuses)
  readonly status!: PayoutStatus;

  @Integer()
  readonly amount_cents!: number;

  @OneOf(paymentMethods)
  readonly method!: PaymentMethod;

  @Nullable()
  @Text('Where it goes, masked; null once the account was deleted.')
  readonly destination!: string | null;

  @Nullable()
  @Text('The bank’s or provider’s reference.')
  readonly reference!: string | null;

  @Nullable()
  @Text('Why it failed or was returned.')
  readonly reason!: string | null;
}

export class PayoutRow extends PayoutFacts {
  @Rows(() => PayoutStep, 'In the order in which they happened.')
  readonly steps!: readonly PayoutStep[];
}

export class PayoutPage extends pageOf(() => PayoutRow, 'Newest first.') {}

/** One payout, with the failed, canceled or returned payouts whose money it pays. */
export class PayoutDetail extends PayoutRow {
  @Rows(() => PayoutRow)
  readonly takes_over!: readonly PayoutRow[];

  @Integer('The position in the log.')
  readonly position!: number;
}

/** What a line of a statement or a payout is about. Fields are null if they don't apply, or if the creator may not know them. */
class LineSubject {
  @Text()
  readonly id!: string;

  @Instant()
  readonly at!: string;

  @OneOf(lineKinds)
  readonly kind!: LineKind;

  @Nullable()
  @Text('Null if the line is about a payout.')
  readonly license_id!: string | null;

  @Nullable()
  @OneOf(licenseTypes, 'Null if the line is about a payout.')
  readonly license_type!: LicenseType | null;

  @Nullable()
  @Text('The item’s title.')
  readonly title!: string | null;

  @Nullable()
  @Text('Only for licenses of the creator’s own items.')
  readonly brand_name!: string | null;
}

/** What a payout pays of one movement. */
export class PayoutLine extends LineSubject {
  @Integer('May be negative.')
  readonly amount_cents!: number;
}

export class PayoutLinePage extends pageOf(
  () => PayoutLine,
  'By the time they became available; later corrections come last.',
) {}

export class StatementLine extends LineSubject {
  @Nullable()
  @Text('Null if the line is about a license.')
  readonly payout_id!: string | null;

  @Integer('The price of a sale.')
  readonly gross_cents!: number;

  @Integer('The part of a sale’s price that isn’t the creator’s.')
  readonly commission_cents!: number;

  @Integer('What a sale or a reward earned.')
  readonly earned_cents!: number;

  @Integer('The effect of a refund or dispute; negative if it is taken away.')
  readonly reversed_cents!: number;

  @Integer('The amount of a payout; negative if it leaves, positive if it comes back.')
  readonly payout_cents!: number;

  @Integer('What is owed after this line.')
  readonly balance_cents!: number;
}

const dayText = (which: string) => `The ${which} day, \`yyyy-mm-dd\` in UTC; of the current month if left out.`;

export class StatementQuery extends PageQuery {
  @QueryText(dayText('first'), 20)
  readonly from?: string;

  @QueryText(dayText('last'), 20)
  readonly to?: string;
}

export class StatementPage extends Page {
  @Text('`yyyy-mm-dd`, in UTC.')
  readonly from!: string;

  @Text('The last day: `yyyy-mm-dd`, in UTC.')
  readonly to!: string;

  @Integer('What was owed before the first day: the closing balance of the previous statement.')
  readonly opening_cents!: number;

  @Integer('What was owed after the last day, or is owed now: the opening balance plus all lines.')
  readonly closing_cents!: number;

  @Rows(() => StatementLine, 'Oldest first.')
  readonly items!: readonly StatementLine[];
}

class Amounts implements YearAmounts {
  @Integer('The prices of what was sold.')
  readonly gross_cents!: number;

  @Integer()
  readonly commission_cents!: number;

  @Integer('From sales, after the commission.')
  readonly net_cents!: number;

  @Integer('From referrals.')
  readonly reward_cents!: number;

  @Integer('From refunds and disputes; negative for what was taken away.')
  readonly reversed_cents!: number;

  @Integer('Payouts that arrived, less what banks returned.')
  readonly paid_cents!: number;
}

export class MonthRow extends Amounts implements MonthOfYear {
  @Text('`yyyy-mm`, in UTC.')
  readonly month!: string;
}

export class YearAnswer extends Positioned {
  @Text('Four digits.')
  readonly year!: string;

  @Rows(() => MonthRow, 'January to December.')
  readonly months!: readonly MonthRow[];

  @Row(() => Amounts)
  readonly total!: Amounts;
}
