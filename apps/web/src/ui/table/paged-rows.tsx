import { Box } from '@chakra-ui/react';
import { useRef } from 'react';
import type { ComponentType } from 'react';
import type { PagedList } from '../../kernel/paged-list.ts';
import { ReadFailed } from './list-states.tsx';
import { RowTable } from './row-table.tsx';
import type { Column, RowEntryProps } from './row-table.tsx';

const firstSkeletons = 6;
const furtherSkeletons = 2;

interface PagedRowsProps<Row> {
  readonly list: PagedList<Row>;
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly Entry: ComponentType<RowEntryProps<Row>>;
  readonly onAct: (row: Row) => void;
  /** What is read, as in 'Loading your licenses'. */
  readonly loading: string;
  /** What a further page that can't be read is said to be. */
  readonly failed: string;
  readonly onMore: () => void;
}

/** The rows of a list in pages: those that are there, those on their way, and the next ones as one gets near the end. */
export const PagedRows = <Row extends { readonly id: string }>({
  list: { status, reading, items, nextCursor, moreFailed },
  caption,
  columns,
  Entry,
  onAct,
  loading,
  failed,
  onMore,
}: PagedRowsProps<Row>) => {
  const end = useRef<HTMLDivElement>(null);
  const tryAgain = () => {
    // The button leaves once it is pressed: who goes on from here is right behind the last row.
    end.current?.focus({ preventScroll: true });
    onMore();
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
            {...(nextCursor && !moreFailed && reading === null && { onNearEnd: onMore })}
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
