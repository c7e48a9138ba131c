import type { CashBalance, MoneyBalances as Standing } from '@tessera/domain/earnings/ledger/balances';
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
  @QueryMatch(dayPattern, 'a day, as 2026-11-20', 'The first day, in UTC; 29 days before the last if left out.')
  readonly from?: string;

  @QueryMatch(dayPattern, 'a day, as 2026-11-20', 'The last day; today if left out.')
  readonly to?: string;
}

export class MoneyFigures implements Figures {
  @Integer('Sold.')
  readonly licenses!: number;

  @Integer()
  readonly gross_cents!: number;

  @Integer('Of what was sold, before rewards are paid out of it.')
  readonly commission_cents!: number;

  @Integer()
  readonly reward_cents!: number;

  @Integer('Of the payment gateways.')
  readonly fee_cents!: number;

  @Integer()
  readonly refunds!: number;

  @Integer()
  readonly refunded_cents!: number;

  @Integer('Licenses whose money a bank took.')
  readonly disputes_opened!: number;

  @Integer()
  readonly disputed_cents!: number;

  @Integer('Licenses whose money came back.')
  readonly disputes_won!: number;

  @Integer()
  readonly won_cents!: number;

  @Integer('Less those that a bank decided again, for the shop.')
  readonly disputes_lost!: number;

  @Integer()
  readonly lost_cents!: number;

  @Integer('That were paid.')
  readonly payouts!: number;

  @Integer()
  readonly paid_cents!: number;

  @Integer()
  readonly payouts_returned!: number;

  @Integer()
  readonly returned_cents!: number;

  @Integer('What was put on its way to creators, less what arrived or came to nothing.')
  readonly in_transit_cents!: number;

  @Integer('What is owed to creators more than before, on its way or not.')
  readonly owed_cents!: number;

  @Integer('What the platform keeps: commission, less rewards, fees and its part of what was refunded or lost.')
  readonly kept_cents!: number;
}

export class MoneyDay extends MoneyFigures implements Day {
  @Text('`yyyy-mm-dd`, in UTC.')
  readonly day!: string;
}

export class Cash implements CashBalance {
  @Text('A payment gateway, `bank`, or `unassigned` for sales whose gateway was not recorded.')
  readonly name!: string;

  @Integer()
  readonly cents!: number;
}

/** Where the money is. */
export class MoneyBalances implements Standing {
  @Integer('Owed to creators, and not due yet.')
  readonly pending_cents!: number;

  @Integer('Owed to creators, and due; less what some of them owe.')
  readonly available_cents!: number;

  @Integer('Held back while disputes are open.')
  readonly reserve_cents!: number;

  @Integer('On its way to creators.')
  readonly in_transit_cents!: number;

  @Integer('Held by banks until disputes are decided.')
  readonly disputes_cents!: number;

  @Rows(() => Cash, 'By name.')
  readonly cash!: readonly Cash[];
}

export class DueDay implements Due {
  @Text('`yyyy-mm-dd`, in UTC.')
  readonly on!: string;

  @Integer()
  readonly cents!: number;
}

/** The balance of one account; those of all accounts sum to zero. What is owed is negative. */
export class LedgerAccount implements Account {
  @Text('Those of all creators are one: `creators:pending`, `creators:available`, `creators:reserve`.')
  readonly account!: string;

  @Integer('Of all that took effect up to the latest posting.')
  readonly balance_cents!: number;

  @Integer('How many there are.')
  readonly postings!: number;

  @Rows(() => DueDay, 'What takes effect later of itself, earliest first.')
  readonly due!: readonly DueDay[];
}

export class MoneyOverview extends Positioned {
  @Text('The first day, `yyyy-mm-dd`, in UTC.')
  readonly from!: string;

  @Text('The last day.')
  readonly to!: string;

  @Rows(() => MoneyDay, 'Those on which something happened, in order.')
  readonly days!: readonly MoneyDay[];

  @Row(() => MoneyFigures, 'Of these days.')
  readonly total!: MoneyFigures;

  @Row(() => MoneyBalances, 'As of now, whatever days are asked for.')
  readonly now!: MoneyBalances;

  @Rows(() => LedgerAccount, 'All of the ledger.')
  readonly accounts!: readonly LedgerAccount[];
}

/** What a gateway's list and the log don't agree about. */
export class Difference implements Differing {
  @OneOf(differenceKinds)
  readonly kind!: (typeof differenceKinds)[number];

  @Text('As the gateway names it.')
  readonly payment!: string;

  @Nullable()
  @Text('Null where the log doesn’t know the payment.')
  readonly order_id!: string | null;

  @Integer('What the gateway has; 0 for nothing.')
  readonly gateway_cents!: number;

  @Integer('What the log has; 0 for nothing.')
  readonly log_cents!: number;

  @Nullable()
  @Text('Of the gateway’s account where it isn’t US dollars, three small letters.')
  readonly currency!: string | null;

  @Text('All of it in a sentence.')
  readonly words!: string;
}

export class Reconciliation implements Compared {
  @Text()
  readonly reconciliation_id!: string;

  @Text()
  readonly gateway!: string;

  @Instant('What happened from then on was compared.')
  readonly from!: string;

  @Instant()
  readonly to!: string;

  @Instant('When it ended.')
  readonly at!: string;

  @Integer('That were compared.')
  readonly payments!: number;

  @Integer('Of the gateway, that it posted.')
  readonly fees!: number;

  @Integer()
  readonly fee_cents!: number;

  @Integer('All of them.')
  readonly difference_count!: number;

  @Rows(() => Difference, 'At most a hundred of them.')
  readonly differences!: readonly Difference[];

  @Nullable()
  @Text('Why it came to nothing; null otherwise.')
  readonly failure!: string | null;
}

export class ReconciliationPage extends pageOf(() => Reconciliation, 'Newest first.') {}

export class ReconciliationStarted {
  @Flag()
  readonly started!: boolean;
}
