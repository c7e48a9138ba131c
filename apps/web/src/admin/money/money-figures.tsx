import { Box, chakra } from '@chakra-ui/react';
import type { MoneyFigures } from '@tessera/domain/books/money-days.view';
import type { Cents } from '@tessera/domain/money';
import { Money } from '../../ui/facts/money.tsx';
import { RowsTable } from '../../ui/table/table.tsx';
import type { Column } from '../../ui/table/table.tsx';

interface FigureRow {
  readonly name: string;
  readonly meaning: string;
  /** Null for figures that have no count. */
  readonly count: number | null;
  readonly cents: Cents;
}

const rowsOf = (figures: MoneyFigures): readonly FigureRow[] => [
  { name: 'Sales', meaning: 'Licenses that brands paid for', count: figures.licenses, cents: figures.gross_cents },
  { name: 'Commission', meaning: 'On these sales, before rewards', count: null, cents: figures.commission_cents },
  { name: 'Referral rewards', meaning: 'Paid out of the commission', count: null, cents: figures.reward_cents },
  { name: 'Processor fees', meaning: 'Kept by the payment gateway', count: null, cents: figures.fee_cents },
  { name: 'Refunds', meaning: 'Refunded to brands', count: figures.refunds, cents: figures.refunded_cents },
  {
    name: 'Disputes opened',
    meaning: 'Licenses with a disputed payment',
    count: figures.disputes_opened,
    cents: figures.disputed_cents,
  },
  {
    name: 'Disputes won',
    meaning: 'Money returned by the bank',
    count: figures.disputes_won,
    cents: figures.won_cents,
  },
  {
    name: 'Disputes lost',
    meaning: 'Money charged back for good',
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
    meaning: 'Commission minus rewards, fees, and the platform’s share of refunds and lost disputes',
    count: null,
    cents: figures.kept_cents,
  },
];

const columns: readonly Column<FigureRow>[] = [
  {
    head: 'Figure',
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

/** The totals of the selected period. */
export const FiguresTable = ({ figures }: { figures: MoneyFigures }) => (
  <RowsTable label="Figures for these days" columns={columns} rows={rowsOf(figures)} rowKey="name" />
);
