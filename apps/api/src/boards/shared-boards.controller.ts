import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SharedBoard } from '@tessera/contract/boards';
import { account } from '@tessera/domain/accounts/account';
import type { LinkedBoard } from '@tessera/domain/boards/board-links.view';
import { boards } from '@tessera/domain/boards/board';
import { notFound } from '@tessera/domain/failures';
import type { Response } from 'express';
import { Attempts } from '../adapters/attempts/attempts.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { RateLimit } from '../http/limits/rate-limit.ts';
import type { AppRequest } from '../http/request.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { BoardRows } from './board-rows.ts';
import { BoardTokens, linkIdOf } from './board-tokens.ts';

const sharedBoardsPerMinute = 60;

/** A board for everyone who has its link. It is read straight from the log, so that an ended link stops working at once. */
@ApiTags('boards')
@Controller('api/shared-boards')
export class SharedBoardsController {
  readonly #limit: RateLimit;

  constructor(
    private readonly views: ReadStore,
    private readonly streams: Streams,
    private readonly rows: BoardRows,
    private readonly tokens: BoardTokens,
    attempts: Attempts,
  ) {
    this.#limit = new RateLimit('sharedBoards', sharedBoardsPerMinute, attempts);
  }

  @Get(':token')
  @Refuses('too_many_requests')
  @Answers('Returns the board that a link shares.', { 200: SharedBoard })
  @Header('X-Robots-Tag', 'noindex')
  async show(
    @Param('token') token: string,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.#limit.takeFrom(request.ip, response);
    const linkId = linkIdOf(token);
    const linked = linkId === null ? null : (await this.views.get<LinkedBoard>('board-links', linkId))?.document;
    if (linkId === null || !linked || !(await this.tokens.opens(token, linked.account_id, linkId))) throw gone();
    const { state } = await this.streams.load(boards, linked.account_id);
    const board = state.find(({ link }) => link?.link_id === linkId);
    const owner = await this.streams.loadPublic(account, linked.account_id);
    if (!board?.link || owner.status !== 'open' || owner.role !== 'brand') throw gone();
    const { brand_name } = owner.details;
    return { name: board.name, brand_name, items: await this.rows.sharedItems(board, board.link.with_notes) };
  }
}

const gone = () => new Refused(notFound());
