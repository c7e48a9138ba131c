import type { QueryKey } from '@tanstack/query-core';
import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { get as read } from '../send.ts';
import { watch } from './live.ts';
import { queries, userIdAtom } from './queries.ts';

const newHeardAtom = (views: readonly string[], userId: string) => {
  const heard = atom(-1);
  heard.onMount = (set) => {
    const hear = ({ position }: { readonly position: number }) => set((latest) => Math.max(latest, position));
    const stops = views.map((view) => watch(view, userId, hear, { ofMany: true }));
    return () => stops.forEach((stop) => stop());
  };
  return heard;
};

/**
 * The position up to which something happened in the rooms of who is signed in, as far as the connection told; -1 until
 * it did.
 */
export const ownChangesAtom = (views: readonly string[]): Atom<number> => {
  const heardBy = new Map<string, ReturnType<typeof newHeardAtom>>();
  return atom((get) => {
    const userId = get(userIdAtom);
    if (!userId) return -1;
    const heard = heardBy.get(userId) ?? newHeardAtom(views, userId);
    heardBy.set(userId, heard);
    return get(heard);
  });
};

/** What stands at a path, read again with all news; what was read before stays until then. */
export const liveQueryAtom = <Value>(
  path: string,
  newsAtom: Atom<number>,
  alsoAtom: Atom<QueryKey> = atom<QueryKey>([]),
) =>
  atomWithQuery<Value>(
    (get) => {
      const userId = get(userIdAtom);
      const news = get(newsAtom);
      return {
        queryKey: [userId, path, news, ...get(alsoAtom)],
        queryFn: () => read<Value>(path, news < 0 ? {} : { after: news }),
        enabled: userId !== undefined,
        placeholderData: (before, asked) => (asked?.queryKey[0] === userId ? before : undefined),
      };
    },
    () => queries,
  );
