import type { EventSummary } from '@tessera/contract/admin';
import type { InfiniteData } from '@tanstack/query-core';
import type { Page } from '@tessera/contract/kernel/answers';
import { atom, useAtomValue } from 'jotai';
import { atomWithInfiniteQuery } from 'jotai-tanstack-query';
import { useMemo } from 'react';
import { watch } from '../kernel/reading/live.ts';
import type { LiveMessage } from '../kernel/reading/live-connection.ts';
import { queries } from '../kernel/reading/queries.ts';
import { get as read } from '../kernel/send.ts';
import { adminLive, asAdmin } from './admin-session.atoms.ts';

interface RowPage<Row> extends Page {
  readonly items: readonly Row[];
}

export type LiveReadings = ReturnType<typeof liveReadings>;

/**
 * What an admin reads, read again with every event that changes some of it.
 * @param name begins the name of every query of it
 */
export const liveReadings = (name: string, changes: (event: EventSummary) => boolean) => {
  const queryKey = ['admin', name];
  /** The latest change that is known of: what is read includes it. */
  let changedUpTo = -1;
  let isReading = false;
  let isStale = false;

  const readNow = <Value>(path: string) =>
    asAdmin((options) => read<Value>(path, changedUpTo < 0 ? options : { ...options, after: changedUpTo }));

  const pagesAt = <Row>(path: string) =>
    atomWithInfiniteQuery<RowPage<Row>, Error, InfiniteData<RowPage<Row>>, readonly unknown[], string | null>(
      () => ({
        queryKey: [...queryKey, path],
        queryFn: ({ pageParam: cursor }) =>
          readNow(
            cursor === null ? path : `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ cursor })}`,
          ),
        initialPageParam: null,
        getNextPageParam: ({ next_cursor }) => next_cursor,
      }),
      () => queries,
    );
  /** However fast it changes, one reading after the other: so each of them ends, and the last one has everything. */
  const readAgain = async (position: number) => {
    changedUpTo = Math.max(changedUpTo, position);
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale) {
      isStale = false;
      await queries.invalidateQueries({ queryKey });
    }
    isReading = false;
  };

  /** Changes something that is shown. @throws ApiError */
  const change = async <Answer extends { readonly position: number }>(
    call: (options: { token: string }) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      const answer = await asAdmin(call);
      void readAgain(answer.position);
      return answer;
    } catch (error) {
      // Someone else may have been faster.
      void readAgain(-1);
      throw error;
    }
  };

  /** While it is mounted, what happens has all of it read again. */
  const watchAtom = atom(null);
  watchAtom.onMount = () =>
    watch(
      'event-log',
      'all',
      ({ position, value }: LiveMessage) => {
        const { items } = (value ?? { items: [] }) as { readonly items: readonly EventSummary[] };
        // Without events it only says how far the log is: anything may have happened up to there.
        const concerns = items.length === 0 || items.some(changes);
        if (concerns && position > changedUpTo) void readAgain(position);
      },
      { over: adminLive, ofMany: true },
    );

  /**
   * The list that stands at a path, page after page, for as long as a component stands; `rows` are undefined until they
   * were read.
   */
  const useList = <Row>(path: string) => {
    useAtomValue(watchAtom);
    const list = useAtomValue(useMemo(() => pagesAt<Row>(path), [path]));
    return { list, rows: list.data?.pages.flatMap(({ items }) => items) };
  };
  return { readNow, useList, change, watchAtom };
};
