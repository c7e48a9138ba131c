import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/**
 * A table of pictured rows. On a phone each row becomes a block: picture and title on top, then its `data-label`
 * cells as lines, then its action.
 */
export const RowTable = ({ caption, children }: { caption: string; children: ReactNode }) => (
  <Box overflowX={{ base: 'visible', md: 'auto' }}>
    <chakra.table
      w="100%"
      borderCollapse="collapse"
      css={{
        '& [data-role=media]': { w: '112px' },
        '& tbody td': { verticalAlign: 'middle' },
        '& [data-numeric]': { fontVariantNumeric: 'tabular-nums' },
        md: {
          '& th': {
            textAlign: 'start',
            fontSize: 'sm',
            fontWeight: 500,
            color: 'ink.muted',
            pb: '2',
            pe: '4',
            whiteSpace: 'nowrap',
          },
          '& td': { borderTopWidth: '1px', borderColor: 'hairline', py: '3', pe: '4', fontSize: 'sm' },
          '& [data-role=title]': { fontSize: 'md' },
          '& [data-numeric]': { textAlign: 'end', pe: '8' },
          '& th:last-of-type, & td:last-of-type': { pe: 0, textAlign: 'end' },
          '& [data-label]': { whiteSpace: 'nowrap' },
        },
        mdDown: {
          '& thead': { srOnly: true },
          '&, & tbody': { display: 'block' },
          '& tr': {
            display: 'grid',
            gridTemplateColumns: '112px 1fr',
            columnGap: '3',
            rowGap: '1',
            py: '4',
            borderTopWidth: '1px',
            borderColor: 'hairline',
          },
          '& td[data-label]': {
            gridColumn: '1 / -1',
            display: 'flex',
            justifyContent: 'space-between',
            fontSize: 'sm',
          },
          '& td[data-role=media], & td[data-role=title]': { pb: '2' },
          '& td[data-label]::before': { content: 'attr(data-label)', color: 'ink.muted' },
          '& td[data-role=action]': { gridColumn: '1 / -1', pt: '2' },
        },
      }}
    >
      <caption>
        <chakra.span srOnly>{caption}</chakra.span>
      </caption>
      {children}
    </chakra.table>
  </Box>
);
