import { Box, chakra } from '@chakra-ui/react';
import type { MoneyFigures } from '@tessera/domain/books/money-days.view';
import type { Cents } from '@tessera/domain/money';
import { Money } from '../../ui/facts/money.tsx';
import { Cell, Head, Table } from '../../ui/table/table.tsx';

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

/** What happened to the money on the chosen days, all in all. */
export const FiguresTable = ({ figures }: { figures: MoneyFigures }) => (
  <Table label="What happened on these days">
    <thead>
      <tr>
        <Head scope="col">These days</Head>
        <Head scope="col" numeric>
          Count
        </Head>
        <Head scope="col" numeric>
          Amount
        </Head>
      </tr>
    </thead>
    {rowsOf(figures).map(({ name, meaning, count, cents }) => (
      <tbody key={name}>
        <tr>
          <Cell as="th" scope="row" fontWeight="400" textAlign="start">
            <Box fontWeight="500">{name}</Box>
            <chakra.span fontSize="xs" color="ink.muted">
              {meaning}
            </chakra.span>
          </Cell>
          <Cell data-label="Count" numeric>
            {count === null ? '–' : count.toLocaleString('en-US')}
          </Cell>
          <Cell data-label="Amount" numeric fontWeight="600">
            <Money cents={cents} />
          </Cell>
        </tr>
      </tbody>
    ))}
  </Table>
);
