import { Box, chakra } from '@chakra-ui/react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { usePageKeys } from '../commands/keys.ts';
import type { KeyGroup } from '../commands/keys.ts';
import type { Cents } from '@tessera/domain/money';
import { ticksUpTo } from './days.ts';
import { formatDayShort, formatCompactUsd } from './format.ts';

export const plotHeight = '320px';
/** The share of a day's width that its bar takes up. */
const barWidth = 0.62;
const monday = 1;
/** More labels would touch each other on a phone. */
const dayLabelsMax = 6;
const weekendColor = 'color-mix(in srgb, {colors.ink} 5%, {colors.surface})';

interface AnyDay {
  readonly day: string;
  readonly weekend: boolean;
}

/** One series of bars, with one figure per day; later series are drawn over earlier ones. */
export interface BarKind<Day> {
  readonly name: string;
  readonly color: string;
  readonly centsOf: (day: Day) => Cents;
  /** Where the bar starts, by default at 0. */
  readonly baseOf?: (day: Day) => Cents;
}

const topOf = <Day,>({ centsOf, baseOf = () => 0 }: BarKind<Day>, day: Day) => baseOf(day) + centsOf(day);

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
            {formatCompactUsd(tick)}
          </Box>
        </Box>
      ))}
    </>
  );
};

interface BarsProps<Day> {
  readonly days: readonly Day[];
  readonly kinds: readonly BarKind<Day>[];
  readonly top: Cents;
  readonly chosen: number | null;
}

/** Only the drawing. It is stretched to fill its box, so nothing in it has a fixed aspect ratio. */
const Bars = <Day extends AnyDay>({ days, kinds, top, chosen }: BarsProps<Day>) => (
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
      ...Object.fromEntries(kinds.map(({ name, color }) => [`& .${name}`, { fill: color }])),
      '& .bar': { transformOrigin: '0 100%', transition: 'transform 180ms ease-out' },
      '@media (prefers-reduced-motion: reduce)': { '& .bar': { transition: 'none' } },
    }}
  >
    {days.map((day, index) => (
      <g key={day.day}>
        {day.weekend && <rect className="weekend" x={index} y="0" width="1" height="1" />}
        {index === chosen && <rect className="chosen" x={index} y="0" width="1" height="1" />}
        {kinds.map(({ name, centsOf, baseOf = () => 0 }) => (
          <rect
            key={name}
            className={`bar ${name}`}
            x={index + (1 - barWidth) / 2}
            y="0"
            width={barWidth}
            height="1"
            style={{
              // One pixel is one unit of the view box, whose height is 1.
              transform: `translateY(${0 - baseOf(day) / top}px) scaleY(${centsOf(day) / top})`,
            }}
          />
        ))}
      </g>
    ))}
  </chakra.svg>
);

/** Labels the Mondays, or every second, third… of them if there are too many. */
const DayLabels = ({ days }: { days: readonly AnyDay[] }) => {
  const mondays = days.flatMap(({ day }, index) =>
    new Date(`${day}T00:00:00Z`).getUTCDay() === monday ? [{ day, index }] : [],
  );
  const step = Math.ceil(mondays.length / dayLabelsMax);
  return (
    <Box position="relative" h="24px" mt="1" aria-hidden>
      {mondays
        .filter((_day, number) => number % step === 0)
        .map(({ day, index }) => (
          <Box
            key={day}
            position="absolute"
            left={`${((index + 0.5) / days.length) * 100}%`}
            transform="translateX(-50%)"
            fontSize="xs"
            color="ink.muted"
            whiteSpace="nowrap"
          >
            {formatDayShort(day)}
          </Box>
        ))}
    </Box>
  );
};

const stepOf: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowDown: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  ArrowUp: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_index, last) => last,
};

interface DayBarsProps<Day> {
  readonly label: string;
  readonly days: readonly Day[];
  readonly kinds: readonly BarKind<Day>[];
  /** What a screen reader says about a day. */
  readonly sentenceOf: (day: Day) => string;
  readonly chosen: number | null;
  readonly onChoose: (index: number | null) => void;
}

const keys: KeyGroup = {
  name: 'Chart',
  help: [
    { keys: ['←', '→'], does: 'Go to the previous or next day' },
    { keys: ['Home', 'End'], does: 'Go to the first or last day' },
  ],
};

/** A slider over the days: a day can be chosen with the arrow keys, a pointer or a screen reader. */
export const DayBars = <Day extends AnyDay>(props: DayBarsProps<Day>) => {
  const { label, days, kinds, sentenceOf, chosen, onChoose } = props;
  usePageKeys(keys);
  const last = days.length - 1;
  const ticks = ticksUpTo(Math.max(0, ...days.flatMap((day) => kinds.map((kind) => topOf(kind, day)))));
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
        aria-label={`${label}; use the arrow keys to choose a day`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen ?? last}
        aria-valuetext={spoken && sentenceOf(spoken)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onChoose(null)}
        onKeyDown={step}
        onBlur={() => onChoose(null)}
        borderRadius="4px"
        touchAction="pan-y"
      >
        <Axis ticks={ticks} />
        <Bars days={days} kinds={kinds} top={ticks.at(-1) ?? 1} chosen={chosen} />
      </Box>
      <DayLabels days={days} />
    </Box>
  );
};
