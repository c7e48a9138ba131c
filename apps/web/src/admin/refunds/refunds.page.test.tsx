import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RefundRow, RefundableLicense } from '@tessera/contract/money/refunds';
import type { Listener } from '../../kernel/reading/live-connection.ts';
import { ApiError } from '../../kernel/send.ts';
import { showToAdmin } from '../admin-page.test-kit.tsx';
import { AdminRefundsPage } from './refunds.page.tsx';

const { read, posted, toasts, heard } = vi.hoisted(() => ({
  read: vi.fn<(path: string, options?: { after?: number }) => unknown>(),
  posted: vi.fn<(path: string, body: unknown) => Promise<unknown>>(),
  toasts: { error: vi.fn(), success: vi.fn() },
  heard: new Map<string, Listener>(),
}));
vi.mock('../../kernel/send.ts', async (original) => ({
  ...(await original<typeof import('../../kernel/send.ts')>()),
  get: (await import('../tasks/tasks.test-kit.ts')).withNoTasks(read),
  post: posted,
}));
vi.mock('../../kernel/toast.tsx', () => ({ toast: toasts }));
vi.mock('../../kernel/reading/live.ts', async () =>
  (await import('../../kernel/reading/live.test-kit.ts')).fakeLive(heard),
);

const usd = (cents: number) => ({ amount_cents: cents, currency: 'USD' }) as const;
const about = {
  license_id: 'license-1',
  title: 'Harbour at dawn',
  license_type: 'six_month',
  brand_name: 'Northwind',
  creator_name: 'Mara Lindqvist',
  price_money: usd(25_000),
} as const;
const row = (change: Partial<RefundRow> = {}): RefundRow => ({
  ...about,
  order_id: 'order-1',
  refunded_money: usd(0),
  amount_money: null,
  status: 'requested',
  reason: 'We bought it twice.',
  requested_at: '2026-11-25T10:00:00.000Z',
  changed_at: '2026-11-25T10:00:00.000Z',
  ...change,
});
const refundable = (change: Partial<RefundableLicense> = {}): RefundableLicense => ({
  ...about,
  left_money: usd(25_000),
  requested: 'We bought it twice.',
  split: { creator: 20_000, referrer: 1_250, platform: 3_750 },
  taken: { creator: 0, referrer: 0, platform: 0 },
  ...change,
});

let license: RefundableLicense;
let rows: readonly RefundRow[];

beforeEach(() => {
  vi.resetAllMocks();
  license = refundable();
  rows = [row()];
  read.mockImplementation((path) => {
    if (path.endsWith('/refund')) return license;
    return { items: rows, next_cursor: null, position: 5 };
  });
});

const open = (search = '') => showToAdmin(`/admin/refunds${search}`, <AdminRefundsPage />);
const openRefund = async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Refund Harbour at dawn to Northwind' }));
  return within(await screen.findByRole('alertdialog', { name: 'Refund “Harbour at dawn”' }));
};
const reason = 'Bought twice.';
const enterReason = async () => {
  await userEvent.type(screen.getByLabelText('Reason'), reason);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
};

test('[PAY-20] open requests are shown first, each with the brand’s reason', async () => {
  open();
  const entry = await screen.findByRole('row', { name: /Harbour at dawn/ });
  expect(entry).toHaveTextContent('6-Month License by Mara Lindqvist');
  expect(entry).toHaveTextContent('We bought it twice.');
  expect(entry).toHaveTextContent('Nov 25, 2026$250.00$0.00');
  expect(read.mock.calls[0]?.[0]).toBe('/api/admin/refunds?status=requested');
});

test('[PAY-20] before the full price is refunded, the consequences are shown: each share, and that the license ends', async () => {
  const dialog = await openRefund();
  expect(dialog.getByText('“We bought it twice.”')).toBeVisible();
  await enterReason();
  const check = await screen.findByRole('alertdialog', { name: 'Refund $250.00 to Northwind?' });
  expect(check).toHaveTextContent('The license ends immediately');
  expect(check).toHaveTextContent('From Mara Lindqvist, the creator$200.00');
  expect(check).toHaveTextContent('From the creator’s referrer$12.50');
  expect(check).toHaveTextContent('From you$37.50');
  expect(check).toHaveTextContent(`Reason: ${reason}`);
  expect(check.querySelector('[tabindex="-1"]:focus')).not.toBeNull();
  expect(posted).not.toHaveBeenCalled();
  posted.mockResolvedValue({ status: 'refunded', reason: null, position: 9 });
  rows = [];
  await userEvent.click(within(check).getByRole('button', { name: 'Refund $250.00' }));
  expect(posted.mock.calls[0]?.slice(0, 2)).toEqual(['/api/admin/licenses/license-1/refunds', { reason }]);
  expect(await screen.findByText(/^No open requests/)).toBeVisible();
  expect(read).toHaveBeenLastCalledWith('/api/admin/refunds?status=requested', { token: 'secret', after: 9 });
  expect(toasts.success).toHaveBeenCalledWith('Refunded', 'Northwind gets a credit note and an email.');
  await waitFor(() => expect(document.activeElement).toContainElement(screen.getByText(/^No open requests/)));
});

