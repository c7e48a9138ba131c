import { screen, waitFor, within } from '@testing-library/react';
import { waitingCodes, waitingOf } from '@tessera/domain/payouts/waiting';
import type { WaitingFacts } from '@tessera/domain/payouts/waiting';
import { downloads } from '../../testing/downloads.test-kit.ts';
import { liveServer } from '../../testing/live-server.test-kit.ts';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { balance, detailOf, openPage, pageOf, paid, sent } from '../earnings.test-kit.tsx';
import { PayoutPage } from './payout.page.tsx';
import { PayoutsPage } from './payouts.page.tsx';

let accounts = 0;
let creatorId = '';

const tell = async (view: string, position: number) => {
  await waitFor(() => expect(liveServer.watched()).toContain(`${view}/${creatorId}`));
  await liveServer.push(view, creatorId, { position, value: {} });
};

const open = () => openPage(PayoutsPage, '/creator/payouts', '/creator/payouts');
const openOne = (id: string) => openPage(PayoutPage, '/creator/payouts/:payoutId', `/creator/payouts/${id}`);
const figure = (name: string) => screen.findByRole('group', { name });
const cents = (text: string | null) => Math.round(Number((text ?? '').replace('−', '-').replaceAll(/[$,]/g, '')) * 100);

beforeEach(() => {
  server.answer('GET /api/earnings/balance', balance);
  server.answer('GET /api/earnings/payouts', pageOf([sent]));
  // Known changes are kept per account, so another account knows none of the previous test.
  accounts += 1;
  creatorId = `creator-${accounts}`;
  return signIn({ id: creatorId });
});

test('[PAY-04] each cent is pending, available, held, on its way or paid: the five add up to what was earned minus what was reversed', async () => {
  open();
  await figure('Paid');
  const shown = ['Pending', 'Available', 'Held', 'On its way', 'Paid'].map((name) => {
    const [value] = within(screen.getByRole('group', { name })).getAllByText(/^−?\$[\d,.]+$/);
    return cents(value?.textContent ?? null);
  });
  expect(shown).toEqual([12_000, 41_250, 0, 20_000, 100_000]);
  const sums = within(screen.getByRole('region', { name: 'How it adds up' }));
  const [earned, reversed, all] = sums.getAllByText(/^−?\$/).map(({ textContent }) => cents(textContent));
  expect([earned, reversed]).toEqual([177_250, -4_000]);
  expect(shown.reduce((total, each) => total + each, 0)).toBe(all);
  expect(all).toBe(173_250);
});

