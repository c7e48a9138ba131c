import { atom } from 'jotai';
import { sessionAtom } from '../kernel/session.ts';

export interface PublishedItem {
  readonly id: string;
  readonly title: string;
}

const publishedState = atom<{ readonly userId: string | undefined; readonly items: readonly PublishedItem[] }>({
  userId: undefined,
  items: [],
});

/** The items that the signed-in creator published last in this tab, until the notice is dismissed. */
export const publishedAtom = atom(
  (get) => {
    const { userId, items } = get(publishedState);
    return userId === get(sessionAtom)?.userId ? items : [];
  },
  (get, set, items: readonly PublishedItem[]) =>
    set(publishedState, { userId: get(sessionAtom)?.userId, items: items.map(({ id, title }) => ({ id, title })) }),
);
