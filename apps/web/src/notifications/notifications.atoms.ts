import type { NotificationPage, NotificationsMarked, UnreadNotifications } from '@tessera/contract/notifications';
import type { ReadNotificationsForm } from '@tessera/domain/notifications/forms';
import { atom } from 'jotai';
import { liveQueryAtom } from '../kernel/reading/own-changes.ts';
import { ownLiveAtom } from '../kernel/reading/own-view.atoms.ts';
import { withRefusalToast } from '../kernel/refusal-toast.ts';
import { post } from '../kernel/send.ts';
import { store } from '../kernel/store.ts';

const liveAtom = ownLiveAtom<UnreadNotifications>('notifications');

/** How many of the account's notifications are unread on all devices; 0 until the live connection reports it. */
export const unreadAtom = atom((get) => get(liveAtom)?.value?.unread ?? 0);

/** The position of the latest change made here, in case the live connection doesn't report it. */
const markedAtom = atom(-1);

const readAtom = liveQueryAtom<NotificationPage>(
  '/api/notifications',
  atom((get) => Math.max(get(liveAtom)?.position ?? -1, get(markedAtom))),
);

/**
 * The account's notifications, newest first, loaded again with each new one; `rows` is `undefined` until the first
 * load.
 */
export const ownNotificationsAtom = atom((get) => {
  const { data, isError, refetch } = get(readAtom);
  return { rows: data?.items, hasFailed: isError, reload: () => void refetch() };
});

/** Marks a notification as read, and all older ones if `and_older`, on all devices. */
export const markRead = (notification_id: string, and_older: boolean): Promise<void> =>
  withRefusalToast(async () => {
    const body: ReadNotificationsForm = { notification_id, and_older };
    const { position } = await post<NotificationsMarked>('/api/notifications/read', body);
    store.set(markedAtom, (latest) => Math.max(latest, position));
  });
