import type { ChangedContent } from '@tessera/contract/content';
import { atom } from 'jotai';
import { sessionAtom } from '../kernel/session.ts';

export interface PublishedItem {
  readonly id: string;
  readonly title: string;
  /** False for a video that still waits for its preview. */
  readonly isLive: boolean;
}

/** As the server answers it. */
export type PublishedRow = Pick<ChangedContent, 'id' | 'title' | 'media_type' | 'clip_url'>;

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
  (get, set, rows: readonly PublishedRow[]) => {
    const items = rows.map(({ id, title, media_type, clip_url }) => {
      return { id, title, isLive: media_type !== 'video' || clip_url !== null };
    });
    set(publishedState, { userId: get(sessionAtom)?.userId, items });
  },
);
