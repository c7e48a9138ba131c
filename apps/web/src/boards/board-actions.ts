import type { BoardChanged, BoardLinkMade } from '@tessera/contract/boards';
import { ApiError, del, patch, post, put } from '../kernel/send.ts';
import { toast } from '../kernel/toast.tsx';
import { noteChange, showAtOnce } from './boards.atoms.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Item {
  readonly id: string;
  readonly title: string;
}

const boardPath = (boardId: string) => `/api/boards/${encodeURIComponent(boardId)}`;
const itemPath = (boardId: string, contentId: string) => `${boardPath(boardId)}/items/${encodeURIComponent(contentId)}`;

const noted = async <Changed extends BoardChanged>(change: Promise<Changed>): Promise<Changed> => {
  const changed = await change;
  noteChange(changed.position);
  return changed;
};

/** What the user does in passing is told by a toast alone, and so is what was wrong with it. */
const told = async (send: () => Promise<unknown>) => {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast.error(error.title, error.message);
  }
};

const putOn = (board: Named, { id }: Item, note: string) =>
  showAtOnce({ boardId: board.id, contentId: id, on: true }, () =>
    put<BoardChanged>(itemPath(board.id, id), note === '' ? {} : { note }),
  );

const take = (board: Named, { id }: Item) =>
  showAtOnce({ boardId: board.id, contentId: id, on: false }, () => del<BoardChanged>(itemPath(board.id, id)));

const undo = (onSelect: () => unknown) => ({ label: 'Undo', onSelect: () => void onSelect() });

export const saveItem = (board: Named, item: Item) =>
  told(async () => {
    await putOn(board, item, '');
    toast.success(
      `Saved to ${board.name}`,
      item.title,
      undo(() => told(() => take(board, item))),
    );
  });

/** @param note what Undo puts back with the item */
export const removeItem = (board: Named, item: Item, note = '') =>
  told(async () => {
    await take(board, item);
    toast.info(
      `Removed from ${board.name}`,
      item.title,
      undo(() => told(() => putOn(board, item, note))),
    );
  });

/** @throws ApiError */
export const createBoard = async (name: string, item?: Item): Promise<string> => {
  const body = item ? { name, content_ids: [item.id] } : { name };
  const { id } = await noted(post<BoardChanged>('/api/boards', body));
  if (item)
    toast.success(
      `Saved to ${name}`,
      item.title,
      undo(() => told(() => take({ id, name }, item))),
    );
  else toast.success('Board created', name);
  return id;
};

/** What follows throws an ApiError, which the dialog tells that asked for it. */
export const renameBoard = (boardId: string, name: string) => noted(patch<BoardChanged>(boardPath(boardId), { name }));

export const deleteBoard = (boardId: string) => noted(del<BoardChanged>(boardPath(boardId)));

export const changeNote = (boardId: string, contentId: string, note: string) =>
  noted(patch<BoardChanged>(itemPath(boardId, contentId), { note }));

export const shareBoard = (boardId: string, with_notes: boolean) =>
  noted(put<BoardLinkMade>(`${boardPath(boardId)}/link`, { with_notes }));

export const endLink = (boardId: string) => noted(del<BoardChanged>(`${boardPath(boardId)}/link`));
