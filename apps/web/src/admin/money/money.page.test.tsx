import { fireEvent, screen, within } from '@testing-library/react';
import type { MoneyOverview, Reconciliation } from '@tessera/contract/money/books';
import { noFigures } from '@tessera/domain/books/money-days.view';
import type { MoneyDay } from '@tessera/domain/books/money-days.view';
import { daysLater } from '@tessera/domain/ledger';
import { server } from '../../testing/server.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { pushToAdmin, showToAdmin } from '../admin-page.test-kit.tsx';
import { AdminMoneyPage } from './money.page.tsx';

const today = '2026-11-28';
const dayBefore = daysLater(today, -1);
const day = (name: string, more: Partial<MoneyDay>): MoneyDay => ({ ...noFigures, day: name, ...more });
const account = (name: string, balance_cents: number) => ({ account: name, balance_cents, postings: 1, due: [] });

const overview = ({ from, to }: { from: string; to: string }): MoneyOverview => ({
  from,
  to,
  days: [
    day(dayBefore, { licenses: 2, gross_cents: 125_000, commission_cents: 25_000, kept_cents: 25_000 }),
    day(today, { refunds: 1, refunded_cents: 50_000, kept_cents: -10_000, licenses: 1, gross_cents: 2_500 }),
  ],
  total: noFigures,
  now: { pending_cents: 0, available_cents: 0, reserve_cents: 0, in_transit_cents: 0, disputes_cents: 0, cash: [] },
  accounts: [
    { ...account('creators:pending', -60_000), due: [{ on: daysLater(today, 3), cents: 60_000 }] },
    account('creators:available', 4_000),
    account('cash:sandbox', 77_500),
  ],
  position: 5,
});

const rangeOf = (path: string) => {
  const search = new URLSearchParams(path.split('?')[1]);
  return { from: search.get('from') ?? '', to: search.get('to') ?? '' };
};

const compared = (more: Partial<Reconciliation>): Reconciliation => ({
  reconciliation_id: 'reconciliation-1',
  gateway: 'sandbox',
  from: `${daysLater(today, -7)}T03:00:00.000Z`,
  to: `${today}T03:00:00.000Z`,
  at: `${today}T03:00:05.000Z`,
  payments: 12,
  fees: 0,
  fee_cents: 0,
  difference_count: 0,
  differences: [],
  failure: null,
  ...more,
});
let comparisons: readonly Reconciliation[] = [];

const money = 'GET /api/admin/money';
const compare = 'POST /api/admin/reconciliations';
/** The date ranges that were requested, in order. */
const requestedRanges = () => server.asked(money).map(({ path }) => rangeOf(path));

beforeEach(() => {
  comparisons = [];
  server.answer(money, ({ path }) => overview(rangeOf(path)));
  server.answer('GET /api/admin/reconciliations', () => ({ items: comparisons, next_cursor: null, position: 5 }));
});

const open = (search = '') => showToAdmin(`/admin/money${search}`, <AdminMoneyPage />);

const row = (name: RegExp) => screen.getByRole('row', { name });
const figure = (name: string) => screen.getByRole('group', { name });

test('[PAY-32] the totals of the last 30 days are listed with their meanings, and what is owed by its state', async () => {
  open();
  expect(await screen.findByRole('table')).toBeInTheDocument();
  expect(requestedRanges().at(-1)).toEqual({ from: daysLater(today, -29), to: today });
  expect(row(/^Sales Licenses that brands paid for/)).toHaveTextContent('3$1,275.00');
  expect(row(/^Refunds/)).toHaveTextContent('1$500.00');
  expect(row(/^Kept/)).toHaveTextContent('–$150.00');
  expect(figure('Pending')).toHaveTextContent('$600.00');
  expect(figure('Available')).toHaveTextContent('−$40.00');
  expect(figure('Cash at Sandbox')).toHaveTextContent('$775.00');
});

