import { notFound } from '../failures.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { assertNever } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { defineFailure } from '../kernel/failure.ts';
import { comparable } from '../kernel/text.ts';
import type { Cents } from '../money.ts';

export const boardsPerBrandMax = 50;
export const itemsPerBoardMax = 200;
/** The name of the board that receives what a visitor saved before signing in. */
export const takenOverBoard = 'Saved items';

export const tooManyBoards = defineFailure(
  'too_many_boards',
  'Too many boards',
  `You have ${boardsPerBrandMax} boards. Please delete one you no longer use.`,
);
export const boardNameTaken = defineFailure(
  'board_name_taken',
  'Name already used',
  'You already have a board with this name. Please choose another one.',
);
export const boardFull = defineFailure(
  'board_full',
  'This board is full',
  `A board holds up to ${itemsPerBoardMax} items. Remove some, or save to another board.`,
);
export const notOnBoard = defineFailure(
  'not_on_board',
  'Not on this board',
  'This item isn’t on the board anymore. It may have been removed in another tab.',
);

interface OfBoard {
  readonly account_id: string;
  readonly board_id: string;
}

interface BoardNamedData extends OfBoard {
  readonly name: string;
}

export interface BoardCreatedData extends BoardNamedData {
  /** ISO 8601. */
  readonly created_at: string;
}

interface OfItem extends OfBoard {
  readonly content_id: string;
}

/** An item as it is when it is saved. */
interface ItemToSave {
  readonly content_id: string;
  /** The lowest price at that time; null if the item isn't for sale. */
  readonly from_cents: Cents | null;
}

export interface BoardItemSavedData extends OfBoard, ItemToSave {
  /** ISO 8601. */
  readonly saved_at: string;
}

interface BoardItemNotedData extends OfItem {
  /** Empty if there is none. */
  readonly note: string;
}

interface BoardSharedData extends OfBoard {
  /** Identifies the link. The token that opens it is derived from it with the account's key, and is stored nowhere. */
  readonly link_id: string;
  readonly with_notes: boolean;
}

const account = ({ account_id }: OfBoard) => account_id;

export const boardCreated = defineEvent<BoardCreatedData>()('BoardCreated', {
  personal: { account, fields: ['name'] },
  audit: () => 'A brand created a board.',
});
export const boardRenamed = defineEvent<BoardNamedData>()('BoardRenamed', {
  personal: { account, fields: ['name'] },
  audit: () => 'A brand renamed a board.',
});
export const boardDeleted = defineEvent<OfBoard>()('BoardDeleted', { audit: () => 'A brand deleted a board.' });
export const boardItemSaved = defineEvent<BoardItemSavedData>()('BoardItemSaved', {
  audit: ({ content_id }) => `A brand saved item ${content_id} to a board.`,
});
export const boardItemNoted = defineEvent<BoardItemNotedData>()('BoardItemNoted', {
  personal: { account, fields: ['note'] },
  audit: ({ content_id }) => `A brand changed its note on item ${content_id} of a board.`,
});
export const boardItemRemoved = defineEvent<OfItem>()('BoardItemRemoved', {
  audit: ({ content_id }) => `A brand removed item ${content_id} from a board.`,
});
/** Recorded again for an existing link when it starts or stops showing notes. */
export const boardShared = defineEvent<BoardSharedData>()('BoardShared', {
  audit: ({ with_notes }) => `A brand shared a board by link, ${with_notes ? 'with' : 'without'} its notes.`,
});
export const boardLinkEnded = defineEvent<OfBoard & { readonly link_id: string }>()('BoardLinkEnded', {
  audit: () => 'A brand ended the link to a board.',
});

const boardEvents = [
  boardCreated,
  boardRenamed,
  boardDeleted,
  boardItemSaved,
  boardItemNoted,
  boardItemRemoved,
  boardShared,
  boardLinkEnded,
] as const;
export type BoardEvent = EventOf<(typeof boardEvents)[number]>;

