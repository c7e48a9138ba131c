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

  /** The list that stands at a path, in pages. */
  const pagesAt = <List extends Page>(path: string) =>
    atomWithInfiniteQuery<List, Error, unknown, readonly unknown[], string | null>(
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

  return { readNow, pagesAt, change, watchAtom };
};

/** The lists that stand at one path, told apart by what its address says beside it. */
export const liveLists = <List extends Page>(path: string, changes: (event: EventSummary) => boolean) => {
  const { pagesAt, change, watchAtom } = liveReadings(path, changes);
  const listOf = (query: Readonly<Record<string, string>>) => pagesAt<List>(`${path}?${new URLSearchParams(query)}`);
  return { listOf, change, watchAtom };
};
