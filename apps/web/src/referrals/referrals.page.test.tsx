import { act, screen, waitFor, within } from '@testing-library/react';
import { noReferrals } from '@tessera/domain/referrals/referrals.view';
import type { CreatorReferrals } from '@tessera/domain/referrals/referrals.view';
import type { OwnReferralCodeRow, ReferralRow } from '@tessera/contract/referrals';
import { ApiError } from '../kernel/send.ts';
import { store } from '../kernel/store.ts';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { liveServer } from '../testing/live-server.test-kit.ts';
import { server } from '../testing/server.test-kit.ts';
import { signIn, signOut } from '../testing/sign-in.test-kit.ts';
import { toasts } from '../testing/toasts.test-kit.ts';
import { pass, user } from '../testing/user.test-kit.ts';
import { deleteCodeAtom } from './codes/code-actions.ts';
import { fullLink, shortLink } from './codes/links.ts';
import { ReferralsPage } from './referrals.page.tsx';

const creatorId = 'creator-1';
/** How long a list is read again while the server fails. */
const retriesMs = 3_000;

const code = (number: number, description: string | null = null): OwnReferralCodeRow => ({
  id: `code-${number}`,
  creator_id: creatorId,
  code: `7K3M9XQ${number}`,
  description,
  created_at: '2026-11-20T14:05:00.000Z',
  visits: 1_204,
  sign_ups: 3,
  earned_cents: 50_875,
});
const referral = (number: number, more: Partial<ReferralRow> = {}): ReferralRow => ({
  id: `referral-${number}`,
  referrer_id: creatorId,
  referred_user_id: `new-${number}`,
  referral_code: `7K3M9XQ${number}`,
  conversion_type: 'signup',
  source: 'signup',
  arrival: 'url',
  status: 'completed',
  held_for: null,
  decided_at: null,
  reason: null,
  created_at: `2026-11-${10 + number}T14:05:00.000Z`,
  ...more,
});

const list = (items: readonly unknown[], position = 5) => ({ items, next_cursor: null, position });
const metrics = (total: number, successful: number, pending: number) => ({
  total_referrals: total,
  successful_conversions: successful,
  pending_conversions: pending,
  position: 5,
});

let users = 0;
/** A new user for each test, so that nothing is cached for them. */
let userId = '';

const open = (tab = '') =>
  showRoutes([{ path: '/creator/referrals', Component: ReferralsPage }], {
    initialEntries: [`/creator/referrals${tab}`],
  });

/** Reports a change over the live connection. */
const report = async (view: string, position: number, value: object) => {
  await waitFor(() => expect(liveServer.watched()).toContain(`${view}/${userId}`));
  await liveServer.push(view, userId, { position, value });
};
const push = (position: number, value: Partial<CreatorReferrals>) =>
  report('referrals', position, { ...noReferrals(creatorId), ...value });

/** Changes the codes on the server, which reports the change. */
const pushCodes = async (position: number, own: readonly OwnReferralCodeRow[]) => {
  server.answer('GET /api/referral-codes', list(own, position));
  const codes = own.map(({ id, code: text, created_at, visits, sign_ups }) => ({
    id,
    code: text,
    created_at,
    visits,
    sign_ups,
  }));
  await report('referral-codes', position, { creator_id: creatorId, codes });
};

const figure = (label: string) => within(screen.getByRole('group', { name: label }));
const generate = () => user().click(screen.getByRole('button', { name: 'Generate Code' }));
/** What was sent, without what was only read. */
const writes = () =>
  ['POST /api/*', 'DELETE /api/*'].flatMap(server.asked).map(({ method, path, body }) => ({ method, path, body }));
const copied = () => navigator.clipboard.readText();

/** Used by keyboard: with a pointer, the menu needs events that jsdom doesn't have. */
const menuOf = (code: string) => screen.getByRole('button', { name: `More for ${code}` });
/** A menu takes the focus up to a frame after a key press, even while it closes, which no person outpaces. */
const menuOpened = () => waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
const menuGone = () => waitFor(() => expect(document.querySelector('[role="menu"]')).toBeNull());
const chooseFrom = async (code: string, entry: string) => {
  act(() => menuOf(code).focus());
  await user().keyboard('{Enter}');
  await menuOpened();
  const item = await screen.findByRole('menuitem', { name: entry });
  for (const _ of screen.getAllByRole('menuitem')) {
    if (!item.hasAttribute('data-highlighted')) await user().keyboard('{ArrowDown}');
  }
  expect(item).toHaveAttribute('data-highlighted');
  await user().keyboard('{Enter}');
};

afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  userId = `user-${(users += 1)}`;
  server.answer('GET /api/referrals/metrics', metrics(0, 0, 0));
  server.answer('GET /api/referral-codes', list([]));
  server.answer('GET /api/referrals', list([]));
  await signIn({ id: userId });
});

test('[REF-01] [REF-02] [REF-03] three cards count the referrals and follow the live view', async () => {
  server.answer('GET /api/referrals/metrics', metrics(3, 2, 1));
  open();
  await screen.findByRole('group', { name: 'Total Referrals' });
  expect(figure('Total Referrals').getAllByText('3')).not.toHaveLength(0);
  expect(figure('Successful Conversions').getAllByText('2')).not.toHaveLength(0);
  expect(figure('Pending Conversions').getAllByText('1')).not.toHaveLength(0);
  await push(6, { total_referrals: 4, successful_conversions: 3, pending_conversions: 1 });
  expect(figure('Total Referrals').getAllByText('4')).not.toHaveLength(0);
  await push(4, { total_referrals: 1 });
  expect(figure('Total Referrals').queryByText('1')).toBeNull();
});

test('[REF-04] the page has the tabs Referral Codes and My Referrals', async () => {
  open();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Referral Codes',
    'My Referrals',
    'Rewards',
  ]);
  await user().click(screen.getByRole('tab', { name: 'My Referrals' }));
  expect(await screen.findByRole('button', { name: /Refresh/ })).toBeVisible();
});

test('[REF-05] [REF-16] a code is generated with a description, and is listed immediately', async () => {
  open();
  await pushCodes(6, []);
  await user().type(screen.getByLabelText('Description (optional)'), ' For the workshop ');
  server.answer('POST /api/referral-codes', () => {
    server.answer('GET /api/referral-codes', list([code(1, 'For the workshop')], 9));
    return { ...code(1, 'For the workshop'), position: 9 };
  });
  await generate();
  expect(toasts()).toEqual([['success', 'Referral code created', '7K3M9XQ1 is ready to share.']]);
  expect(writes()).toEqual([
    { method: 'POST', path: '/api/referral-codes', body: { description: 'For the workshop' } },
  ]);
  const table = within(screen.getByRole('table'));
  expect(table.getByText('7K3M9XQ1')).toBeInTheDocument();
  expect(table.getByText('For the workshop')).toBeInTheDocument();
  expect(screen.getByLabelText('Description (optional)')).toHaveValue('');
});

test('[FIX-19] a description that is too long is not cut within a flag, or anywhere: its limit is said', async () => {
  open();
  await pushCodes(6, []);
  const description = `${'x'.repeat(118)}🇯🇵🇳🇴`;
  await user().click(screen.getByLabelText('Description (optional)'));
  await user().paste(description);
  expect(screen.getByLabelText('Description (optional)')).toHaveValue(description);
  expect(await screen.findByText('A description can have at most 120 characters')).toBeVisible();
});

test('[REF-22] if a code can’t be created, a toast says so, and the input is kept', async () => {
  open();
  server.refuse('POST /api/referral-codes', 422, { message: 'You have 100 referral codes.' });
  await user().type(screen.getByLabelText('Description (optional)'), 'One more');
  await generate();
  expect(toasts()).toEqual([['error', 'Error creating referral code', 'You have 100 referral codes.']]);
  expect(screen.getByLabelText('Description (optional)')).toHaveValue('One more');
});

test('[REF-06] [REF-17] a code is copied', async () => {
  open();
  await pushCodes(6, [code(1)]);
  await user().click(screen.getByRole('button', { name: 'Copy 7K3M9XQ1' }));
  expect(toasts()).toEqual([['success', 'Code copied', '7K3M9XQ1']]);
  expect(await copied()).toBe('7K3M9XQ1');
});

