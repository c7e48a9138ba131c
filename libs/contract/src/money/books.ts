import type { MoneyDay as Day, MoneyFigures as Figures } from '@tessera/domain/books/money-days.view';
import type { LedgerAccount as Account } from '@tessera/domain/earnings/ledger/ledger.view';
import type { DueDay as Due } from '@tessera/domain/ledger';
import { differenceKinds } from '@tessera/domain/books/differences';
import type { Difference as Differing } from '@tessera/domain/books/differences';
import type { Reconciliation as Compared } from '@tessera/domain/books/reconciliations.view';
import { Positioned, pageOf } from '../kernel/answers.ts';
import { Flag, Instant, Nullable, OneOf, Row, Rows, Text, Integer } from '../kernel/fields.ts';
import { QueryMatch } from '../kernel/queries.ts';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

export class MoneyQuery {
  @QueryMatch(dayPattern, 'a day, such as 2026-11-20', 'The first day, in UTC; 29 days before the last if left out.')
  readonly from?: string;

  @QueryMatch(dayPattern, 'a day, such as 2026-11-20', 'The last day; today if left out.')
  readonly to?: string;
}

export class MoneyFigures implements Figures {
  @Integer('Licenses sold.')
  readonly licenses!: number;

  @Integer()
  readonly gross_cents!: number;

  @Integer('Commission on what was sold, before rewards are paid out of it.')
  readonly commission_cents!: number;

  @Integer()
  readonly reward_cents!: number;

  @Integer('Fees of the payment gateways.')
  readonly fee_cents!: number;

  @Integer('How many there were.')
  readonly refunds!: number;

  @Integer()
  readonly refunded_cents!: number;

  @Integer('Licenses whose money a bank took back.')
  readonly disputes_opened!: number;

  @Integer()
  readonly disputed_cents!: number;

  @Integer('Licenses whose money came back.')
  readonly disputes_won!: number;

  @Integer()
  readonly won_cents!: number;

  @Integer('Less those that a bank later decided in the shop’s favor.')
  readonly disputes_lost!: number;

  @Integer()
  readonly lost_cents!: number;

  @Integer('Payouts that were paid.')
  readonly payouts!: number;

  @Integer()
  readonly paid_cents!: number;

  @Integer('How many the bank returned.')
  readonly payouts_returned!: number;

  @Integer()
  readonly returned_cents!: number;

  @Integer('What was sent to creators, less what arrived, failed or was canceled.')
  readonly in_transit_cents!: number;

  @Integer('The increase of what is owed to creators, in transit or not.')
  readonly owed_cents!: number;

  @Integer('What the platform keeps: commission, less rewards, fees and its share of refunds and lost disputes.')
  readonly kept_cents!: number;
}

export class MoneyDay extends MoneyFigures implements Day {
  @Text('`yyyy-mm-dd`, in UTC.')
  readonly day!: string;
}

export class Cash {
  @Text('A payment gateway, `bank`, or `unassigned` for sales whose gateway was not recorded.')
  readonly name!: string;

  @Integer()
  readonly cents!: number;
}

/** Where the money is. */
export class MoneyBalances {
  @Integer('Owed to creators and not due yet.')
  readonly pending_cents!: number;

  @Integer('Owed to creators and due, less what some of them owe.')
  readonly available_cents!: number;

  @Integer('Creators’ money held while disputes are open.')
  readonly reserve_cents!: number;

  @Integer('In transit to creators.')
  readonly in_transit_cents!: number;

  @Integer('Held by banks until disputes are decided.')
  readonly disputes_cents!: number;

  @Rows(() => Cash, 'Sorted by name.')
  readonly cash!: readonly Cash[];
}

export class DueDay implements Due {
  @Text('`yyyy-mm-dd`, in UTC.')
  readonly on!: string;

  @Integer()
  readonly cents!: number;
}

/** The balance of one account; all balances add up to zero. What is owed is negative. */
export class LedgerAccount implements Account {
  @Text('All creators’ accounts are combined: `creators:pending`, `creators:available`, `creators:reserve`.')
  readonly account!: string;

  @Integer('Everything that had taken effect by the latest posting.')
  readonly balance_cents!: number;

  @Integer('The number of postings.')
  readonly postings!: number;

  @Rows(() => DueDay, 'What takes effect later without another event, earliest first.')
  readonly due!: readonly DueDay[];
}

export class MoneyOverview extends Positioned {
  @Text('The first day, `yyyy-mm-dd`, in UTC.')
  readonly from!: string;

  @Text('The last day.')
  readonly to!: string;

  @Rows(() => MoneyDay, 'Days on which something happened, in order.')
  readonly days!: readonly MoneyDay[];

  @Row(() => MoneyFigures, 'The totals of these days.')
  readonly total!: MoneyFigures;

  @Row(() => MoneyBalances, 'The current balances, whatever the days of the query.')
  readonly now!: MoneyBalances;

  @Rows(() => LedgerAccount, 'All accounts of the ledger.')
  readonly accounts!: readonly LedgerAccount[];
}

/** Something on which a gateway's list and the log disagree. */
export class Difference implements Differing {
  @OneOf(differenceKinds)
  readonly kind!: (typeof differenceKinds)[number];

  @Text('The gateway’s id for it.')
  readonly payment!: string;

  @Nullable()
  @Text('Null if the log doesn’t know the payment.')
  readonly order_id!: string | null;

  @Integer('What the gateway recorded; 0 for nothing.')
  readonly gateway_cents!: number;

  @Integer('What the log recorded; 0 for nothing.')
  readonly log_cents!: number;

  @Nullable()
  @Text('The currency of the gateway’s account, as three lowercase letters; null for US dollars.')
  readonly currency!: string | null;

  @Text('A sentence that describes the difference.')
  readonly words!: string;
}

export class Reconciliation implements Compared {
  @Text()
  readonly reconciliation_id!: string;

  @Text()
  readonly gateway!: string;

  @Instant('The start of the span that was compared.')
  readonly from!: string;

  @Instant()
  readonly to!: string;

  @Instant('When it ended.')
  readonly at!: string;

  @Integer('Payments that were compared.')
  readonly payments!: number;

  @Integer('The gateway’s fees that it posted.')
  readonly fees!: number;

  @Integer()
  readonly fee_cents!: number;

  @Integer('The number of all differences.')
  readonly difference_count!: number;

  @Rows(() => Difference, 'At most a hundred.')
  readonly differences!: readonly Difference[];

  @Nullable()
  @Text('Why it failed; null if it didn’t.')
  readonly failure!: string | null;
}

export class ReconciliationPage extends pageOf(() => Reconciliation, 'Newest first.') {}

export class ReconciliationStarted {
  @Flag()
  readonly started!: boolean;
}
