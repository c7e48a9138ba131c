import type { Fact } from './parts.ts';
import type { Column, Row, Total } from './table.ts';

/** Who a document is from and whom it is for. */
export interface Party {
  readonly label: string;
  /** The first is the name. */
  readonly lines: readonly string[];
}

export interface DocumentHead {
  /** Words of ours: the file describes itself with them. */
  readonly title: string;
  /** What tells it from others of its title, in words of ours. */
  readonly number: string;
  /** ISO 8601. */
  readonly date: string;
  /** Two stand beside each other. */
  readonly parties: readonly Party[];
  readonly facts: readonly Fact[];
}

export interface TableHead {
  readonly heading?: string;
  readonly columns: readonly Column[];
}

export interface PrintedTable extends TableHead {
  /** Read while they are printed where they aren't in memory: there may be any number of them. */
  readonly rows: readonly Row[] | AsyncIterable<Row>;
  readonly totals: readonly Total[];
}

/**
 * What is printed in the layout of the house: words, amounts and dates as they are to be read. The same data give the
 * same bytes.
 */
export interface PrintedDocument extends DocumentHead {
  readonly tables: readonly PrintedTable[];
  /** Paragraphs beneath everything else. */
  readonly notes: readonly string[];
}

/** What is set after the head, from top to bottom. */
export type Part =
  | { readonly kind: 'table'; readonly table: TableHead }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'totals'; readonly totals: readonly Total[] }
  | { readonly kind: 'notes'; readonly notes: readonly string[] };

/** Set at once, in some 50 ms, before others have their turn. */
const rowsAtOnce = 100;

const isInMemory = (rows: PrintedTable['rows']): rows is readonly Row[] => Array.isArray(rows);

/** Its pages are given away as they are filled, so that none of them says how many there are. */
export const isLong = ({ tables }: PrintedDocument) => tables.some(({ rows }) => !isInMemory(rows));

async function* batchesOf(rows: PrintedTable['rows']): AsyncIterable<readonly Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

export async function* partsOf({ tables, notes }: PrintedDocument): AsyncIterable<Part> {
  for (const { heading, columns, rows, totals } of tables) {
    yield { kind: 'table', table: { columns, ...(heading === undefined ? {} : { heading }) } };
    for await (const batch of batchesOf(rows)) yield { kind: 'rows', rows: batch };
    yield { kind: 'totals', totals };
  }
  yield { kind: 'notes', notes };
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** As documents name days, in UTC: `December 7, 2026`. */
export const printedDay = (instant: string) => dayFormat.format(new Date(instant));
