import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountDeleted } from '../accounts/account-events.ts';
import { notFound } from '../failures.ts';
import { isFailure } from '../kernel/failure.ts';
import { messagesOf } from '../kernel/form-messages.test-kit.ts';
import { given } from '../kernel/given.test-kit.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { normalized } from '../kernel/text.ts';
import { foldInto } from '../kernel/view.ts';
import { boardLinks } from './board-links.view.ts';
import type { LinkedBoard } from './board-links.view.ts';
import {
  boardCreated,
  boardDeleted,
  boardFull,
  boardItemNoted,
  boardItemRemoved,
  boardItemSaved,
  boardLinkEnded,
  boardNameTaken,
  boardRenamed,
  boardShared,
  boards,
  boardsPerBrandMax,
  itemsPerBoardMax,
  notOnBoard,
  tooManyBoards,
} from './board.ts';
import type { Board, BoardCommand, BoardEvent } from './board.ts';
import { boardsView } from './boards.view.ts';
import type { BoardCounts } from './boards.view.ts';
import { BoardNameForm, BoardNoteForm, NewBoardForm, ShareBoardForm, TakeOverForm } from './forms.ts';

const account_id = 'brand-1';
const at = '2026-11-25T10:00:00.000Z';
const spring = { account_id, board_id: 'spring' };
const rain = { ...spring, content_id: 'rain' };
const created = boardCreated.of({ ...spring, name: 'Spring', created_at: at });
const from_cents = 2_500;
const savedRain = boardItemSaved.of({ ...rain, from_cents, saved_at: at });
const save: BoardCommand = { kind: 'save', ...rain, from_cents, at, note: '' };
const saving = (board_id: string, name: string, content_ids: readonly string[]) => ({
  account_id,
  board_id,
  name,
  items: content_ids.map((content_id) => ({ content_id, from_cents })),
  at,
});
const create = (board_id: string, name: string, content_ids: readonly string[] = []): BoardCommand => ({
  kind: 'create',
  ...saving(board_id, name, content_ids),
});
const many = (count: number) => Array.from({ length: count }, (_, index) => `item-${index}`);

test('[GAL-11] a board is created with its first items, the first at the top, and has each item only once', () => {
  const decided = given(boards).when(create('spring', 'Spring', ['rain', 'dawn', 'rain']));
  expect(decided).toEqual([
    created,
    boardItemSaved.of({ ...spring, content_id: 'dawn', from_cents, saved_at: at }),
    savedRain,
  ]);
  expect(
    given(boards, decided as BoardEvent[])
      .state()[0]
      ?.items.map(({ content_id }) => content_id),
  ).toEqual(['rain', 'dawn']);
});

test('[GAL-11] saving twice keeps one; removing twice removes once, and undoing that brings the note back', () => {
  expect(given(boards, [created]).when(save)).toEqual([savedRain]);
  expect(given(boards, [created, savedRain]).when(save)).toEqual([]);
  const removed = boardItemRemoved.of(rain);
  expect(given(boards, [created, savedRain]).when({ kind: 'remove', ...rain })).toEqual([removed]);
  expect(given(boards, [created, savedRain, removed]).when({ kind: 'remove', ...rain })).toEqual([]);
  expect(given(boards, [created]).when({ ...save, note: 'For the cover' })).toEqual([
    savedRain,
    boardItemNoted.of({ ...rain, note: 'For the cover' }),
  ]);
});

test('[GAL-11] a note needs an item on the board, and only a changed note is recorded', () => {
  const note: BoardCommand = { kind: 'note', ...rain, note: 'For the cover' };
  const noted = boardItemNoted.of({ ...rain, note: 'For the cover' });
  expect(given(boards, [created]).when(note)).toEqual(notOnBoard());
  expect(given(boards, [created, savedRain]).when(note)).toEqual([noted]);
  expect(given(boards, [created, savedRain, noted]).when(note)).toEqual([]);
});

