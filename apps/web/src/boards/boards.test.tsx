import type { BoardDetails, BoardRow } from '@tessera/contract/boards';
import type { ContentRow } from '@tessera/contract/content';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PrimitiveAtom } from 'jotai';
import { ApiError } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { samples } from '../marketplace/samples.ts';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { BoardPage } from './board.page.tsx';
import { BoardsPage } from './boards.page.tsx';
import { recentlyViewed, visitorBoard } from './saving/browser-items.ts';
import { RecordView, RecentlyViewed } from './saving/recently-viewed.tsx';
import { SaveButton } from './saving/save-button.tsx';
import { SavedPage } from './saving/saved.page.tsx';
import { SharedBoardPage } from './shared-board.page.tsx';
import { moveSavedItems } from './saving/move-saved-items.ts';

type Listener = (message: { position: number; value: unknown }) => void;
interface Undo {
  readonly onSelect: () => void;
}

const { server, toasts, listeners } = vi.hoisted(() => ({
  listeners: new Map<string, Listener>(),
  server: {
    get: vi.fn<(path: string) => Promise<unknown>>(),
    post: vi.fn<(path: string, body: object) => Promise<unknown>>(),
    put: vi.fn<(path: string, body: object) => Promise<unknown>>(),
    patch: vi.fn<(path: string, body: object) => Promise<unknown>>(),
    del: vi.fn<(path: string) => Promise<unknown>>(),
  },
  toasts: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
}));
vi.mock('../kernel/toast.tsx', () => ({ toast: toasts }));
vi.mock('../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  return { sessionAtom: jotai.atom<object | null>(null), accessToken: async () => 'token' };
});
vi.mock('../kernel/reading/live.ts', async () => {
  const jotai = await import('jotai');
  const watch = (view: string, _key: string, listener: Listener) => {
    listeners.set(view, listener);
    return () => undefined;
  };
  return { liveStatusAtom: jotai.atom('live'), openLive: () => undefined, watch };
});
vi.mock('../kernel/send.ts', async (original) => ({
  ...(await original<typeof import('../kernel/send.ts')>()),
  ...server,
}));

const itemOf = (id: string, title: string): ContentRow => {
  const { sample: _sample, license_fee: _fee, license_type: _type, ...row } = samples[2]!;
  return { ...row, id, title, one_time_price: 25, offer_one_time: true, from_price: 25 };
};
const [arches, bay] = [itemOf('arches', 'Two Arches'), itemOf('bay', 'The Bay')];
const boardOf = (id: string, name: string, content_ids: readonly string[]): BoardRow => ({
  id,
  name,
  created_at: '2026-11-25T10:00:00.000Z',
  shared: false,
  content_ids,
  covers: [],
});
const rows = [
  { content_id: 'arches', title: 'Two Arches', note: 'For the cover', saved_price: 40, content: arches },
  { content_id: 'rain', title: 'Rain', note: '', saved_price: 25, content: null },
];
const details: BoardDetails = { id: 'spring', name: 'Spring', link: null, items: rows, position: 1 };

/** The server's current state. */
let position: number;
let boards: readonly BoardRow[];
let board: BoardDetails | null;

const unknown = () => Promise.reject(new ApiError(404, 'not_found', 'Not found', 'There is nothing here.'));
const signedIn = (role: 'brand' | 'creator' | null) =>
  store.set(sessionAtom as PrimitiveAtom<object | null>, role && { userId: `${role}-1`, role });

beforeEach(() => {
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  position = 1;
  boards = [boardOf('spring', 'Spring', ['bay'])];
  board = details;
  server.get.mockImplementation((path) => {
    if (path.startsWith('/api/boards/')) return board ? Promise.resolve(board) : unknown();
    if (path.startsWith('/api/shared-boards/'))
      return board ? Promise.resolve({ name: board.name, brand_name: 'Northwind', items: board.items }) : unknown();
    return Promise.resolve({ items: boards, next_cursor: null, position });
  });
  for (const change of [server.post, server.put, server.patch, server.del]) {
    change.mockReset();
    change.mockImplementation(() => Promise.resolve({ id: 'spring', position: (position += 1) }));
  }
  for (const tell of Object.values(toasts)) tell.mockReset();
  signedIn('brand');
});

const show = (element: React.ReactElement, path = '/') =>
  showRoutes(
    [
      { path, element },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [path.replace(':boardId', 'spring').replace(':token', 'a-token')] },
  );
const bookmark = (item: ContentRow) => screen.findByRole('button', { name: new RegExp(`^Saved?:? ${item.title}`) });
/** Chooses an entry by keyboard, from the menu that just opened. */
const chooseFromMenu = async (role: 'menuitem' | 'menuitemcheckbox', name: string) => {
  await vi.waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
  const entry = await screen.findByRole(role, { name });
  await vi.waitFor(async () => {
    if (!entry.hasAttribute('data-highlighted')) await userEvent.keyboard('{ArrowDown}');
    expect(entry).toHaveAttribute('data-highlighted');
  });
  await userEvent.keyboard('{Enter}');
};
const undoOf = (tell: (typeof toasts)['success']) => (tell.mock.lastCall as [string, string, Undo])[2];

