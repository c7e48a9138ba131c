import type { EventSummary } from '@tessera/contract/admin';
import type { Page } from '@tessera/contract/kernel/answers';
import { atom } from 'jotai';
import { atomWithInfiniteQuery } from 'jotai-tanstack-query';
import { watch } from '../kernel/reading/live.ts';
import type { LiveMessage } from '../kernel/reading/live.ts';
import { queries } from '../kernel/reading/queries.ts';
import { get as read } from '../kernel/send.ts';
import { adminLive, asAdmin } from './admin-session.atoms.ts';

/**
 * The lists that stand at a path, each in pages, read again with every event that changes one of them.
 * @param path without what tells one list from another
 */
export const liveLists = <List extends Page>(path: string, changes: (event: EventSummary) => boolean) => {
  const queryKey = ['admin', path];
  /** The latest change that is known of: what is read includes it. */
  let changedUpTo = -1;

  const readPage = (query: Readonly<Record<string, string>>, cursor: string | null) => {
    const address = `${path}?${new URLSearchParams({ ...query, ...(cursor && { cursor }) })}`;
    const after = changedUpTo < 0 ? {} : { after: changedUpTo };
    return asAdmin((options) => read<List>(address, { ...options, ...after }));
  };

  /** One of the lists, by what its address says beside the path. */
  const listOf = (query: Readonly<Record<string, string>>) =>
    atomWithInfiniteQuery<List, Error, unknown, readonly unknown[], string | null>(
      () => ({
        queryKey: [...queryKey, query],
        queryFn: ({ pageParam }) => readPage(query, pageParam),
        initialPageParam: null,
        getNextPageParam: ({ next_cursor }) => next_cursor,
      }),
      () => queries,
    );

  const readAgain = (position: number) => {
    changedUpTo = Math.max(changedUpTo, position);
    return queries.invalidateQueries({ queryKey });
  };

  /** Changes something that the lists tell of. @throws ApiError */
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

  /** While it is mounted, what happens has the lists read again. */
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

  return { listOf, change, watchAtom };
};
