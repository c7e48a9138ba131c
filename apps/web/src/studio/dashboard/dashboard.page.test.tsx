import type { CreatorFigures } from '@tessera/contract/dashboards';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import type { Balance } from '@tessera/contract/money/earnings';
import { emptyDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { liveServer } from '../../testing/live-server.test-kit.ts';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { CreatorDashboardPage } from './dashboard.page.tsx';

const creatorId = 'creator-1';
const today = '2026-11-28';

const sold: CreatorFigures = {
  ...emptyDashboard(creatorId),
  total_content: 3,
  total_licenses: 2,
  gross_cents: 50_000,
  net_cents: 40_000,
  reward_cents: 1_250,
  sales: [
    {
      license_id: 'license-2',
      content_id: 'content-1',
      title: 'Harbour fog',
      media_url: 'creator-1/fog.webp',
      brand_name: 'Acme',
      license_type: 'six_month',
      price_cents: 25_000,
      net_cents: 20_000,
      sold_at: '2026-11-20T14:05:00.000Z',
      refunded_cents: 0,
      dispute: null,
    },
  ],
};

const Address = () => <output aria-label="Address">{useLocation().search}</output>;

const Dashboard = () => (
  <>
    <CreatorDashboardPage />
    <Address />
  </>
);

const open = (tab = '') =>
  showRoutes([{ path: '/creator/dashboard', Component: Dashboard }], { initialEntries: [`/creator/dashboard${tab}`] });

let accounts = 0;
/** Another account for each test, so that nothing is cached for it. */
let userId = '';

/** Reports a change over the live connection. */
const report = async (view: string, position: number, value: object | null) => {
  await waitFor(() => expect(liveServer.watched()).toContain(`${view}/${userId}`));
  await liveServer.push(view, userId, { position, value });
};
const push = (position: number, value: CreatorFigures | null) => report('creator-dashboard', position, value);

const openWith = async (value: CreatorFigures | null, tab = '') => {
  open(tab);
  await push(7, value);
};

const figure = (label: string) => within(screen.getByRole('group', { name: label }));

beforeEach(async () => {
  localStorage.clear();
  userId = `creator-${(accounts += 1)}`;
  await signIn({ id: userId });
});

it('[CREA-01] the creator dashboard has the tabs Overview, My Content and Licenses', () => {
  open();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Overview', 'My Content', 'Licenses']);
});

const balance = {
  day: '2026-11-24',
  pending_cents: 8_000,
  available_cents: 41_250,
  held_cents: 0,
  in_transit_cents: 0,
  paid_cents: 0,
  payout_due_cents: 41_250,
  pay_by_on: '2026-11-28',
  earned_cents: 49_250,
  reversed_cents: 0,
  due: [{ on: '2026-12-07', cents: 8_000 }],
  waiting: null,
  position: 7,
} satisfies Balance;

it('[CREA-02] [CREA-03] [CREA-04] [CREA-05] the overview shows content, licenses, gross, net, rewards and payout due', async () => {
  server.answer('GET /api/earnings/balance', balance);
  await openWith(sold);
  expect(figure('Total content').getAllByText('3')).not.toHaveLength(0);
  expect(figure('Total licenses').getAllByText('2')).not.toHaveLength(0);
  expect(figure('Total earnings').getAllByText('$500.00')).not.toHaveLength(0);
  expect(figure('Net earnings').getAllByText('$400.00')).not.toHaveLength(0);
  expect(figure('Referral rewards').getAllByText('$12.50')).not.toHaveLength(0);
  expect(await screen.findByRole('group', { name: 'Payout due' })).toHaveTextContent('$412.50');
});

it('[PAY-06] [SPC-03] the payout due says by when it is paid, goes down when a payout is sent, and then says what comes next', async () => {
  server.answer('GET /api/earnings/balance', balance);
  await openWith(sold);
  const due = await screen.findByRole('group', { name: 'Payout due' });
  expect(due).toHaveTextContent('Paid by Nov 28, 2026 (UTC)');
  expect(due).not.toHaveTextContent('Next');
  expect(within(due).getByRole('link', { name: 'Payout due' })).toHaveAttribute('href', '/creator/payouts');
  server.answer('GET /api/earnings/balance', {
    ...balance,
    available_cents: 0,
    payout_due_cents: 0,
    pay_by_on: null,
    position: 8,
  });
  await report('creator-ledger', 8, {});
  await waitFor(() => expect(figure('Payout due').getAllByText('$0.00')).not.toHaveLength(0));
  expect(due).toHaveTextContent('Next: $80.00 on Dec 7, 2026 (UTC)');
});

const noFigures = {
  licenses: 0,
  gross_cents: 0,
  net_cents: 0,
  reward_cents: 0,
  reversed_cents: 0,
  views: 0,
  carts: 0,
};
const figures = 'GET /api/dashboards/creator/figures';
const periodWith = (licenses: number, before: number) => ({
  period: { from: '2026-11-01', to: '2026-11-02', total: { ...noFigures, licenses, net_cents: 8_000 * licenses } },
  before: { from: '2026-10-30', to: '2026-10-31', total: { ...noFigures, licenses: before, net_cents: 8_000 } },
  days: [
    { day: '2026-11-01', ...noFigures },
    { day: '2026-11-02', ...noFigures, licenses },
  ],
  position: 7,
});

it('[GAL-13] the figures of the last 30 days are compared with the 30 before, and update live', async () => {
  server.answer(figures, periodWith(3, 2));
  await openWith(sold);
  const licenses = await screen.findByRole('group', { name: 'Licenses' });
  expect(licenses).toHaveTextContent('+50% · 2 before');
  expect(figure('You earned').getAllByText('$240.00')).not.toHaveLength(0);
  expect(screen.getByText(/compared with the 30 days before/)).toBeVisible();
  server.answer(figures, periodWith(4, 2));
  await report('creator-months', 9, {});
  await waitFor(() => expect(licenses).toHaveTextContent('+100% · 2 before'));
});

it('[GAL-13] another period can be chosen by name or by its dates, and is kept in the address', async () => {
  server.answer(figures, periodWith(1, 1));
  await openWith(sold, '?from=2026-11-01&to=2026-11-02');
  expect(await screen.findByText(/Nov 1, 2026 – Nov 2, 2026, compared with the 2 days before/)).toBeVisible();
  expect(server.asked(`${figures}?from=2026-11-01&to=2026-11-02`)).not.toEqual([]);
  fireEvent.change(screen.getByLabelText('To (UTC)'), { target: { value: '2026-11-01' } });
  expect(screen.getByText(/Nov 1, 2026, compared with the day before/)).toBeVisible();
  await user().click(screen.getByRole('button', { name: '7 days' }));
  expect(screen.getByLabelText('Address')).toHaveTextContent('?days=7d');
  expect(screen.getByText(/compared with the 7 days before/)).toBeVisible();
});

it('[GAL-13] if the figures can’t be loaded, the page says so and offers to try again', async () => {
  await openWith(sold);
  const failed = await screen.findByText('These figures could not be loaded');
  server.answer(figures, periodWith(3, 2));
  await user().click(within(failed.closest('[role=alert]') as HTMLElement).getByRole('button'));
  expect(await screen.findByRole('group', { name: 'Licenses' })).toHaveTextContent('+50%');
});

const rewarded: CreatorFigures = {
  ...emptyDashboard(creatorId),
  reward_cents: 1_250,
  days: [{ day: today, licenses: 0, gross_cents: 0, net_cents: 0, reward_cents: 1_250 }],
};

const venmo = { role: 'creator', portrait_url: null, venmo_name: 'mara', paypal_email: null, bank_account: null };
const stepStates = () =>
  within(screen.getByRole('region', { name: /first steps|all set/ }))
    .getAllByRole('link')
    .map((step) => [within(step).getByRole('img').getAttribute('aria-label'), step.getAttribute('href')]);

it('[GAL-13] a new creator sees the first steps, checked off as they are done, until the list is finished and hidden', async () => {
  server.answer('GET /api/profile', venmo);
  server.answer('GET /api/referral-codes', { items: [] });
  open();
  await push(0, null);
  expect(await screen.findByText('1 of 5 done')).toBeVisible();
  expect(stepStates()).toEqual([
    ['To do', '/account#page'],
    ['To do', '/creator/upload'],
    ['To do', '/creator/upload'],
    ['Done', '/account#profile'],
    ['To do', '/creator/referrals'],
  ]);
  await push(8, { ...emptyDashboard(creatorId), total_content: 1 });
  expect(screen.getByText('3 of 5 done')).toBeVisible();
  cleanup();
  server.answer('GET /api/profile', { ...venmo, portrait_url: 'portraits/mara/1.webp' });
  server.answer('GET /api/referral-codes', { items: [{ id: 'code-1' }] });
  open();
  await push(9, sold);
  await user().click(await screen.findByRole('button', { name: 'Hide this list' }));
  expect(screen.queryByRole('region', { name: 'You’re all set' })).toBeNull();
  cleanup();
  open();
  await push(9, { ...emptyDashboard(creatorId) });
  await waitFor(() => expect(screen.queryByText(/first steps|all set/)).toBeNull());
});

it('[GAL-13] a creator who has already sold something doesn’t see the first steps, and their facts are no longer asked for', async () => {
  server.answer('GET /api/profile', venmo);
  server.answer('GET /api/referral-codes', { items: [] });
  open();
  await push(9, sold);
  await waitFor(() => expect(localStorage.getItem(`first-steps:${userId}`)).toBe('"dismissed"'));
  expect(screen.queryByText(/first steps|all set/)).toBeNull();
  cleanup();
  const before = server.asked('GET /api/referral-codes').length;
  open();
  await push(9, sold);
  expect(server.asked('GET /api/referral-codes')).toHaveLength(before);
});

it('[FIX-06] a creator with rewards but no items sees the figures, and the rewards in the chart', async () => {
  await openWith(rewarded);
  expect(figure('Referral rewards').getAllByText('$12.50')).not.toHaveLength(0);
  const chart = screen.getByRole('region', { name: 'Earnings' });
  expect(within(chart).getByText('Rewards').parentElement).toHaveTextContent('$12.50');
  expect(within(chart).getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    expect.stringContaining('$12.50 referral'),
  );
  // At least two thirds of the plot: the scale ends at a round amount above it.
  const heights = [...chart.querySelectorAll('.reward')].map(
    (bar) => /scaleY\(([\d.]+)\)/.exec(bar.getAttribute('style') ?? '')?.[1],
  );
  expect(Math.max(...heights.map(Number))).toBeGreaterThan(0.6);
  await user().click(within(chart).getByRole('button', { name: 'Show table' }));
  expect(within(chart).getByRole('row', { name: /\$12[.]50$/ })).toBeVisible();
  expect(screen.getByText(/You haven’t uploaded anything yet/)).toBeVisible();
});

it('a new creator sees no chart, and a chart without rewards doesn’t mention them', async () => {
  await openWith(emptyDashboard(creatorId));
  expect(screen.queryByRole('region', { name: 'Earnings' })).toBeNull();
  await push(8, sold);
  expect(within(screen.getByRole('region', { name: 'Earnings' })).queryByText('Rewards')).toBeNull();
});

it('the feed shows each sale and what the creator earns from it', async () => {
  await openWith(sold);
  expect(screen.getByRole('listitem')).toHaveTextContent('Six-month license to Acme for $250.00 · you earn $200.00');
});

it.each([
  ['[PAY-24] an open dispute', { dispute: 'opened' }, '$250.00 · disputed: your share is set aside'],
  ['[PAY-24] a lost dispute', { dispute: 'lost' }, '$250.00 · charged back by the bank'],
  ['[PAY-24] a won dispute', { dispute: 'won' }, '$250.00 · you earn $200.00'],
  ['[PAY-20] a whole refund', { refunded_cents: 25_000 }, '$250.00 · refunded to the buyer'],
  ['[PAY-20] a part refund', { refunded_cents: 4_000 }, '$250.00 · $40.00 of it refunded'],
] as const)('%s shows up at its sale in the feed as it happens', async (_what, change, words) => {
  await openWith(sold);
  await push(8, { ...sold, sales: sold.sales.map((sale) => ({ ...sale, ...change })) });
  expect(screen.getByRole('listitem')).toHaveTextContent(words);
});

it('[PAY-26] new referrals and rewards appear in the open feed in order of time, even for a creator without content', async () => {
  await openWith(emptyDashboard(creatorId));
  expect(screen.queryByRole('list')).toBeNull();
  const joined = { id: 'referral-1', at: '2026-11-19T10:00:00.000Z', reward: null };
  await push(8, { ...emptyDashboard(creatorId), referral_news: [joined] });
  expect(screen.getByRole('listitem')).toHaveTextContent('New referralNov 19, 2026 (UTC)');
  const reward = { title: 'Pier', license_type: 'six_month', reward_cents: 1_250 } as const;
  const rewarding = { id: 'license-9', at: '2026-11-21T10:00:00.000Z', reward };
  await push(9, { ...sold, referral_news: [rewarding, joined] });
  expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    'PierNov 21, 2026 (UTC)Six-month license sold by a creator you referred · you earn $12.50',
    expect.stringMatching(/^Harbour fogNov 20, 2026/),
    'New referralNov 19, 2026 (UTC)A creator joined with your code · you earn 5% of their licenses',
  ]);
});

