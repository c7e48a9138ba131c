import { ChakraProvider } from '@chakra-ui/react';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReferralCodes } from '@tessera/domain/referrals/referral-codes.view';
import { noReferrals } from '@tessera/domain/referrals/referrals.view';
import type { CreatorReferrals } from '@tessera/domain/referrals/referrals.view';
import type { OwnReferralCodeRow, ReferralRow } from '@tessera/contract/referrals';
import { Provider, atom } from 'jotai';
import type { PrimitiveAtom } from 'jotai';
import { MemoryRouter } from 'react-router-dom';
import { store } from '../kernel/store.ts';
import { system } from '../theme/system.ts';
import { deleteCodeAtom } from './codes/code-actions.ts';
import { fullLink, shortLink } from './codes/links.ts';
import { ReferralsPage } from './referrals.page.tsx';

type Known<Value> = { readonly position: number; readonly value: Value | null } | undefined;

const creatorId = 'creator-1';
const server = vi.hoisted(() => ({
  reads: new Map<string, () => unknown>(),
  writes: [] as { readonly method: string; readonly path: string; readonly body: unknown }[],
  write: (): unknown => undefined,
  views: new Map<string, unknown>(),
  session: null as object | null,
  toasts: [] as { readonly kind: string; readonly title: string; readonly body: string | undefined }[],
}));
vi.mock('../kernel/toast.tsx', () => {
  const show = (kind: string) => (title: string, body?: string) => server.toasts.push({ kind, title, body });
  return { toast: { success: show('success'), error: show('error'), info: show('info') } };
});
vi.mock('../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  server.session = jotai.atom({ userId: 'creator-1' });
  return { sessionAtom: server.session, accessToken: () => Promise.resolve('token') };
});
vi.mock('../kernel/reading/view-atom.ts', () => ({ viewAtom: (view: string) => server.views.get(view) }));
vi.mock('../kernel/send.ts', async (original) => {
  const { ApiError } = await original<typeof import('../kernel/send.ts')>();
  const write = (method: string) => async (path: string, body?: unknown) => {
    server.writes.push({ method, path, body });
    return server.write();
  };
  return {
    ApiError,
    get: async (path: string) => server.reads.get(path.replace(/\?.*/, ''))?.(),
    post: write('POST'),
    del: write('DELETE'),
  };
});

const { ApiError } = await import('../kernel/send.ts');
const refused = (status: number, message: string) => () => {
  throw new ApiError(status, 'refused', 'Refused', message);
};

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

const list =
  (items: readonly unknown[], position = 5) =>
  () => ({ items, next_cursor: null, position });
const metrics =
  (total: number, successful: number, pending: number, position = 5) =>
  () => ({
    total_referrals: total,
    successful_conversions: successful,
    pending_conversions: pending,
    position,
  });

const referrals: PrimitiveAtom<Known<CreatorReferrals>> = atom<Known<CreatorReferrals>>(undefined);
const codes: PrimitiveAtom<Known<ReferralCodes>> = atom<Known<ReferralCodes>>(undefined);
server.views.set('referrals', referrals);
server.views.set('referral-codes', codes);
server.views.set('creator-dashboard', atom(undefined));

const open = (tab = '') => {
  store.set(referrals, undefined);
  store.set(codes, undefined);
  const view = render(
    <Provider store={store}>
      <ChakraProvider value={system}>
        <MemoryRouter initialEntries={[`/creator/referrals${tab}`]}>
          <ReferralsPage />
        </MemoryRouter>
      </ChakraProvider>
    </Provider>,
  );
  return {
    ...view,
    push: (position: number, value: Partial<CreatorReferrals>) =>
      act(() => store.set(referrals, { position, value: { ...noReferrals(creatorId), ...value } })),
    /** Changes the codes on the server, and reports the change over the live view. */
    pushCodes: async (position: number, own: readonly OwnReferralCodeRow[]) => {
      server.reads.set('/api/referral-codes', list(own, position));
      const reported = own.map(({ id, code: text, created_at, visits, sign_ups }) => ({
        id,
        code: text,
        created_at,
        visits,
        sign_ups,
      }));
      await act(async () => store.set(codes, { position, value: { creator_id: creatorId, codes: reported } }));
    },
  };
};

