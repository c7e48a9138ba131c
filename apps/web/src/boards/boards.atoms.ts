import type { BoardDetails, BoardPage, BoardRow } from '@tessera/contract/boards';
import { atom } from 'jotai';
import { liveQueryAtom, ownChangesAtom } from '../kernel/reading/own-changes.ts';
import { store } from '../kernel/store.ts';

const liveChangeAtom = ownChangesAtom(['boards']);
const confirmedChangeAtom = atom(-1);

/** The log position of the latest change to the signed-in brand's boards, here or in another tab; -1 until known. */
const latestChangeAtom = atom((get) => Math.max(get(liveChangeAtom), get(confirmedChangeAtom)));

/** Records a change that the server has confirmed, in case the live connection doesn't report it. */
export const noteChange = (position: number) => store.set(confirmedChangeAtom, (latest) => Math.max(latest, position));

/** An item that was just added to a board or removed from it. */
interface Toggle {
  readonly boardId: string;
  readonly contentId: string;
  readonly on: boolean;
  /** The log position of the change, once the server has confirmed it. */
  readonly position: number | null;
}

const togglesAtom = atom<readonly Toggle[]>([]);

const isSame = (one: Toggle, other: Toggle) => one.boardId === other.boardId && one.contentId === other.contentId;
const removeToggle = (toggle: Toggle) => store.set(togglesAtom, (all) => all.filter((one) => !isSame(one, toggle)));

/** Shows the change immediately, sends it, and takes it back if sending fails. @throws what `send` throws */
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
  /** Newest first; `undefined` until they have been read. */
  readonly boards: readonly BoardRow[] | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/**
 * The boards of the signed-in brand, with changes that are still being sent. Only for brands: the server refuses
 * others.
 */
export const ownBoardsAtom = atom((get): OwnBoards => {
  const { data, isError, refetch } = get(readAtom);
  const pending = get(togglesAtom).filter(({ position }) => position === null || position > (data?.position ?? -1));
  const boards = data?.items.map((board) =>
    pending.filter(({ boardId }) => boardId === board.id).reduce(withToggle, board),
  );
  return { boards, hasFailed: isError, retry: () => void refetch() };
});

/** The ids of all items on the signed-in brand's boards. */
export const savedIdsAtom = atom(
  (get): ReadonlySet<string> => new Set(get(ownBoardsAtom).boards?.flatMap(({ content_ids }) => content_ids)),
);

/** One board, read again whenever one of the brand's boards changes. */
export const boardAtomOf = (boardId: string) =>
  liveQueryAtom<BoardDetails>(`/api/boards/${encodeURIComponent(boardId)}`, latestChangeAtom);
