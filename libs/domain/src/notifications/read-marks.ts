import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { notificationsKept } from './notification.ts';

interface NotificationsReadData {
  readonly account_id: string;
  /** The ones that weren't marked as read before. */
  readonly notification_ids: readonly string[];
}

export const notificationsRead = defineEvent<NotificationsReadData>()('NotificationsRead', {
  audit: ({ notification_ids: { length } }) =>
    length === 1 ? 'Someone read a notification.' : `Someone read ${length} notifications.`,
});

interface MarkRead extends NotificationsReadData {
  readonly kind: 'read';
}

/** The ids last marked as read: as many as there can be notifications, so that none is marked twice while it is shown. */
type ReadMarksState = readonly string[];

/** Which notifications an account has read, on any device. Its id is the account's. */
export const readMarks: Decider<ReadMarksState, MarkRead, EventOf<typeof notificationsRead>> = {
  category: 'notifications',
  events: [notificationsRead],
  initial: [],
  evolve: (state, { data }) => [...state, ...data.notification_ids].slice(-notificationsKept),
  decide: ({ account_id, notification_ids }, state) => {
    const unread = [...new Set(notification_ids)].filter((id) => !state.includes(id));
    return unread.length === 0 ? [] : [notificationsRead.of({ account_id, notification_ids: unread })];
  },
};
