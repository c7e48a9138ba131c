import type { QueryKey } from '@tanstack/query-core';
import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { get as read } from '../send.ts';
import { watch } from './live.ts';
import { queries, userIdAtom } from './queries.ts';

const latestPositionAtom = (views: readonly string[], userId: string) => {
  const latest = atom(-1);
  latest.onMount = (set) => {
    const onMessage = ({ position }: { readonly position: number }) => set((known) => Math.max(known, position));
    const stops = views.map((view) => watch(view, userId, onMessage, { ofMany: true }));
    return () => stops.forEach((stop) => stop());
  };
  return latest;
};

/** The position of the latest change in the signed-in user's rooms of these views; -1 until the connection reports one. */
export const ownChangesAtom = (views: readonly string[]): Atom<number> => {
  const atoms = new Map<string, ReturnType<typeof latestPositionAtom>>();
  return atom((get) => {
    const userId = get(userIdAtom);
    if (!userId) return -1;
    const latest = atoms.get(userId) ?? latestPositionAtom(views, userId);
    atoms.set(userId, latest);
    return get(latest);
  });
};

/**
 * Reads a path, and reads it again whenever something changed; the previous value stays until the new one arrives.
 * @param changesAtom the position of the latest change, see `ownChangesAtom`
 * @param alsoAtom anything else whose change requires reading again
 */
export const liveQueryAtom = <Value>(
  path: string,
  changesAtom: Atom<number>,
  alsoAtom: Atom<QueryKey> = atom<QueryKey>([]),
) =>
  atomWithQuery<Value>(
    (get) => {
      const userId = get(userIdAtom);
      const after = get(changesAtom);
      return {
        queryKey: [userId, path, after, ...get(alsoAtom)],
        queryFn: () => read<Value>(path, after < 0 ? {} : { after }),
        enabled: userId !== undefined,
        placeholderData: (before, query) => (query?.queryKey[0] === userId ? before : undefined),
      };
    },
    () => queries,
  );
