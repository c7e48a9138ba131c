import { Body, Controller, Delete, Param, Patch, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BoardChanged } from '@tessera/contract/boards';
import { BoardNoteForm, SaveItemForm } from '@tessera/domain/boards/forms';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Clock } from '../kernel/clock.ts';
import { Refused } from '../kernel/refused.ts';
import { BoardRows } from './board-rows.ts';
import { OwnBoards } from './own-boards.ts';

/** The items on a brand's own board. */
@ApiTags('boards')
@Controller('api/boards/:id/items/:contentId')
@OnlyFor('brand')
export class BoardItemsController {
  constructor(
    private readonly own: OwnBoards,
    private readonly rows: BoardRows,
    private readonly clock: Clock,
  ) {}

  @Put()
  @Refuses('board_full')
  @Answers('Saves an item to a board of the brand. An item that is already there stays as it is.', {
    200: BoardChanged,
  })
  async save(
    @Param('id') board_id: string,
    @Param('contentId') content_id: string,
    @Body(new FormPipe(SaveItemForm)) { note = '' }: SaveItemForm,
    @CurrentUser() { id: account_id }: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    const [item] = await this.rows.toSave([content_id]);
    if (!item) throw new Refused(notFound());
    const at = this.clock.now().toISOString();
    return this.changed({ kind: 'save', account_id, board_id, ...item, note, at }, metadata);
  }

  @Patch()
  @Refuses('not_on_board')
  @Answers('Sets the note on an item of the brand’s board.', { 200: BoardChanged })
  note(
    @Param('id') board_id: string,
    @Param('contentId') content_id: string,
    @Body(new FormPipe(BoardNoteForm)) { note }: BoardNoteForm,
    @CurrentUser() { id: account_id }: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    return this.changed({ kind: 'note', account_id, board_id, content_id, note }, metadata);
  }

  @Delete()
  @Answers('Removes an item from a board of the brand.', { 200: BoardChanged })
  remove(
    @Param('id') board_id: string,
    @Param('contentId') content_id: string,
    @CurrentUser() { id: account_id }: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    return this.changed({ kind: 'remove', account_id, board_id, content_id }, metadata);
  }

  private async changed(command: Parameters<OwnBoards['change']>[0], metadata: EventMetadata) {
    const { position } = await this.own.change(command, metadata);
    return { id: command.board_id, position };
  }
}