test('[GAL-11] a brand saves to one of its boards from the menu: it shows immediately, and Undo removes it again', async () => {
  const user = userEvent.setup();
  show(<SaveButton item={arches} over />);
  let answer = (_value: unknown) => undefined as unknown;
  server.put.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  await user.click(await screen.findByRole('button', { name: 'Save Two Arches' }));
  await chooseFromMenu('menuitemcheckbox', 'Spring');
  expect(await screen.findByRole('button', { name: 'Saved: Two Arches' })).toBeVisible();
  expect(server.put).toHaveBeenCalledWith('/api/boards/spring/items/arches', {});
  boards = [boardOf('spring', 'Spring', ['arches', 'bay'])];
  position = 5;
  await act(async () => answer({ id: 'spring', position: 5 }));
  expect(toasts.success).toHaveBeenCalledWith(
    'Saved to Spring',
    'Two Arches',
    expect.objectContaining({ label: 'Undo' }),
  );
  boards = [boardOf('spring', 'Spring', ['bay'])];
  await act(async () => undoOf(toasts.success).onSelect());
  expect(server.del).toHaveBeenCalledWith('/api/boards/spring/items/arches');
  expect(await screen.findByRole('button', { name: 'Save Two Arches' })).toBeVisible();
});

test('[GAL-11] what the server refuses to save does not stay saved, and its message is shown', async () => {
  const user = userEvent.setup();
  show(<SaveButton item={arches} over />);
  server.put.mockRejectedValueOnce(new ApiError(422, 'board_full', 'This board is full', 'A board holds 200 items.'));
  await user.click(await bookmark(arches));
  await chooseFromMenu('menuitemcheckbox', 'Spring');
  expect(await screen.findByRole('button', { name: 'Save Two Arches' })).toBeVisible();
  expect(toasts.error).toHaveBeenCalledWith('This board is full', 'A board holds 200 items.');
});

test('[GAL-11] a first board is named Favorites by default; a taken name is reported at its field', async () => {
  const user = userEvent.setup();
  boards = [];
  show(<SaveButton item={arches} />);
  await user.click(await bookmark(arches));
  await chooseFromMenu('menuitem', 'New board');
  expect(await screen.findByLabelText('Board name')).toHaveValue('Favorites');
  const taken = { name: 'Please choose another one.' };
  server.post.mockRejectedValueOnce(new ApiError(409, 'board_name_taken', 'Name already used', 'Choose.', taken));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please choose another one.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(server.post).toHaveBeenLastCalledWith('/api/boards', { name: 'Favorites', content_ids: ['arches'] });
  expect(toasts.success).toHaveBeenCalledWith('Saved to Favorites', 'Two Arches', expect.anything());
});

