import { accountDeleted } from '../accounts/account-events.ts';
import { changes, defineView, on, removes } from '../kernel/view.ts';
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

/** Changes no count, but tells everyone who watches that something else about a board has changed. */
const unchanged = (before: BoardCounts) => before;

const counted = (before: BoardCounts, { board_id }: { readonly board_id: string }, more: number): BoardCounts => ({
  ...before,
  boards: before.boards.map((board) => (board.id === board_id ? { ...board, items: board.items + more } : board)),
});

/** The boards of a brand, by account id: this is how all its tabs learn that a board has changed. */
export const boardsView = defineView<BoardCounts>({
  name: 'boards',
  version: 1,
  on: [
    on(boardCreated, 'account_id', (before, { account_id, board_id }): BoardCounts => ({
      account_id,
      boards: [{ id: board_id, items: 0 }, ...(before?.boards ?? [])],
    })),
    changes(boardDeleted, 'account_id', (before, { board_id }) => ({
      ...before,
      boards: before.boards.filter(({ id }) => id !== board_id),
    })),
    changes(boardItemSaved, 'account_id', (before, data) => counted(before, data, 1)),
    changes(boardItemRemoved, 'account_id', (before, data) => counted(before, data, -1)),
    changes(boardRenamed, 'account_id', unchanged),
    changes(boardItemNoted, 'account_id', unchanged),
    changes(boardShared, 'account_id', unchanged),
    changes(boardLinkEnded, 'account_id', unchanged),
    removes(accountDeleted, 'account_id'),
  ],
  live: { mayWatch: (reader, accountId) => reader.role === 'brand' && reader.id === accountId },
});
