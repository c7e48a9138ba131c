import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { NotificationRows } from './notification-rows.ts';
import { NotificationsController } from './notifications.controller.ts';

@Module({ imports: [CqrsModule], controllers: [NotificationsController], providers: [NotificationRows] })
export class NotificationsModule {}
