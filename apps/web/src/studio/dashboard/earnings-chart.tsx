import { Box, Flex, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { DayOfSales } from '@tessera/domain/earnings/creator-dashboard.view';
import { formatUsd } from '@tessera/domain/money';
import type { Cents } from '@tessera/domain/money';
import { plural } from '../../kernel/plural.ts';
import { Button } from '../../ui/controls/button.tsx';
import { formatDayShort, formatWeekday, formatWholeUsd } from '../words.ts';
import { lastDays, ticksUpTo, totalsOf } from './earnings-days.ts';
import type { EarningsDay, Totals } from './earnings-days.ts';

const plotHeight = '320px';
/** Share of a day's width that its bar takes. */
const barWidth = 0.62;
const monday = 1;
/** What the commission takes: the same ink as the earnings, thinner. */
const grossColor = 'color-mix(in srgb, {colors.accent} 42%, {colors.surface})';
const weekendColor = 'color-mix(in srgb, {colors.ink} 5%, {colors.surface})';

const sentenceOf = (label: string, figures: Totals) =>
  `${label}: ${formatUsd(figures.gross_cents)} gross, you earn ${formatUsd(figures.net_cents)}, ` +
  plural(figures.licenses, 'license') +
  (figures.reward_cents ? `, ${formatUsd(figures.reward_cents)} referral rewards` : '');

const Swatch = ({ color, label, amount }: { color: string; label: string; amount: Cents }) => (
  <Flex align="baseline" gap="2">
    <Box w="10px" h="10px" bg={color} borderRadius="2px" flexShrink="0" />
    <Box color="ink.muted" fontSize="sm">
      {label}
    </Box>
    <Box fontWeight="600" fontSize="md" fontVariantNumeric="tabular-nums">
      {formatUsd(amount)}
    </Box>
  </Flex>
);

/** What the chart says in words: the chosen day, or all thirty. Its height never depends on what it says. */
const Readout = ({ label, figures, rewarded }: { label: string; figures: Totals; rewarded: boolean }) => (
  <Box minH={{ base: '80px', sm: '52px' }} fontVariantNumeric="tabular-nums">
    <Box fontSize="sm" color="ink.muted">
      {label} · {plural(figures.licenses, 'license')}
    </Box>
    <Flex columnGap="6" wrap="wrap" align="baseline">
      <Swatch color={grossColor} label="Gross" amount={figures.gross_cents} />
      <Swatch color="accent" label="You earn" amount={figures.net_cents} />
      {rewarded && <Swatch color="positive" label="Rewards" amount={figures.reward_cents} />}
    </Flex>
  </Box>
);

const Axis = ({ ticks }: { ticks: readonly Cents[] }) => {
  const top = ticks.at(-1) ?? 1;
  return (
    <>
      {ticks.map((tick) => (
        <Box
          key={tick}
          position="absolute"
          insetX="0"
          bottom={`${(tick / top) * 100}%`}
          borderTopWidth="1px"
          borderColor="hairline"
          aria-hidden
        >
          <Box
            position="absolute"
            right="100%"
            mr="2"
            transform="translateY(-50%)"
            fontSize="xs"
            color="ink.muted"
            fontVariantNumeric="tabular-nums"
          >
            {formatWholeUsd(tick)}
          </Box>
        </Box>
      ))}
    </>
  );
};

/** Rewards come on top of the own sales, whose net is a part of their gross. */
const heightOf = (day: Totals) => day.gross_cents + day.reward_cents;

/** The picture alone. It is stretched to its box, so nothing in it has a fixed proportion. */
const Bars = ({ days, top, chosen }: { days: readonly EarningsDay[]; top: Cents; chosen: number | null }) => (
  <chakra.svg
    position="absolute"
    inset="0"
    w="100%"
    h="100%"
    viewBox={`0 0 ${days.length} 1`}
    preserveAspectRatio="none"
    aria-hidden
    css={{
      '& .weekend': { fill: weekendColor },
      '& .chosen': { fill: 'accent.tint' },
      '& .gross': { fill: grossColor },
      '& .net': { fill: 'accent' },
      '& .reward': { fill: 'positive' },
      '& .bar': { transformOrigin: '0 100%', transition: 'transform 180ms ease-out' },
      '@media (prefers-reduced-motion: reduce)': { '& .bar': { transition: 'none' } },
    }}
  >
    {days.map((day, index) => (
      <g key={day.day}>
        {day.weekend && <rect className="weekend" x={index} y="0" width="1" height="1" />}
        {index === chosen && <rect className="chosen" x={index} y="0" width="1" height="1" />}
        {(['gross', 'net', 'reward'] as const).map((kind) => (
          <rect
            key={kind}
            className={`bar ${kind}`}
            x={index + (1 - barWidth) / 2}
            y="0"
            width={barWidth}
            height="1"
            style={{
              // A pixel is a unit of the view box, whose height is 1.
              transform: `translateY(${kind === 'reward' ? -day.gross_cents / top : 0}px) scaleY(${day[`${kind}_cents`] / top})`,
            }}
          />
        ))}
      </g>
    ))}
  </chakra.svg>
);

const DayLabels = ({ days }: { days: readonly EarningsDay[] }) => (
  <Box position="relative" h="24px" mt="1" aria-hidden>
    {days.map((day, index) => {
      const weekday = new Date(`${day.day}T00:00:00Z`).getUTCDay();
      if (weekday !== monday) return null;
      return (
        <Box
          key={day.day}
          position="absolute"
          left={`${((index + 0.5) / days.length) * 100}%`}
          transform="translateX(-50%)"
          fontSize="xs"
          color="ink.muted"
          whiteSpace="nowrap"
        >
          {formatDayShort(day.day)}
        </Box>
      );
    })}
  </Box>
);

const DaysTable = ({ days, rewarded }: { days: readonly EarningsDay[]; rewarded: boolean }) => (
  <Box h={`calc(${plotHeight} + 28px)`} overflowY="auto" tabIndex={0} aria-label="Earnings by day, newest first">
    <chakra.table
      w="100%"
      fontSize="sm"
      fontVariantNumeric="tabular-nums"
      css={{
        '& th': { position: 'sticky', top: 0, bg: 'surface', color: 'ink.muted', fontWeight: 500, textAlign: 'end' },
        '& td': { textAlign: 'end', borderTopWidth: '1px', borderColor: 'hairline' },
        '& th, & td': { py: '2', px: '2' },
        '& th:first-of-type, & td:first-of-type': { textAlign: 'start' },
      }}
    >
      <thead>
        <tr>
          <th scope="col">Day (UTC)</th>
          <th scope="col">Licenses</th>
          <th scope="col">Gross</th>
          <th scope="col">You earn</th>
          {rewarded && <th scope="col">Rewards</th>}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <td>{formatWeekday(day.day)}</td>
            <td>{day.licenses}</td>
            <td>{formatUsd(day.gross_cents)}</td>
            <td>{formatUsd(day.net_cents)}</td>
            {rewarded && <td>{formatUsd(day.reward_cents)}</td>}
          </tr>
        ))}
      </tbody>
    </chakra.table>
  </Box>
);

