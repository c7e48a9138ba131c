import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

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
 * A plain table in a frame, its head in sight. On a phone each row is a card: its head cell, then its `data-label`
 * cells as lines; `data-part="action"` and `data-part="more"` take a line of their own.
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

/** A column's head; `numeric` stands to the right, like its figures. */
export const Head = chakra('th', {
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

interface HeadsProps {
  readonly columns: readonly string[];
  /** Those of figures, behind the others. */
  readonly numeric?: readonly string[];
  /** A head that is more than a word, as the last. */
  readonly children?: ReactNode;
}

/** The row of heads. */
export const Heads = ({ columns, numeric = [], children }: HeadsProps) => (
  <thead>
    <tr>
      {[...columns, ...numeric].map((column) => (
        <Head key={column} scope="col" numeric={numeric.includes(column)}>
          {column}
        </Head>
      ))}
      {children}
    </tr>
  </thead>
);

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
