import { atom } from 'jotai';
import { sessionAtom } from '../kernel/session.ts';

export interface PublishedItem {
  readonly id: string;
  readonly title: string;
}

const held = atom<{ readonly userId: string | undefined; readonly items: readonly PublishedItem[] }>({
  userId: undefined,
  items: [],
});

/** What the signed-in creator published last in this tab, until it is put away. */
export const publishedAtom = atom(
  (get) => {
    const { userId, items } = get(held);
    return userId === get(sessionAtom)?.userId ? items : [];
  },
  (get, set, items: readonly PublishedItem[]) =>
    set(held, { userId: get(sessionAtom)?.userId, items: items.map(({ id, title }) => ({ id, title })) }),
);
