import { Injectable } from '@nestjs/common';
import type { MoneyOverview as MoneyOverviewAnswer, MoneyQuery } from '@tessera/contract/money/books';
import { balancesAt } from '@tessera/domain/earnings/ledger/balances';
import { moneyDays, totalOf } from '@tessera/domain/books/money-days.view';
import type { MoneyDay } from '@tessera/domain/books/money-days.view';
import { ledger } from '@tessera/domain/earnings/ledger/ledger.view';
import type { LedgerAccount } from '@tessera/domain/earnings/ledger/ledger.view';
import { invalidInput } from '@tessera/domain/failures';
import { dayOf, daysLater } from '@tessera/domain/ledger';
import { Clock } from '../kernel/clock.ts';
import { Refused } from '../kernel/refused.ts';
import { ReadStore } from '../kernel/views/port.ts';

const daysDefault = 30;
const daysMax = 366;
/** There is one account for each gateway, and about ten others. */
const accountsMax = 100;

const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && dayOf(new Date(time).toISOString()) === text;
};

/** What happened to the money within a period, and where it is now. */
@Injectable()
export class MoneyOverview {
  constructor(
    private readonly views: ReadStore,
    private readonly clock: Clock,
  ) {}

  /** @throws Refused */
  async of(asked: MoneyQuery): Promise<MoneyOverviewAnswer> {
    const today = dayOf(this.clock.now().toISOString());
    const { from, to } = this.rangeOf(asked, today);
    const checkpoints = await Promise.all([moneyDays, ledger].map(({ name }) => this.views.checkpoint(name)));
    const [found, accountsFound] = await Promise.all([
      this.views.find<MoneyDay>('money-days', {
        range: { field: 'day', from, to },
        sort: { field: 'day', descending: false },
        limit: daysMax,
      }),
      this.views.find<LedgerAccount>('earnings-ledger', {
        sort: { field: 'account', descending: false },
        limit: accountsMax,
      }),
    ]);
    const days = found.items.map(({ document }) => document);
    const accounts = accountsFound.items.map(({ document }) => document);
    const position = Math.min(...checkpoints);
    return { from, to, days, total: totalOf(days), now: balancesAt(accounts, today), accounts, position };
  }

  private rangeOf(asked: MoneyQuery, today: string) {
    const to = asked.to ?? today;
    if (!isDay(to)) throw new Refused(invalidInput({ message: 'to must be a day, such as 2026-11-20.' }));
    const from = asked.from ?? daysLater(to, 1 - daysDefault);
    if (!isDay(from)) throw new Refused(invalidInput({ message: 'from must be a day, such as 2026-11-20.' }));
    if (from > to) throw new Refused(invalidInput({ message: 'The first day must not be after the last.' }));
    if (daysLater(from, daysMax - 1) < to) {
      throw new Refused(invalidInput({ message: `Please ask for at most ${daysMax} days.` }));
    }
    return { from, to };
  }
}
