import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A plain table in a frame that scrolls sideways by itself on a phone. Its head stays in sight. */
export const Table = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box
    borderWidth="1px"
    borderColor="hairline"
    borderRadius="media"
    bg="surface"
    overflow="auto"
    maxH="80dvh"
    tabIndex={0}
    role="region"
    aria-label={label}
  >
    <chakra.table w="full" fontSize="sm" borderCollapse="separate" borderSpacing={0} fontVariantNumeric="tabular-nums">
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

export const Cell = chakra('td', {
  base: {
    px: '4',
    py: '3',
    borderBottomWidth: '1px',
    borderColor: 'hairline',
    'tr:last-child &': { borderBottomWidth: 0 },
  },
  variants: { numeric: { true: { textAlign: 'end' } } },
});
