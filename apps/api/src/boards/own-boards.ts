import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { boards } from '@tessera/domain/boards/board';
import type { Board, BoardCommand } from '@tessera/domain/boards/board';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';

/** A brand's boards, straight from the log. */
@Injectable()
export class OwnBoards {
  constructor(
    private readonly streams: Streams,
    private readonly commands: CommandBus,
  ) {}

  async of(accountId: string) {
    const { state, position } = await this.streams.load(boards, accountId);
    return { boards: state, position: await position() };
  }

  /** @throws Refused if there is no such board, or it belongs to somebody else */
  async one(accountId: string, boardId: string): Promise<{ readonly board: Board; readonly position: number }> {
    const own = await this.of(accountId);
    const board = own.boards.find(({ board_id }) => board_id === boardId);
    if (!board) throw new Refused(notFound());
    return { board, position: own.position };
  }

  /** @throws Refused */
  async change(command: BoardCommand, metadata: EventMetadata) {
    const { state, position, events } = await this.commands.execute(
      new Dispatch(boards, command.account_id, command, metadata),
    );
    return { boards: state, position, events };
  }
}