test('[PAY-04] pending amounts are listed with the days from which they are available', async () => {
  open();
  const due = within(await screen.findByRole('region', { name: 'Available from (UTC)' }));
  expect(due.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Dec 1, 2026', 'Dec 7, 2026']);
  expect(due.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['$40.00', '$80.00']);
  expect(await figure('Pending')).toHaveTextContent('Next: $40.00 on Dec 1, 2026 (UTC)');
  expect(await figure('Available')).toHaveTextContent('Paid by Nov 28, 2026 (UTC)');
});

const facts: WaitingFacts = {
  available_cents: 41_250,
  reserve_cents: 0,
  hold: null,
  details: { changed_at: null },
  cameBack: null,
  now: '2026-11-24T12:00:00.000Z',
};
const cameBack = { amount_cents: 5_000, reason: 'Account closed', at: '2026-11-22T12:00:00.000Z' };
const reasons: Readonly<Record<(typeof waitingCodes)[number], { facts: Partial<WaitingFacts>; hasLink: boolean }>> = {
  on_hold: { facts: { hold: { reason: 'We’re checking a complaint' } }, hasLink: false },
  no_details: { facts: { details: null }, hasLink: true },
  payout_returned: { facts: { cameBack: { status: 'returned', ...cameBack } }, hasLink: true },
  payout_failed: { facts: { cameBack: { status: 'failed', ...cameBack } }, hasLink: true },
  email_unconfirmed: { facts: { details: { changed_at: null, awaits_confirmation: true } }, hasLink: false },
  details_changed: { facts: { details: { changed_at: '2026-11-24T10:00:00.000Z' } }, hasLink: true },
  negative_balance: { facts: { available_cents: -1_500 }, hasLink: false },
  below_minimum: { facts: { available_cents: 900 }, hasLink: false },
  disputed: { facts: { reserve_cents: 2_000 }, hasLink: false },
};

test.each(waitingCodes)('[PAY-04] money that is held (%s) is shown with its reason and what to do', async (code) => {
  const waiting = waitingOf({ ...facts, ...reasons[code].facts });
  expect(waiting?.code).toBe(code);
  server.answer('GET /api/earnings/balance', { ...balance, available_cents: 0, held_cents: 41_250, waiting });
  open();
  expect(await figure('Held')).toHaveTextContent('$412.50');
  expect(await figure('Held')).toHaveTextContent(waiting?.title ?? '');
  expect(screen.getByText(waiting?.message ?? '')).toBeVisible();
  const links = screen.queryAllByRole('link').filter((link) => link.getAttribute('href') === '/account');
  expect(links).toHaveLength(reasons[code].hasLink ? 1 : 0);
});

test('[PAY-04] when a payout arrives, its status and the figures update without a page reload', async () => {
  open();
  const link = { name: /^Payout from/ };
  const row = () => within(screen.getByRole('link', link).closest('tr') as HTMLElement);
  await screen.findByRole('link', link);
  expect(row().getByText('On its way')).toBeVisible();
  expect(row().getByText('Bank account ending in 6789')).toBeVisible();
  server.answer('GET /api/earnings/payouts', pageOf([paid]));
  server.answer('GET /api/earnings/balance', { ...balance, in_transit_cents: 0, paid_cents: 120_000, position: 9 });
  await tell('payouts', 9);
  await waitFor(() => expect(row().getByText('Paid')).toBeVisible());
  await waitFor(() => expect(screen.getByRole('group', { name: 'Paid' })).toHaveTextContent('$1,200.00'));
  expect(await figure('On its way')).toHaveTextContent('$0.00');
  expect(server.asked('GET /api/earnings/*').at(-1)?.path).toMatch(/[?&]after=9$/);
});

test('[PAY-04] without payouts the page says when to expect one; a list that can’t be loaded can be retried', async () => {
  server.lose('GET /api/earnings/payouts');
  open();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Your payouts could not be loaded');
  server.answer('GET /api/earnings/payouts', pageOf([]));
  await user().click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('region', { name: 'Your payouts' })).toHaveFocus();
  expect(
    await screen.findByText(
      /No payouts yet\. Each sale is available 9 days after it was paid for and paid within 15 days/,
    ),
  ).toBeVisible();
});

test('[PAY-04] more payouts are loaded on demand, and stay when the money changes', async () => {
  server.answer('GET /api/earnings/payouts', pageOf([sent], 'older'));
  server.answer('GET /api/earnings/payouts?limit=100&cursor=older', pageOf([{ ...paid, id: 'P1' }]));
  open();
  await user().click(await screen.findByRole('button', { name: 'Show more' }));
  expect(screen.getByRole('group', { name: 'More payouts' })).toHaveFocus();
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Payout from/ })).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  server.answer('GET /api/earnings/payouts', pageOf([paid], 'older'));
  await tell('creator-ledger', 12);
  await waitFor(() => expect(screen.getAllByText('Paid', { selector: 'span' })).toHaveLength(2));
  expect(screen.getAllByRole('link', { name: /^Payout from/ })).toHaveLength(2);
});

const line = {
  license_id: 'license-1',
  license_type: 'six_month',
  title: 'Harbour fog',
  at: '2026-11-02T10:00:00.000Z',
};
const lines = [
  { ...line, id: 'l1', kind: 'sale', brand_name: 'Acme', amount_cents: 20_000 },
  { ...line, id: 'l2', kind: 'reward', brand_name: null, amount_cents: 1_250 },
  { ...line, id: 'l3', kind: 'refund', brand_name: 'Acme', amount_cents: -4_000 },
];
const failed = {
  ...sent,
  id: 'P1',
  status: 'failed' as const,
  amount_cents: 2_750,
  steps: [...sent.steps, { status: 'failed' as const, at: '2026-11-21T08:00:00.000Z' }],
  reason: 'The account number is wrong',
};

