import { Grid, Stack } from '@chakra-ui/react';
import type { Cash, MoneyBalances } from '@tessera/contract/money/books';
import { formatUsd } from '@tessera/domain/money';
import { capitalized } from '@tessera/domain/kernel/text';
import { Figure } from '../../ui/facts/figure.tsx';
import { Heading } from '../../ui/layout/panel.tsx';

const figures = [
  { name: 'pending_cents', label: 'Pending', hint: 'Owed to creators, not due yet' },
  { name: 'available_cents', label: 'Available', hint: 'Owed to creators, due now' },
  { name: 'reserve_cents', label: 'Reserve', hint: 'Owed to creators unless a dispute is lost' },
  { name: 'in_transit_cents', label: 'In transit', hint: 'On its way to creators' },
  { name: 'disputes_cents', label: 'Held by banks', hint: 'Until disputes are decided' },
] as const satisfies readonly { readonly name: keyof MoneyBalances; readonly label: string; readonly hint: string }[];

const cashTexts: Readonly<Record<string, { readonly label: string; readonly hint: string }>> = {
  bank: { label: 'Your bank account', hint: 'Minus what was paid to creators from it' },
  unassigned: { label: 'Cash from early sales', hint: 'Their gateway was not recorded' },
};

const cashFigure = ({ name, cents }: Cash) => {
  const label = `Cash at ${capitalized(name)}`;
  const text = cashTexts[name] ?? { label, hint: 'Charges minus refunds, disputes and fees' };
  return <Figure key={name} {...text} value={cents} format={formatUsd} />;
};

/** What the operator owes and holds today, whichever period is selected. */
export const CurrentBalances = ({ balances }: { balances: MoneyBalances }) => (
  <Stack as="section" gap="4" aria-labelledby="current-balances">
    <Heading id="current-balances">Right now</Heading>
    <Grid templateColumns={{ base: '1fr 1fr', lg: 'repeat(4, 1fr)' }} gap={{ base: '3', md: '4' }}>
      {figures.map(({ name, label, hint }) => (
        <Figure key={name} label={label} hint={hint} value={balances[name]} format={formatUsd} />
      ))}
      {balances.cash.map(cashFigure)}
    </Grid>
  </Stack>
);
