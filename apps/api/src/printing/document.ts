import type { Fact } from './parts.ts';
import type { Column, Row, Total } from './table.ts';

/** Who a document is from and whom it is for. */
export interface Party {
  readonly label: string;
  /** The first line is the name. */
  readonly lines: readonly string[];
}

export interface DocumentHead {
  /** It is used in the file's metadata, so it must not contain user input. */
  readonly title: string;
  /** Distinguishes it from others of the same title. It must not contain user input either. */
  readonly number: string;
  /** ISO 8601. */
  readonly date: string;
  /** They are placed side by side in pairs. */
  readonly parties: readonly Party[];
  readonly facts: readonly Fact[];
}

export interface TableHead {
  readonly heading?: string;
  readonly columns: readonly Column[];
}

export interface PrintedTable extends TableHead {
  /** Iterables are read while they are printed, so that there may be any number of rows. */
  readonly rows: readonly Row[] | AsyncIterable<Row>;
  readonly totals: readonly Total[];
}

/** A document in the standard layout. Amounts and dates are formatted texts. The same data give the same bytes. */
export interface PrintedDocument extends DocumentHead {
  readonly tables: readonly PrintedTable[];
  /** Paragraphs at the end. */
  readonly notes: readonly string[];
}

/** What is drawn after the head, from top to bottom. */
export type Part =
  | { readonly kind: 'table'; readonly table: TableHead }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'totals'; readonly totals: readonly Total[] }
  | { readonly kind: 'notes'; readonly notes: readonly string[] };

/** Takes about 50 ms to draw. Then other documents get their turn. */
const rowsPerBatch = 100;

const isInMemory = (rows: PrintedTable['rows']): rows is readonly Row[] => Array.isArray(rows);

/** Whether a document is streamed page by page. Its pages can't say how many there are. */
export const isLong = ({ tables }: PrintedDocument) => tables.some(({ rows }) => !isInMemory(rows));

async function* batchesOf(rows: PrintedTable['rows']): AsyncIterable<readonly Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < rowsPerBatch) continue;
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

/** Formats a day as documents do, in UTC: `December 7, 2026`. */
export const printedDay = (instant: string) => dayFormat.format(new Date(instant));
