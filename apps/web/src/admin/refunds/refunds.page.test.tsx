import { screen, waitFor, within } from '@testing-library/react';
import type { RefundRow, RefundableLicense } from '@tessera/contract/money/refunds';
import { server } from '../../testing/server.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { nextPosition, pushEvent, showToAdmin } from '../admin-page.test-kit.tsx';
import { AdminRefundsPage } from './refunds.page.tsx';

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

const list = 'GET /api/admin/refunds';
const refund = 'POST /api/admin/licenses/license-1/refunds';

beforeEach(() => {
  license = refundable();
  rows = [row()];
  server.answer(list, () => ({ items: rows, next_cursor: null, position: 5 }));
  server.answer('GET /api/admin/licenses/license-1/refund', () => license);
});

const open = (search = '') => showToAdmin(`/admin/refunds${search}`, <AdminRefundsPage />);
const openRefund = async () => {
  open();
  await user().click(await screen.findByRole('button', { name: 'Refund Harbour at dawn to Northwind' }));
  return within(await screen.findByRole('alertdialog', { name: 'Refund “Harbour at dawn”' }));
};
const reason = 'Bought twice.';
const enterReason = async () => {
  await user().type(screen.getByLabelText('Reason'), reason);
  await user().click(screen.getByRole('button', { name: 'Continue' }));
};

test('[PAY-20] open requests are shown first, each with the brand’s reason', async () => {
  open();
  const entry = await screen.findByRole('row', { name: /Harbour at dawn/ });
  expect(entry).toHaveTextContent('6-Month License by Mara Lindqvist');
  expect(entry).toHaveTextContent('We bought it twice.');
  expect(entry).toHaveTextContent('Nov 25, 2026$250.00$0.00');
  expect(server.asked(list)[0]?.path).toMatch(/\?status=requested(&after=\d+)?$/);
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
  expect(server.asked(refund)).toEqual([]);
  const position = nextPosition();
  server.answer(refund, { status: 'refunded', reason: null, position });
  rows = [];
  await user().click(within(check).getByRole('button', { name: 'Refund $250.00' }));
  expect(server.bodies(refund)).toEqual([{ reason }]);
  expect(await screen.findByText(/^No open requests/)).toBeVisible();
  const last = server.asked(list).at(-1);
  expect(last?.path).toBe(`/api/admin/refunds?status=requested&after=${position}`);
  expect(last?.headers.get('authorization')).toBe('Bearer secret');
  expect(toasts()).toEqual([['success', 'Refunded', 'Northwind gets a credit note and an email.']]);
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
  await user().click(dialog.getByRole('radio', { name: 'Part of it' }));
  if (typed) await user().type(dialog.getByLabelText('Amount in US dollars'), typed);
  await enterReason();
  expect(await dialog.findByText(words)).toBeVisible();
  expect(dialog.getByLabelText('Amount in US dollars')).toBeInvalid();
  expect(server.asked(refund)).toEqual([]);
});

test('[PAY-20] a partial refund keeps the license; the server’s error for the amount is shown at its field, with the input', async () => {
  const dialog = await openRefund();
  await user().click(dialog.getByRole('radio', { name: 'Part of it' }));
  await user().type(dialog.getByLabelText('Amount in US dollars'), '$40');
  await enterReason();
  const check = await screen.findByRole('alertdialog', { name: 'Refund $40.00 to Northwind?' });
  expect(check).toHaveTextContent('The license stays as it is.');
  expect(check).toHaveTextContent('the creator$32.00');
  const message = 'You can refund at most $30.00.';
  server.refuse(refund, 422, { code: 'refund_too_large', title: 'Refund too large', message });
  await user().click(within(check).getByRole('button', { name: 'Refund $40.00' }));
  expect(server.bodies(refund)).toEqual([{ amount: 40, reason }]);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Amount in US dollars')).toHaveValue('40.00');
  expect(screen.getByLabelText('Reason')).toHaveValue(reason);
});

const enterPart = async (typed: string) => {
  await openRefund();
  await user().click(screen.getByRole('radio', { name: 'Part of it' }));
  await user().type(screen.getByLabelText('Amount in US dollars'), typed);
  await enterReason();
};

test.each([
  ['12,50', 12.5],
  ['1.250,00', 1_250],
  ['1,250.00', 1_250],
  ['1 250', 1_250],
  ['1\u202f250,50 $', 1_250.5],
  ['１２．５', 12.5],
  ['١٢٫٥٠', 12.5],
  ['US$12.50', 12.5],
])('[FIX-25] a refund typed as “%s” is of $%d', async (typed, amount) => {
  license = refundable({ price_money: usd(200_000), left_money: usd(200_000) });
  await enterPart(typed);
  server.answer(refund, { status: 'refunded', reason: null, position: nextPosition() });
  await user().click(await screen.findByRole('button', { name: /^Refund \$/ }));
  expect(server.bodies(refund)).toEqual([{ amount, reason }]);
});