const figure = (label: string) => within(screen.getByRole('group', { name: label }));
const signInAs = (userId: string | null) =>
  act(() => store.set(server.session as PrimitiveAtom<unknown>, userId && { userId }));
const clipboard = (write: (text: string) => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true });
/** The one toast that was shown. */
const onlyToast = async () => {
  await vi.waitFor(() => expect(server.toasts).not.toEqual([]));
  expect(server.toasts).toHaveLength(1);
  return server.toasts[0];
};

/** Used by keyboard: with a pointer, the menu needs events that jsdom doesn't have. */
const menuOf = (code: string) => screen.getByRole('button', { name: `More for ${code}` });
/** A menu takes the focus up to a frame after a key press, even while it closes, which no person outpaces. */
const menuOpened = () => vi.waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
const menuGone = () => vi.waitFor(() => expect(document.querySelector('[role="menu"]')).toBeNull());
const chooseFrom = async (code: string, entry: string) => {
  act(() => menuOf(code).focus());
  await userEvent.keyboard('{Enter}');
  await menuOpened();
  const item = await screen.findByRole('menuitem', { name: entry });
  await vi.waitFor(async () => {
    if (!item.hasAttribute('data-highlighted')) await userEvent.keyboard('{ArrowDown}');
    expect(item).toHaveAttribute('data-highlighted');
  });
  await userEvent.keyboard('{Enter}');
};

let users = 0;
/** A new user for each test, so that nothing is cached for them. */
beforeEach(() => {
  signInAs(`user-${(users += 1)}`);
  server.writes.length = 0;
  server.toasts.length = 0;
  server.write = () => ({ position: 9 });
  server.reads.clear();
  server.reads.set('/api/referrals/metrics', metrics(0, 0, 0));
  server.reads.set('/api/referral-codes', list([]));
  server.reads.set('/api/referrals', list([]));
});
afterEach(() => vi.restoreAllMocks());

test('[REF-01] [REF-02] [REF-03] three cards count the referrals and follow the live view', async () => {
  server.reads.set('/api/referrals/metrics', metrics(3, 2, 1));
  const { push } = open();
  await screen.findByRole('group', { name: 'Total Referrals' });
  expect(figure('Total Referrals').getAllByText('3')).not.toHaveLength(0);
  expect(figure('Successful Conversions').getAllByText('2')).not.toHaveLength(0);
  expect(figure('Pending Conversions').getAllByText('1')).not.toHaveLength(0);
  push(6, { total_referrals: 4, successful_conversions: 3, pending_conversions: 1 });
  expect(figure('Total Referrals').getAllByText('4')).not.toHaveLength(0);
  push(4, { total_referrals: 1 });
  expect(figure('Total Referrals').queryByText('1')).toBeNull();
});

test('[REF-04] the page has the tabs Referral Codes and My Referrals', async () => {
  open();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Referral Codes',
    'My Referrals',
    'Rewards',
  ]);
  await userEvent.click(screen.getByRole('tab', { name: 'My Referrals' }));
  expect(await screen.findByRole('button', { name: /Refresh/ })).toBeVisible();
});

test('[REF-05] [REF-16] a code is generated with a description, and is listed immediately', async () => {
  const { pushCodes } = open();
  await pushCodes(6, []);
  await userEvent.type(screen.getByLabelText('Description (optional)'), ' For the workshop ');
  server.write = () => {
    server.reads.set('/api/referral-codes', list([code(1, 'For the workshop')], 9));
    return { ...code(1, 'For the workshop'), position: 9 };
  };
  await userEvent.click(screen.getByRole('button', { name: 'Generate Code' }));
  expect(await onlyToast()).toMatchObject({ kind: 'success', title: 'Referral code created' });
  expect(server.writes).toEqual([
    { method: 'POST', path: '/api/referral-codes', body: { description: 'For the workshop' } },
  ]);
  const table = within(screen.getByRole('table'));
  expect(table.getByText('7K3M9XQ1')).toBeInTheDocument();
  expect(table.getByText('For the workshop')).toBeInTheDocument();
  expect(screen.getByLabelText('Description (optional)')).toHaveValue('');
});

