import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountsModule } from '../accounts/public.ts';
import { AdminItemsController } from './admin-items.controller.ts';
import { ShowcaseController } from './showcase.controller.ts';
import { ShownItems } from './shown-items.ts';

@Module({
  imports: [AccountsModule, CqrsModule],
  controllers: [ShowcaseController, AdminItemsController],
  providers: [ShownItems],
})
export class ShowcaseModule {}