test('[PAY-05] a payout shows its lines, destination, reference and the time of each step', async () => {
  server.answer('GET /api/earnings/payouts/P2', detailOf(paid, [failed]));
  server.answer('GET /api/earnings/payouts/P2/lines', pageOf(lines));
  openOne('P2');
  expect(await screen.findByRole('heading', { level: 1, name: 'Payout of $200.00' })).toBeVisible();
  const about = within(screen.getByRole('region', { name: 'About this payout' }));
  for (const text of ['Bank account ending in 6789', 'ACH 55-1', 'P2']) expect(about.getByText(text)).toBeVisible();
  const steps = within(screen.getByRole('list', { name: 'Steps of this payout' })).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'PreparedNov 20, 2026, 9:00 AM UTC',
    'On its wayNov 20, 2026, 9:05 AM UTC',
    'PaidNov 24, 2026, 4:30 PM UTC',
  ]);
  const table = await screen.findByRole('table');
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Nov 20, 2026Earlier payout that came back$27.50',
    'Nov 2, 2026SaleHarbour fog · 6-Month License · Acme$200.00',
    'Nov 2, 2026Referral rewardHarbour fog · 6-Month License$12.50',
    'Nov 2, 2026RefundHarbour fog · 6-Month License · Acme−$40.00',
    expect.stringContaining('$200.00'),
  ]);
  const amounts = rows.slice(0, -1).map((row) => cents(within(row).getAllByRole('cell').at(-1)?.textContent ?? null));
  expect(amounts.reduce((total, each) => total + each, 0)).toBe(paid.amount_cents);
});

test('[PAY-05] a payout can be downloaded as CSV and PDF', async () => {
  server.answer('GET /api/earnings/payouts/P2', detailOf(sent));
  server.answer('GET /api/earnings/payouts/P2/lines', pageOf(lines));
  for (const ending of ['csv', 'pdf'])
    server.answer(`GET /api/earnings/payouts/P2/payout.${ending}`, () => new Response(ending));
  openOne('P2');
  await user().click(await screen.findByRole('button', { name: /^CSV/ }));
  await user().click(screen.getByRole('button', { name: /^PDF/ }));
  expect(downloads()).toEqual(['payout-P2.csv', 'payout-P2.pdf']);
});

test('[PAY-05] a payout on its way shows the steps to come, and becomes paid while the page is open', async () => {
  server.answer('GET /api/earnings/payouts/P2', detailOf(sent));
  server.answer('GET /api/earnings/payouts/P2/lines', pageOf(lines));
  openOne('P2');
  const steps = await screen.findByRole('list', { name: 'Steps of this payout' });
  expect(within(steps).getAllByRole('listitem').at(-1)).toHaveTextContent('PaidNot yet');
  server.answer('GET /api/earnings/payouts/P2', detailOf(paid));
  await tell('payouts', 11);
  await waitFor(() =>
    expect(within(steps).getAllByRole('listitem').at(-1)).toHaveTextContent('PaidNov 24, 2026, 4:30 PM UTC'),
  );
});

test.each([
  ['failed', 'This payout didn’t go through'],
  ['returned', 'The bank returned this payout'],
] as const)('[PAY-05] a payout that %s says why and what to do', async (status, title) => {
  server.answer('GET /api/earnings/payouts/P1', detailOf({ ...failed, status }));
  server.answer('GET /api/earnings/payouts/P1/lines', pageOf(lines));
  openOne('P1');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(title);
  expect(alert).toHaveTextContent('The account number is wrong.');
  expect(alert).toHaveTextContent('Check your payout details. The money went back to your balance');
  expect(within(alert).getByRole('link', { name: 'Check payout details' })).toHaveAttribute('href', '/account');
});

test('[PAY-05] another creator’s payout is not found', async () => {
  const refusal = { code: 'payout_not_found', title: 'Payout not found', message: 'No such payout.' };
  server.refuse('GET /api/earnings/payouts/P9', 404, refusal);
  openOne('P9');
  expect(await screen.findByRole('heading', { name: 'Payout not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to my payouts' })).toHaveAttribute('href', '/creator/payouts');
});
