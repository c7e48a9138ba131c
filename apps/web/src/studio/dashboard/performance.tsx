import { Box, Flex, Grid } from '@chakra-ui/react';
import type { CreatorPeriod } from '@tessera/contract/dashboards';
import { formatDay } from '@tessera/domain/days';
import { daysIn, earnedCents } from '@tessera/domain/earnings/dashboard/figures';
import type { Figures } from '@tessera/domain/earnings/dashboard/figures';
import type { StatementDays } from '@tessera/domain/earnings/statements/statement';
import { dayOf } from '@tessera/domain/ledger';
import { formatUsd } from '@tessera/domain/money';
import { useAtomValue } from 'jotai';
import { ArrowDownRight, ArrowRight, ArrowUpRight, Download } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DayField } from '../../earnings/public.ts';
import { download } from '../../kernel/download.ts';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { liveQueryAtom, ownChangesAtom } from '../../kernel/reading/own-changes.ts';
import { ApiError } from '../../kernel/send.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Segments } from '../../ui/controls/segments.tsx';
import { Figure } from '../../ui/facts/figure.tsx';
import { Heading } from '../../ui/layout/panel.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { periodInUrl, spanTitles } from './period-in-url.ts';
import type { Span } from './period-in-url.ts';
import { changeOf } from './change.ts';
import type { Change } from './change.ts';

const wholeNumber = (value: number) => value.toLocaleString('en-US');

interface Metric {
  readonly label: string;
  readonly of: (figures: Figures) => number;
  readonly format: (value: number) => string;
}

const metrics: readonly Metric[] = [
  { label: 'Item views', of: ({ views }) => views, format: wholeNumber },
  { label: 'Added to carts', of: ({ carts }) => carts, format: wholeNumber },
  { label: 'Licenses', of: ({ licenses }) => licenses, format: wholeNumber },
  { label: 'You earned', of: earnedCents, format: formatUsd },
];

const icons = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight } as const;
const colors = { up: 'positive', down: 'trouble', same: 'ink.muted' } as const;

const ChangeLine = ({ change: { direction, text } }: { change: Change }) => {
  const Icon = icons[direction];
  return (
    <Flex align="center" gap="1" minH="4">
      <Box color={colors[direction]} flexShrink="0">
        <Icon size={14} strokeWidth={1.75} aria-hidden />
      </Box>
      {text}
    </Flex>
  );
};

const columns = { base: '1fr 1fr', lg: 'repeat(4, 1fr)' };
const gap = { base: '3', md: '4' };

const MetricFigures = ({ answer: { period, before, days } }: { answer: CreatorPeriod }) => (
  <Grid templateColumns={columns} gap={gap}>
    {metrics.map(({ label, of, format }) => (
      <Figure
        key={label}
        label={label}
        value={of(period.total)}
        format={format}
        hint={
          <>
            <ChangeLine change={changeOf(of(period.total), of(before.total), format)} />
            <Sparkline values={days.map(of)} />
          </>
        }
      />
    ))}
  </Grid>
);

const MetricsLoading = () => (
  <Grid templateColumns={columns} gap={gap} role="status" aria-label="Loading the figures for these days">
    {metrics.map(({ label }) => (
      <Skeleton key={label} h={{ base: '150px', md: '164px' }} borderRadius="media" />
    ))}
  </Grid>
);

const newsAtom = ownChangesAtom(['creator-months']);
const figuresPath = '/api/dashboards/creator/figures';
const badRequest = 400;

const PeriodFigures = ({ from, to }: StatementDays) => {
  const query = `from=${from}&to=${to}`;
  const reading = useAtomValue(
    useMemo(() => liveQueryAtom<CreatorPeriod>(`${figuresPath}?${query}`, newsAtom), [query]),
  );
  const { data, error } = reading;
  if (error instanceof ApiError && error.status === badRequest) return <Box role="alert">{error.message}</Box>;
  if (error && !data) {
    return <ReadFailed words="These figures could not be loaded" onTryAgain={() => void reading.refetch()} />;
  }
  return data ? <MetricFigures answer={data} /> : <MetricsLoading />;
};

const datesText = ({ from, to }: StatementDays) =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;

const comparedWith = (days: StatementDays) => {
  const count = daysIn(days);
  return count === 1 ? 'compared with the day before' : `compared with the ${count} days before`;
};

/** The figures of a period next to those of the period before. The period is kept in the page's address. */
export const Performance = () => {
  const now = useAtomValue(nowAtom);
  const today = dayOf(new Date(now).toISOString());
  const [search, setSearch] = useSearchParams();
  const { span, from, to } = periodInUrl(search, now);
  const setPeriod = (period: Readonly<Record<string, string>>) => setSearch(period, { replace: true });
  const choose = (chosen: Span) =>
    setPeriod(chosen === 'own' ? { from, to } : chosen === '30d' ? {} : { days: chosen });
  return (
    <Box as="section" aria-labelledby="performance">
      <Flex justify="space-between" align="center" columnGap="4" rowGap="2" wrap="wrap">
        <Heading id="performance">Performance</Heading>
        <Box order={{ base: 3, md: 2 }} w={{ base: 'full', md: 'auto' }} ms={{ base: '-1.5', md: 'auto' }}>
          <Segments label="Date range" titles={spanTitles} value={span} onChange={choose} />
        </Box>
        <Box order={{ base: 2, md: 3 }}>
          <Button
            variant="secondary"
            size="sm"
            aria-label="CSV: download these figures, day by day"
            onClick={() => void download(`${figuresPath}.csv?from=${from}&to=${to}`, `figures-${from}-${to}.csv`)}
          >
            <Download size={16} strokeWidth={1.5} aria-hidden /> CSV
          </Button>
        </Box>
      </Flex>
      {span === 'own' && (
        <Flex gap="4" wrap="wrap" mt="3">
          <DayField label="From (UTC)" value={from} max={to} onChange={(day) => setPeriod({ from: day, to })} />
          <DayField
            label="To (UTC)"
            value={to}
            min={from}
            max={today}
            onChange={(day) => setPeriod({ from, to: day })}
          />
        </Flex>
      )}
      <Box fontSize="sm" color="ink.muted" mt="1" mb="3" fontVariantNumeric="tabular-nums">
        {datesText({ from, to })}, {comparedWith({ from, to })}. Days are in UTC.
      </Box>
      <PeriodFigures from={from} to={to} />
    </Box>
  );
};