test('[REF-08] [REF-18] each code has a menu that copies it and its links', async () => {
  open();
  await pushCodes(6, [code(1)]);
  await user().click(menuOf('7K3M9XQ1'));
  const entries = ['Copy code', 'Copy full link', 'Copy short link', 'Delete'];
  expect((await screen.findAllByRole('menuitem')).map((entry) => entry.textContent?.trim())).toEqual(entries);
  await menuOpened();
  await user().keyboard('{Escape}');
  const written: string[] = [];
  for (const entry of entries.slice(0, 3)) {
    await menuGone();
    await chooseFrom('7K3M9XQ1', entry);
    written.push(await copied());
  }
  expect(toasts().map(([, title]) => title)).toEqual(['Code copied', 'Link copied', 'Link copied']);
  const { origin } = window.location;
  expect(written).toEqual(['7K3M9XQ1', `${origin}/auth?ref=7K3M9XQ1`, `${origin}/?ref=7K3M9XQ1`]);
});

test('[GAL-17] each code shows its visits, sign-ups and earnings, and its link as a QR code to save or copy', async () => {
  open();
  await pushCodes(6, [code(1)]);
  const cells = within(screen.getByRole('table')).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual(expect.arrayContaining(['1,204', '3', '$508.75']));
  await user().click(screen.getByRole('button', { name: 'QR code for 7K3M9XQ1' }));
  const link = `${window.location.origin}/auth?ref=7K3M9XQ1`;
  const picture = await screen.findByRole('img', { name: `QR code for ${link}` });
  // Three of its corners are squares of seven dark modules, within a border of four white ones.
  expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1zM5 4h1v1h-1zM6 4h1v1h-1z/);
  await user().click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await copied()).toBe(link);
});

test('[REF-09] [REF-10] the full link goes to the sign-up, the short one to the home page', () => {
  expect(fullLink('7K3M9XQ2', 'https://tessera.example')).toBe('https://tessera.example/auth?ref=7K3M9XQ2');
  expect(shortLink('7K3M9XQ2', 'https://tessera.example')).toBe('https://tessera.example/?ref=7K3M9XQ2');
});

test('[REF-19] if the browser refuses to copy, a toast says so, with the text to copy by hand', async () => {
  open();
  await pushCodes(6, [code(1)]);
  const someone = user();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await someone.click(screen.getByRole('button', { name: 'Copy 7K3M9XQ1' }));
  expect(toasts()).toEqual([['error', 'Failed to copy', 'Please copy it yourself: 7K3M9XQ1']]);
});

const askToDelete = async (name: string) => {
  await chooseFrom(name, 'Delete');
  return within(await screen.findByRole('alertdialog'));
};

test('[REF-07] a code is deleted only after a confirmation', async () => {
  open();
  await pushCodes(6, [code(1), code(2)]);
  const first = await askToDelete('7K3M9XQ1');
  await user().click(first.getByRole('button', { name: 'Cancel' }));
  expect(writes()).toEqual([]);
  server.answer('DELETE /api/referral-codes/code-1', () => {
    server.answer('GET /api/referral-codes', list([code(2)], 9));
    return { deleted: true, position: 9 };
  });
  const again = await askToDelete('7K3M9XQ1');
  await user().click(again.getByRole('button', { name: 'Delete code' }));
  expect(writes()).toEqual([{ method: 'DELETE', path: '/api/referral-codes/code-1', body: null }]);
  await waitFor(() => expect(screen.queryByText('7K3M9XQ1')).toBeNull());
  expect(screen.getByText('7K3M9XQ2')).toBeInTheDocument();
});

test('[REF-23] if a code can’t be deleted, a toast says so, and the code stays', async () => {
  open();
  await pushCodes(6, [code(1)]);
  const message = 'This referral code doesn’t exist any more.';
  server.refuse('DELETE /api/referral-codes/code-1', 404, { message });
  const dialog = await askToDelete('7K3M9XQ1');
  await user().click(dialog.getByRole('button', { name: 'Delete code' }));
  expect(toasts()).toEqual([['error', 'Error deleting referral code', message]]);
  expect(screen.getByText('7K3M9XQ1')).toBeInTheDocument();
});

