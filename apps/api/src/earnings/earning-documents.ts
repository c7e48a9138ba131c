import type { PayoutLine, PayoutRow, StatementLine, YearAnswer } from '@tessera/contract/money/earnings';
import { formatDay, formatMinute } from '@tessera/domain/days';
import { endOf, lineKindTitles } from '@tessera/domain/earnings/statements/statement';
import { nameInSentence, sanitizedName } from '@tessera/domain/licensing/agreements/agreement';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import { formatUsd } from '@tessera/domain/money';
import { paymentMethodTitles, payoutPromise, payoutStatusTitles } from '@tessera/domain/payouts/titles';
import type { PrintedDocument } from '../printing/document.ts';
import type { Statement } from './statements.ts';

/** Whom a document is printed for, and when. */
export interface Printing {
  /** The creator's name and email address. */
  readonly creator: readonly string[];
  /** `yyyy-mm-dd`. */
  readonly today: string;
}

const headOf = ({ creator, today }: Printing) => ({
  date: `${today}T00:00:00.000Z`,
  parties: [
    { label: 'For', lines: creator.map(sanitizedName) },
    { label: 'From', lines: ['Tessera'] },
  ],
  notes: ['Days are in UTC. Amounts are in US dollars.'],
});

const promiseNote = `${payoutPromise.available} and paid ${payoutPromise.within}. ${payoutPromise.carriedOver}`;

const subjectOf = ({ kind, title, license_type, brand_name, license_id }: PayoutLine | StatementLine) => {
  const names = [
    title && nameInSentence(title),
    license_type && licenseTypeTitles[license_type],
    brand_name && nameInSentence(brand_name),
  ];
  const details = names.filter(Boolean).join(' · ');
  return [lineKindTitles[kind], details, license_id].filter(Boolean).join('\n');
};

const closingLabel = (days: Pick<Statement, 'to'>, today: string) => {
  const { day, title } = endOf(days, today);
  return day < today ? title : `${title} (${formatDay(day)})`;
};

const blankIfZero = (cents: number) => (cents === 0 ? '' : formatUsd(cents));

async function* printedRows<Row, Printed>(pages: AsyncIterable<readonly Row[]>, of: (row: Row) => Printed) {
  for await (const rows of pages) for (const row of rows) yield of(row);
}

const amountOf = ({ earned_cents, reversed_cents, payout_cents }: StatementLine) =>
  earned_cents + reversed_cents + payout_cents;

export const statementDocument = (
  { from, to, opening_cents, closing_cents }: Statement,
  rows: AsyncIterable<readonly StatementLine[]>,
  printing: Printing,
): PrintedDocument => ({
  ...headOf(printing),
  notes: [...headOf(printing).notes, promiseNote],
  title: 'Statement',
  number: `${formatDay(from)} – ${formatDay(to)}`,
  facts: [
    { label: 'Opening balance', value: formatUsd(opening_cents) },
    { label: closingLabel({ to }, printing.today), value: formatUsd(closing_cents) },
  ],
  tables: [
    {
      columns: [
        { heading: 'Date', share: 6 },
        { heading: 'Description', share: 15 },
        { heading: 'Gross', share: 6, isFigures: true },
        { heading: 'Commission', share: 6, isFigures: true },
        { heading: 'Amount', share: 6, isFigures: true },
        { heading: 'Balance', share: 6, isFigures: true },
      ],
      rows: printedRows(rows, (row) => [
        formatDay(row.at),
        subjectOf(row),
        blankIfZero(row.gross_cents),
        blankIfZero(0 - row.commission_cents),
        formatUsd(amountOf(row)),
        formatUsd(row.balance_cents),
      ]),
      totals: [
        { label: 'Opening balance', value: formatUsd(opening_cents) },
        { label: 'Change', value: formatUsd(closing_cents - opening_cents) },
        { label: closingLabel({ to }, printing.today), value: formatUsd(closing_cents), isGrand: true },
      ],
    },
  ],
});

export const payoutDocument = (
  payout: PayoutRow,
  takenOver: readonly PayoutRow[],
  lines: AsyncIterable<readonly PayoutLine[]>,
  printing: Printing,
): PrintedDocument => ({
  ...headOf(printing),
  title: 'Payout',
  number: payout.id,
  facts: [
    {
      label: 'Paid to',
      value: payout.destination === null ? paymentMethodTitles[payout.method] : sanitizedName(payout.destination),
    },
    ...payout.steps.map(({ status, at }) => ({ label: payoutStatusTitles[status], value: formatMinute(at) })),
    ...(payout.reason === null ? [] : [{ label: 'Reason', value: sanitizedName(payout.reason) }]),
    ...(payout.reference === null ? [] : [{ label: 'Reference', value: sanitizedName(payout.reference) }]),
  ],
  tables: [
    {
      columns: [
        { heading: 'Date', share: 2 },
        { heading: 'Description', share: 6 },
        { heading: 'Amount', share: 2, isFigures: true },
      ],
      rows: printedLines(takenOver, lines),
      totals: [{ label: 'Payout', value: formatUsd(payout.amount_cents), isGrand: true }],
    },
  ],
});

async function* printedLines(takenOver: readonly PayoutRow[], lines: AsyncIterable<readonly PayoutLine[]>) {
  for (const { id, steps, amount_cents } of takenOver)
    yield [formatDay(steps[0]?.at ?? ''), `Earlier payout that came back\n${id}`, formatUsd(amount_cents)];
  yield* printedRows(lines, (line) => [formatDay(line.at), subjectOf(line), formatUsd(line.amount_cents)]);
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

export const yearDocument = (
  { year, months, total }: Omit<YearAnswer, 'position'>,
  printing: Printing,
): PrintedDocument => {
  const amounts = ({ net_cents, reward_cents, reversed_cents, paid_cents, ...sales }: YearAnswer['total']) =>
    [sales.gross_cents, 0 - sales.commission_cents, net_cents, reward_cents, reversed_cents, paid_cents].map(formatUsd);
  const headings = ['Gross', 'Commission', 'Net', 'Rewards', 'Refunds', 'Paid out'];
  return {
    ...headOf(printing),
    title: 'Year summary',
    number: year,
    facts: [],
    tables: [
      {
        columns: [
          { heading: 'Month', share: 6 },
          ...headings.map((heading) => ({ heading, share: 5, isFigures: true as const })),
        ],
        rows: [
          ...months.map((month) => [monthName.format(Date.parse(month.month)), ...amounts(month)]),
          [`All of ${year}`, ...amounts(total)],
        ],
        totals: [],
      },
    ],
  };
};
