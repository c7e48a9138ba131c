import type { NotificationPage, NotificationsMarked } from '@tessera/contract/notifications';
import { atom } from 'jotai';
import { liveQueryAtom } from '../kernel/reading/own-changes.ts';
import { userIdAtom } from '../kernel/reading/queries.ts';
import { viewAtom } from '../kernel/reading/view-atom.ts';
import { ApiError, post } from '../kernel/send.ts';
import { store } from '../kernel/store.ts';
import { toast } from '../kernel/toast.tsx';

const liveAtom = atom((get) => {
  const userId = get(userIdAtom);
  return userId ? get(viewAtom<{ readonly unread: number }>('notifications', userId)) : undefined;
});

/** How many notifications of who is signed in were not read, on any device; 0 until the connection tells. */
export const unreadAtom = atom((get) => get(liveAtom)?.value?.unread ?? 0);

/** The position up to which something was marked here, whether or not the connection tells it. */
const markedAtom = atom(-1);

const readAtom = liveQueryAtom<NotificationPage>(
  '/api/notifications',
  atom((get) => Math.max(get(liveAtom)?.position ?? -1, get(markedAtom))),
);

/** The notifications of who is signed in, the newest first, read again with each that comes; `undefined` until then. */
export const ownNotificationsAtom = atom((get) => {
  const { data, isError, refetch } = get(readAtom);
  return { rows: data?.items, hasFailed: isError, again: () => void refetch() };
});

/** Marks one as read, and with it all that are older where that is said; on all devices. */
export const markRead = async (notification_id: string, and_older: boolean): Promise<void> => {
  try {
    const body = { notification_id, and_older };
    const { position } = await post<NotificationsMarked>('/api/notifications/read', body);
    store.set(markedAtom, (latest) => Math.max(latest, position));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast.error(error.title, error.message);
  }
};