it('the newer of the loaded data and the live view is shown', async () => {
  server.answer('GET /api/dashboards/creator', { position: 5, value: { ...sold, total_content: 1 } });
  open();
  expect((await screen.findAllByText('1'))[0]).toBeInTheDocument();
  await push(4, { ...sold, total_content: 9 });
  expect(figure('Total content').queryByText('9')).toBeNull();
  await push(6, { ...sold, total_content: 8 });
  expect(figure('Total content').getAllByText('8')).not.toHaveLength(0);
});

it('[CREA-06] [CREA-07] [CREA-08] a creator without content is prompted to upload', async () => {
  open();
  await push(0, null);
  const links = screen.getAllByRole('link', { name: 'Add Content' });
  expect(links).toHaveLength(2);
  for (const link of links) expect(link).toHaveAttribute('href', '/creator/upload');
  const batches = screen.getAllByRole('link', { name: 'Batch Upload' });
  expect(batches).toHaveLength(2);
  for (const link of batches) expect(link).toHaveAttribute('href', '/creator/batch-upload');
});

it('the arrow keys move through the chart day by day', async () => {
  const days = [{ day: today, licenses: 2, gross_cents: 50_000, net_cents: 40_000, reward_cents: 0 }];
  await openWith({ ...sold, days });
  const chart = screen.getByRole('slider');
  act(() => chart.focus());
  await user().keyboard('{ArrowRight}');
  expect(chart).toHaveAttribute(
    'aria-valuetext',
    expect.stringContaining('$500.00 gross, you earn $400.00, 2 licenses'),
  );
  await user().keyboard('{ArrowLeft}');
  expect(chart).toHaveAttribute('aria-valuetext', expect.stringContaining('$0.00 gross'));
});

