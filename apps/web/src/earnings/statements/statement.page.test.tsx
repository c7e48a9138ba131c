import type { LiveMessage } from '@tessera/contract/kernel/live';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { StatementLine } from '@tessera/contract/money/earnings';
import fc from 'fast-check';
import { queries } from '../../kernel/reading/queries.ts';
import { openPage } from '../earnings.test-kit.tsx';
import { statementPeriodInUrl } from './statement-period.ts';
import { StatementPage } from './statement.page.tsx';

const { answer, requests, saved, listeners } = vi.hoisted(() => ({
  answer: vi.fn<(path: string, search: URLSearchParams) => unknown>(),
  requests: [] as string[],
  saved: [] as string[],
  listeners: new Map<string, (message: LiveMessage) => void>(),
}));
vi.mock('../../kernel/session.ts', async () => ({
  sessionAtom: (await import('jotai')).atom({ userId: 'creator-1' }),
}));
vi.mock('../../kernel/send.ts', async () => {
  class ApiError extends Error {
    constructor(
      readonly status: number,
      readonly code: string,
      readonly title: string,
      message: string,
    ) {
      super(message);
    }
  }
  return {
    ApiError,
    get: async (path: string) => {
      requests.push(path);
      const [place = '', search] = path.split('?');
      return answer(place, new URLSearchParams(search));
    },
    getBlob: async (path: string) => {
      saved.push(path);
      return new Blob();
    },
  };
});
vi.mock('../../kernel/reading/live.ts', async () => ({
  liveStatusAtom: (await import('jotai')).atom('live'),
  watch: (view: string, _key: string, listener: (message: LiveMessage) => void) => {
    listeners.set(view, listener);
    return () => listeners.delete(view);
  },
}));
const { ApiError } = await import('../../kernel/send.ts');

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

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T12:00:00.000Z') });
  queries.clear();
  requests.length = 0;
  saved.length = 0;
  lines = [sale, refund];
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  answer.mockImplementation((place, search) => {
    const year = /years\/(\d+)$/.exec(place)?.[1];
    return year ? yearOf(year, year === '2026' ? amounts : nothing) : ofDays(search);
  });
});
afterEach(() => vi.useRealTimers());

const open = (search = '') =>
  openPage(StatementPage, '/creator/payouts/statement', `/creator/payouts/statement${search}`);
const rowsOf = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
const figure = (name: string) => screen.findByRole('group', { name });

test('[PAY-07] a statement goes line by line from the opening balance to the closing balance', async () => {
  open();
  expect(await rowsOf()).toEqual([
    ['Nov 1, 2026', 'Opening balance', '$10.00'],
    ['Nov 2, 2026', 'SaleHarbour fog · 6-Month License · Acme', '$250.00', '−$50.00', '$200.00', '', '', '$210.00'],
    ['Nov 5, 2026', 'RefundHarbour fog · 6-Month License · Acme', '', '', '', '−$40.00', '', '$170.00'],
    ['Nov 30, 2026', 'Closing balance', '$170.00'],
  ]);
  expect(await figure('Opening balance')).toHaveTextContent('$10.00');
  expect(await figure('Closing balance')).toHaveTextContent('$170.00');
  expect(await figure('Change')).toHaveTextContent('$160.00');
});

test('[PAY-07] the closing balance follows once the last line is loaded; a payout links to its page', async () => {
  lines = [sale, refund, payout];
  open();
  expect((await rowsOf()).at(-1)?.[1]).toMatch(/^Refund/);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(async () => expect((await rowsOf()).at(-1)).toEqual(['Nov 30, 2026', 'Closing balance', '$0.00']));
  expect(screen.getByRole('link', { name: 'Payout' })).toHaveAttribute('href', '/creator/payouts/P2');
});

test('[PAY-07] a period can be chosen by name or by its dates, and is kept in the address', async () => {
  open();
  await rowsOf();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Date range' }), 'Last month');
  await waitFor(() => expect(requests.at(-1)).toContain('from=2026-10-01&to=2026-10-31'));
  expect(screen.getByLabelText('Address')).toHaveTextContent('?days=last_month');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Date range' }), 'Custom');
  const from = screen.getByLabelText('From (UTC)');
  expect(from).toHaveValue('2026-10-01');
  await userEvent.clear(from);
  await userEvent.tab();
  expect(from).toHaveValue('2026-10-01');
  await userEvent.clear(from);
  await userEvent.type(from, '2026-09-15');
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('?from=2026-09-15&to=2026-10-31'));
  await rowsOf();
  await userEvent.click(screen.getByRole('button', { name: /^CSV/ }));
  await userEvent.click(screen.getByRole('button', { name: /^PDF/ }));
  expect(saved).toEqual(
    ['csv', 'pdf'].map((ending) => `/api/earnings/statement.${ending}?from=2026-09-15&to=2026-10-31`),
  );
});

test('[PAY-07] a period without activity says so, with its unchanged balance; a sale appears as it happens', async () => {
  lines = [];
  open();
  expect(await screen.findByText('No activity from Nov 1, 2026 to Nov 30, 2026.')).toBeVisible();
  expect(await figure('Closing balance')).toHaveTextContent('$10.00');
  lines = [sale];
  await act(async () => listeners.get('creator-ledger')?.({ position: 9, value: {} }));
  expect(await rowsOf()).toHaveLength(3);
});

test('[PAY-07] a period that is too long is refused with the server’s message, and offers no download', async () => {
  answer.mockImplementation(() => {
    throw new ApiError(422, 'range_too_long', 'Too many days', 'A statement covers 366 days at most.');
  });
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
  open('?tab=year');
  const table = await screen.findByRole('table');
  const rows = within(table).getAllByRole('row');
  expect(rows).toHaveLength(14);
  const november = ['November', '$250.00', '−$50.00', '$200.00', '$12.50', '−$40.00', '$172.50'];
  expect(rows[11]).toHaveTextContent(november.join(''));
  expect(rows[12]).toHaveTextContent('December$0.00');
  expect(rows[13]).toHaveTextContent(['All of 2026', ...november.slice(1)].join(''));
  await userEvent.click(screen.getByRole('button', { name: /^CSV/ }));
  await userEvent.click(screen.getByRole('button', { name: /^PDF/ }));
  expect(saved).toEqual(['csv', 'pdf'].map((ending) => `/api/earnings/years/2026/summary.${ending}`));
});

test('[PAY-09] another year can be chosen and is kept in the address; an empty one says so', async () => {
  open('?tab=year');
  await screen.findByRole('table');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2025');
  expect(await screen.findByText('No activity in 2025.')).toBeVisible();
  expect(screen.getByLabelText('Address')).toHaveTextContent('?tab=year&year=2025');
});