test('[REF-22] if a code can’t be created, a toast says so, and the input is kept', async () => {
  open();
  server.write = refused(422, 'You have 100 referral codes.');
  await userEvent.type(screen.getByLabelText('Description (optional)'), 'One more');
  await userEvent.click(screen.getByRole('button', { name: 'Generate Code' }));
  expect(await onlyToast()).toEqual({
    kind: 'error',
    title: 'Error creating referral code',
    body: 'You have 100 referral codes.',
  });
  expect(screen.getByLabelText('Description (optional)')).toHaveValue('One more');
});

test('[REF-06] [REF-17] a code is copied', async () => {
  const written: string[] = [];
  const { pushCodes } = open();
  await pushCodes(6, [code(1)]);
  clipboard(async (text) => void written.push(text));
  await userEvent.click(screen.getByRole('button', { name: 'Copy 7K3M9XQ1' }));
  expect(await onlyToast()).toMatchObject({ kind: 'success', title: 'Code copied' });
  expect(written).toEqual(['7K3M9XQ1']);
});

test('[REF-08] [REF-18] each code has a menu that copies it and its links', async () => {
  const written: string[] = [];
  const { pushCodes } = open();
  await pushCodes(6, [code(1)]);
  clipboard(async (text) => void written.push(text));
  await userEvent.click(menuOf('7K3M9XQ1'));
  const entries = ['Copy code', 'Copy full link', 'Copy short link', 'Delete'];
  expect((await screen.findAllByRole('menuitem')).map((entry) => entry.textContent?.trim())).toEqual(entries);
  await menuOpened();
  await userEvent.keyboard('{Escape}');
  for (const entry of entries.slice(0, 3)) {
    await menuGone();
    await chooseFrom('7K3M9XQ1', entry);
  }
  expect(server.toasts.map(({ title }) => title)).toEqual(['Code copied', 'Link copied', 'Link copied']);
  const { origin } = window.location;
  expect(written).toEqual(['7K3M9XQ1', `${origin}/auth?ref=7K3M9XQ1`, `${origin}/?ref=7K3M9XQ1`]);
});

test('[GAL-17] each code shows its visits, sign-ups and earnings, and its link as a QR code to save or copy', async () => {
  const { pushCodes } = open();
  await pushCodes(6, [code(1)]);
  const cells = within(screen.getByRole('table')).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual(expect.arrayContaining(['1,204', '3', '$508.75']));
  const written: string[] = [];
  clipboard(async (text) => void written.push(text));
  await userEvent.click(screen.getByRole('button', { name: 'QR code for 7K3M9XQ1' }));
  const link = `${window.location.origin}/auth?ref=7K3M9XQ1`;
  const picture = await screen.findByRole('img', { name: `QR code for ${link}` });
  // Three of its corners are squares of seven dark modules, within a border of four white ones.
  expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1zM5 4h1v1h-1zM6 4h1v1h-1z/);
  await userEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  await vi.waitFor(() => expect(written).toEqual([link]));
});

test('[REF-09] [REF-10] the full link goes to the sign-up, the short one to the home page', () => {
  expect(fullLink('7K3M9XQ2', 'https://tessera.example')).toBe('https://tessera.example/auth?ref=7K3M9XQ2');
  expect(shortLink('7K3M9XQ2', 'https://tessera.example')).toBe('https://tessera.example/?ref=7K3M9XQ2');
});

test('[REF-19] if the browser refuses to copy, a toast says so, with the text to copy by hand', async () => {
  const { pushCodes } = open();
  await pushCodes(6, [code(1)]);
  clipboard(() => Promise.reject(new Error('denied')));
  await userEvent.click(screen.getByRole('button', { name: 'Copy 7K3M9XQ1' }));
  expect(await onlyToast()).toEqual({
    kind: 'error',
    title: 'Failed to copy',
    body: 'Please copy it yourself: 7K3M9XQ1',
  });
});