const stepOf: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowDown: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  ArrowUp: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_index, last) => last,
};

interface PlotProps {
  readonly days: readonly EarningsDay[];
  readonly chosen: number | null;
  readonly onChoose: (index: number | null) => void;
}

/** A slider over the days: the arrow keys, the pointer and a screen reader all choose one. */
const Plot = ({ days, chosen, onChoose }: PlotProps) => {
  const last = days.length - 1;
  const ticks = ticksUpTo(Math.max(...days.map(heightOf)));
  const spoken = days[chosen ?? last];
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * days.length);
    onChoose(Math.min(last, Math.max(0, index)));
  };
  const step = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onChoose(null);
    const next = stepOf[event.key];
    if (!next) return;
    event.preventDefault();
    onChoose(chosen === null ? last : next(chosen, last));
  };
  return (
    <Box pl="52px" pt="2">
      <Box
        position="relative"
        h={plotHeight}
        role="slider"
        tabIndex={0}
        aria-label="Earnings by day; the arrow keys choose a day"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen ?? last}
        aria-valuetext={spoken && sentenceOf(formatWeekday(spoken.day), spoken)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onChoose(null)}
        onKeyDown={step}
        onBlur={() => onChoose(null)}
        borderRadius="4px"
        touchAction="pan-y"
      >
        <Axis ticks={ticks} />
        <Bars days={days} top={ticks.at(-1) ?? 1} chosen={chosen} />
      </Box>
      <DayLabels days={days} />
    </Box>
  );
};

/** Thirty days of earnings: gross, net and rewards. `now` is in ms since 1970; days are those of UTC. */
export const EarningsChart = ({ days, now }: { days: readonly DayOfSales[]; now: number }) => {
  const [chosen, setChosen] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const shown = lastDays(days, now);
  const day = chosen === null ? undefined : shown[chosen];
  const totals = totalsOf(shown);
  const rewarded = totals.reward_cents > 0;
  return (
    <Box as="section" aria-labelledby="earnings-chart">
      <Flex justify="space-between" align="center" gap="3">
        <chakra.h2 id="earnings-chart" fontSize="lg" fontWeight="600">
          Earnings
        </chakra.h2>
        <Button variant="ghost" size="sm" me="-3.5" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show chart' : 'Show table'}
        </Button>
      </Flex>
      <Readout label={day ? formatWeekday(day.day) : 'Last 30 days'} figures={day ?? totals} rewarded={rewarded} />
      {asTable ? (
        <DaysTable days={shown} rewarded={rewarded} />
      ) : (
        <Plot days={shown} chosen={chosen} onChoose={setChosen} />
      )}
      <Box fontSize="xs" color="ink.muted" mt="2">
        Weekends are shaded. Days are UTC.
      </Box>
    </Box>
  );
};