test.each([
  ['1,250', 'Please write 1250.00, without a comma'],
  ['12 50', 'Enter an amount in dollars and cents, such as 12.50'],
  ['1.250', 'Enter an amount in dollars and cents, such as 12.50'],
  ['12²', 'Enter an amount in dollars and cents, such as 12.50'],
  ['€12.50', 'Enter an amount in dollars and cents, such as 12.50'],
])(
  '[FIX-25] a refund typed as “%s” could be another amount, so it is refused with what to write',
  async (typed, words) => {
    license = refundable({ price_money: usd(200_000), left_money: usd(200_000) });
    await enterPart(typed);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByLabelText('Amount in US dollars')).toHaveValue(typed);
    expect(server.asked(refund)).toEqual([]);
  },
);

test('[PAY-20] a license without a request is refunded by its number or a link to it', async () => {
  license = refundable({ requested: null });
  open();
  const number = '01a1ff41-0000-7000-8000-00000000beef';
  const lookup = `GET /api/admin/licenses/${number}/refund`;
  server.answer(lookup, () => license);
  await user().click(await screen.findByLabelText('Refund a license by its number or link'));
  await user().paste(`https://tessera.example/verify/${number}?x=1`);
  await user().click(screen.getByRole('button', { name: 'Refund…' }));
  expect(await screen.findByRole('alertdialog', { name: 'Refund “Harbour at dawn”' })).toBeVisible();
  expect(server.asked(lookup)[0]?.headers.get('authorization')).toBe('Bearer secret');
});

test('[PAY-20] an unknown license number says so', async () => {
  rows = [];
  server.refuse('GET /api/admin/licenses/nobody/refund', 404, {
    code: 'not_found',
    title: 'Not found',
    message: 'There is no such thing.',
  });
  open();
  await user().type(await screen.findByLabelText('Refund a license by its number or link'), 'nobody{Enter}');
  expect(await screen.findByText('There’s no license with the number nobody.')).toBeVisible();
});

test('[PAY-20] a request is declined with a reason, which the brand sees', async () => {
  const decline = 'POST /api/admin/licenses/license-1/refunds/decline';
  open();
  await user().click(await screen.findByRole('button', { name: 'Decline the refund of Harbour at dawn to Northwind' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user().click(dialog.getByRole('button', { name: 'Decline request' }));
  expect(await dialog.findByText('Please say why, in at most 500 characters')).toBeVisible();
  expect(server.asked(decline)).toEqual([]);
  server.answer(decline, { position: nextPosition() });
  await user().type(dialog.getByLabelText('Reason'), 'It runs.');
  await user().click(dialog.getByRole('button', { name: 'Decline request' }));
  expect(server.bodies(decline)).toEqual([{ reason: 'It runs.' }]);
  await waitFor(() => expect(toasts()).toEqual([['success', 'Request declined', expect.any(String)]]));
});

test('[PAY-20] if a refund fails at the gateway, a message says so', async () => {
  await openRefund();
  await enterReason();
  server.answer(refund, { status: 'failed', reason: 'The card was closed', position: nextPosition() });
  await user().click(await screen.findByRole('button', { name: 'Refund $250.00' }));
  await waitFor(() => expect(toasts()).toEqual([['error', 'The refund failed', 'The card was closed']]));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('[PAY-20] a refund that is on its way can’t be made twice, and its progress is seen immediately', async () => {
  const started = { status: 'started', amount_money: usd(4_000), requested_at: null } as const;
  rows = [row(started)];
  open('?status=started');
  expect(await screen.findByRole('row', { name: /Harbour at dawn/ })).toHaveTextContent('+$40.00 on its way');
  expect(screen.queryByRole('button', { name: /^Refund Harbour/ })).toBeNull();
  rows = [];
  await pushEvent(nextPosition(), 'refund-license-1');
  expect(await screen.findByText('No refunds are on their way to the bank.')).toBeVisible();
});

test('a list that can’t be loaded says so', async () => {
  server.refuse(list, 500, { message: 'The store is away.' });
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The refunds could not be loaded');
});

test('[FIX-38] a refund that a bank returned is listed with the bank’s reason, until it is recorded how it was paid instead', async () => {
  const repaid = 'POST /api/admin/licenses/license-1/refunds/repaid';
  rows = [row({ status: 'returned', requested_at: null, amount_money: usd(25_000), reason: 'The account is closed' })];
  server.answer(repaid, { position: nextPosition() });
  open('?status=returned');
  const entry = await screen.findByRole('row', { name: /Harbour at dawn/ });
  expect(entry).toHaveTextContent('The account is closed');
  expect(entry).toHaveTextContent('$0.00+$250.00 returned');
  expect(within(entry).queryByRole('button', { name: /^Refund/ })).toBeNull();
  await user().click(within(entry).getByRole('button', { name: /^Record how the refund/ }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Have you paid Northwind in another way?' }));
  await user().type(dialog.getByRole('textbox'), 'Bank transfer, reference 4711');
  rows = [];
  await user().click(dialog.getByRole('button', { name: 'Record payment' }));
  expect(server.bodies(repaid)).toEqual([{ reason: 'Bank transfer, reference 4711' }]);
  expect(await screen.findByText('No bank has returned a refund.')).toBeVisible();
});
