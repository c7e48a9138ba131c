import type { DayOfSales } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import { formatUsd } from '@tessera/domain/money';
import { plural } from '../../kernel/plural.ts';
import type { BarKind } from '../../ui/chart/day-bars.tsx';
import { DayChart, Readout, Swatch } from '../../ui/chart/day-chart.tsx';
import { formatWeekday } from '../../ui/chart/format.ts';
import { lastDays, totalsOf } from './earnings-days.ts';
import type { EarningsDay, Totals } from './earnings-days.ts';

/** The color of gross earnings: a lighter tint of the net color. */
const grossColor = 'color-mix(in srgb, {colors.accent} 42%, {colors.surface})';

/** Net is drawn over gross, of which it is a part; rewards are stacked on top of gross. */
const kinds: readonly BarKind<EarningsDay>[] = [
  { name: 'gross', color: grossColor, centsOf: ({ gross_cents }) => gross_cents },
  { name: 'net', color: 'accent', centsOf: ({ net_cents }) => net_cents },
  {
    name: 'reward',
    color: 'positive',
    centsOf: ({ reward_cents }) => reward_cents,
    baseOf: ({ gross_cents }) => gross_cents,
  },
];

const sentenceOf = (day: EarningsDay) =>
  `${formatWeekday(day.day)}: ${formatUsd(day.gross_cents)} gross, you earn ${formatUsd(day.net_cents)}, ` +
  plural(day.licenses, 'license') +
  (day.reward_cents ? `, ${formatUsd(day.reward_cents)} referral rewards` : '');

const columns = [
  { head: 'Licenses', cell: ({ licenses }: Totals) => licenses },
  { head: 'Gross', cell: ({ gross_cents }: Totals) => formatUsd(gross_cents) },
  { head: 'You earn', cell: ({ net_cents }: Totals) => formatUsd(net_cents) },
];
const rewardColumn = { head: 'Rewards', cell: ({ reward_cents }: Totals) => formatUsd(reward_cents) };

/** Gross, net and rewards of the last thirty days, in UTC. `now` is in ms since 1970. */
export const EarningsChart = ({ days, now }: { days: readonly DayOfSales[]; now: number }) => {
  const shown = lastDays(days, now);
  const totals = totalsOf(shown);
  const rewarded = totals.reward_cents > 0;
  const readout = (day: EarningsDay | undefined) => {
    const { licenses, gross_cents, net_cents, reward_cents } = day ?? totals;
    return (
      <Readout label={`${day ? formatWeekday(day.day) : 'Last 30 days'} · ${plural(licenses, 'license')}`}>
        <Swatch color={grossColor} label="Gross" amount={gross_cents} />
        <Swatch color="accent" label="You earn" amount={net_cents} />
        {rewarded && <Swatch color="positive" label="Rewards" amount={reward_cents} />}
      </Readout>
    );
  };
  return (
    <DayChart
      title="Earnings"
      days={shown}
      kinds={kinds}
      columns={rewarded ? [...columns, rewardColumn] : columns}
      readout={readout}
      sentenceOf={sentenceOf}
    />
  );
};