test('[GAL-11] a brand’s boards have different names, regardless of case and spacing', () => {
  const autumn = boardCreated.of({ ...spring, board_id: 'autumn', name: 'Autumn', created_at: at });
  const taken = boardNameTaken({ fields: { name: boardNameTaken().message } });
  const rename = (name: string) => given(boards, [created, autumn]).when({ kind: 'rename', ...spring, name });
  expect(given(boards, [created]).when(create('other', ' SPRING'))).toEqual(taken);
  expect(rename('AUTUMN')).toEqual(taken);
  expect(rename('Spring')).toEqual([]);
  expect(rename('SPRING')).toEqual([boardRenamed.of({ ...spring, name: 'SPRING' })]);
});

test('[GAL-11] a brand has at most 50 boards, and a board at most 200 items; more are refused with a message', () => {
  const full = given(boards).when(create('spring', 'Spring', many(itemsPerBoardMax))) as BoardEvent[];
  expect(given(boards, full).when(save)).toEqual(boardFull());
  expect(given(boards, full).when({ ...save, content_id: 'item-0' })).toEqual([]);
  expect(given(boards).when(create('spring', 'Spring', many(itemsPerBoardMax + 1)))).toEqual(boardFull());
  const most = many(boardsPerBrandMax).map((id) =>
    boardCreated.of({ ...spring, board_id: id, name: id, created_at: at }),
  );
  expect(given(boards, most).when(create('one-more', 'One more'))).toEqual(tooManyBoards());
  expect([boardsPerBrandMax, itemsPerBoardMax]).toEqual([50, 200]);
});

test('[GAL-11] what a visitor saved goes on the board of that name, as far as it fits, or on a new one if there is none', () => {
  const takeOver = (content_ids: readonly string[]): BoardCommand => ({
    kind: 'take-over',
    ...saving('new', 'spring', content_ids),
  });
  expect(given(boards).when(takeOver(['rain']))).toEqual([
    boardCreated.of({ account_id, board_id: 'new', name: 'spring', created_at: at }),
    boardItemSaved.of({ ...rain, board_id: 'new', from_cents, saved_at: at }),
  ]);
  expect(given(boards, [created, savedRain]).when(takeOver(['rain', 'dawn']))).toEqual([
    boardItemSaved.of({ ...spring, content_id: 'dawn', from_cents, saved_at: at }),
  ]);
  const nearlyFull = given(boards).when(create('spring', 'Spring', many(itemsPerBoardMax - 1))) as BoardEvent[];
  expect(given(boards, nearlyFull).when(takeOver(['rain', 'dawn']))).toEqual([savedRain]);
});

test('[GAL-11] a link stays the same whether it shows notes or not, ends once, and ends with its board', () => {
  const share = (link_id: string, with_notes: boolean): BoardCommand => ({
    kind: 'share',
    ...spring,
    link_id,
    with_notes,
  });
  const shared = boardShared.of({ ...spring, link_id: 'one', with_notes: false });
  const ended = boardLinkEnded.of({ ...spring, link_id: 'one' });
  expect(given(boards, [created]).when(share('one', false))).toEqual([shared]);
  expect(given(boards, [created, shared]).when(share('two', false))).toEqual([]);
  expect(given(boards, [created, shared]).when(share('two', true))).toEqual([
    boardShared.of({ ...spring, link_id: 'one', with_notes: true }),
  ]);
  expect(given(boards, [created, shared]).when({ kind: 'end-link', ...spring })).toEqual([ended]);
  expect(given(boards, [created, shared, ended]).when({ kind: 'end-link', ...spring })).toEqual([]);
  expect(given(boards, [created, shared, ended]).when(share('two', false))).toEqual([
    boardShared.of({ ...spring, link_id: 'two', with_notes: false }),
  ]);
  expect(given(boards, [created, shared]).when({ kind: 'delete', ...spring })).toEqual([
    ended,
    boardDeleted.of(spring),
  ]);
});

