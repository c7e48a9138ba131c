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

const withoutFormulas = (text: string) => text.replace(formulaStartInside, "$&'").replace(formulaStart, "'");

const cell = (value: Cell, written: (text: string) => string): string => {
  if (value === null) return '';
  if (typeof value === 'object') return value.decimal;
  if (typeof value === 'number') return String(value);
  const text = written(value);
  return mustBeQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The name of each column, and the function that reads its cell from a row. */
type Columns<Row> = readonly (readonly [string, (row: Row) => Cell])[];

const writer = <Row>(columns: Columns<Row>, mark: string, written: (text: string) => string) => {
  const line = (cells: readonly Cell[]) => `${cells.map((each) => cell(each, written)).join(',')}${lineEnd}`;
  return {
    /** The header line, after whatever precedes it. */
    head: () => `${mark}${line(columns.map(([name]) => name))}`,
    lines: (rows: readonly Row[]): string => rows.map((row) => line(columns.map(([, of]) => of(row)))).join(''),
  };
};

/** Writes rows as CSV (RFC 4180) for people, who open it in a spreadsheet. */
export const csvOf = <Row>(columns: Columns<Row>) => writer(columns, byteOrderMark, withoutFormulas);

/** Writes rows as CSV (RFC 4180) for a program that acts on each text: all of them stay exactly as they are. */
export const exactCsvOf = <Row>(columns: Columns<Row>) => writer(columns, '', (text) => text);