const askToDelete = async (name: string) => {
  await chooseFrom(name, 'Delete');
  return within(await screen.findByRole('alertdialog'));
};

test('[REF-07] a code is deleted only after a confirmation', async () => {
  const { pushCodes } = open();
  await pushCodes(6, [code(1), code(2)]);
  const first = await askToDelete('7K3M9XQ1');
  await userEvent.click(first.getByRole('button', { name: 'Cancel' }));
  expect(server.writes).toEqual([]);
  server.write = () => {
    server.reads.set('/api/referral-codes', list([code(2)], 9));
    return { deleted: true, position: 9 };
  };
  const again = await askToDelete('7K3M9XQ1');
  await userEvent.click(again.getByRole('button', { name: 'Delete code' }));
  expect(server.writes).toEqual([{ method: 'DELETE', path: '/api/referral-codes/code-1', body: undefined }]);
  await vi.waitFor(() => expect(screen.queryByText('7K3M9XQ1')).toBeNull());
  expect(screen.getByText('7K3M9XQ2')).toBeInTheDocument();
});

test('[REF-23] if a code can’t be deleted, a toast says so, and the code stays', async () => {
  const { pushCodes } = open();
  await pushCodes(6, [code(1)]);
  server.write = refused(404, 'This referral code doesn’t exist any more.');
  const dialog = await askToDelete('7K3M9XQ1');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete code' }));
  expect(await onlyToast()).toMatchObject({ kind: 'error', title: 'Error deleting referral code' });
  expect(screen.getByText('7K3M9XQ1')).toBeInTheDocument();
});

test('[REF-11] [REF-13] [REF-15] [FIX-05] My Referrals is a table of date, code, source, status as a badge and conversion, newest first', async () => {
  const rows = [
    referral(4, { status: 'on_hold' as ReferralRow['status'], arrival: 'unknown' }),
    referral(3, { status: 'cancelled', arrival: 'manual' }),
    referral(2, { status: 'pending', held_for: 'payment_details' }),
    referral(1),
  ];
  server.reads.set('/api/referrals', list(rows));
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
  server.reads.set('/api/referrals', list([referral(1)]));
  const { push } = open('?tab=referrals');
  await screen.findByText('Nov 11, 2026');
  push(6, { total_referrals: 2, latest: [referral(2), referral(1)] });
  const days = screen.getAllByText(/^Nov \d+, 2026$/).map((day) => day.textContent);
  expect(days).toEqual(['Nov 12, 2026', 'Nov 11, 2026']);
});

test('[PAY-27] the open table shows live how a held referral was decided, and why', async () => {
  const held = referral(1, { status: 'pending', held_for: 'phone' });
  server.reads.set('/api/referrals', list([held]));
  const { push } = open('?tab=referrals');
  await screen.findByText('Same phone number as yours; we’re looking into it');
  const reason = 'They share an office line.';
  const decided = { ...held, decided_at: '2026-11-12T09:00:00.000Z', reason };
  server.reads.set('/api/referrals', list([{ ...decided, status: 'completed' }], 6));
  push(6, { total_referrals: 1, successful_conversions: 1, latest: [{ ...decided, status: 'completed' }] });
  expect(await screen.findByText(`Approved: ${reason}`)).toBeInTheDocument();
  expect(screen.getByText('Completed')).toBeInTheDocument();
  server.reads.set('/api/referrals', list([{ ...decided, status: 'cancelled' }], 7));
  push(7, { total_referrals: 1, latest: [{ ...decided, status: 'cancelled' }] });
  expect(await screen.findByText(`Not approved: ${reason}`)).toBeInTheDocument();
  expect(screen.queryByText(/Same phone number/)).toBeNull();
});