test('[PAY-32] the chart gives the exact figures of a day by keyboard, and as a table', async () => {
  open();
  const slider = await screen.findByRole('slider', { name: /^Sales by day/ });
  fireEvent.keyDown(slider, { key: 'End' });
  fireEvent.keyDown(slider, { key: 'ArrowLeft' });
  expect(slider.getAttribute('aria-valuetext')).toMatch(
    /: \$1,250\.00 sales, \$250\.00 commission, \$0\.00 refunds, 2 licenses$/,
  );
  await user().click(screen.getByRole('button', { name: 'Show table' }));
  const table = within(screen.getByRole('region', { name: 'Sales by day, newest first' }));
  expect(table.getAllByRole('row')).toHaveLength(31);
  expect(table.getAllByRole('row')[1]).toHaveTextContent('1$25.00$0.00$500.00$0.00−$100.00');
});

test('[PAY-32] a sale updates the figures on an open page; messages older than the loaded data don’t', async () => {
  open();
  await screen.findByRole('table');
  const sold = day(today, { licenses: 9, gross_cents: 10_000 });
  await pushToAdmin('money-days', { position: 5, value: sold });
  expect(row(/^Sales/)).toHaveTextContent('3$1,275.00');
  await pushToAdmin('money-days', { position: 6, value: sold });
  await pushToAdmin('earnings-ledger', { position: 6, value: account('cash:sandbox', 85_000) });
  expect(row(/^Sales/)).toHaveTextContent('11$1,350.00');
  expect(within(figure('Cash at Sandbox')).getByText('$850.00')).toBeInTheDocument();
});

test('[PAY-32] the date range is kept in the address; a refused range says why', async () => {
  open('?days=7');
  await screen.findByRole('table');
  expect(requestedRanges().at(-1)?.from).toBe(daysLater(today, -6));
  await user().selectOptions(screen.getByLabelText('Date range'), 'Last 90 days');
  expect(requestedRanges().at(-1)?.from).toBe(daysLater(today, -89));
  await user().selectOptions(screen.getByLabelText('Date range'), 'Custom');
  const words = 'Please ask for at most 366 days.';
  server.refuse(money, 400, { code: 'invalid_input', title: 'Invalid input', message: words });
  fireEvent.change(screen.getByLabelText('From (UTC)'), { target: { value: '2024-01-01' } });
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(requestedRanges().at(-1)).toEqual({ from: '2024-01-01', to: today });
});

test('[PAY-33] each difference is shown with both sides; if there are none, the panel says so, and when', async () => {
  const words = 'The gateway has a charge of $25.00 (pi_1) that the log has no sale for.';
  const difference = {
    kind: 'charge',
    payment: 'pi_1',
    order_id: 'order-1',
    gateway_cents: 2_500,
    log_cents: 0,
    currency: null,
    words,
  } as const;
  comparisons = [compared({ difference_count: 1, differences: [difference] })];
  open();
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.getByText('1 difference')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show the order of pi_1' })).toHaveAttribute(
    'href',
    '/admin/events?stream=order-order-1',
  );
  comparisons = [compared({ reconciliation_id: 'reconciliation-2', fees: 2, fee_cents: 206 }), ...comparisons];
  await pushToAdmin('reconciliations', { position: 9, value: comparisons[0] });
  expect(await screen.findByText('No differences')).toBeInTheDocument();
  expect(screen.getByText(/12 payments since .* · \$2\.06 in fees posted$/)).toBeInTheDocument();
  expect(screen.getByText('Earlier comparisons')).toBeInTheDocument();
});

test('[PAY-33] an admin can start a comparison; a refusal says why', async () => {
  server.answer(compare, { started: true });
  open();
  const button = await screen.findByRole('button', { name: 'Compare now' });
  await user().click(button);
  expect(server.bodies(compare)).toEqual([{}]);
  const [title, message] = ['Already comparing', 'It is under way.'];
  server.refuse(compare, 409, { code: 'reconciliation_running', title, message });
  await user().click(button);
  expect(toasts()).toEqual([['error', title, message]]);
  comparisons = [compared({ failure: 'The gateway did not answer.' })];
  await pushToAdmin('reconciliations', { position: 10, value: comparisons[0] });
  expect(await screen.findByText('Comparison failed')).toBeInTheDocument();
  expect(screen.getByText('The gateway did not answer.')).toBeInTheDocument();
});