const item = {
  id: 'content-1',
  creator_id: creatorId,
  title: 'Harbour fog',
  description: '',
  media_url: 'creator-1/fog.webp',
  media_type: 'image',
  media_widths: [],
  clip_url: null,
  placeholder: '',
  brand_name: 'Acme',
  tags: [],
  one_time_price: 25,
  six_month_price: 0,
  perpetual_price: 0,
  offer_one_time: true,
  offer_six_month: false,
  offer_perpetual: false,
  created_at: '2026-11-20T14:05:00.000Z',
  status: 'on_sale',
  preparation: 'ready',
  preparation_problem: null,
  licenses: 2,
  gross_cents: 50_000,
  net_cents: 40_000,
  last_sold_at: null,
  views: 1_250,
  carts: 14,
};
const dunes = { ...item, id: 'content-2', title: 'Dunes', licenses: 0, gross_cents: 0, net_cents: 0 };
const mine = 'GET /api/content/mine';
const list = (...items: readonly object[]) => ({ items, next_cursor: null, position: 10 });
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));

it('[CREA-09] [CREA-10] [CREA-11] [CREA-12] [GAL-13] My Content lists the items, reloads them on Refresh, and has Licenses disabled', async () => {
  server.answer(mine, list(item));
  open('?tab=content');
  expect(await screen.findByText('Harbour fog')).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /Harbour fog/ })).toHaveTextContent(/21,250 views14 carts/);
  expect(screen.getByRole('button', { name: 'Licenses of Harbour fog' })).toBeDisabled();
  expect(screen.getByRole('link', { name: 'Edit Harbour fog' })).toHaveAttribute('href', '/creator/edit/content-1');
  server.answer(mine, list(item, dunes));
  await user().click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Dunes')).toBeInTheDocument();
});

