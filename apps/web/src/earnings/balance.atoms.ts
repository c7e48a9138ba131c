import type { Balance } from '@tessera/contract/earnings';
import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { watch } from '../kernel/reading/live.ts';
import { nowAtom } from '../kernel/now.atoms.ts';
import { queries, userIdAtom } from '../kernel/reading/queries.ts';
import { get as read } from '../kernel/send.ts';

const watched = ['creator-ledger', 'payouts'];

const newHeardAtom = (userId: string) => {
  const heard = atom(-1);
  heard.onMount = (set) => {
    const hear = ({ position }: { readonly position: number }) => set((latest) => Math.max(latest, position));
    const stops = watched.map((view) => watch(view, userId, hear, { ofMany: true }));
    return () => stops.forEach((stop) => stop());
  };
  return heard;
};

const heardBy = new Map<string, ReturnType<typeof newHeardAtom>>();

/** The position up to which the own money has moved, as far as the connection told; -1 until it did. */
export const movedAtom: Atom<number> = atom((get) => {
  const userId = get(userIdAtom);
  if (!userId) return -1;
  const heard = heardBy.get(userId) ?? newHeardAtom(userId);
  heardBy.set(userId, heard);
  return get(heard);
});

const todayAtom = atom((get) => new Date(get(nowAtom)).toISOString().slice(0, 'yyyy-mm-dd'.length));

/** Reads again whenever the own money has moved, and on another day; what was read before stays until then. */
export const movedReading = <Value>(path: string) =>
  atomWithQuery<Value>(
    (get) => {
      const userId = get(userIdAtom);
      const moved = get(movedAtom);
      return {
        queryKey: [userId, path, moved, get(todayAtom)],
        queryFn: () => read<Value>(path, moved < 0 ? {} : { after: moved }),
        enabled: userId !== undefined,
        placeholderData: (before, asked) => (asked?.queryKey[0] === userId ? before : undefined),
      };
    },
    () => queries,
  );

/** Where the signed-in creator's money is. */
export const balanceReadingAtom = movedReading<Balance>('/api/earnings/balance');