export interface SavedItem extends ItemToSave {
  /** ISO 8601. */
  readonly saved_at: string;
  /** Empty if there is none. */
  readonly note: string;
}

export type BoardLink = Pick<BoardSharedData, 'link_id' | 'with_notes'>;

export interface Board {
  readonly board_id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly created_at: string;
  /** Last saved first. */
  readonly items: readonly SavedItem[];
  /** Null if the board isn't shared. */
  readonly link: BoardLink | null;
}

/** The boards of one brand, newest first. Once its key is destroyed, names and notes are empty. */
export type Boards = readonly Board[];

interface Saving {
  readonly account_id: string;
  /** Used if a board is created. */
  readonly board_id: string;
  readonly name: string;
  /** Items to put on the board, topmost first. */
  readonly items: readonly ItemToSave[];
  /** ISO 8601. */
  readonly at: string;
}

export type BoardCommand =
  | ({ readonly kind: 'create' } & Saving)
  /** Puts what a visitor saved on the board of that name, creating it if needed. Items that don't fit are left out. */
  | ({ readonly kind: 'take-over' } & Saving)
  | ({ readonly kind: 'rename' } & BoardNamedData)
  | ({ readonly kind: 'delete' } & OfBoard)
  /** The note is the item's former one if its removal is undone, otherwise empty. */
  | ({ readonly kind: 'save'; readonly at: string; readonly note: string } & OfBoard & ItemToSave)
  | ({ readonly kind: 'note' } & BoardItemNotedData)
  | ({ readonly kind: 'remove' } & OfItem)
  /** The link id is used if a link is created; an existing link keeps its own. */
  | ({ readonly kind: 'share' } & BoardSharedData)
  | ({ readonly kind: 'end-link' } & OfBoard);

const onBoard = (boards: Boards, board_id: string, change: (board: Board) => Board): Boards =>
  boards.map((board) => (board.board_id === board_id ? change(board) : board));

const without = (items: Board['items'], content_id: string) => items.filter((item) => item.content_id !== content_id);

const evolve = (boards: Boards, event: BoardEvent): Boards => {
  const { board_id } = event.data;
  switch (event.type) {
    case 'BoardCreated': {
      const { name, created_at } = event.data;
      return [{ board_id, name: name ?? '', created_at, items: [], link: null }, ...boards];
    }
    case 'BoardRenamed': {
      const { name } = event.data;
      return onBoard(boards, board_id, (board) => ({ ...board, name: name ?? '' }));
    }
    case 'BoardDeleted':
      return boards.filter((board) => board.board_id !== board_id);
    case 'BoardItemSaved': {
      const { content_id, from_cents, saved_at } = event.data;
      return onBoard(boards, board_id, (board) => ({
        ...board,
        items: [{ content_id, from_cents, saved_at, note: '' }, ...board.items],
      }));
    }
    case 'BoardItemNoted': {
      const { content_id, note } = event.data;
      const noted = (item: SavedItem) => (item.content_id === content_id ? { ...item, note: note ?? '' } : item);
      return onBoard(boards, board_id, (board) => ({ ...board, items: board.items.map(noted) }));
    }
    case 'BoardItemRemoved': {
      const { content_id } = event.data;
      return onBoard(boards, board_id, (board) => ({ ...board, items: without(board.items, content_id) }));
    }
    case 'BoardShared': {
      const { link_id, with_notes } = event.data;
      return onBoard(boards, board_id, (board) => ({ ...board, link: { link_id, with_notes } }));
    }
    case 'BoardLinkEnded':
      return onBoard(boards, board_id, (board) => ({ ...board, link: null }));
    default:
      return assertNever(event);
  }
};

const named = (boards: Boards, name: string) => boards.find((board) => comparable(board.name) === comparable(name));

const holds = ({ items }: Board, contentId: string) => items.some(({ content_id }) => content_id === contentId);

/** Saves the last item first, so that the first one ends up at the top. */
const saved = (board: OfBoard, items: readonly ItemToSave[], saved_at: string): readonly BoardEvent[] =>
  items
    .toReversed()
    .map(({ content_id, from_cents }) => boardItemSaved.of({ ...board, content_id, from_cents, saved_at }));

