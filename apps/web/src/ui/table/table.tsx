import { Box, chakra } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';

const asCards = {
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
  '& tr': { display: 'grid', gridTemplateColumns: '1fr auto', alignItems: 'center', rowGap: '1' },
  '& td, & tbody th': { borderBottomWidth: 0, p: 0 },
  '& td[data-label]': {
    gridColumn: '1 / -1',
    display: 'flex',
    justifyContent: 'space-between',
    columnGap: '4',
    minH: '7',
  },
  '& td[data-label]:empty': { display: 'none' },
  '& td[data-label]::before': { content: 'attr(data-label)', color: 'ink.muted', flexShrink: 0 },
  '& td[data-part]': { gridColumn: '1 / -1', pt: '2' },
  '& td[data-part] button': { w: 'full' },
} as const;

/**
 * A plain table in a frame, with a sticky head. On a phone each row is a card: its head cell, then its `data-label`
 * cells as lines; `data-part="action"` and `data-part="more"` take up a line of their own.
 */
export const Table = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box
    borderWidth={{ base: 0, md: '1px' }}
    borderColor="hairline"
    borderRadius="media"
    bg={{ md: 'surface' }}
    overflow={{ md: 'auto' }}
    maxH={{ md: '80dvh' }}
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
      css={{ mdDown: asCards }}
    >
      {children}
    </chakra.table>
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
  /** The label of its cells on a phone, by default the head; null for none. */
  readonly label?: string | null;
  /**
   * `name` identifies the row, a `figure` is aligned to the right, `more` takes up a line of its own on a phone, and so
   * does an `action`, whose head is visible to screen readers only.
   */
  readonly kind?: 'name' | 'figure' | 'more' | 'action';
  readonly cell: (row: Row) => ReactNode;
}

const nameLook = { as: 'th', scope: 'row', fontWeight: '400', textAlign: 'start' } as const;

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

/** A complete table with a head and rows. */
export const RowsTable = <Row,>({ label, ...rows }: RowsProps<Row> & { readonly label: string }) => (
  <Table label={label}>
    <HeaderRow columns={rows.columns} />
    <Rows {...rows} />
  </Table>
);
