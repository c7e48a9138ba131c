import { accountDeleted } from '../accounts/account.ts';
import { defineView, on } from '../kernel/view.ts';
import {
  boardCreated,
  boardDeleted,
  boardItemNoted,
  boardItemRemoved,
  boardItemSaved,
  boardLinkEnded,
  boardRenamed,
  boardShared,
} from './board.ts';

/** How many items each board of a brand has. Names and notes are read from the log, with the brand's key. */
export interface BoardCounts {
  readonly account_id: string;
  readonly boards: readonly { readonly id: string; readonly items: number }[];
}

interface OfBoard {
  readonly account_id: string;
  readonly board_id: string;
}

const accountOf = (data: OfBoard) => data.account_id;
/** Changes no count, but tells everyone who watches that something else about a board has changed. */
const unchanged = (before: BoardCounts | undefined) => before;

const counted = (before: BoardCounts | undefined, { board_id }: OfBoard, more: number): BoardCounts | undefined =>
  before && {
    ...before,
    boards: before.boards.map((board) => (board.id === board_id ? { ...board, items: board.items + more } : board)),
  };

/** The boards of a brand, by account id: this is how all its tabs learn that a board has changed. */
export const boardsView = defineView<BoardCounts>({
  name: 'boards',
  version: 1,
  on: [
    on(boardCreated, accountOf, (before, { account_id, board_id }): BoardCounts => ({
      account_id,
      boards: [{ id: board_id, items: 0 }, ...(before?.boards ?? [])],
    })),
    on(
      boardDeleted,
      accountOf,
      (before, { board_id }) => before && { ...before, boards: before.boards.filter(({ id }) => id !== board_id) },
    ),
    on(boardItemSaved, accountOf, (before, data) => counted(before, data, 1)),
    on(boardItemRemoved, accountOf, (before, data) => counted(before, data, -1)),
    on(boardRenamed, accountOf, unchanged),
    on(boardItemNoted, accountOf, unchanged),
    on(boardShared, accountOf, unchanged),
    on(boardLinkEnded, accountOf, unchanged),
    on(
      accountDeleted,
      (data) => data.account_id,
      (): BoardCounts | undefined => undefined,
    ),
  ],
  live: { mayWatch: (reader, accountId) => reader.role === 'brand' && reader.id === accountId },
});
