import type { Page } from '@tessera/contract/kernel/answers';
import { useAtomValue } from 'jotai';
import { atomWithInfiniteQuery } from 'jotai-tanstack-query';
import { useEffect, useMemo } from 'react';
import { queries, userIdAtom } from '../kernel/reading/queries.ts';
import { get as read } from '../kernel/send.ts';
import { movedAtom } from './balance.atoms.ts';

const pageRows = 100;

const pagesAtom = <Answer extends Page>(path: string) =>
  atomWithInfiniteQuery(
    (get) => {
      const userId = get(userIdAtom);
      const moved = get(movedAtom);
      return {
        queryKey: [userId, path],
        queryFn: ({ pageParam: cursor }: { readonly pageParam: string | null }) => {
          const [place, asked] = path.split('?');
          const address = new URLSearchParams(asked);
          address.set('limit', String(pageRows));
          if (cursor !== null) address.set('cursor', cursor);
          return read<Answer>(`${place}?${address}`, moved < 0 ? {} : { after: moved });
        },
        initialPageParam: null as string | null,
        getNextPageParam: ({ next_cursor }: Answer) => next_cursor,
        enabled: userId !== undefined,
      };
    },
    () => queries,
  );

/** A list in pages, as far as it was read: read again, all of it, whenever the own money has moved. */
export const useMovedPages = <Answer extends Page>(path: string) => {
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, refetch, fetchNextPage } = useAtomValue(
    useMemo(() => pagesAtom<Answer>(path), [path]),
  );
  const moved = useAtomValue(movedAtom);
  useEffect(() => {
    if (moved >= 0) void refetch();
  }, [moved, refetch]);
  return {
    /** Undefined until the first one is there. */
    pages: data?.pages,
    error: isFetchNextPageError ? null : error,
    moreFailed: isFetchNextPageError,
    hasMore: hasNextPage,
    isReading: isFetching,
    again: () => void refetch(),
    more: () => void fetchNextPage(),
  };
};
