import type { LiveMessage } from '@tessera/contract/kernel/live';
import type { EventSummary, LiveEvents } from '@tessera/contract/admin';
import type { InfiniteData } from '@tanstack/query-core';
import type { Page } from '@tessera/contract/kernel/answers';
import { atom, useAtomValue } from 'jotai';
import { atomWithInfiniteQuery } from 'jotai-tanstack-query';
import { useMemo } from 'react';
import { watch } from '../kernel/reading/live.ts';
import { queries } from '../kernel/reading/queries.ts';
import { get as read } from '../kernel/send.ts';
import { adminLive, asAdmin } from './admin-session.atoms.ts';

interface RowPage<Row> extends Page {
  readonly items: readonly Row[];
}

export type LiveQueries = ReturnType<typeof liveQueries>;

/**
 * A group of admin queries that are loaded again with every event that changes any of them.
 * @param name the first part of their query keys
 */
export const liveQueries = (name: string, changes: (event: EventSummary) => boolean) => {
  const queryKey = ['admin', name];
  /** The position of the latest known change. Every load includes it. */
  let changedUpTo = -1;
  let isLoading = false;
  let isStale = false;

  const load = <Value>(path: string) =>
    asAdmin((options) => read<Value>(path, changedUpTo < 0 ? options : { ...options, after: changedUpTo }));

  const pagesAt = <Row>(path: string) =>
    atomWithInfiniteQuery<RowPage<Row>, Error, InfiniteData<RowPage<Row>>, readonly unknown[], string | null>(
      () => ({
        queryKey: [...queryKey, path],
        queryFn: ({ pageParam: cursor }) =>
          load(cursor === null ? path : `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ cursor })}`),
        initialPageParam: null,
        getNextPageParam: ({ next_cursor }) => next_cursor,
      }),
      () => queries,
    );
  /**
   * Loads again, one load at a time however fast changes come in, so that each one finishes and the last has
   * everything.
   */
  const reload = async (position: number) => {
    changedUpTo = Math.max(changedUpTo, position);
    isStale = true;
    if (isLoading) return;
    isLoading = true;
    while (isStale) {
      isStale = false;
      await queries.invalidateQueries({ queryKey });
    }
    isLoading = false;
  };

  /** Makes a change on the server, then loads again. @throws ApiError */
  const change = async <Answer extends { readonly position: number }>(
    call: (options: { token: string }) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      const answer = await asAdmin(call);
      void reload(answer.position);
      return answer;
    } catch (error) {
      // Another admin may have made a change first.
      void reload(-1);
      throw error;
    }
  };

  /** While it is mounted, relevant events trigger a reload. */
  const watchAtom = atom(null);
  watchAtom.onMount = () =>
    watch(
      'event-log',
      'all',
      ({ position, value }: LiveMessage) => {
        const { items } = (value ?? { items: [] }) as LiveEvents;
        // Without events, the message only says how far the log is: anything may have happened up to there.
        const isRelevant = items.length === 0 || items.some(changes);
        if (isRelevant && position > changedUpTo) void reload(position);
      },
      { over: adminLive, ofMany: true },
    );

  /**
   * The list at a path, page after page, kept current while the component is mounted. `rows` is undefined until the first
   * load.
   */
  const useList = <Row>(path: string) => {
    useAtomValue(watchAtom);
    const list = useAtomValue(useMemo(() => pagesAt<Row>(path), [path]));
    return { list, rows: list.data?.pages.flatMap(({ items }) => items) };
  };
  return { load, useList, change, watchAtom };
};