test('[REF-11] [REF-13] [REF-15] [FIX-05] My Referrals is a table of date, code, source, status as a badge and conversion, newest first', async () => {
  const rows = [
    referral(4, { status: 'on_hold' as ReferralRow['status'], arrival: 'unknown' }),
    referral(3, { status: 'cancelled', arrival: 'manual' }),
    referral(2, { status: 'pending', held_for: 'payment_details' }),
    referral(1),
  ];
  server.answer('GET /api/referrals', list(rows));
  open('?tab=referrals');
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Date',
    'Referral code',
    'Source',
    'Status',
    'Conversion',
  ]);
  const cells = table.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map((cell) => cell.textContent),
  );
  expect(cells.slice(1)).toEqual([
    ['Nov 14, 2026', '7K3M9XQ4', 'Signup', 'On hold', 'Signup'],
    ['Nov 13, 2026', '7K3M9XQ3', 'Signup, code typed in', 'Cancelled', 'Signup'],
    [
      'Nov 12, 2026',
      '7K3M9XQ2',
      'Signup, by link',
      'PendingSame payment details as yours; we’re looking into it',
      'Signup',
    ],
    ['Nov 11, 2026', '7K3M9XQ1', 'Signup, by link', 'Completed', 'Signup'],
  ]);
});

test('[CONST-04] a new referral appears in the open table automatically, above the others', async () => {
  server.answer('GET /api/referrals', list([referral(1)]));
  open('?tab=referrals');
  await screen.findByText('Nov 11, 2026');
  await push(6, { total_referrals: 2, latest: [referral(2), referral(1)] });
  const days = screen.getAllByText(/^Nov \d+, 2026$/).map((day) => day.textContent);
  expect(days).toEqual(['Nov 12, 2026', 'Nov 11, 2026']);
});

test('[PAY-27] the open table shows live how a held referral was decided, and why', async () => {
  const held = referral(1, { status: 'pending', held_for: 'phone' });
  server.answer('GET /api/referrals', list([held]));
  open('?tab=referrals');
  await screen.findByText('Same phone number as yours; we’re looking into it');
  const reason = 'They share an office line.';
  const decided = { ...held, decided_at: '2026-11-12T09:00:00.000Z', reason };
  server.answer('GET /api/referrals', list([{ ...decided, status: 'completed' }], 6));
  await push(6, { total_referrals: 1, successful_conversions: 1, latest: [{ ...decided, status: 'completed' }] });
  expect(await screen.findByText(`Approved: ${reason}`)).toBeInTheDocument();
  expect(screen.getByText('Completed')).toBeInTheDocument();
  server.answer('GET /api/referrals', list([{ ...decided, status: 'cancelled' }], 7));
  await push(7, { total_referrals: 1, latest: [{ ...decided, status: 'cancelled' }] });
  expect(await screen.findByText(`Not approved: ${reason}`)).toBeInTheDocument();
  expect(screen.queryByText(/Same phone number/)).toBeNull();
});

test('[PAY-25] rewards are listed by creator, with the code they used, or license by license', async () => {
  const total = { id: 'new-1', licenses: 2, reward_cents: 1_750, latest_at: '2026-11-14T14:05:00.000Z' };
  const code = { referral_code: '7K3M9XQ1' };
  server.answer(
    'GET /api/referrals/rewards/creators',
    list([{ ...total, ...code, referred_at: referral(1).created_at }]),
  );
  const reward = { referred_user_id: 'new-1', title: 'Pier', license_type: 'six_month', price_cents: 25_000 };
  const rewards = [
    { id: 'license-2', ...reward, ...code, reward_cents: 1_250, earned_at: '2026-11-14T14:05:00.000Z' },
    {
      id: 'license-1',
      ...reward,
      ...code,
      reward_cents: 500,
      price_cents: 10_000,
      earned_at: '2026-11-13T14:05:00.000Z',
    },
  ];
  server.answer('GET /api/referrals/rewards', list(rewards));
  server.answer('GET /api/dashboards/creator', { value: { reward_cents: 1_750 }, position: 5 });
  open('?tab=rewards');
  const cells = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .queryAllByRole('cell')
          .map((cell) => cell.textContent),
      );
  await screen.findByText('7K3M9XQ1');
  expect(await screen.findByText('$17.50', { selector: 'strong' })).toBeInTheDocument();
  expect(cells('Rewards by creator')).toEqual([['7K3M9XQ1', 'Nov 11, 2026', 'Nov 14, 2026', '2', '$17.50']]);
  await user().selectOptions(screen.getByLabelText('List rewards'), 'By license');
  await screen.findAllByText('Pier');
  expect(cells('Rewards by license')).toEqual([
    ['Nov 14, 2026', 'Pier', 'Six-month license', '7K3M9XQ1', '$250.00', '$12.50'],
    ['Nov 13, 2026', 'Pier', 'Six-month license', '7K3M9XQ1', '$100.00', '$5.00'],
  ]);
});