test.each([
  ['', 'Enter an amount in dollars and cents, such as 12.50'],
  ['twelve', 'Enter an amount in dollars and cents, such as 12.50'],
  ['1.005', 'Enter an amount in dollars and cents, such as 12.50'],
  ['-5', 'Enter an amount of at least $0.01, in dollars and cents.'],
  ['0', 'Enter an amount of at least $0.01, in dollars and cents.'],
  ['210.01', 'You can refund at most $210.00.'],
])('[PAY-20] a partial refund of “%s” is refused at its field, with the reason', async (typed, words) => {
  license = refundable({ left_money: usd(21_000), taken: { creator: 3_200, referrer: 200, platform: 600 } });
  const dialog = await openRefund();
  await userEvent.click(dialog.getByRole('radio', { name: 'Part of it' }));
  if (typed) await userEvent.type(dialog.getByLabelText('Amount in US dollars'), typed);
  await enterReason();
  expect(await dialog.findByText(words)).toBeVisible();
  expect(dialog.getByLabelText('Amount in US dollars')).toBeInvalid();
  expect(posted).not.toHaveBeenCalled();
});

test('[PAY-20] a partial refund keeps the license; the server’s error for the amount is shown at its field, with the input', async () => {
  const dialog = await openRefund();
  await userEvent.click(dialog.getByRole('radio', { name: 'Part of it' }));
  await userEvent.type(dialog.getByLabelText('Amount in US dollars'), '$40');
  await enterReason();
  const check = await screen.findByRole('alertdialog', { name: 'Refund $40.00 to Northwind?' });
  expect(check).toHaveTextContent('The license stays as it is.');
  expect(check).toHaveTextContent('the creator$32.00');
  posted.mockRejectedValue(new ApiError(422, 'refund_too_large', 'Refund too large', 'You can refund at most $30.00.'));
  await userEvent.click(within(check).getByRole('button', { name: 'Refund $40.00' }));
  expect(posted.mock.calls[0]?.[1]).toEqual({ amount: 40, reason });
  expect(await screen.findByText('You can refund at most $30.00.')).toBeVisible();
  expect(screen.getByLabelText('Amount in US dollars')).toHaveValue('40.00');
  expect(screen.getByLabelText('Reason')).toHaveValue(reason);
});

test('[PAY-20] a license without a request is refunded by its number or a link to it', async () => {
  license = refundable({ requested: null });
  open();
  const number = '01a1ff41-0000-7000-8000-00000000beef';
  await userEvent.click(await screen.findByLabelText('Refund a license by its number or link'));
  await userEvent.paste(`https://tessera.example/verify/${number}?x=1`);
  await userEvent.click(screen.getByRole('button', { name: 'Refund…' }));
  expect(await screen.findByRole('alertdialog', { name: 'Refund “Harbour at dawn”' })).toBeVisible();
  expect(read).toHaveBeenCalledWith(`/api/admin/licenses/${number}/refund`, { token: 'secret' });
});

test('[PAY-20] an unknown license number says so', async () => {
  read.mockImplementation((path) => {
    if (path.endsWith('/refund')) throw new ApiError(404, 'not_found', 'Not found', 'There is no such thing.');
    return { items: [], next_cursor: null, position: 5 };
  });
  open();
  await userEvent.type(await screen.findByLabelText('Refund a license by its number or link'), 'nobody{Enter}');
  expect(await screen.findByText('There’s no license with the number nobody.')).toBeVisible();
});

test('[PAY-20] a request is declined with a reason, which the brand sees', async () => {
  open();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Decline the refund of Harbour at dawn to Northwind' }),
  );
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Decline request' }));
  expect(await dialog.findByText('Please say why, in at most 500 characters')).toBeVisible();
  expect(posted).not.toHaveBeenCalled();
  posted.mockResolvedValue({ position: 8 });
  await userEvent.type(dialog.getByLabelText('Reason'), 'It runs.');
  await userEvent.click(dialog.getByRole('button', { name: 'Decline request' }));
  expect(posted.mock.calls[0]?.slice(0, 2)).toEqual([
    '/api/admin/licenses/license-1/refunds/decline',
    { reason: 'It runs.' },
  ]);
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('Request declined', expect.any(String)));
});

test('[PAY-20] if a refund fails at the gateway, a message says so', async () => {
  await openRefund();
  await enterReason();
  posted.mockResolvedValueOnce({ status: 'failed', reason: 'The card was closed', position: 9 });
  await userEvent.click(await screen.findByRole('button', { name: 'Refund $250.00' }));
  await waitFor(() => expect(toasts.error).toHaveBeenCalledWith('The refund failed', 'The card was closed'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('[PAY-20] a refund that is on its way can’t be made twice, and its progress is seen immediately', async () => {
  const started = { status: 'started', amount_money: usd(4_000), requested_at: null } as const;
  rows = [row(started)];
  open('?status=started');
  expect(await screen.findByRole('row', { name: /Harbour at dawn/ })).toHaveTextContent('+$40.00 on its way');
  expect(screen.queryByRole('button', { name: /^Refund Harbour/ })).toBeNull();
  rows = [];
  act(() => heard.get('event-log')?.({ position: 30, value: { items: [{ stream: 'refund-license-1' }] } }));
  expect(await screen.findByText('No refunds are on their way to the bank.')).toBeVisible();
});

test('a list that can’t be loaded says so', async () => {
  read.mockImplementation(() => {
    throw new ApiError(500, 'unexpected', 'Something went wrong', 'The store is away.');
  });
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The refunds could not be loaded');
});
