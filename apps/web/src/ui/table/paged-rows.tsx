import { Box, Stack } from '@chakra-ui/react';
import type { ComponentType, ReactNode } from 'react';
import type { PagedList } from '../../kernel/reading/paged-list.ts';
import { useKeptFocus } from '../controls/use-kept-focus.ts';
import { NewRowsPill, ReadFailed } from './list-states.tsx';
import { RowTable } from './row-table.tsx';
import type { Column, RowEntryProps } from './row-table.tsx';
import type { usePagedList } from './use-paged-list.ts';

const firstSkeletons = 6;
const furtherSkeletons = 2;

interface RowsProps<Row> {
  readonly list: PagedList<Row>;
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly Entry: ComponentType<RowEntryProps<Row>>;
  readonly onAct: (row: Row) => void;
  /** Such as 'Loading your licenses'. */
  readonly loading: string;
  /** The error message for a page that can't be loaded. */
  readonly failed: string;
  readonly readMore: () => void;
}

/** The rows of a paged list, with skeletons for those on their way; scrolling near the end loads the next page. */
const Rows = <Row extends { readonly id: string }>({
  list: { status, reading, items, nextCursor, moreFailed },
  caption,
  columns,
  Entry,
  onAct,
  loading,
  failed,
  readMore,
}: RowsProps<Row>) => {
  const { place: end, press: tryAgain } = useKeptFocus(readMore);
  return (
    <>
      {(items.length > 0 || status === 'loading') && (
        <Box
          opacity={reading === 'open' && items.length > 0 ? 0.6 : 1}
          {...(status === 'loading' && { role: 'status', 'aria-label': loading })}
        >
          <RowTable
            caption={caption}
            columns={columns}
            rows={items}
            Entry={Entry}
            onAct={onAct}
            complete={status !== 'loading' && !nextCursor}
            busy={reading !== null}
            skeletons={status === 'loading' ? firstSkeletons : reading === 'more' ? furtherSkeletons : 0}
            {...(nextCursor && !moreFailed && reading === null && { onNearEnd: readMore })}
          />
        </Box>
      )}
      {items.length > 0 && (
        <Box
          ref={end}
          tabIndex={-1}
          outline="0"
          role="group"
          aria-label={`End of ${caption}`}
          mt={moreFailed ? '0' : '-4'}
        >
          {moreFailed && <ReadFailed words={failed} onTryAgain={tryAgain} />}
        </Box>
      )}
    </>
  );
};

interface PagedRowsProps<Row extends { readonly id: string }>
  extends ReturnType<typeof usePagedList<Row>>, Omit<RowsProps<Row>, 'list' | 'readMore'> {
  readonly label: string;
  /** A single new row, such as 'new item'. */
  readonly noun: string;
  /** Shown instead of the rows if there are none. */
  readonly empty: ReactNode;
  /** Shown above the rows. */
  readonly children: ReactNode;
}

/** A list with its header, the pill for new rows, and its rows. After a reload, the focus is at its beginning. */
export const PagedRows = <Row extends { readonly id: string }>({
  label,
  noun,
  empty,
  children,
  head,
  showNewRows,
  readAgain,
  ...rows
}: PagedRowsProps<Row>) => (
  <Stack gap="4" ref={head} tabIndex={-1} outline="0" scrollMarginTop="12" aria-label={label} role="group">
    {children}
    <NewRowsPill count={rows.list.newIds.length} noun={noun} onShow={showNewRows} />
    {rows.list.status === 'failed' && <ReadFailed words={rows.failed} onTryAgain={readAgain} />}
    {empty}
    <Rows {...rows} />
  </Stack>
);