test('[PAY-25] without rewards the tab says how to earn one; a list that can’t be loaded says so', async () => {
  server.answer('GET /api/referrals/rewards/creators', list([]));
  server.refuse('GET /api/referrals/rewards', 500, { message: 'The store is away.' });
  open('?tab=rewards');
  expect(await screen.findByText(/^No rewards yet/)).toBeInTheDocument();
  await user().selectOptions(screen.getByLabelText('List rewards'), 'By license');
  await pass(retriesMs);
  expect(screen.getByRole('alert')).toHaveTextContent('The rewards could not be loaded');
});

test('[REF-12] Refresh loads the referrals again', async () => {
  open('?tab=referrals');
  await screen.findByText(/^No referrals yet/);
  server.answer('GET /api/referrals', list([referral(1)]));
  await user().click(screen.getByRole('button', { name: /Refresh/ }));
  expect(await screen.findByText('Nov 11, 2026')).toBeInTheDocument();
});

test('[REF-51] without codes and referrals the tabs say so, and what to do next', async () => {
  open();
  await pushCodes(6, []);
  expect(screen.getByText(/^No referral codes yet/)).toBeInTheDocument();
  await user().click(screen.getByRole('tab', { name: 'My Referrals' }));
  expect(await screen.findByText(/^No referrals yet/)).toBeInTheDocument();
  await user().click(screen.getByRole('button', { name: 'See your codes' }));
  expect(screen.getByRole('tab', { name: 'Referral Codes' })).toHaveAttribute('aria-selected', 'true');
});

test('[REF-20] if the referrals can’t be loaded, the page and a toast say so', async () => {
  server.refuse('GET /api/referrals', 500, { message: 'The store is away.' });
  open('?tab=referrals');
  await screen.findByRole('status', { name: 'Loading your referrals' });
  await pass(retriesMs);
  expect(screen.getByRole('alert')).toHaveTextContent('Error loading referrals');
  expect(toasts()).toEqual([['error', 'Error loading referrals', 'The store is away.']]);
});

test('[REF-21] without a session, an action asks the creator to sign in and sends nothing', async () => {
  open();
  await signOut();
  await generate();
  const signInRequired = ['error', 'Authentication required', 'Please sign in again to manage your referrals.'];
  expect(toasts()).toEqual([signInRequired]);
  await act(() => store.set(deleteCodeAtom, 'code-1'));
  expect(toasts()).toEqual([signInRequired, signInRequired]);
  expect(writes()).toEqual([]);
});

test('[REF-21] an action whose session has ended in the meantime asks the creator to sign in', async () => {
  open();
  server.refuse('POST /api/referral-codes', 401, { message: 'Your session has ended.' });
  await generate();
  expect(toasts().map(([, title]) => title)).toEqual(['Authentication required']);
});

test('[REF-24] a missing permission is logged, not shown', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.refuse('GET /api/referrals', 403, { message: 'Your account can’t do this.' });
  open('?tab=referrals');
  await waitFor(() => expect(logged).toHaveBeenCalledWith('Error loading referrals', expect.any(ApiError)));
  expect(toasts()).toEqual([]);
});

test('data that another user of this browser loaded is not shown', async () => {
  server.answer('GET /api/referrals', list([referral(1)]));
  open('?tab=referrals');
  await screen.findByText('Nov 11, 2026');
  server.answer('GET /api/referrals', list([]));
  await signIn({ id: 'another-user' });
  expect(screen.queryByText('Nov 11, 2026')).toBeNull();
});