it('[FIX-22] an item says whether it is on sale, being prepared and why, failed or withdrawn', async () => {
  const video = { ...dunes, media_type: 'video' };
  server.answer(
    mine,
    list(
      item,
      {
        ...video,
        id: 'v1',
        title: 'Waves',
        preparation: 'processing',
        preparation_problem: 'We’re making its preview.',
      },
      { ...video, id: 'v2', title: 'Storm', preparation: 'failed', preparation_problem: 'The video has no pictures.' },
      { ...dunes, status: 'withdrawn' },
    ),
  );
  open('?tab=content');
  await screen.findByText('Harbour fog');
  expect(row('Harbour fog').getByText('On sale')).toBeVisible();
  expect(row('Waves').getByText('Preparing')).toBeVisible();
  expect(row('Waves').getByText('We’re making its preview.')).toBeVisible();
  expect(row('Storm').getByText(/Video could not be prepared/)).toBeVisible();
  expect(row('Storm').getByText('The video has no pictures.')).toBeVisible();
  expect(row('Dunes').getByText('Withdrawn')).toBeVisible();
});

it('search, filters and sorting are kept in the address and sent to the server', async () => {
  server.answer(mine, list(item));
  open('?tab=content&sort=earnings&status=withdrawn&type=nonsense');
  await screen.findByText('Harbour fog');
  expect(server.asked(`${mine}?sort=earnings&status=withdrawn&limit=60`)).toHaveLength(1);
  expect(screen.getByLabelText('Sort by')).toHaveValue('earnings');
  await user().selectOptions(screen.getByLabelText('Media'), 'Videos');
  expect(screen.getByLabelText('Address')).toHaveTextContent('?tab=content&sort=earnings&status=withdrawn&type=video');
  server.answer(mine, list());
  await user().click(screen.getByLabelText('Search my content'));
  await user().paste('nothing');
  await user().click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(screen.getByLabelText('Address').textContent).toBe('?tab=content&sort=earnings');
  expect(screen.getByRole('group', { name: 'My content' })).toHaveFocus();
});

