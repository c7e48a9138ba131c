import type { BoardDetails, BoardPage, BoardRow } from '@tessera/contract/boards';
import { atom } from 'jotai';
import { liveQueryAtom, ownChangesAtom } from '../kernel/reading/own-changes.ts';
import { store } from '../kernel/store.ts';

const liveChangeAtom = ownChangesAtom(['boards']);
const confirmedChangeAtom = atom(-1);

/** The position up to which the boards of the signed-in brand have changed, here or in another tab; -1 until that is known. */
const latestChangeAtom = atom((get) => Math.max(get(liveChangeAtom), get(confirmedChangeAtom)));

/** The server has confirmed a change, whether or not the connection tells it. */
export const noteChange = (position: number) => store.set(confirmedChangeAtom, (latest) => Math.max(latest, position));

/** An item that was just put on a board or taken off it. */
interface Toggle {
  readonly boardId: string;
  readonly contentId: string;
  readonly on: boolean;
  /** Of the log, once the server has confirmed it. */
  readonly position: number | null;
}

const togglesAtom = atom<readonly Toggle[]>([]);

const isSame = (one: Toggle, other: Toggle) => one.boardId === other.boardId && one.contentId === other.contentId;
const removeToggle = (toggle: Toggle) => store.set(togglesAtom, (all) => all.filter((one) => !isSame(one, toggle)));

/** Shows at once what `send` asks the server for, and no longer if it refuses. @throws what `send` throws */
export const updateOptimistically = async (
  shown: Omit<Toggle, 'position'>,
  send: () => Promise<{ readonly position: number }>,
): Promise<void> => {
  const toggle: Toggle = { ...shown, position: null };
  const putToggle = (now: Toggle) => store.set(togglesAtom, (all) => [...all.filter((one) => !isSame(one, now)), now]);
  putToggle(toggle);
  try {
    const { position } = await send();
    putToggle({ ...toggle, position });
    noteChange(position);
  } catch (error) {
    removeToggle(toggle);
    throw error;
  }
};

const readAtom = liveQueryAtom<BoardPage>('/api/boards', latestChangeAtom);

const withToggle = (board: BoardRow, { contentId, on }: Toggle): BoardRow => {
  const others = board.content_ids.filter((id) => id !== contentId);
  if (on === others.length < board.content_ids.length) return board;
  return { ...board, content_ids: on ? [contentId, ...others] : others };
};

interface OwnBoards {
  /** The newest first; `undefined` until they have been read. */
  readonly boards: readonly BoardRow[] | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** The boards of the signed-in brand, with what was just changed here. For nobody else: it would be refused. */
export const ownBoardsAtom = atom((get): OwnBoards => {
  const { data, isError, refetch } = get(readAtom);
  const pending = get(togglesAtom).filter(({ position }) => position === null || position > (data?.position ?? -1));
  const boards = data?.items.map((board) =>
    pending.filter(({ boardId }) => boardId === board.id).reduce(withToggle, board),
  );
  return { boards, hasFailed: isError, retry: () => void refetch() };
});

/** The ids of all that is on a board of the signed-in brand. */
export const savedIdsAtom = atom(
  (get): ReadonlySet<string> => new Set(get(ownBoardsAtom).boards?.flatMap(({ content_ids }) => content_ids)),
);

/** One board, read again whenever a board of the brand has changed. */
export const boardAtomOf = (boardId: string) =>
  liveQueryAtom<BoardDetails>(`/api/boards/${encodeURIComponent(boardId)}`, latestChangeAtom);
