import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AttemptsModule } from '../adapters/attempts/attempts.module.ts';
import { BoardItemsController } from './board-items.controller.ts';
import { BoardRows } from './board-rows.ts';
import { BoardTokens } from './board-tokens.ts';
import { BoardsController } from './boards.controller.ts';
import { OwnBoards } from './own-boards.ts';
import { SharedBoardsController } from './shared-boards.controller.ts';

@Module({
  imports: [AttemptsModule, CqrsModule],
  controllers: [BoardsController, BoardItemsController, SharedBoardsController],
  providers: [BoardRows, BoardTokens, OwnBoards],
  exports: [OwnBoards],
})
export class BoardsModule {}