it('while another filter is applied to an empty list, ‘Clear filters’ keeps its focus', async () => {
  server.answer(mine, list());
  open('?tab=content&status=withdrawn');
  const clear = await screen.findByRole('button', { name: 'Clear filters' });
  clear.focus();
  const videos = server.hold(mine);
  fireEvent.change(screen.getByLabelText('Media'), { target: { value: 'video' } });
  await waitFor(() => expect(server.asked(`${mine}?status=withdrawn&type=video&limit=60`)).toHaveLength(1));
  expect(clear).toHaveFocus();
  await videos.answer(list());
  expect(clear).toHaveFocus();
});

it('[CREA-16] if the list can’t be loaded, the page says so and offers to try again', async () => {
  open('?tab=content');
  const tryAgain = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert')).toHaveTextContent('Error loading content');
  server.answer(mine, list(item));
  await user().click(tryAgain);
  expect(await screen.findByText('Harbour fog')).toBeInTheDocument();
  expect(screen.queryByText('Error loading content')).toBeNull();
  expect(screen.getByRole('group', { name: 'My content' })).toHaveFocus();
});

it('a sale changes its row in place, and a new item is announced until the creator asks to see it', async () => {
  server.answer(mine, list(item));
  open('?tab=content');
  await screen.findByText('Harbour fog');
  await report('own-content', 11, { ...item, licenses: 3, gross_cents: 75_000, net_cents: 60_000 });
  expect(row('Harbour fog').getByText('$750.00')).toBeVisible();
  await report('own-content', 12, dunes);
  expect(screen.queryByText('Dunes')).toBeNull();
  server.answer(mine, { ...list(dunes, item), position: 12 });
  await user().click(screen.getByRole('button', { name: 'Show 1 new item' }));
  expect(await screen.findByText('Dunes')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Show 1/ })).toBeNull();
});

