import { decimalUsd } from '@tessera/domain/money';
import type { Cents } from '@tessera/domain/money';

/** Excel reads a file as UTF-8 only when it begins with this. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

/** Spreadsheets run a cell that begins so; after an apostrophe it is text. */
const runs = /^(?=[\s"']*[=+\-@＝＋－＠]|[\t\r\n])/;
/** The same for a reader that takes semicolons or tabs for the ends of cells, as Excel does in half of Europe. */
const runsWithin = /[;\t\r\n](?=[\s"']*[=+\-@＝＋－＠])/g;
const mustBeQuoted = /[",;\t\r\n]/;

/** A number that is written as it stands: with its sign, and never taken for a text. */
interface Decimal {
  readonly decimal: string;
}
type Cell = string | number | Decimal | null;

/** An amount as every program reads it, such as `-40.00`; nothing where there is none. */
export const dollars = (cents: Cents | null): Cell => (cents === null ? null : { decimal: decimalUsd(cents) });

const cell = (value: Cell): string => {
  if (value === null) return '';
  if (typeof value === 'object') return value.decimal;
  if (typeof value === 'number') return String(value);
  const text = value.replace(runsWithin, "$&'").replace(runs, "'");
  return mustBeQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const line = (cells: readonly Cell[]) => `${cells.map(cell).join(',')}${lineEnd}`;

/** How rows of a kind are written as lines of a file for spreadsheets, as RFC 4180 has it. */
export const csvOf = <Row>(columns: readonly (readonly [string, (row: Row) => Cell])[]) => ({
  /** The first line of the file. */
  head: () => `${byteOrderMark}${line(columns.map(([name]) => name))}`,
  lines: (rows: readonly Row[]): string => rows.map((row) => line(columns.map(([, of]) => of(row)))).join(''),
});
