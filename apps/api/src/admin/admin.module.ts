import { Module } from '@nestjs/common';
import { AdminLive } from './admin-live.ts';
import { EventsController } from './events.controller.ts';
import { ViewsController } from './views.controller.ts';

@Module({ controllers: [EventsController, ViewsController], providers: [AdminLive] })
export class AdminModule {}