test('[GAL-11] samples can’t be saved, and creators can’t save', () => {
  show(<SaveButton item={{ ...arches, sample: true }} />);
  expect(screen.queryByRole('button')).toBeNull();
  signedIn('creator');
  show(<SaveButton item={arches} />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('[GAL-11] changes in another tab are followed: the boards are read again as of its change', async () => {
  show(<BoardsPage />);
  expect(await screen.findByRole('link', { name: /Spring/ })).toHaveTextContent('1 item');
  boards = [boardOf('autumn', 'Autumn', []), { ...boardOf('spring', 'Spring', ['bay', 'arches']), shared: true }];
  position = 1_000;
  act(() => listeners.get('boards')?.({ position: 1_000, value: {} }));
  expect(await screen.findByRole('link', { name: /Autumn/ })).toHaveTextContent('0 items');
  expect(screen.getByRole('link', { name: /Spring/ })).toHaveTextContent('2 items·Shared');
  expect(server.get).toHaveBeenLastCalledWith('/api/boards', { after: 1_000 });
});

test('[GAL-11] all items of a board go into the cart once, and those no longer for sale are named', async () => {
  const user = userEvent.setup();
  show(<BoardPage />, '/brand/boards/:boardId');
  await user.click(await screen.findByRole('button', { name: 'Add all to cart' }));
  const gone = 'No longer for sale: “Rain”.';
  expect(toasts.success).toHaveBeenCalledWith('1 item added to cart', gone, expect.anything());
  await user.click(screen.getByRole('button', { name: 'Add all to cart' }));
  expect(toasts.info).toHaveBeenCalledWith('Nothing to add', `1 was in your cart already. ${gone}`, expect.anything());
  expect(JSON.parse(localStorage.getItem('cart:brand-1') ?? '')).toMatchObject([
    { id: 'arches', price: 25, licenseType: 'one_time', quantity: 1 },
  ]);
});

test('[GAL-11] an item gets a note, and removing it can be undone with its note', async () => {
  const user = userEvent.setup();
  show(<BoardPage />, '/brand/boards/:boardId');
  const items = within(await screen.findByRole('list', { name: 'Items on Spring' }));
  expect(items.getByText('For the cover')).toBeVisible();
  expect(items.getByText('$40.00')).toBeVisible();
  expect(items.getAllByText(/^Was/)).toHaveLength(1);
  await user.click(items.getByRole('button', { name: 'Add a note on Rain' }));
  await user.type(await screen.findByLabelText('Note on Rain'), 'Ask Anna');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  expect(server.patch).toHaveBeenCalledWith('/api/boards/spring/items/rain', { note: 'Ask Anna' });
  await user.click(await screen.findByRole('button', { name: 'Remove Two Arches from this board' }));
  expect(toasts.info).toHaveBeenCalledWith('Removed from Spring', 'Two Arches', expect.anything());
  await act(async () => undoOf(toasts.info).onSelect());
  expect(server.put).toHaveBeenCalledWith('/api/boards/spring/items/arches', { note: 'For the cover' });
});

test('[GAL-11] a board is shared with or without notes, and its link is ended', async () => {
  const user = userEvent.setup();
  show(<BoardPage />, '/brand/boards/:boardId');
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  board = { ...details, link: { token: 'a-token', with_notes: false }, position: 2_000 };
  server.put.mockResolvedValueOnce({ id: 'spring', link: board.link, position: 2_000 });
  await user.click(await screen.findByRole('button', { name: 'Create link' }));
  expect(server.put).toHaveBeenLastCalledWith('/api/boards/spring/link', { with_notes: false });
  expect(await screen.findByLabelText('Link')).toHaveValue(`${window.location.origin}/boards/a-token`);
  await user.click(screen.getByRole('checkbox', { name: /^Show my notes/ }));
  expect(server.put).toHaveBeenLastCalledWith('/api/boards/spring/link', { with_notes: true });
  await user.click(screen.getByRole('button', { name: 'End link' }));
  expect(server.del).toHaveBeenCalledWith('/api/boards/spring/link');
  expect(toasts.success).toHaveBeenLastCalledWith('Link ended', 'Nobody can open it anymore.');
});

test('[GAL-11] before a board without a link is deleted, its brand reads what is lost, and nothing about a link', async () => {
  const user = userEvent.setup();
  show(<BoardPage />, '/brand/boards/:boardId');
  await user.click(await screen.findByRole('button', { name: 'More for this board' }));
  await chooseFromMenu('menuitem', 'Delete');
  expect(await screen.findByRole('alertdialog', { name: 'Delete “Spring”?' })).toHaveTextContent(
    'You’ll lose your notes on it. The items stay in the marketplace.',
  );
});

test('[GAL-11] anyone with the link can read the board; an ended link says so', async () => {
  signedIn(null);
  show(<SharedBoardPage />, '/boards/:token');
  expect(await screen.findByText('2 items chosen by Northwind')).toBeVisible();
  expect(screen.getByText('No longer for sale')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in to license these' })).toBeVisible();
  board = null;
  show(<SharedBoardPage />, '/boards/:token');
  expect(await screen.findByText(/^This link no longer works/)).toBeVisible();
});

test('[GAL-11] a visitor saves in the browser, and the saved items move onto a board at sign-in, once', async () => {
  const user = userEvent.setup();
  signedIn(null);
  show(
    <>
      <SaveButton item={arches} />
      <SavedPage />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Save Two Arches' }));
  expect(within(screen.getByRole('list', { name: 'Saved items' })).getByText('Two Arches')).toBeVisible();
  expect(localStorage.getItem('saved-items')).not.toContain('description');
  signedIn('brand');
  server.post.mockRejectedValueOnce(new ApiError(0, 'no_answer', 'No connection', 'Try again.'));
  await moveSavedItems();
  expect(store.get(visitorBoard.itemsAtom)).toHaveLength(1);
  await Promise.all([moveSavedItems(), moveSavedItems()]);
  expect(server.post).toHaveBeenCalledTimes(2);
  expect(server.post).toHaveBeenLastCalledWith('/api/boards/taken-over', { content_ids: ['arches'] });
  expect(store.get(visitorBoard.itemsAtom)).toEqual([]);
  await moveSavedItems();
  expect(server.post).toHaveBeenCalledTimes(2);
});

test('[GAL-11] the last twelve items viewed are shown, the latest first, until they are cleared; samples aren’t included', async () => {
  const user = userEvent.setup();
  const seen = Array.from({ length: 13 }, (_, index) => itemOf(`item-${index}`, `Item ${index}`));
  show(
    <>
      {[...seen, { ...bay, sample: true as const }].map((item) => (
        <RecordView key={item.id} item={item} />
      ))}
      <RecordView item={seen[5]!} />
      <RecentlyViewed />
    </>,
  );
  const shown = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(shown.slice(0, 3)).toEqual(['Item 5', 'Item 12', 'Item 11']);
  expect(shown).toHaveLength(12);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByRole('heading', { name: 'Recently viewed' })).toBeNull();
  localStorage.setItem('recently-seen', '[{"id":5},null,"x"]');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'recently-seen' })));
  expect(store.get(recentlyViewed.itemsAtom)).toEqual([]);
});