test('[GAL-11] deleting a deleted board again is accepted; anything else on it is refused', () => {
  const gone = given(boards, [created, boardDeleted.of(spring)]);
  expect(gone.when({ kind: 'delete', ...spring })).toEqual([]);
  for (const command of [save, { kind: 'rename', ...spring, name: 'Autumn' }] as const)
    expect(gone.when(command)).toEqual(notFound());
});

test('[GAL-11] without the brand’s key, names and notes are empty, and everything still folds', () => {
  const closed = [
    boardCreated.of({ ...created.data, name: null as never }),
    savedRain,
    boardItemNoted.of({ ...rain, note: null as never }),
    boardRenamed.of({ ...spring, name: null as never }),
  ];
  expect(given(boards, closed).state()).toEqual([
    {
      board_id: 'spring',
      name: '',
      created_at: at,
      items: [{ content_id: 'rain', from_cents, saved_at: at, note: '' }],
      link: null,
    },
  ]);
});

// The model: what a brand would keep on paper. There are few boards and items, and low limits, so that commands collide.

const boardIds = ['a', 'b', 'c'];
const ofBoard = fc.record({ account_id: fc.constant(account_id), board_id: fc.constantFrom(...boardIds) });
const contentId = fc.constantFrom('w', 'x', 'y', 'z');
const text = fc.constantFrom('', 'One', 'one', 'Two', 'Three');
const commands: fc.Arbitrary<BoardCommand> = fc.oneof(
  fc
    .tuple(fc.constantFrom('create' as const, 'take-over' as const), ofBoard, text, fc.array(contentId))
    .map(([kind, { board_id }, name, content_ids]) => ({ kind, ...saving(board_id, name, content_ids) })),
  fc.tuple(ofBoard, text).map(([ids, name]) => ({ kind: 'rename' as const, ...ids, name })),
  fc
    .tuple(fc.constantFrom('delete' as const, 'end-link' as const), ofBoard)
    .map(([kind, ids]): BoardCommand => ({ kind, ...ids })),
  fc
    .tuple(ofBoard, contentId, text)
    .map(([ids, content_id, note]) => ({ kind: 'save' as const, ...ids, content_id, from_cents, note, at })),
  fc
    .tuple(ofBoard, contentId, text)
    .map(([ids, content_id, note]) => ({ kind: 'note' as const, ...ids, content_id, note })),
  fc.tuple(ofBoard, contentId).map(([ids, content_id]) => ({ kind: 'remove' as const, ...ids, content_id })),
  fc
    .tuple(ofBoard, fc.uuid(), fc.boolean())
    .map(([ids, link_id, with_notes]) => ({ kind: 'share' as const, ...ids, link_id, with_notes })),
);

type Model = Map<string, { name: string; notes: Map<string, string>; withNotes: boolean | null }>;

const applied = (model: Model, command: BoardCommand) => {
  const board = model.get(command.board_id);
  switch (command.kind) {
    case 'create':
    case 'take-over': {
      const same = [...model.values()].find(({ name }) => name.toLowerCase() === command.name.toLowerCase());
      const target = same ?? { name: command.name, notes: new Map<string, string>(), withNotes: null };
      if (!same) model.set(command.board_id, target);
      for (const { content_id } of command.items) if (!target.notes.has(content_id)) target.notes.set(content_id, '');
      break;
    }
    case 'rename':
      if (board) board.name = command.name;
      break;
    case 'delete':
      model.delete(command.board_id);
      break;
    case 'save':
      if (!board?.notes.has(command.content_id)) board?.notes.set(command.content_id, command.note);
      break;
    case 'note':
      board?.notes.set(command.content_id, command.note);
      break;
    case 'remove':
      board?.notes.delete(command.content_id);
      break;
    case 'share':
      if (board) board.withNotes = command.with_notes;
      break;
    case 'end-link':
      if (board) board.withNotes = null;
  }
};

const asModel = ({ name, items, link }: Board) => ({
  name,
  notes: Object.fromEntries(items.map(({ content_id, note }) => [content_id, note])),
  withNotes: link?.with_notes ?? null,
});

