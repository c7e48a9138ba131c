import { Body, Controller, Get, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { NotificationPage, NotificationsMarked } from '@tessera/contract/notifications';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { ReadNotificationsForm } from '@tessera/domain/notifications/forms';
import { notifications, unreadIn } from '@tessera/domain/notifications/notifications.view';
import type { Notifications } from '@tessera/domain/notifications/notifications.view';
import { readMarks } from '@tessera/domain/notifications/read-marks';
import { Answers } from '../http/description/answers.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Dispatch } from '../kernel/commands/dispatch.ts';
import { documentOf } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { NotificationRows } from './notification-rows.ts';

/** The signed-in account's notifications: a creator's sales and money, a brand's licenses and requests. */
@ApiTags('notifications')
@Controller('api/notifications')
@OnlyFor('creator', 'brand')
export class NotificationsController {
  constructor(
    private readonly views: ReadStore,
    private readonly rows: NotificationRows,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @Answers('Lists the account’s notifications.', { 200: NotificationPage })
  async list(@CurrentUser() { id }: SignedIn) {
    const position = await this.views.checkpoint(notifications.name);
    const own = await this.own(id);
    return { items: await this.rows.of(id, own), next_cursor: null, unread: unreadIn({ rows: own }), position };
  }

  /** Ignores a notification that isn't the account's own, or isn't kept anymore. */
  @Post('read')
  @Answers('Marks a notification as read, and all older ones too if asked to.', {
    200: NotificationsMarked,
  })
  async read(
    @Body(new FormPipe(ReadNotificationsForm)) { notification_id, and_older }: ReadNotificationsForm,
    @CurrentUser() { id: account_id }: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    const own = await this.own(account_id);
    const place = own.findIndex(({ id }) => id === notification_id);
    const named = place < 0 ? [] : own.slice(place, and_older ? undefined : place + 1);
    const notification_ids = named.filter(({ isRead }) => !isRead).map(({ id }) => id);
    const command = { kind: 'read', account_id, notification_ids } as const;
    const { position, events } = await this.commands.execute(new Dispatch(readMarks, account_id, command, metadata));
    return { marked: events.length > 0 ? notification_ids.length : 0, position };
  }

  private async own(accountId: string) {
    return (await documentOf<Notifications>(this.views, notifications.name, accountId))?.rows ?? [];
  }
}
