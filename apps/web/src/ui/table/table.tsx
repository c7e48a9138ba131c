import { Box, chakra } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';

/** From this width of its container, in pixels, a table is shown as such; in a narrower one each row is a card. */
const fromPx = { few: 440, many: 720 } as const;

type Columns = keyof typeof fromPx;

/** The condition for styles of a table that is not shown as cards. `few` is up to four columns. */
export const asTable = (columns: Columns) => `@container table (width >= ${fromPx[columns]}px)`;
/** The condition for styles of a table that is shown as cards. */
export const asCards = (columns: Columns) => `@container table (width < ${fromPx[columns]}px)`;

const cards = {
  '& thead': { srOnly: true },
  '&, & tbody': { display: 'block' },
  '& tbody': {
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'hairline',
    borderRadius: 'media',
    px: '4',
    py: '3',
    mb: '3',
  },
  '& tr': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center', rowGap: '1' },
  '& td, & tbody th': { borderBottomWidth: 0, p: 0 },
  '& td[data-label]': {
    gridColumn: '1 / -1',
    display: 'flex',
    justifyContent: 'space-between',
    columnGap: '4',
    minH: '7',
    textAlign: 'end',
  },
  '& td[data-label]:empty': { display: 'none' },
  '& td[data-label]::before': { content: 'attr(data-label)', color: 'ink.muted', flexShrink: 0, textAlign: 'start' },
  '& td[data-part]': { gridColumn: '1 / -1', pt: '2' },
  '& td[data-part] button': { w: 'full' },
} as const;

const frame = { borderWidth: '1px', bg: 'surface', overflow: 'auto', maxH: '80dvh' } as const;

interface TableProps {
  readonly label: string;
  readonly columns: Columns;
  readonly children: ReactNode;
}

/**
 * A plain table in a frame, with a sticky head. In a narrow container each row is a card: its head cell, then its
 * `data-label` cells as lines; `data-part="action"` and `data-part="more"` take up a line of their own.
 */
export const Table = ({ label, columns, children }: TableProps) => (
  <Box css={{ containerType: 'inline-size', containerName: 'table' }}>
    <Box
      borderColor="hairline"
      borderRadius="media"
      css={{ [asTable(columns)]: frame }}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <chakra.table
        w="full"
        fontSize="sm"
        borderCollapse="separate"
        borderSpacing={0}
        fontVariantNumeric="tabular-nums"
        css={{
          [asCards(columns)]: cards,
          [asTable(columns)]: {
            '& td[data-part=action]': { textAlign: 'end' },
            '& td[data-part=action] > *': { justifyContent: 'flex-end' },
          },
        }}
      >
        {children}
      </chakra.table>
    </Box>
  </Box>
);

/** A column's head; `numeric` aligns it to the right, like its figures. */
const Head = chakra('th', {
  base: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    bg: 'surface',
    px: '4',
    py: '3',
    textAlign: 'start',
    fontWeight: '500',
    fontSize: 'xs',
    color: 'ink.muted',
    borderBottomWidth: '1px',
    borderColor: 'hairline',
    whiteSpace: 'nowrap',
  },
  variants: { numeric: { true: { textAlign: 'end' } } },
});

export const Cell = chakra('td', {
  base: {
    px: '4',
    py: '3',
    borderBottomWidth: '1px',
    borderColor: 'hairline',
    'tbody:last-child tr:last-child &': { borderBottomWidth: 0 },
  },
  variants: { numeric: { true: { textAlign: 'end' } } },
});

/** A column: its head, its cells, and their style props. */
export interface Column<Row> extends Omit<ComponentProps<typeof Cell>, 'children'> {
  readonly head: string;
  /** The label of its cells on a card, by default the head; null for none. */
  readonly label?: string | null;
  /**
   * `name` identifies the row, a `figure` is aligned to the right, `more` takes up a line of its own on a card, and so
   * does an `action`, whose head is visible to screen readers only.
   */
  readonly kind?: 'name' | 'figure' | 'more' | 'action';
  readonly cell: (row: Row) => ReactNode;
}

const nameLook = { as: 'th', scope: 'row', fontWeight: '400', textAlign: 'start', overflowWrap: 'anywhere' } as const;

const lookOf = (kind: Column<never>['kind'], label: string | null) => {
  if (kind === 'name') return nameLook;
  if (kind === 'more' || kind === 'action') return { 'data-part': kind };
  return { numeric: kind === 'figure', ...(label !== null && { 'data-label': label }) };
};

/** The `thead` with one row of column heads. */
export const HeaderRow = ({ columns }: { columns: readonly Pick<Column<never>, 'head' | 'kind'>[] }) => (
  <thead>
    <tr>
      {columns.map(({ head, kind }) => (
        <Head key={head} scope="col" numeric={kind === 'figure'}>
          {kind === 'action' ? <chakra.span srOnly>{head}</chakra.span> : head}
        </Head>
      ))}
    </tr>
  </thead>
);

interface RowsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The property that identifies a row. */
  readonly rowKey: keyof Row;
  /** An extra table row below a row. */
  readonly below?: (row: Row) => ReactNode;
}

/** The table body, with one `tbody` per row. */
export const Rows = <Row,>({ columns, rows, rowKey, below }: RowsProps<Row>) =>
  rows.map((row) => (
    <tbody key={String(row[rowKey])}>
      <tr>
        {columns.map(({ head, label = head, kind, cell, ...look }) => (
          <Cell key={head} {...lookOf(kind, label)} {...look}>
            {cell(row)}
          </Cell>
        ))}
      </tr>
      {below?.(row)}
    </tbody>
  ));

const fewMax = 4;

/** A complete table with a head and rows. */
export const RowsTable = <Row,>({ label, ...rows }: RowsProps<Row> & { readonly label: string }) => (
  <Table label={label} columns={rows.columns.length > fewMax ? 'many' : 'few'}>
    <HeaderRow columns={rows.columns} />
    <Rows {...rows} />
  </Table>
);
