import { notificationKinds, notificationsKept } from '@tessera/domain/notifications/notification';
import type { NotificationKind } from '@tessera/domain/notifications/notification';
import { Positioned, pageOf } from './kernel/answers.ts';
import { Amount, Flag, Instant, Nullable, OneOf, Text, Integer } from './kernel/fields.ts';

/** Something that happened to one's own, with what there is to say of it now. */
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
  @Text('The license, payout or item that it is about.')
  readonly about!: string | null;

  @Nullable()
  @Text('Of the item; null where it is about none, or its creator’s account is gone.')
  readonly title!: string | null;

  @Nullable()
  @Text('Who licensed it: for its creator alone.')
  readonly buyer!: string | null;

  @Nullable()
  @Amount('In dollars, never negative: the kind says which way it goes.')
  readonly amount!: number | null;

  @Nullable()
  @Instant('When the license ends, or has ended.')
  readonly ends_at!: string | null;
}

export class NotificationPage extends pageOf(() => NotificationRow, `Newest first; the last ${notificationsKept}.`) {
  @Integer('Of all that are kept.')
  readonly unread!: number;
}

export class NotificationsMarked extends Positioned {
  @Integer('How many were not read before.')
  readonly marked!: number;
}
