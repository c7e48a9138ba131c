import { Box, Stack } from '@chakra-ui/react';
import { useRef } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { PagedList } from '../../kernel/reading/paged-list.ts';
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
  /** What is read, as in 'Loading your licenses'. */
  readonly loading: string;
  /** What a further page that can't be read is said to be. */
  readonly failed: string;
  readonly readMore: () => void;
}

/** The rows of a list in pages: those that are there, those on their way, and the next ones as one gets near the end. */
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
  const end = useRef<HTMLDivElement>(null);
  const tryAgain = () => {
    // The button leaves once it is pressed: who continues from here is right behind the last row.
    end.current?.focus({ preventScroll: true });
    readMore();
  };
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
  /** One of what the news are, such as 'new item'. */
  readonly noun: string;
  /** In the place of the rows, where there are none. */
  readonly empty: ReactNode;
  /** What stands above the rows. */
  readonly children: ReactNode;
}

/** A list with its head, the news of it and its rows: the keyboard goes on at its beginning when it was read again. */
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
  <Stack gap="4" ref={head} tabIndex={-1} outline="0" scrollMarginTop="120px" aria-label={label} role="group">
    {children}
    <NewRowsPill count={rows.list.newIds.length} noun={noun} onShow={showNewRows} />
    {rows.list.status === 'failed' && <ReadFailed words={rows.failed} onTryAgain={readAgain} />}
    {empty}
    <Rows {...rows} />
  </Stack>
);
