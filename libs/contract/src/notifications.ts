import { notificationKinds, notificationsKept } from '@tessera/domain/notifications/notification';
import type { NotificationKind } from '@tessera/domain/notifications/notification';
import { Positioned, pageOf } from './kernel/answers.ts';
import { Amount, Flag, Instant, Nullable, OneOf, Text, Integer } from './kernel/fields.ts';

/** A notification, with what can currently be said about its subject. */
export class NotificationRow {
  @Text()
  readonly id!: string;

  @OneOf(notificationKinds)
  readonly kind!: NotificationKind;

  @Instant()
  readonly at!: string;

  @Flag()
  readonly read!: boolean;

  @Nullable()
  @Text('The id of the license, payout or item that it is about.')
  readonly about!: string | null;

  @Nullable()
  @Text('The item’s title; null if it isn’t about an item, or if the creator’s account was deleted.')
  readonly title!: string | null;

  @Nullable()
  @Text('The brand that licensed the item; only its creator sees it.')
  readonly buyer!: string | null;

  @Nullable()
  @Amount('In dollars, never negative; the kind says in which direction the money went.')
  readonly amount!: number | null;

  @Nullable()
  @Instant('When the license ends or ended.')
  readonly ends_at!: string | null;
}

/** What watching `notifications` tells. */
export class UnreadNotifications {
  @Integer('The number of unread notifications.')
  readonly unread!: number;
}

export class NotificationPage extends pageOf(() => NotificationRow, `Newest first; at most ${notificationsKept}.`) {
  @Integer('The number of unread notifications.')
  readonly unread!: number;
}

export class NotificationsMarked extends Positioned {
  @Integer('How many were unread before.')
  readonly marked!: number;
}
