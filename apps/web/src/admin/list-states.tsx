import { Box, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';

interface ListStatesProps {
  readonly list: {
    readonly isError: boolean;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** Of rows so far; undefined until they were read. */
  readonly count: number | undefined;
  /** Many of them. */
  readonly noun: string;
  /** What to say where there are none. */
  readonly nothing: string;
  /** The rows. */
  readonly children: ReactNode;
}

/** A list in pages, while it is read, where it can't be, and where there is nothing in it. */
export const ListStates = ({ list, count, noun, nothing, children }: ListStatesProps) => (
  <Stack gap="4">
    {list.isError && (
      <Box role="alert" color="trouble">
        The {noun} could not be read. Please reload the page.
      </Box>
    )}
    {count === undefined && !list.isError && <Skeleton h="220px" role="status" aria-label={`Loading ${noun}`} />}
    {count === 0 && <EmptyState sentence={nothing} />}
    {count !== undefined && count > 0 && children}
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