it('withdrawing an item asks first, saying what stays valid, and Undo puts it back on sale', async () => {
  server.answer('POST /api/content/content-1/withdraw');
  server.answer('POST /api/content/content-1/relist');
  server.answer(mine, list(item));
  open('?tab=content');
  await screen.findByText('Harbour fog');
  await user().click(screen.getByRole('button', { name: 'Withdraw from sale: Harbour fog' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/Existing licenses stay valid/)).toBeVisible();
  await user().click(question.getByRole('button', { name: 'Withdraw from sale' }));
  expect(await row('Harbour fog').findByText('Withdrawn')).toBeVisible();
  await user().click(screen.getByRole('button', { name: 'Undo' }));
  expect(await row('Harbour fog').findByText('On sale')).toBeVisible();
  const sent = server.asked('POST /api/*').map(({ path }) => path);
  expect(sent).toEqual(['/api/content/content-1/withdraw', '/api/content/content-1/relist']);
});

it('the best sellers follow each sale, by licenses or by earnings', async () => {
  const print = { ...dunes, id: 'content-3', title: 'Print', licenses: 1, gross_cents: 90_000, net_cents: 72_000 };
  server.answer(mine, list(item, print, dunes));
  open();
  await push(7, sold);
  const panel = within(await screen.findByRole('region', { name: 'Best sellers' }));
  const titles = () => panel.getAllByRole('link').map((link) => link.textContent);
  expect(await panel.findByRole('link', { name: 'Harbour fog' })).toBeInTheDocument();
  expect(titles()).toEqual(['Harbour fog', 'Print']);
  await user().click(panel.getByRole('button', { name: 'Earnings' }));
  expect(titles()).toEqual(['Print', 'Harbour fog']);
  await report('own-content', 11, { ...dunes, licenses: 4, gross_cents: 100_000, net_cents: 80_000 });
  expect(titles()).toEqual(['Dunes', 'Print', 'Harbour fog']);
});

it('[CREA-13] Licenses shows the licenses that were sold, with brand and price', async () => {
  server.answer('GET /api/licenses', {
    items: [
      {
        id: 'license-1',
        content_id: 'content-1',
        license_type: 'six_month',
        price: 250,
        quantity: 1,
        price_money: { amount_cents: 25_000, currency: 'USD' },
        refunded_money: { amount_cents: 0, currency: 'USD' },
        refunded_at: null,
        dispute: null,
        start_date: '2026-11-20T14:05:00.000Z',
        end_date: '2027-05-19T14:05:00.000Z',
        created_at: '2026-11-20T14:05:00.000Z',
        brand_name: 'Acme',
        content: item,
      },
    ],
    next_cursor: null,
  });
  open('?tab=licenses');
  const license = (await screen.findByText('Harbour fog')).closest('tr');
  expect(license).toHaveTextContent('Acme');
  expect(license).toHaveTextContent('$250.00');
});

it('trying again to load the sold licenses keeps the focus on the list', async () => {
  open('?tab=licenses');
  const tryAgain = await screen.findByRole('button', { name: 'Try again' });
  server.answer('GET /api/licenses', { items: [], next_cursor: null });
  await user().click(tryAgain);
  expect(await screen.findByText(/^Nothing has been licensed yet/)).toBeVisible();
  expect(screen.getByRole('group', { name: 'Licenses' })).toHaveFocus();
});
