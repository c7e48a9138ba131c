import { Module } from '@nestjs/common';
import { AdminLive } from './admin-live.ts';
import { AdminSessionModule } from './admin-session.module.ts';
import { AutomationController } from './automation.controller.ts';
import { Automation } from './automation.ts';
import { EventsController } from './events.controller.ts';
import { ViewsController } from './views.controller.ts';
import { TasksController } from './tasks.controller.ts';

@Module({
  imports: [AdminSessionModule],
  controllers: [AutomationController, EventsController, ViewsController, TasksController],
  providers: [AdminLive, Automation],
})
export class AdminModule {}
