import type { MonthRow, PayoutLine, PayoutRow, StatementLine } from '@tessera/contract/money/earnings';
import { endOf, lineKindTitles } from '@tessera/domain/earnings/statements/statement';
import type { StatementDays } from '@tessera/domain/earnings/statements/statement';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import type { Cents } from '@tessera/domain/money';
import { csvOf, dollars } from '../http/answers/csv.ts';

const currency = 'USD';
const typeTitle = ({ license_type }: { readonly license_type: LicenseType | null }) =>
  license_type && licenseTypeTitles[license_type];

/** The balance at the beginning or the end of a statement. */
interface BalanceRow {
  readonly title: string;
  readonly day: string;
  readonly balance_cents: Cents;
}
type StatementRow = BalanceRow | StatementLine;
const isBalance = (row: StatementRow): row is BalanceRow => 'day' in row;
const ofLine =
  <Value>(of: (line: StatementLine) => Value) =>
  (row: StatementRow): Value | null =>
    isBalance(row) ? null : of(row);

export const statementCsv = csvOf<StatementRow>([
  ['time', (row) => (isBalance(row) ? row.day : row.at)],
  ['kind', (row) => (isBalance(row) ? row.title : lineKindTitles[row.kind])],
  ['license_id', ofLine(({ license_id }) => license_id)],
  ['item', ofLine(({ title }) => title)],
  ['license_type', ofLine(typeTitle)],
  ['brand', ofLine(({ brand_name }) => brand_name)],
  ['payout_id', ofLine(({ payout_id }) => payout_id)],
  ['gross', (row) => dollars(isBalance(row) ? null : row.gross_cents)],
  ['commission', (row) => dollars(isBalance(row) ? null : row.commission_cents)],
  ['net_or_reward', (row) => dollars(isBalance(row) ? null : row.earned_cents)],
  ['refund', (row) => dollars(isBalance(row) ? null : row.reversed_cents)],
  ['payout', (row) => dollars(isBalance(row) ? null : row.payout_cents)],
  ['balance', ({ balance_cents }) => dollars(balance_cents)],
  ['currency', () => currency],
]);

export const openingRow = ({ from }: StatementDays, balance_cents: Cents): StatementRow => ({
  title: 'Opening balance',
  day: from,
  balance_cents,
});
/** @param today `yyyy-mm-dd` */
export const closingRow = (days: StatementDays, balance_cents: Cents, today: string): StatementRow => ({
  ...endOf(days, today),
  balance_cents,
});

/** A line that a payout pays, or an earlier payout that it takes over. */
type PaidRow = PayoutLine | { readonly payout_id: string; readonly at: string; readonly amount_cents: Cents };

export const takenOverRow = ({ id, steps, amount_cents }: PayoutRow): PaidRow => ({
  payout_id: id,
  at: steps[0]?.at ?? '',
  amount_cents,
});

const isLine = (row: PaidRow): row is PayoutLine => 'kind' in row;

export const payoutCsv = csvOf<PaidRow>([
  ['time', ({ at }) => at],
  ['kind', (row) => (isLine(row) ? lineKindTitles[row.kind] : 'Earlier payout that came back')],
  ['license_id', (row) => (isLine(row) ? row.license_id : null)],
  ['item', (row) => (isLine(row) ? row.title : null)],
  ['license_type', (row) => (isLine(row) ? typeTitle(row) : null)],
  ['brand', (row) => (isLine(row) ? row.brand_name : null)],
  ['payout_id', (row) => (isLine(row) ? null : row.payout_id)],
  ['amount', ({ amount_cents }) => dollars(amount_cents)],
  ['currency', () => currency],
]);

export const yearCsv = csvOf<MonthRow>([
  ['month', ({ month }) => month],
  ['gross', ({ gross_cents }) => dollars(gross_cents)],
  ['commission', ({ commission_cents }) => dollars(commission_cents)],
  ['net', ({ net_cents }) => dollars(net_cents)],
  ['rewards', ({ reward_cents }) => dollars(reward_cents)],
  ['refunds', ({ reversed_cents }) => dollars(reversed_cents)],
  ['paid', ({ paid_cents }) => dollars(paid_cents)],
  ['currency', () => currency],
]);
