import { Readable } from 'node:stream';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreatorPeriod, FiguresQuery } from '@tessera/contract/dashboards';
import { creatorMonthKeys } from '@tessera/domain/earnings/dashboard/creator-months.view';
import type { CreatorMonth } from '@tessera/domain/earnings/dashboard/creator-months.view';
import {
  earnedCents,
  filledDays,
  requestedPeriod,
  periodBefore,
  sumOfFigures,
} from '@tessera/domain/earnings/dashboard/figures';
import type { DayFigures } from '@tessera/domain/earnings/dashboard/figures';
import type { StatementDays } from '@tessera/domain/earnings/statements/statement';
import { isFailure } from '@tessera/domain/kernel/failure';
import { dayOf } from '@tessera/domain/ledger';
import { QueryParams } from '../http/input/query-params.ts';
import { csvOf, dollars } from '../http/answers/csv.ts';
import { Answers, AnswersDirectly } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { fileOf } from '../http/answers/file.ts';
import { CurrentUser } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Clock } from '../kernel/clock.ts';
import { Refused } from '../kernel/refused.ts';
import { ReadStore } from '../kernel/views/port.ts';

const daysCsv = csvOf<DayFigures>([
  ['day', ({ day }) => day],
  ['views', ({ views }) => views],
  ['carts', ({ carts }) => carts],
  ['licenses', ({ licenses }) => licenses],
  ['gross', ({ gross_cents }) => dollars(gross_cents)],
  ['net', ({ net_cents }) => dollars(net_cents)],
  ['rewards', ({ reward_cents }) => dollars(reward_cents)],
  ['refunds', ({ reversed_cents }) => dollars(reversed_cents)],
  ['earned', (figures) => dollars(earnedCents(figures))],
  ['currency', () => 'USD'],
]);

/** A creator's figures for a period, next to those of the period before. */
@ApiTags('dashboards')
@Controller('api/dashboards/creator')
@Refuses('no_such_day', 'range_backward', 'figures_too_long')
@OnlyFor('creator')
export class CreatorFiguresController {
  constructor(
    private readonly views: ReadStore,
    private readonly clock: Clock,
  ) {}

  @Get('figures')
  @Answers('Returns the creator’s figures for a period, and for the period of the same length before it.', {
    200: CreatorPeriod,
  })
  async figures(@QueryParams(FiguresQuery) asked: FiguresQuery, @CurrentUser() user: SignedIn) {
    const position = await this.views.checkpoint('creator-months');
    const period = this.periodOf(asked);
    const before = periodBefore(period);
    const [days, daysBefore] = await Promise.all([this.daysOf(user.id, period), this.daysOf(user.id, before)]);
    return {
      period: { ...period, total: sumOfFigures(days) },
      before: { ...before, total: sumOfFigures(daysBefore) },
      days,
      position,
    };
  }

  @Get('figures.csv')
  @AnswersDirectly('Returns the creator’s figures for a period as CSV.', [200], 'text/csv')
  async table(@QueryParams(FiguresQuery) asked: FiguresQuery, @CurrentUser() user: SignedIn) {
    const period = this.periodOf(asked);
    const days = await this.daysOf(user.id, period);
    return fileOf(`figures-${period.from}-${period.to}.csv`, Readable.from([daysCsv.head(), daysCsv.lines(days)]));
  }

  /** @throws Refused for a period without figures */
  private periodOf(asked: FiguresQuery): StatementDays {
    const period = requestedPeriod(asked, dayOf(this.clock.now().toISOString()));
    if (isFailure(period)) throw new Refused(period);
    return period;
  }

  private async daysOf(creatorId: string, period: StatementDays): Promise<readonly DayFigures[]> {
    const keys = creatorMonthKeys(creatorId, period);
    const months = await Promise.all(keys.map((key) => this.views.get<CreatorMonth>('creator-months', key)));
    return filledDays(
      months.flatMap((month) => month?.document.days ?? []),
      period,
    );
  }
}
