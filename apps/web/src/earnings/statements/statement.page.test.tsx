import { screen, waitFor, within } from '@testing-library/react';
import type { StatementLine } from '@tessera/contract/money/earnings';
import fc from 'fast-check';
import { downloads } from '../../testing/downloads.test-kit.ts';
import { liveServer } from '../../testing/live-server.test-kit.ts';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { openPage } from '../earnings.test-kit.tsx';
import { statementPeriodInUrl } from './statement-period.ts';
import { StatementPage } from './statement.page.tsx';

const none = {
  license_id: 'license-1',
  license_type: 'six_month',
  title: 'Harbour fog',
  brand_name: 'Acme',
  payout_id: null,
  gross_cents: 0,
  commission_cents: 0,
  earned_cents: 0,
  reversed_cents: 0,
  payout_cents: 0,
} as const;
const sale: StatementLine = {
  ...none,
  id: 'l1',
  at: '2026-11-02T10:00:00.000Z',
  kind: 'sale',
  gross_cents: 25_000,
  commission_cents: 5_000,
  earned_cents: 20_000,
  balance_cents: 21_000,
};
const refund: StatementLine = {
  ...none,
  id: 'l2',
  at: '2026-11-05T10:00:00.000Z',
  kind: 'refund',
  reversed_cents: -4_000,
  balance_cents: 17_000,
};
const payout: StatementLine = {
  ...none,
  id: 'l3',
  at: '2026-11-20T10:00:00.000Z',
  kind: 'payout',
  license_id: null,
  license_type: null,
  title: null,
  brand_name: null,
  payout_id: 'P2',
  payout_cents: -17_000,
  balance_cents: 0,
};

let lines: readonly StatementLine[] = [];
const ofDays = (search: URLSearchParams) => ({
  from: search.get('from'),
  to: search.get('to'),
  opening_cents: 1_000,
  closing_cents: lines.at(-1)?.balance_cents ?? 1_000,
  items: search.get('cursor') === null ? lines.slice(0, 2) : lines.slice(2),
  next_cursor: search.get('cursor') === null && lines.length > 2 ? 'rest' : null,
  position: 7,
});
const amounts = {
  gross_cents: 25_000,
  commission_cents: 5_000,
  net_cents: 20_000,
  reward_cents: 1_250,
  reversed_cents: -4_000,
  paid_cents: 17_250,
};
const nothing = {
  gross_cents: 0,
  commission_cents: 0,
  net_cents: 0,
  reward_cents: 0,
  reversed_cents: 0,
  paid_cents: 0,
};
const yearOf = (year: string, total: typeof amounts) => ({
  year,
  months: Array.from({ length: 12 }, (_, index) => ({
    month: `${year}-${String(index + 1).padStart(2, '0')}`,
    ...(index === 10 ? total : nothing),
  })),
  total,
  position: 7,
});

const searchOf = (path: string) => new URLSearchParams(path.split('?')[1]);
const answerFiles = (path: string) => {
  for (const ending of ['csv', 'pdf']) server.answer(`GET ${path}.${ending}`, () => new Response(ending));
};

let accounts = 0;
let creatorId = '';
beforeEach(() => {
  vi.setSystemTime(Date.parse('2026-11-24T12:00:00.000Z'));
  lines = [sale, refund];
  server.answer('GET /api/earnings/statement', ({ path }) => ofDays(searchOf(path)));
  server.answer('GET /api/earnings/years/2026', yearOf('2026', amounts));
  server.answer('GET /api/earnings/years/2025', yearOf('2025', nothing));
  // Known changes are kept per account, so another account knows none of the previous test.
  accounts += 1;
  creatorId = `creator-${accounts}`;
  return signIn({ id: creatorId });
});

const open = (search = '') =>
  openPage(StatementPage, '/creator/payouts/statement', `/creator/payouts/statement${search}`);
const rowTexts = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
const rowsOf = async () => {
  await screen.findByRole('table');
  return rowTexts();
};
const saved = () => {
  const paths = server.asked('GET /api/earnings/*').map(({ path }) => path);
  return paths.filter((path) => /[.](csv|pdf)/.test(path));
};
const figure = (name: string) => screen.findByRole('group', { name });

test('[PAY-07] [FIX-39] a statement goes line by line from the opening balance to that of today, not of a day to come', async () => {
  open();
  expect(await rowsOf()).toEqual([
    ['Nov 1, 2026', 'Opening balance', '$10.00'],
    ['Nov 2, 2026', 'SaleHarbour fog · 6-Month License · Acme', '$250.00', '−$50.00', '$200.00', '', '', '$210.00'],
    ['Nov 5, 2026', 'RefundHarbour fog · 6-Month License · Acme', '', '', '', '−$40.00', '', '$170.00'],
    ['Nov 24, 2026', 'Balance so far', '$170.00'],
  ]);
  expect(await figure('Opening balance')).toHaveTextContent('$10.00');
  expect(await figure('Closing balance')).toHaveTextContent('$170.00');
  expect(await figure('Change')).toHaveTextContent('$160.00');
});

