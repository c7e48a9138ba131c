import { Grid, Stack } from '@chakra-ui/react';
import type { CashBalance, MoneyBalances } from '@tessera/domain/earnings/ledger/balances';
import { formatUsd } from '@tessera/domain/money';
import { Figure } from '../../ui/facts/figure.tsx';
import { Heading } from '../../ui/layout/panel.tsx';

const names: Readonly<Record<string, { readonly label: string; readonly hint: string }>> = {
  bank: { label: 'Your bank account', hint: 'Less what was paid to creators out of it' },
  unassigned: { label: 'Cash of early sales', hint: 'Their gateway was not recorded' },
};

const cashFigure = ({ name, cents }: CashBalance) => {
  const label = `Cash at ${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const words = names[name] ?? { label, hint: 'Charged, less refunds, disputes and fees' };
  return <Figure key={name} {...words} value={cents} format={formatUsd} />;
};

/** What is owed, and what is held, whatever days are chosen. */
export const Standing = ({ standing }: { standing: MoneyBalances }) => (
  <Stack as="section" gap="4" aria-labelledby="standing">
    <Heading id="standing">Right now</Heading>
    <Grid templateColumns={{ base: '1fr 1fr', lg: 'repeat(4, 1fr)' }} gap={{ base: '3', md: '4' }}>
      <Figure
        label="Pending"
        value={standing.pending_cents}
        format={formatUsd}
        hint="Owed to creators, and not due yet"
      />
      <Figure label="Available" value={standing.available_cents} format={formatUsd} hint="Owed to creators, and due" />
      <Figure
        label="Reserve"
        value={standing.reserve_cents}
        format={formatUsd}
        hint="Theirs, unless a dispute is lost"
      />
      <Figure label="In transit" value={standing.in_transit_cents} format={formatUsd} hint="On its way to creators" />
      <Figure
        label="Held by banks"
        value={standing.disputes_cents}
        format={formatUsd}
        hint="Until disputes are decided"
      />
      {standing.cash.map(cashFigure)}
    </Grid>
  </Stack>
);
