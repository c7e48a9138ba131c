import { headerPx, scrollPaddingPx } from '../../theme/header-size.ts';

/** The container width, in pixels, from which rows are shown as a table instead of cards. */
export const wideFromPx = 900;
/** The condition for styles of a table that is not shown as cards. */
export const asRows = `@container (width >= ${wideFromPx}px)`;
/** Scroll padding in pixels: at the top for the page's header and the table's head, at the bottom for some space. */
export const headroomPx = 120;
export const footroomPx = 24;

const cards = {
  '& thead': { srOnly: true },
  '& table, & tbody': { display: 'block' },
  '& tbody tr': {
    display: 'grid',
    gridTemplateColumns: '112px minmax(0, 1fr) minmax(0, 1fr)',
    columnGap: '4',
    rowGap: '2',
    py: '4',
    borderTopWidth: '1px',
    borderColor: 'hairline',
    fontSize: 'sm',
  },
  '& td': { minW: 0 },
  '& td[data-label]::before': { content: 'attr(data-label)', display: 'block', fontSize: 'xs', color: 'ink.muted' },
  '& td[data-role=title]': { gridColumn: '2 / -1' },
  '& td[data-role=action], & td[data-role=line]': { gridColumn: '1 / -1' },
  '& [data-numeric]': { fontVariantNumeric: 'tabular-nums' },
  // Keeps a focused control clear of the headers.
  '& a, & button': { scrollMarginTop: `${headroomPx - scrollPaddingPx}px`, scrollMarginBottom: `${footroomPx}px` },
} as const;

/** @param tracks the grid columns of the table */
export const rowTableStyles = (tracks: string) => ({
  containerType: 'inline-size',
  // The virtualizer positions the rows itself.
  overflowAnchor: 'none',
  ...cards,
  [asRows]: {
    '& thead': {
      all: 'unset',
      display: 'block',
      position: 'sticky',
      top: `${headerPx}px`,
      zIndex: 1,
      bg: 'paper',
    },
    '& thead tr, & tbody tr': {
      display: 'grid',
      gridTemplateColumns: tracks,
      columnGap: '5',
      alignItems: 'center',
    },
    '& thead tr': { py: '2.5', borderBottomWidth: '1px', borderColor: 'hairline' },
    '& th': { textAlign: 'start', fontSize: 'xs', fontWeight: 500, color: 'ink.muted', whiteSpace: 'nowrap' },
    '& tbody tr': { py: '3', borderTopWidth: 0, borderBottomWidth: '1px' },
    '& td, & td[data-role]': { gridColumn: 'auto' },
    '& td[data-label]::before': { content: 'none' },
    '& [data-numeric]': { textAlign: 'end' },
  },
});