test('[PAY-07] the closing balance follows once the last line is loaded; a payout links to its page', async () => {
  lines = [sale, refund, payout];
  open();
  expect((await rowsOf()).at(-1)?.[1]).toMatch(/^Refund/);
  await user().click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(rowTexts().at(-1)).toEqual(['Nov 24, 2026', 'Balance so far', '$0.00']));
  expect(screen.getByRole('link', { name: 'Payout' })).toHaveAttribute('href', '/creator/payouts/P2');
});

test('[PAY-07] a period can be chosen by name or by its dates, and is kept in the address', async () => {
  answerFiles('/api/earnings/statement');
  const router = open();
  await rowsOf();
  await user().selectOptions(screen.getByRole('combobox', { name: 'Date range' }), 'Last month');
  await waitFor(() => expect(server.asked().at(-1)?.path).toContain('from=2026-10-01&to=2026-10-31'));
  expect(router.state.location.search).toBe('?days=last_month');
  await user().selectOptions(screen.getByRole('combobox', { name: 'Date range' }), 'Custom');
  const from = screen.getByLabelText('From (UTC)');
  expect(from).toHaveValue('2026-10-01');
  await user().clear(from);
  await user().tab();
  expect(from).toHaveValue('2026-10-01');
  await user().clear(from);
  await user().type(from, '2026-09-15');
  await waitFor(() => expect(router.state.location.search).toBe('?from=2026-09-15&to=2026-10-31'));
  await rowsOf();
  await user().click(screen.getByRole('button', { name: /^CSV/ }));
  await user().click(screen.getByRole('button', { name: /^PDF/ }));
  expect(saved()).toEqual(
    ['csv', 'pdf'].map((ending) => `/api/earnings/statement.${ending}?from=2026-09-15&to=2026-10-31`),
  );
  expect(downloads()).toEqual(['csv', 'pdf'].map((ending) => `statement-2026-09-15-2026-10-31.${ending}`));
});

test('[PAY-07] a period without activity says so, with its unchanged balance; a sale appears as it happens', async () => {
  lines = [];
  open();
  expect(await screen.findByText('No activity from Nov 1, 2026 to Nov 30, 2026.')).toBeVisible();
  expect(await figure('Closing balance')).toHaveTextContent('$10.00');
  lines = [sale];
  await waitFor(() => expect(liveServer.watched()).toContain(`creator-ledger/${creatorId}`));
  await liveServer.push('creator-ledger', creatorId, { position: 9, value: {} });
  expect(await rowsOf()).toHaveLength(3);
});

test('[PAY-07] a period that is too long is refused with the server’s message, and offers no download', async () => {
  const message = 'A statement covers 366 days at most.';
  server.refuse('GET /api/earnings/statement', 422, { code: 'range_too_long', title: 'Too many days', message });
  open('?from=2020-01-01&to=2026-11-24');
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many daysA statement covers 366 days at most.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^(CSV|PDF)/ })).toBeNull();
});

test('[PAY-07] named periods begin and end with their month or year, whatever the day', () => {
  const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, (date) => {
      const named = (days: string) => statementPeriodInUrl(new URLSearchParams({ days }), date.getTime());
      const today = date.toISOString().slice(0, 10);
      const [thisMonth, lastMonth, thisYear] = ['this_month', 'last_month', 'this_year'].map(named);
      const dayAfter = (to = '') => new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10);
      expect(thisMonth?.from).toBe(`${today.slice(0, 7)}-01`);
      expect(dayAfter(thisMonth?.to)).toMatch(/-01$/);
      expect(thisMonth?.to.slice(0, 7)).toBe(today.slice(0, 7));
      expect(dayAfter(lastMonth?.to)).toBe(thisMonth?.from);
      expect(lastMonth?.from).toMatch(/-01$/);
      expect([thisYear?.from, thisYear?.to]).toEqual([`${today.slice(0, 4)}-01-01`, `${today.slice(0, 4)}-12-31`]);
      expect(dayAfter(named('last_year').to)).toBe(thisYear?.from);
    }),
  );
});

test('[PAY-09] a year is summarized by month, and can be downloaded as CSV and PDF', async () => {
  answerFiles('/api/earnings/years/2026/summary');
  open('?tab=year');
  const table = await screen.findByRole('table');
  const rows = within(table).getAllByRole('row');
  expect(rows).toHaveLength(14);
  const november = ['November', '$250.00', '−$50.00', '$200.00', '$12.50', '−$40.00', '$172.50'];
  expect(rows[11]).toHaveTextContent(november.join(''));
  expect(rows[12]).toHaveTextContent('December$0.00');
  expect(rows[13]).toHaveTextContent(['All of 2026', ...november.slice(1)].join(''));
  await user().click(screen.getByRole('button', { name: /^CSV/ }));
  await user().click(screen.getByRole('button', { name: /^PDF/ }));
  expect(saved()).toEqual(['csv', 'pdf'].map((ending) => `/api/earnings/years/2026/summary.${ending}`));
  expect(downloads()).toEqual(['year-2026.csv', 'year-2026.pdf']);
});

test('[PAY-09] another year can be chosen and is kept in the address; an empty one says so', async () => {
  const router = open('?tab=year');
  await screen.findByRole('table');
  await user().selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2025');
  expect(await screen.findByText('No activity in 2025.')).toBeVisible();
  expect(router.state.location.search).toBe('?tab=year&year=2025');
});
