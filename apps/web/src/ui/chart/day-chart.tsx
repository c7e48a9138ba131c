import { Box, Flex, chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { Cents } from '@tessera/domain/money';
import { formatUsd } from '@tessera/domain/money';
import { Button } from '../controls/button.tsx';
import { DayBars, plotHeight } from './day-bars.tsx';
import type { BarKind } from './day-bars.tsx';
import { formatWeekday } from './format.ts';
import { Heading } from '../../ui/layout/panel.tsx';

interface AnyDay {
  readonly day: string;
  readonly weekend: boolean;
}

interface Column<Day> {
  readonly head: string;
  readonly cell: (day: Day) => ReactNode;
}

/** One legend entry: a color, its label and an amount. */
export const Swatch = ({ color, label, amount }: { color: string; label: string; amount: Cents }) => (
  <Flex align="baseline" gap="2">
    <Box w="10px" h="10px" bg={color} borderRadius="2px" flexShrink="0" forcedColorAdjust="none" />
    <Box color="ink.muted" fontSize="sm">
      {label}
    </Box>
    <Box fontWeight="600" fontSize="md" fontVariantNumeric="tabular-nums">
      {formatUsd(amount)}
    </Box>
  </Flex>
);

/** The text above the chart: the figures of the chosen day, or of all days. Its height doesn't depend on its content. */
export const Readout = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box minH={{ base: '80px', sm: '52px' }} fontVariantNumeric="tabular-nums">
    <Box fontSize="sm" color="ink.muted">
      {label}
    </Box>
    <Flex columnGap="6" wrap="wrap" align="baseline">
      {children}
    </Flex>
  </Box>
);

interface DaysTableProps<Day> {
  readonly label: string;
  readonly days: readonly Day[];
  readonly columns: readonly Column<Day>[];
}

const DaysTable = <Day extends AnyDay>({ label, days, columns }: DaysTableProps<Day>) => (
  <Box
    h={`calc(${plotHeight} + 28px)`}
    overflow="auto"
    tabIndex={0}
    role="region"
    aria-label={`${label}, newest first`}
  >
    <chakra.table
      w="100%"
      fontSize="sm"
      fontVariantNumeric="tabular-nums"
      css={{
        '& th': { position: 'sticky', top: 0, bg: 'surface', color: 'ink.muted', fontWeight: 500, textAlign: 'end' },
        '& td': { textAlign: 'end', borderTopWidth: '1px', borderColor: 'hairline' },
        '& th, & td': { py: '2', px: '2', whiteSpace: 'nowrap' },
        '& th:first-of-type, & td:first-of-type': { textAlign: 'start' },
      }}
    >
      <thead>
        <tr>
          <th scope="col">Day (UTC)</th>
          {columns.map(({ head }) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <td>{formatWeekday(day.day)}</td>
            {columns.map(({ head, cell }) => (
              <td key={head}>{cell(day)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </chakra.table>
  </Box>
);

interface DayChartProps<Day> {
  readonly title: string;
  readonly days: readonly Day[];
  readonly kinds: readonly BarKind<Day>[];
  readonly columns: readonly Column<Day>[];
  /** The text for the chosen day, or for all days if it is `undefined`. */
  readonly readout: (day: Day | undefined) => ReactNode;
  /** The same about a single day, for a screen reader. */
  readonly sentenceOf: (day: Day) => string;
}

/** Money by day, as bars or as a table. Hovering or the arrow keys show the exact figures of a day. */
export const DayChart = <Day extends AnyDay>(props: DayChartProps<Day>) => {
  const { title, days, kinds, columns, readout, sentenceOf } = props;
  const id = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const label = `${title} by day`;
  return (
    <Box as="section" aria-labelledby={id}>
      <Flex justify="space-between" align="center" gap="3">
        <Heading id={id}>{title}</Heading>
        <Button variant="ghost" size="sm" me="-3.5" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show chart' : 'Show table'}
        </Button>
      </Flex>
      {readout(chosen === null ? undefined : days[chosen])}
      {asTable ? (
        <DaysTable label={label} days={days} columns={columns} />
      ) : (
        <DayBars label={label} days={days} kinds={kinds} sentenceOf={sentenceOf} chosen={chosen} onChoose={setChosen} />
      )}
      <Box fontSize="xs" color="ink.muted" mt="2">
        Weekends are shaded. Days are in UTC.
      </Box>
    </Box>
  );
};