test('[GAL-11] after any commands, each repeated immediately, the boards match the model, and none has an item twice', () => {
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 40 }), (asked) => {
      const history: BoardEvent[] = [];
      const model: Model = new Map();
      for (const command of asked) {
        // Each board has an id of its own.
        const isNew = command.kind === 'create' || command.kind === 'take-over';
        if (isNew && history.some(({ type, data }) => type === 'BoardCreated' && data.board_id === command.board_id))
          continue;
        const decided = given(boards, history).when(command);
        if (isFailure(decided)) continue;
        history.push(...decided);
        applied(model, command);
        const again = given(boards, history).when(command);
        expect(isFailure(again) ? [] : again).toEqual([]);
      }
      const state = given(boards, history).state();
      expect(Object.fromEntries(state.map((board) => [board.board_id, asModel(board)]))).toEqual(
        Object.fromEntries(
          [...model].map(([id, { notes, ...board }]) => [id, { ...board, notes: Object.fromEntries(notes) }]),
        ),
      );
      for (const { items } of state) expect(new Set(items.map(({ content_id }) => content_id)).size).toBe(items.length);
      expect(new Set(state.map(({ name }) => name.toLowerCase())).size).toBe(state.length);
      const counts = new Map<string, BoardCounts>();
      const links = new Map<string, LinkedBoard>();
      for (const event of recorded(history)) {
        foldInto(boardsView, counts, event);
        foldInto(boardLinks, links, event);
      }
      expect(counts.get(account_id)?.boards ?? []).toEqual(
        state.map(({ board_id, items }) => ({ id: board_id, items: items.length })),
      );
      expect([...links.keys()].sort()).toEqual(state.flatMap(({ link }) => link?.link_id ?? []).sort());
    }),
  );
});

test('[GAL-11] deleting the account removes everything about its boards', () => {
  const counts = new Map<string, BoardCounts>();
  const [first, second, last] = recorded([created, savedRain, accountDeleted.of({ account_id, role: 'brand' })]);
  for (const event of [first, second]) foldInto(boardsView, counts, event!);
  expect(counts.get(account_id)).toEqual({ account_id, boards: [{ id: 'spring', items: 1 }] });
  foldInto(boardsView, counts, last!);
  expect(counts.size).toBe(0);
});

test('[GAL-11] a name has up to 60 characters, a note up to 500, and a new board up to 200 items', () => {
  const filled = <Form extends object>(form: Form, fields: Partial<Form>) => messagesOf(Object.assign(form, fields));
  const name = 'Please name the board, in at most 60 characters';
  expect(filled(new BoardNameForm(), { name: 'x'.repeat(60) })).toEqual({});
  for (const wrong of ['', 'x'.repeat(61)]) expect(filled(new BoardNameForm(), { name: wrong })).toEqual({ name });
  const note = 'A note can have at most 500 characters';
  expect(filled(new BoardNoteForm(), { note: 'x'.repeat(500) })).toEqual({});
  expect(filled(new BoardNoteForm(), { note: 'x'.repeat(501) })).toEqual({ note });
  const content_ids = 'Please send the ids of at most 200 items';
  expect(filled(new NewBoardForm(), { name: 'Spring' })).toEqual({});
  for (const form of [Object.assign(new NewBoardForm(), { name: 'Spring' }), new TakeOverForm()]) {
    expect(filled(form, { content_ids: many(200) })).toEqual({});
    expect(filled(form, { content_ids: many(201) })).toEqual({ content_ids });
    expect(filled(form, { content_ids: [5] as never })).toEqual({ content_ids });
  }
  expect(filled(new ShareBoardForm(), { with_notes: 'yes' as never })).toEqual({
    with_notes: 'Please choose whether people with the link can see your notes',
  });
  expect(normalized(BoardNameForm.normalizers, { name: ' Spring\n2027 ' })).toEqual({ name: 'Spring 2027' });
  expect(normalized(BoardNoteForm.normalizers, { note: 'For\r\nAnna ' })).toEqual({ note: 'For\nAnna' });
});
