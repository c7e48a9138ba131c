import { Box, Flex } from '@chakra-ui/react';
import { dayOf } from '@tessera/domain/ledger';
import { useAtomValue } from 'jotai';
import { useSearchParams } from 'react-router-dom';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { Choice, optionsOf } from '../../ui/controls/choice.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { DayField } from './day-field.tsx';
import { spanTitles, statementPeriodInUrl } from './statement-period.ts';
import type { Span } from './statement-period.ts';
import { payoutPromise } from '@tessera/domain/payouts/titles';
import { Statement } from './statement-lines.tsx';
import { BackToPayouts } from '../back-to-payouts.tsx';
import { YearSummary } from './year-summary.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';

const PeriodStatement = () => {
  const now = useAtomValue(nowAtom);
  const [search, setSearch] = useSearchParams();
  const { span, from, to } = statementPeriodInUrl(search, now);
  const setPeriod = (period: Readonly<Record<string, string>>) => setSearch(period, { replace: true });
  const chooseSpan = (value: Span) =>
    setPeriod(value === 'own' ? { from, to } : value === 'this_month' ? {} : { days: value });
  return (
    <Statement from={from} to={to}>
      <Flex gap="4" wrap="wrap" align="flex-end">
        <Box w="44">
          <Choice<Span> label="Date range" value={span} options={optionsOf(spanTitles)} onChange={chooseSpan} />
        </Box>
        {span === 'own' && (
          <>
            <DayField label="From (UTC)" value={from} max={to} onChange={(day) => setPeriod({ from: day, to })} />
            <DayField label="To (UTC)" value={to} min={from} onChange={(day) => setPeriod({ from, to: day })} />
          </>
        )}
      </Flex>
    </Statement>
  );
};

const YearTab = () => {
  const thisYear = dayOf(new Date(useAtomValue(nowAtom)).toISOString()).slice(0, 'yyyy'.length);
  const [search, setSearch] = useSearchParams();
  return (
    <YearSummary
      year={search.get('year') ?? thisYear}
      thisYear={thisYear}
      onChoose={(year) => setSearch({ tab: 'year', ...(year !== thisYear && { year }) }, { replace: true })}
    />
  );
};

/** A creator’s statements: every movement in a period, or a year by month, to read and download. */
export const StatementPage = () => {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'year' ? 'year' : 'statement';
  return (
    <Page title="Statements">
      <BackToPayouts />
      <PageHeading intro="Every change to your balance, for you and your tax advisor. Days are in UTC, amounts in US dollars.">
        Statements
      </PageHeading>
      <Tabs.Root
        value={tab}
        onValueChange={({ value }) => setSearch(value === 'year' ? { tab: value } : {}, { replace: true })}
        unmountOnExit
      >
        <Tabs.List>
          <Tabs.Trigger value="statement">Statement</Tabs.Trigger>
          <Tabs.Trigger value="year">Year summary</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="statement">
          <PeriodStatement />
        </Tabs.Content>
        <Tabs.Content value="year">
          <YearTab />
        </Tabs.Content>
      </Tabs.Root>
      <Box as="p" mt="8" fontSize="sm" color="ink.muted" maxW="prose">
        {payoutPromise.available} and paid {payoutPromise.within}. {payoutPromise.carriedOver}
      </Box>
    </Page>
  );
};

export { StatementPage as Component };