/** Keeps the first of items that are sent twice. */
const eachOnce = (items: readonly ItemToSave[]) =>
  items.filter(({ content_id }, at) => items.findIndex((item) => item.content_id === content_id) === at);

const create = ({ account_id, board_id, name, items: sent, at }: Saving, boards: Boards): Decision<BoardEvent> => {
  if (named(boards, name)) return boardNameTaken({ fields: { name: boardNameTaken().message } });
  if (boards.length >= boardsPerBrandMax) return tooManyBoards();
  const items = eachOnce(sent);
  if (items.length > itemsPerBoardMax) return boardFull();
  const board = { account_id, board_id };
  return [boardCreated.of({ ...board, name, created_at: at }), ...saved(board, items, at)];
};

const takeOver = (command: Saving, boards: Boards): Decision<BoardEvent> => {
  const { account_id, name, items, at } = command;
  const existing = named(boards, name);
  if (!existing) return create({ ...command, items: items.slice(0, itemsPerBoardMax) }, boards);
  const newItems = eachOnce(items).filter(({ content_id }) => !holds(existing, content_id));
  const fitting = newItems.slice(0, itemsPerBoardMax - existing.items.length);
  return saved({ account_id, board_id: existing.board_id }, fitting, at);
};

type Change = Exclude<BoardCommand, { readonly kind: 'create' | 'take-over' }>;

const ended = ({ account_id, board_id }: OfBoard, link: BoardLink | null) =>
  link ? [boardLinkEnded.of({ account_id, board_id, link_id: link.link_id })] : [];

const rename = ({ account_id, board_id, name }: BoardNamedData, board: Board, boards: Boards) => {
  if (board.name === name) return [];
  const other = named(boards, name);
  if (other && other !== board) return boardNameTaken({ fields: { name: boardNameTaken().message } });
  return [boardRenamed.of({ account_id, board_id, name })];
};

const change = (command: Change, board: Board, boards: Boards): Decision<BoardEvent> => {
  const { account_id, board_id } = command;
  const ids = { account_id, board_id };
  switch (command.kind) {
    case 'rename':
      return rename(command, board, boards);
    case 'delete':
      return [...ended(ids, board.link), boardDeleted.of(ids)];
    case 'save': {
      const { content_id, from_cents, at, note } = command;
      if (holds(board, content_id)) return [];
      if (board.items.length >= itemsPerBoardMax) return boardFull();
      const noted = note === '' ? [] : [boardItemNoted.of({ ...ids, content_id, note })];
      return [...saved(ids, [{ content_id, from_cents }], at), ...noted];
    }
    case 'note': {
      const { content_id, note } = command;
      const item = board.items.find((each) => each.content_id === content_id);
      if (!item) return notOnBoard();
      return item.note === note ? [] : [boardItemNoted.of({ ...ids, content_id, note })];
    }
    case 'remove': {
      const { content_id } = command;
      return holds(board, content_id) ? [boardItemRemoved.of({ ...ids, content_id })] : [];
    }
    case 'share': {
      const { with_notes } = command;
      const { link_id } = board.link ?? command;
      return board.link?.with_notes === with_notes ? [] : [boardShared.of({ ...ids, link_id, with_notes })];
    }
    case 'end-link':
      return ended(ids, board.link);
    default:
      return assertNever(command);
  }
};

/** All boards of one brand share one stream, under the account's id, so that their number and names are decided together. */
export const boards: Decider<Boards, BoardCommand, BoardEvent> = {
  category: 'boards',
  events: boardEvents,
  initial: [],
  evolve,
  decide: (command, state) => {
    switch (command.kind) {
      case 'create':
        return create(command, state);
      case 'take-over':
        return takeOver(command, state);
      default: {
        const board = state.find(({ board_id }) => board_id === command.board_id);
        if (board) return change(command, board, state);
        return command.kind === 'delete' ? [] : notFound();
      }
    }
  },
};
