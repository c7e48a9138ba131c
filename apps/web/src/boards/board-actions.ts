import type { BoardChanged, BoardLinkMade } from '@tessera/contract/boards';
import type { NewBoardForm, BoardNameForm, BoardNoteForm, ShareBoardForm } from '@tessera/domain/boards/forms';
import { withRefusalToast } from '../kernel/refusal-toast.ts';
import { del, patch, post, put } from '../kernel/send.ts';
import { toast } from '../kernel/toast.tsx';
import { noteChange, updateOptimistically } from './boards.atoms.ts';

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

const withChangeNoted = async <Changed extends BoardChanged>(change: Promise<Changed>): Promise<Changed> => {
  const changed = await change;
  noteChange(changed.position);
  return changed;
};

const addToBoard = (board: Named, { id }: Item, note: string) =>
  updateOptimistically({ boardId: board.id, contentId: id, on: true }, () =>
    put<BoardChanged>(itemPath(board.id, id), note === '' ? {} : { note }),
  );

const takeOffBoard = (board: Named, { id }: Item) =>
  updateOptimistically({ boardId: board.id, contentId: id, on: false }, () =>
    del<BoardChanged>(itemPath(board.id, id)),
  );

const undo = (onSelect: () => unknown) => ({ label: 'Undo', onSelect: () => void onSelect() });

export const saveItem = (board: Named, item: Item) =>
  withRefusalToast(async () => {
    await addToBoard(board, item, '');
    toast.success(
      `Saved to ${board.name}`,
      item.title,
      undo(() => withRefusalToast(() => takeOffBoard(board, item))),
    );
  });

/** @param note the note that Undo restores with the item */
export const removeItem = (board: Named, item: Item, note = '') =>
  withRefusalToast(async () => {
    await takeOffBoard(board, item);
    toast.info(
      `Removed from ${board.name}`,
      item.title,
      undo(() => withRefusalToast(() => addToBoard(board, item, note))),
    );
  });

/** @throws ApiError */
export const createBoard = async (name: string, item?: Item): Promise<string> => {
  const body: NewBoardForm = item ? { name, content_ids: [item.id] } : { name };
  const { id } = await withChangeNoted(post<BoardChanged>('/api/boards', body));
  if (item)
    toast.success(
      `Saved to ${name}`,
      item.title,
      undo(() => withRefusalToast(() => takeOffBoard({ id, name }, item))),
    );
  else toast.success('Board created', name);
  return id;
};

// The functions below throw an ApiError, which their dialogs show.
export const renameBoard = (boardId: string, name: string) =>
  withChangeNoted(patch<BoardChanged>(boardPath(boardId), { name } satisfies BoardNameForm));

export const deleteBoard = (boardId: string) => withChangeNoted(del<BoardChanged>(boardPath(boardId)));

export const changeNote = (boardId: string, contentId: string, note: string) =>
  withChangeNoted(patch<BoardChanged>(itemPath(boardId, contentId), { note } satisfies BoardNoteForm));

export const shareBoard = (boardId: string, with_notes: boolean) =>
  withChangeNoted(put<BoardLinkMade>(`${boardPath(boardId)}/link`, { with_notes } satisfies ShareBoardForm));

export const endLink = (boardId: string) => withChangeNoted(del<BoardChanged>(`${boardPath(boardId)}/link`));
