import { lineKinds } from '@tessera/domain/earnings/ledger/creator-ledger.view';
import type { LineKind } from '@tessera/domain/earnings/ledger/creator-ledger.view';
import type { LineAmounts } from '@tessera/domain/earnings/statements/statement';
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

/** Why some of the money waits, and what to do. */
export class Waiting implements Why {
  @OneOf(waitingCodes)
  readonly code!: WaitingCode;

  @Text('A headline.')
  readonly title!: string;

  @Text('A sentence or two.')
  readonly message!: string;
}

/** Where a creator's money is today: the five add up to `earned_cents` less `reversed_cents`. */
export class Balance extends Positioned {
  @Text('`yyyy-mm-dd`, in UTC.')
  readonly day!: string;

  @Integer('Falls due later: see `due`.')
  readonly pending_cents!: number;

  @Integer('Part of the next payout; may be negative.')
  readonly available_cents!: number;

  @Integer('Not paid out for now: see `waiting`.')
  readonly held_cents!: number;

  @Integer('In payouts that are prepared or sent.')
  readonly in_transit_cents!: number;

  @Integer('Arrived.')
  readonly paid_cents!: number;

  @Integer('Due and not on its way yet, held or not: what a refund left below zero is nothing.')
  readonly payout_due_cents!: number;

  @Integer('Of sales and rewards.')
  readonly earned_cents!: number;

  @Integer('Of refunds and lost disputes.')
  readonly reversed_cents!: number;

  @Rows(() => DueRow, 'What falls due on which day, earliest first.')
  readonly due!: readonly DueRow[];

  @Nullable()
  @Row(() => Waiting, 'The one reason that can be acted on first; null where nothing waits but what falls due.')
  readonly waiting!: Waiting | null;
}

export class PayoutStep {
  @OneOf(payoutStatuses)
  readonly status!: PayoutStatus;

  @Instant()
  readonly at!: string;
}

/** What both its creator and the admin see of a payout. */
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
  @Text('Where it goes, with the last four characters at most; null once the account is gone.')
  readonly destination!: string | null;

  @Nullable()
  @Text('As the bank or provider names it.')
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

/** One payout with those whose money it pays, as they came to nothing. */
export class PayoutDetail extends PayoutRow {
  @Rows(() => PayoutRow)
  readonly takes_over!: readonly PayoutRow[];

  @Integer('Of the log.')
  readonly position!: number;
}

/** What a line of a statement or a payout is about: null where there is no such thing, or it isn't the creator's to know. */
class LineSubject {
  @Text()
  readonly id!: string;

  @Instant()
  readonly at!: string;

  @OneOf(lineKinds)
  readonly kind!: LineKind;

  @Nullable()
  @Text()
  readonly license_id!: string | null;

  @Nullable()
  @OneOf(licenseTypes)
  readonly license_type!: LicenseType | null;

  @Nullable()
  @Text('Of the item.')
  readonly title!: string | null;

  @Nullable()
  @Text('Of licenses of the creator’s own items.')
  readonly brand_name!: string | null;
}

/** What a payout pays of one movement. */
export class PayoutLine extends LineSubject {
  @Integer('May be negative.')
  readonly amount_cents!: number;
}

export class PayoutLinePage extends pageOf(
  () => PayoutLine,
  'By when they became available; corrections that came later are last.',
) {}

export class StatementLine extends LineSubject implements LineAmounts {
  @Nullable()
  @Text()
  readonly payout_id!: string | null;

  @Integer('Of a sale: its price.')
  readonly gross_cents!: number;

  @Integer('Of a sale: what of its price is not the creator’s.')
  readonly commission_cents!: number;

  @Integer('Of a sale or a reward: what it brings.')
  readonly earned_cents!: number;

  @Integer('Of a refund or dispute: negative where it is taken away.')
  readonly reversed_cents!: number;

  @Integer('Of a payout: negative where it leaves, positive where it comes back.')
  readonly payout_cents!: number;

  @Integer('Owed after it.')
  readonly balance_cents!: number;
}

const dayWords = (which: string) => `The ${which} day, \`yyyy-mm-dd\` in UTC; of the running month if left out.`;

export class StatementQuery extends PageQuery {
  @QueryText(dayWords('first'), 20)
  readonly from?: string;

  @QueryText(dayWords('last'), 20)
  readonly to?: string;
}

export class StatementPage extends Page {
  @Text('`yyyy-mm-dd`, in UTC.')
  readonly from!: string;

  @Text('`yyyy-mm-dd`, in UTC: the last day of it.')
  readonly to!: string;

  @Integer('Owed before the first day; the closing balance of the statement before.')
  readonly opening_cents!: number;

  @Integer('Owed after the last day, or by now: the opening balance and all lines.')
  readonly closing_cents!: number;

  @Rows(() => StatementLine, 'Oldest first.')
  readonly items!: readonly StatementLine[];
}

class Amounts implements YearAmounts {
  @Integer('The prices of what was sold.')
  readonly gross_cents!: number;

  @Integer()
  readonly commission_cents!: number;

  @Integer('Of sales, after the commission.')
  readonly net_cents!: number;

  @Integer('Of referrals.')
  readonly reward_cents!: number;

  @Integer('Of refunds and disputes: negative where it was taken away.')
  readonly reversed_cents!: number;

  @Integer('Arrived, less what banks returned.')
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
