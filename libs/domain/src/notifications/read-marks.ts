import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { notificationsKept } from './notification.ts';

interface NotificationsReadData {
  readonly account_id: string;
  /** Those that were not read before. */
  readonly notification_ids: readonly string[];
}

export const notificationsRead = defineEvent<NotificationsReadData>()('NotificationsRead', {
  audit: ({ notification_ids: { length } }) =>
    length === 1 ? 'Someone read a notification.' : `Someone read ${length} notifications.`,
});

const readMarksEvents = [notificationsRead] as const;
export type ReadMarksEvent = EventOf<(typeof readMarksEvents)[number]>;

interface MarkRead extends NotificationsReadData {
  readonly kind: 'read';
}

/** The ids of what was read last: of so many as are kept, so that none that is shown can be read twice. */
type ReadMarksState = readonly string[];

/** What somebody has read of what they were told, on whichever device. Its id is the account's. */
export const readMarks: Decider<ReadMarksState, MarkRead, ReadMarksEvent> = {
  category: 'notifications',
  events: readMarksEvents,
  initial: [],
  evolve: (state, { data }) => [...state, ...data.notification_ids].slice(-notificationsKept),
  decide: ({ account_id, notification_ids }, state) => {
    const news = [...new Set(notification_ids)].filter((id) => !state.includes(id));
    return news.length === 0 ? [] : [notificationsRead.of({ account_id, notification_ids: news })];
  },
};
