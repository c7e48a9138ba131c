import { Box, Flex } from '@chakra-ui/react';
import { dayOf } from '@tessera/domain/ledger';
import { useAtomValue } from 'jotai';
import { useSearchParams } from 'react-router-dom';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { Choice, optionsOf } from '../../ui/controls/choice.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { DayField } from './day-field.tsx';
import { spanTitles, statementIn } from './statement-period.ts';
import type { Span } from './statement-period.ts';
import { Statement } from './statement-lines.tsx';
import { BackToPayouts } from '../words.tsx';
import { YearSummary } from './year-summary.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';

const OfDays = () => {
  const now = useAtomValue(nowAtom);
  const [search, setSearch] = useSearchParams();
  const { span, from, to } = statementIn(search, now);
  const ask = (asked: Readonly<Record<string, string>>) => setSearch(asked, { replace: true });
  const chooseSpan = (value: Span) =>
    ask(value === 'own' ? { from, to } : value === 'this_month' ? {} : { days: value });
  return (
    <Statement from={from} to={to}>
      <Flex gap="4" wrap="wrap" align="flex-end">
        <Box w="44">
          <Choice<Span> label="Date range" value={span} options={optionsOf(spanTitles)} onChange={chooseSpan} />
        </Box>
        {span === 'own' && (
          <>
            <DayField label="From (UTC)" value={from} max={to} onChange={(day) => ask({ from: day, to })} />
            <DayField label="To (UTC)" value={to} min={from} onChange={(day) => ask({ from, to: day })} />
          </>
        )}
      </Flex>
    </Statement>
  );
};

const OfYear = () => {
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

/** What moved a creator’s money, within days of one’s choice or a year by month, to read and to keep. */
export const StatementPage = () => {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'year' ? 'year' : 'statement';
  return (
    <Page title="Statements">
      <BackToPayouts />
      <PageHeading intro="Every movement of your money, for you and your tax advisor. Days are in UTC, amounts in US dollars.">
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
          <OfDays />
        </Tabs.Content>
        <Tabs.Content value="year">
          <OfYear />
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  );
};
