import { Box, Stack } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { RowsTable } from '../ui/table/table.tsx';
import type { LiveQueries } from './live-queries.ts';

interface ListTableProps<Row> extends Omit<ComponentProps<typeof RowsTable<Row>>, 'rows' | 'below'> {
  readonly of: LiveQueries;
  /** The API path of the list. */
  readonly path: string;
  /** What the rows are called, in the plural. */
  readonly noun: string;
  /** The text of the empty state. */
  readonly nothing: string;
}

/** A paged list as a table, with its loading, error and empty states. */
export const ListTable = <Row,>({ of, path, noun, nothing, ...table }: ListTableProps<Row>) => {
  const { list, rows } = of.useList<Row>(path);
  return (
    <Stack gap="4">
      {list.isError && (
        <Box role="alert" color="trouble">
          The {noun} could not be loaded. Please reload the page.
        </Box>
      )}
      {!rows && !list.isError && <Skeleton h="220px" role="status" aria-label={`Loading ${noun}`} />}
      {rows?.length === 0 && <EmptyState sentence={nothing} />}
      {rows && rows.length > 0 && <RowsTable rows={rows} {...table} />}
      {list.hasNextPage && (
        <Button
          variant="secondary"
          alignSelf="center"
          loading={list.isFetchingNextPage}
          loadingText="Loading…"
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Stack>
  );
};
