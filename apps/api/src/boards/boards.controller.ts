import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BoardChanged, BoardDetails, BoardLinkMade, BoardPage } from '@tessera/contract/boards';
import { takenOverBoard } from '@tessera/domain/boards/board';
import { BoardNameForm, NewBoardForm, ShareBoardForm, TakeOverForm } from '@tessera/domain/boards/forms';
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
import { BoardTokens, newLinkId } from './board-tokens.ts';
import { OwnBoards } from './own-boards.ts';

/** A brand's own boards. */
@ApiTags('boards')
@Controller('api/boards')
@OnlyFor('brand')
export class BoardsController {
  constructor(
    private readonly own: OwnBoards,
    private readonly rows: BoardRows,
    private readonly tokens: BoardTokens,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Answers('Lists the brand’s boards.', { 200: BoardPage })
  async list(@CurrentUser() { id }: SignedIn) {
    const { boards, position } = await this.own.of(id);
    return { items: await this.rows.summaries(boards), next_cursor: null, position };
  }

  @Post()
  @Refuses('not_found', 'board_name_taken', 'too_many_boards', 'board_full')
  @Answers('Creates a board, with its first items.', { 201: BoardChanged })
  async create(
    @Body(new FormPipe(NewBoardForm)) { name, content_ids: sent = [] }: NewBoardForm,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    const items = await this.rows.toSave(sent);
    if (items.length < sent.length) throw new Refused(notFound());
    const command = { kind: 'create', ...this.saving(user, name, items) } as const;
    const { position } = await this.own.change(command, metadata);
    return { id: command.board_id, position };
  }

  /** Skips ids that aren't items anymore: the visitor may have saved them some time ago. */
  @Post('taken-over')
  @Refuses('too_many_boards')
  @Answers('Adds what was saved before signing in to a board.', { 200: BoardChanged })
  async takeOver(
    @Body(new FormPipe(TakeOverForm)) { content_ids }: TakeOverForm,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    const items = await this.rows.toSave(content_ids);
    const command = { kind: 'take-over', ...this.saving(user, takenOverBoard, items) } as const;
    const { boards, position } = await this.own.change(command, metadata);
    const board = boards.find(({ name }) => name.toLowerCase() === takenOverBoard.toLowerCase());
    return { id: board?.board_id ?? command.board_id, position };
  }

  @Get(':id')
  @Answers('Returns a board of the brand.', { 200: BoardDetails })
  async one(@Param('id') boardId: string, @CurrentUser() { id: accountId }: SignedIn) {
    const { board, position } = await this.own.one(accountId, boardId);
    const token = board.link && (await this.tokens.of(accountId, board.link.link_id));
    const link = board.link && token ? { token, with_notes: board.link.with_notes } : null;
    return { id: boardId, name: board.name, link, items: await this.rows.ownItems(board), position };
  }

  @Patch(':id')
  @Refuses('board_name_taken')
  @Answers('Renames a board of the brand.', { 200: BoardChanged })
  rename(
    @Param('id') boardId: string,
    @Body(new FormPipe(BoardNameForm)) { name }: BoardNameForm,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    return this.changed({ kind: 'rename', account_id: user.id, board_id: boardId, name }, metadata);
  }

  @Delete(':id')
  @Answers('Deletes a board of the brand, and ends its link.', { 200: BoardChanged })
  remove(@Param('id') boardId: string, @CurrentUser() user: SignedIn, @Metadata() metadata: EventMetadata) {
    return this.changed({ kind: 'delete', account_id: user.id, board_id: boardId }, metadata);
  }

  @Put(':id/link')
  @Answers('Shares a board of the brand by a link, or changes whether the link shows its notes.', {
    200: BoardLinkMade,
  })
  async share(
    @Param('id') boardId: string,
    @Body(new FormPipe(ShareBoardForm)) { with_notes }: ShareBoardForm,
    @CurrentUser() { id: account_id }: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    const command = { kind: 'share', account_id, board_id: boardId, link_id: newLinkId(), with_notes } as const;
    const { boards, position } = await this.own.change(command, metadata);
    const link = boards.find(({ board_id }) => board_id === boardId)?.link;
    const token = link && (await this.tokens.of(account_id, link.link_id));
    if (!token) throw new Refused(notFound());
    return { id: boardId, link: { token, with_notes }, position };
  }

  @Delete(':id/link')
  @Answers('Ends the link to a board of the brand.', { 200: BoardChanged })
  endLink(@Param('id') boardId: string, @CurrentUser() user: SignedIn, @Metadata() metadata: EventMetadata) {
    return this.changed({ kind: 'end-link', account_id: user.id, board_id: boardId }, metadata);
  }

  private async changed(command: Parameters<OwnBoards['change']>[0], metadata: EventMetadata) {
    const { position } = await this.own.change(command, metadata);
    return { id: command.board_id, position };
  }

  private saving({ id: account_id }: SignedIn, name: string, items: Awaited<ReturnType<BoardRows['toSave']>>) {
    return { account_id, board_id: this.clock.newId(), name, items, at: this.clock.now().toISOString() };
  }
}
