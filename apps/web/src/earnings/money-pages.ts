import type { Page } from '@tessera/contract/kernel/answers';
import { useAtomValue } from 'jotai';
import { atomWithInfiniteQuery } from 'jotai-tanstack-query';
import { useEffect, useMemo } from 'react';
import { queries, userIdAtom } from '../kernel/reading/queries.ts';
import { get as read } from '../kernel/send.ts';
import { moneyPositionAtom } from './balance.atoms.ts';

const pageRows = 100;

const pagesAtom = <Answer extends Page>(path: string) =>
  atomWithInfiniteQuery(
    (get) => {
      const userId = get(userIdAtom);
      const moneyPosition = get(moneyPositionAtom);
      return {
        queryKey: [userId, path],
        queryFn: ({ pageParam: cursor }: { readonly pageParam: string | null }) => {
          const [pathname, query] = path.split('?');
          const search = new URLSearchParams(query);
          search.set('limit', String(pageRows));
          if (cursor !== null) search.set('cursor', cursor);
          return read<Answer>(`${pathname}?${search}`, moneyPosition < 0 ? {} : { after: moneyPosition });
        },
        initialPageParam: null as string | null,
        getNextPageParam: ({ next_cursor }: Answer) => next_cursor,
        enabled: userId !== undefined,
      };
    },
    () => queries,
  );

/** A paged list. All of its loaded pages are loaded again whenever the creator's money changes. */
export const useMoneyPages = <Answer extends Page>(path: string) => {
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, refetch, fetchNextPage } = useAtomValue(
    useMemo(() => pagesAtom<Answer>(path), [path]),
  );
  const moneyPosition = useAtomValue(moneyPositionAtom);
  useEffect(() => {
    if (moneyPosition >= 0) void refetch();
  }, [moneyPosition, refetch]);
  return {
    /** Undefined until the first page is loaded. */
    pages: data?.pages,
    error: isFetchNextPageError ? null : error,
    moreFailed: isFetchNextPageError,
    hasMore: hasNextPage,
    isLoading: isFetching,
    reload: () => void refetch(),
    loadMore: () => void fetchNextPage(),
  };
};
