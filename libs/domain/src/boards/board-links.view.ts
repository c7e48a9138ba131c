import { defineView, on, removes } from '../kernel/view.ts';
import { boardLinkEnded, boardShared } from './board.ts';

/** The board that a link leads to, by link id. The log says whether the link still works. */
export interface LinkedBoard {
  readonly account_id: string;
  readonly board_id: string;
}

export const boardLinks = defineView<LinkedBoard>({
  name: 'board-links',
  version: 1,
  on: [
    on(boardShared, 'link_id', (_before, { account_id, board_id }): LinkedBoard => ({ account_id, board_id })),
    removes(boardLinkEnded, 'link_id'),
  ],
});
