import { Box, chakra } from '@chakra-ui/react';
import type { MoneyFigures } from '@tessera/domain/books/money-days.view';
import type { Cents } from '@tessera/domain/money';
import { Money } from '../../ui/facts/money.tsx';
import { RowsTable } from '../../ui/table/table.tsx';
import type { Column } from '../../ui/table/table.tsx';

interface FigureRow {
  readonly name: string;
  readonly meaning: string;
  /** Null for what is not counted. */
  readonly count: number | null;
  readonly cents: Cents;
}

const rowsOf = (figures: MoneyFigures): readonly FigureRow[] => [
  { name: 'Sales', meaning: 'Licenses that brands paid for', count: figures.licenses, cents: figures.gross_cents },
  { name: 'Commission', meaning: 'Of these sales, before rewards', count: null, cents: figures.commission_cents },
  { name: 'Referral rewards', meaning: 'Paid out of the commission', count: null, cents: figures.reward_cents },
  { name: 'Processor fees', meaning: 'Kept by the payment gateway', count: null, cents: figures.fee_cents },
  { name: 'Refunds', meaning: 'Given back to brands', count: figures.refunds, cents: figures.refunded_cents },
  {
    name: 'Disputes opened',
    meaning: 'Licenses whose payment a bank took back',
    count: figures.disputes_opened,
    cents: figures.disputed_cents,
  },
  { name: 'Disputes won', meaning: 'The money came back', count: figures.disputes_won, cents: figures.won_cents },
  {
    name: 'Disputes lost',
    meaning: 'The money is gone for good',
    count: figures.disputes_lost,
    cents: figures.lost_cents,
  },
  { name: 'Payouts', meaning: 'Paid to creators', count: figures.payouts, cents: figures.paid_cents },
  {
    name: 'Payouts returned',
    meaning: 'Sent back by the creator’s bank',
    count: figures.payouts_returned,
    cents: figures.returned_cents,
  },
  {
    name: 'Kept',
    meaning: 'Commission less rewards, fees, and the platform’s part of refunds and lost disputes',
    count: null,
    cents: figures.kept_cents,
  },
];

const columns: readonly Column<FigureRow>[] = [
  {
    head: 'These days',
    kind: 'name',
    cell: ({ name, meaning }) => (
      <>
        <Box fontWeight="500">{name}</Box>
        <chakra.span fontSize="xs" color="ink.muted">
          {meaning}
        </chakra.span>
      </>
    ),
  },
  { head: 'Count', kind: 'figure', cell: ({ count }) => (count === null ? '–' : count.toLocaleString('en-US')) },
  { head: 'Amount', kind: 'figure', fontWeight: '600', cell: ({ cents }) => <Money cents={cents} /> },
];

/** What happened to the money on the chosen days, all in all. */
export const FiguresTable = ({ figures }: { figures: MoneyFigures }) => (
  <RowsTable label="What happened on these days" columns={columns} rows={rowsOf(figures)} rowKey="name" />
);
