import { noFigures } from '@tessera/domain/books/money-days.view';
import type { MoneyDay, MoneyFigures } from '@tessera/domain/books/money-days.view';
import { formatUsd } from '@tessera/domain/money';
import { plural } from '../../kernel/plural.ts';
import type { BarKind } from '../../ui/chart/day-bars.tsx';
import { DayChart, Readout, Swatch } from '../../ui/chart/day-chart.tsx';
import { daysUpTo } from '../../ui/chart/days.ts';
import type { ChartDay } from '../../ui/chart/days.ts';
import { formatWeekday } from '../../ui/chart/format.ts';
import { daysIn } from './range.ts';
import type { DayRange } from './range.ts';

/** The color of sales: a lighter tint of the commission's color. */
const salesColor = 'color-mix(in srgb, {colors.accent} 42%, {colors.surface})';

const refundsColor = 'trouble';

const kinds: readonly BarKind<MoneyDay>[] = [
  { name: 'sales', color: salesColor, centsOf: ({ gross_cents }) => gross_cents },
  { name: 'commission', color: 'accent', centsOf: ({ commission_cents }) => commission_cents },
  {
    name: 'refunds',
    color: refundsColor,
    // The upper part of the day's sales, as if it were taken off them.
    baseOf: ({ gross_cents, refunded_cents }) => Math.max(0, gross_cents - refunded_cents),
    centsOf: ({ refunded_cents }) => refunded_cents,
  },
];

const columns = [
  { head: 'Licenses', cell: ({ licenses }: MoneyDay) => licenses },
  { head: 'Sales', cell: ({ gross_cents }: MoneyDay) => formatUsd(gross_cents) },
  { head: 'Commission', cell: ({ commission_cents }: MoneyDay) => formatUsd(commission_cents) },
  { head: 'Refunds', cell: ({ refunded_cents }: MoneyDay) => formatUsd(refunded_cents) },
  { head: 'Payouts', cell: ({ paid_cents }: MoneyDay) => formatUsd(paid_cents) },
  { head: 'Kept', cell: ({ kept_cents }: MoneyDay) => formatUsd(kept_cents) },
];

const sentenceOf = ({ day, licenses, gross_cents, commission_cents, refunded_cents }: MoneyDay) =>
  `${formatWeekday(day)}: ${formatUsd(gross_cents)} sales, ${formatUsd(commission_cents)} commission, ` +
  `${formatUsd(refunded_cents)} refunds, ${plural(licenses, 'license')}`;

interface MoneyChartProps {
  readonly range: DayRange;
  readonly days: readonly MoneyDay[];
  readonly total: MoneyFigures;
}

export const MoneyChart = ({ range, days, total }: MoneyChartProps) => {
  const count = daysIn(range);
  const readout = (day: ChartDay<MoneyDay> | undefined) => {
    const { licenses, gross_cents, commission_cents, refunded_cents } = day ?? total;
    return (
      <Readout label={`${day ? formatWeekday(day.day) : plural(count, 'day')} · ${plural(licenses, 'license')}`}>
        <Swatch color={salesColor} label="Sales" amount={gross_cents} />
        <Swatch color="accent" label="Commission" amount={commission_cents} />
        <Swatch color={refundsColor} label="Refunds" amount={refunded_cents} />
      </Readout>
    );
  };
  return (
    <DayChart
      title="Sales"
      days={daysUpTo(days, range.to, count, noFigures)}
      kinds={kinds}
      columns={columns}
      readout={readout}
      sentenceOf={sentenceOf}
    />
  );
};