test('[PAY-25] rewards are listed by creator, with the code they used, or license by license', async () => {
  const total = { id: 'new-1', licenses: 2, reward_cents: 1_750, latest_at: '2026-11-14T14:05:00.000Z' };
  const code = { referral_code: '7K3M9XQ1' };
  server.reads.set(
    '/api/referrals/rewards/creators',
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
  server.reads.set('/api/referrals/rewards', list(rewards));
  server.reads.set('/api/dashboards/creator', () => ({ value: { reward_cents: 1_750 }, position: 5 }));
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
  await userEvent.selectOptions(screen.getByLabelText('List rewards'), 'By license');
  await screen.findAllByText('Pier');
  expect(cells('Rewards by license')).toEqual([
    ['Nov 14, 2026', 'Pier', 'Six-month license', '7K3M9XQ1', '$250.00', '$12.50'],
    ['Nov 13, 2026', 'Pier', 'Six-month license', '7K3M9XQ1', '$100.00', '$5.00'],
  ]);
});

test('[PAY-25] without rewards the tab says how to earn one; a list that can’t be loaded says so', async () => {
  server.reads.set('/api/referrals/rewards/creators', list([]));
  server.reads.set('/api/referrals/rewards', refused(500, 'The store is away.'));
  open('?tab=rewards');
  expect(await screen.findByText(/^No rewards yet/)).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('List rewards'), 'By license');
  expect(await screen.findByRole('alert')).toHaveTextContent('The rewards could not be loaded');
});

test('[REF-12] Refresh loads the referrals again', async () => {
  open('?tab=referrals');
  await screen.findByText(/^No referrals yet/);
  server.reads.set('/api/referrals', list([referral(1)]));
  await userEvent.click(screen.getByRole('button', { name: /Refresh/ }));
  expect(await screen.findByText('Nov 11, 2026')).toBeInTheDocument();
});

test('[REF-51] without codes and referrals the tabs say so, and what to do next', async () => {
  const { pushCodes } = open();
  await pushCodes(6, []);
  expect(screen.getByText(/^No referral codes yet/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('tab', { name: 'My Referrals' }));
  expect(await screen.findByText(/^No referrals yet/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'See your codes' }));
  expect(screen.getByRole('tab', { name: 'Referral Codes' })).toHaveAttribute('aria-selected', 'true');
});

test('[REF-20] if the referrals can’t be loaded, the page and a toast say so', async () => {
  server.reads.set('/api/referrals', refused(500, 'The store is away.'));
  open('?tab=referrals');
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading referrals');
  expect(await onlyToast()).toEqual({ kind: 'error', title: 'Error loading referrals', body: 'The store is away.' });
});

test('[REF-21] without a session, an action asks the creator to sign in and sends nothing', async () => {
  open();
  signInAs(null);
  await userEvent.click(screen.getByRole('button', { name: 'Generate Code' }));
  expect(await onlyToast()).toMatchObject({ kind: 'error', title: 'Authentication required' });
  await act(() => store.set(deleteCodeAtom, 'code-1'));
  expect(server.toasts.map(({ title }) => title)).toEqual(['Authentication required', 'Authentication required']);
  expect(server.writes).toEqual([]);
});

test('[REF-21] an action whose session has ended in the meantime asks the creator to sign in', async () => {
  open();
  server.write = refused(401, 'Your session has ended.');
  await userEvent.click(screen.getByRole('button', { name: 'Generate Code' }));
  expect(await onlyToast()).toMatchObject({ title: 'Authentication required' });
});

test('[REF-24] a missing permission is logged, not shown', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.reads.set('/api/referrals', refused(403, 'Your account can’t do this.'));
  open('?tab=referrals');
  await vi.waitFor(() => expect(logged).toHaveBeenCalledWith('Error loading referrals', expect.any(ApiError)));
  expect(server.toasts).toEqual([]);
});

test('data that another user of this browser loaded is not shown', async () => {
  server.reads.set('/api/referrals', list([referral(1)]));
  open('?tab=referrals');
  await screen.findByText('Nov 11, 2026');
  signInAs('another-user');
  expect(screen.queryByText('Nov 11, 2026')).toBeNull();
});
