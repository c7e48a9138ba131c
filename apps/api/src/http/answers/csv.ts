import { decimalUsd } from '@tessera/domain/money';
import type { Cents } from '@tessera/domain/money';

/** Excel reads a file as UTF-8 only when it begins with this. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

/** Spreadsheets run a cell that begins like this as a formula; an apostrophe in front of it makes it text. */
const formulaStart = /^(?=[\s"']*[=+\-@＝＋－＠]|[\t\r\n])/;
/** The same inside a cell, for readers that end cells at semicolons or tabs, as Excel does in half of Europe. */
const formulaStartInside = /[;\t\r\n](?=[\s"']*[=+\-@＝＋－＠])/g;
const mustBeQuoted = /[",;\t\r\n]/;

/** A number that is written as is, with its sign, and is never quoted or escaped as text. */
interface Decimal {
  readonly decimal: string;
}
type Cell = string | number | Decimal | null;

/** An amount in a form that every program reads, such as `-40.00`; an empty cell for null. */
export const dollars = (cents: Cents | null): Cell => (cents === null ? null : { decimal: decimalUsd(cents) });

const cell = (value: Cell): string => {
  if (value === null) return '';
  if (typeof value === 'object') return value.decimal;
  if (typeof value === 'number') return String(value);
  const text = value.replace(formulaStartInside, "$&'").replace(formulaStart, "'");
  return mustBeQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const line = (cells: readonly Cell[]) => `${cells.map(cell).join(',')}${lineEnd}`;

/** Writes rows as CSV (RFC 4180), from the name of each column and the function that reads its cell from a row. */
export const csvOf = <Row>(columns: readonly (readonly [string, (row: Row) => Cell])[]) => ({
  /** The byte order mark and the header line. */
  head: () => `${byteOrderMark}${line(columns.map(([name]) => name))}`,
  lines: (rows: readonly Row[]): string => rows.map((row) => line(columns.map(([, of]) => of(row)))).join(''),
});
