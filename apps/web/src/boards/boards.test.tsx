import type { BoardDetails, BoardRow } from '@tessera/contract/boards';
import type { ContentRow } from '@tessera/contract/content';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { foundRoleAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { samples } from '../marketplace/samples.ts';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { liveServer } from '../testing/live-server.test-kit.ts';
import { server } from '../testing/server.test-kit.ts';
import { signIn, signOut } from '../testing/sign-in.test-kit.ts';
import { toasts } from '../testing/toasts.test-kit.ts';
import { user } from '../testing/user.test-kit.ts';
import { BoardPage } from './board.page.tsx';
import { BoardsPage } from './boards.page.tsx';
import { recentlyViewed, visitorBoard } from './saving/browser-items.ts';
import { RecordView, RecentlyViewed } from './saving/recently-viewed.tsx';
import { SaveButton } from './saving/save-button.tsx';
import { SavedPage } from './saving/saved.page.tsx';
import { SharedBoardPage } from './shared-board.page.tsx';
import { moveSavedItems } from './saving/move-saved-items.ts';

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

/** The server's current state. Its position only ever increases, as the page remembers the latest it knows. */
let position = 0;
let boards: readonly BoardRow[];
let board: BoardDetails;

const springItem = (id: string) => `/api/boards/spring/items/${id}`;
const link = '/api/boards/spring/link';
const takeOver = 'POST /api/boards/taken-over';
const signInAs = (role: 'brand' | 'creator') => signIn({ id: `${role}-1`, role });

beforeEach(async () => {
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  position += 1;
  boards = [boardOf('spring', 'Spring', ['bay'])];
  board = details;
  server.answer('GET /api/boards', () => ({ items: boards, next_cursor: null, position }));
  server.answer('GET /api/boards/spring', () => board);
  server.answer('GET /api/shared-boards/a-token', { name: 'Spring', brand_name: 'Northwind', items: rows });
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    server.answer(`${method} /api/boards*`, () => ({ id: 'spring', position: (position += 1) }));
  await signInAs('brand');
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
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
  const entry = await screen.findByRole(role, { name });
  for (let press = 0; press < 3 && !entry.hasAttribute('data-highlighted'); press += 1)
    await user().keyboard('{ArrowDown}');
  expect(entry).toHaveAttribute('data-highlighted');
  await user().keyboard('{Enter}');
};
const undo = () => user().click(screen.getByRole('button', { name: 'Undo' }));

test('[GAL-11] a brand saves to one of its boards from the menu: it shows immediately, and Undo removes it again', async () => {
  show(<SaveButton item={arches} look="over" />);
  const put = server.hold(`PUT ${springItem('arches')}`);
  await user().click(await screen.findByRole('button', { name: 'Save Two Arches' }));
  await chooseFromMenu('menuitemcheckbox', 'Spring');
  expect(await screen.findByRole('button', { name: 'Saved: Two Arches' })).toBeVisible();
  expect(server.bodies(`PUT ${springItem('arches')}`)).toEqual([{}]);
  boards = [boardOf('spring', 'Spring', ['arches', 'bay'])];
  position += 1;
  await put.answer({ id: 'spring', position });
  expect(toasts()).toEqual([['success', 'Saved to Spring', 'Two Arches']]);
  boards = [boardOf('spring', 'Spring', ['bay'])];
  await undo();
  expect(server.asked(`DELETE ${springItem('arches')}`)).toHaveLength(1);
  expect(await screen.findByRole('button', { name: 'Save Two Arches' })).toBeVisible();
});

test('[GAL-11] what the server refuses to save does not stay saved, and its message is shown', async () => {
  show(<SaveButton item={arches} look="over" />);
  const [title, message] = ['This board is full', 'A board holds 200 items.'];
  server.refuseOnce(`PUT ${springItem('arches')}`, 422, { code: 'board_full', title, message });
  await user().click(await bookmark(arches));
  await chooseFromMenu('menuitemcheckbox', 'Spring');
  expect(await screen.findByRole('button', { name: 'Save Two Arches' })).toBeVisible();
  expect(toasts()).toEqual([['error', title, message]]);
});

test('[GAL-11] a first board is named Favorites by default; a taken name is reported at its field', async () => {
  boards = [];
  show(<SaveButton item={arches} />);
  await user().click(await bookmark(arches));
  await chooseFromMenu('menuitem', 'New board');
  expect(await screen.findByLabelText('Board name')).toHaveValue('Favorites');
  const fields = { name: 'Please choose another one.' };
  server.refuseOnce('POST /api/boards', 409, {
    code: 'board_name_taken',
    title: 'Name already used',
    message: 'Choose.',
    fields,
  });
  await user().click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please choose another one.')).toBeVisible();
  await user().click(screen.getByRole('button', { name: 'Save' }));
  const asked = { name: 'Favorites', content_ids: ['arches'] };
  expect(server.bodies('POST /api/boards')).toEqual([asked, asked]);
  expect(toasts()).toEqual([['success', 'Saved to Favorites', 'Two Arches']]);
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('[GAL-11] samples can’t be saved, and creators can’t save', async () => {
  show(<SaveButton item={{ ...arches, sample: true }} />);
  expect(screen.queryByRole('button')).toBeNull();
  await signInAs('creator');
  show(<SaveButton item={arches} />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('[GAL-11] changes in another tab are followed: the boards are read again as of its change', async () => {
  show(<BoardsPage />);
  expect(await screen.findByRole('link', { name: /Spring/ })).toHaveTextContent('1 item');
  boards = [boardOf('autumn', 'Autumn', []), { ...boardOf('spring', 'Spring', ['bay', 'arches']), shared: true }];
  position += 1;
  await waitFor(() => expect(liveServer.watched()).toContain('boards/brand-1'));
  await liveServer.push('boards', 'brand-1', { position, value: {} });
  expect(await screen.findByRole('link', { name: /Autumn/ })).toHaveTextContent('0 items');
  expect(screen.getByRole('link', { name: /Spring/ })).toHaveTextContent('2 items·Shared');
  expect(server.asked('GET /api/boards').at(-1)?.path).toBe(`/api/boards?after=${position}`);
});

test('[GAL-11] all items of a board go into the cart once, and those no longer for sale are named', async () => {
  show(<BoardPage />, '/brand/boards/:boardId');
  await user().click(await screen.findByRole('button', { name: 'Add all to cart' }));
  const gone = 'No longer for sale: “Rain”.';
  const added = ['success', '1 item added to cart', gone];
  expect(toasts()).toEqual([added]);
  await user().click(screen.getByRole('button', { name: 'Add all to cart' }));
  expect(toasts()).toEqual([added, ['info', 'Nothing to add', `1 was in your cart already. ${gone}`]]);
  expect(screen.getAllByRole('button', { name: 'View cart' })).toHaveLength(2);
  expect(JSON.parse(localStorage.getItem('cart:brand-1') ?? '')).toMatchObject([
    { id: 'arches', price: 25, licenseType: 'one_time', quantity: 1 },
  ]);
});

test('[GAL-11] an item gets a note, and removing it can be undone with its note', async () => {
  show(<BoardPage />, '/brand/boards/:boardId');
  const items = within(await screen.findByRole('list', { name: 'Items on Spring' }));
  expect(items.getByText('For the cover')).toBeVisible();
  expect(items.getByText('$40.00')).toBeVisible();
  expect(items.getAllByText(/^Was/)).toHaveLength(1);
  await user().click(items.getByRole('button', { name: 'Add a note on Rain' }));
  await user().type(await screen.findByLabelText('Note on Rain'), 'Ask Anna');
  await user().click(screen.getByRole('button', { name: 'Save note' }));
  expect(server.bodies(`PATCH ${springItem('rain')}`)).toEqual([{ note: 'Ask Anna' }]);
  await user().click(await screen.findByRole('button', { name: 'Remove Two Arches from this board' }));
  expect(toasts()).toEqual([['info', 'Removed from Spring', 'Two Arches']]);
  await undo();
  expect(server.bodies(`PUT ${springItem('arches')}`)).toEqual([{ note: 'For the cover' }]);
});

test('[FIX-19] a note that is too long is not cut within an emoji, or anywhere: its limit is said', async () => {
  show(<BoardPage />, '/brand/boards/:boardId');
  await user().click(await screen.findByRole('button', { name: 'Add a note on Rain' }));
  const note = `${'x'.repeat(496)}👩‍👩‍👧‍👦`;
  await user().click(await screen.findByLabelText('Note on Rain'));
  await user().paste(note);
  await user().click(screen.getByRole('button', { name: 'Save note' }));
  expect(screen.getByLabelText('Note on Rain')).toHaveValue(note);
  expect(await screen.findByText('A note can have at most 500 characters')).toBeVisible();
  expect(server.asked(`PATCH ${springItem('rain')}`)).toEqual([]);
});

test('[GAL-11] a board is shared with or without notes, and its link is ended', async () => {
  show(<BoardPage />, '/brand/boards/:boardId');
  await user().click(await screen.findByRole('button', { name: 'Share' }));
  position += 1;
  board = { ...details, link: { token: 'a-token', with_notes: false }, position };
  server.answerOnce(`PUT ${link}`, { id: 'spring', link: board.link, position });
  await user().click(await screen.findByRole('button', { name: 'Create link' }));
  expect(server.bodies(`PUT ${link}`)).toEqual([{ with_notes: false }]);
  expect(await screen.findByLabelText('Link')).toHaveValue(`${window.location.origin}/boards/a-token`);
  await user().click(screen.getByRole('checkbox', { name: /^Show my notes/ }));
  expect(server.bodies(`PUT ${link}`).at(-1)).toEqual({ with_notes: true });
  await user().click(screen.getByRole('button', { name: 'End link' }));
  expect(server.asked(`DELETE ${link}`)).toHaveLength(1);
  expect(toasts()).toEqual([['success', 'Link ended', 'Nobody can open it anymore.']]);
});

test('[GAL-11] before a board without a link is deleted, its brand reads what is lost, and nothing about a link', async () => {
  show(<BoardPage />, '/brand/boards/:boardId');
  await user().click(await screen.findByRole('button', { name: 'More for this board' }));
  await chooseFromMenu('menuitem', 'Delete');
  expect(await screen.findByRole('alertdialog', { name: 'Delete “Spring”?' })).toHaveTextContent(
    'You’ll lose your notes on it. The items stay in the marketplace.',
  );
});

test('[GAL-11] anyone with the link can read the board; an ended link says so', async () => {
  await signOut();
  show(<SharedBoardPage />, '/boards/:token');
  expect(await screen.findByText('2 items chosen by Northwind')).toBeVisible();
  expect(screen.getByText('No longer for sale')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in to license these' })).toBeVisible();
  server.refuse('GET /api/shared-boards/a-token', 404, { code: 'not_found', title: 'Not found' });
  show(<SharedBoardPage />, '/boards/:token');
  expect(await screen.findByText(/^This link no longer works/)).toBeVisible();
});

test('[GAL-11] a visitor saves in the browser, and the saved items move onto a board at sign-in, once', async () => {
  await signOut();
  show(
    <>
      <SaveButton item={arches} />
      <SavedPage />
    </>,
  );
  await user().click(screen.getByRole('button', { name: 'Save Two Arches' }));
  expect(within(screen.getByRole('list', { name: 'Saved items' })).getByText('Two Arches')).toBeVisible();
  expect(localStorage.getItem('saved-items')).not.toContain('description');
  await signInAs('brand');
  server.loseOnce(takeOver);
  await act(moveSavedItems);
  expect(store.get(visitorBoard.itemsAtom)).toHaveLength(1);
  await act(() => Promise.all([moveSavedItems(), moveSavedItems()]));
  const moved = { content_ids: ['arches'] };
  expect(server.bodies(takeOver)).toEqual([moved, moved]);
  expect(store.get(visitorBoard.itemsAtom)).toEqual([]);
  await act(moveSavedItems);
  expect(server.asked(takeOver)).toHaveLength(2);
});

test('[GAL-11] the last twelve items viewed are shown, the latest first, until they are cleared; samples aren’t included', async () => {
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
  await user().click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByRole('heading', { name: 'Recently viewed' })).toBeNull();
  localStorage.setItem('recently-seen', '[{"id":5},null,"x"]');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'recently-seen' })));
  expect(store.get(recentlyViewed.itemsAtom)).toEqual([]);
});

test('[FIX-46] what an account looked at is shown to no visitor and no other account, nor does it see what a visitor looked at', async () => {
  const viewed = () => store.get(recentlyViewed.itemsAtom).map(({ title }) => title);
  await signOut();
  show(<RecordView item={arches} />);
  expect(viewed()).toEqual(['Two Arches']);
  cleanup();
  await signInAs('brand');
  expect(viewed()).toEqual([]);
  show(<RecordView item={bay} />);
  expect(viewed()).toEqual(['The Bay']);
  cleanup();
  await signOut();
  expect(viewed()).toEqual(['Two Arches']);
  await signInAs('creator');
  expect(viewed()).toEqual([]);
});

test('[FIX-46] what is viewed before it is known who is signed in is not taken for a visitor’s', async () => {
  await signIn({ id: 'untyped-1', role: null });
  show(<RecordView item={arches} />);
  expect(localStorage.getItem('recently-seen')).toBeNull();
  act(() => store.set(foundRoleAtom, { userId: 'untyped-1', role: 'brand' }));
  expect(store.get(recentlyViewed.itemsAtom).map(({ title }) => title)).toEqual(['Two Arches']);
  expect(localStorage.getItem('recently-seen')).toBeNull();
});
