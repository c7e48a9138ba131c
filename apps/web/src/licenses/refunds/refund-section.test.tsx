import { screen, waitFor, within } from '@testing-library/react';
import type { LicenseRow } from '@tessera/contract/licenses';
import type { RefundStanding } from '@tessera/contract/money/refunds';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { liveServer } from '../../testing/live-server.test-kit.ts';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { DisputeNotice } from './dispute-notice.tsx';
import { RefundSection } from './refund-section.tsx';

const read = 'GET /api/licenses/license-1/refund';
const request = 'POST /api/licenses/license-1/refund-request';

const usd = (cents: number) => ({ amount_cents: cents, currency: 'USD' }) as const;
const license = (change: Partial<LicenseRow> = {}) =>
  ({
    id: 'license-1',
    price_money: usd(25_000),
    created_at: '2026-11-25T10:00:00.000Z',
    content: { title: 'Harbour at dawn' },
    refunded_at: null,
    ...change,
  }) as LicenseRow;
const standing = (change: Partial<RefundStanding> = {}): RefundStanding => ({
  requested: null,
  declined: null,
  is_under_way: false,
  has_failed: false,
  refunded_money: usd(0),
  returned_money: usd(0),
  changed_at: '2026-11-26T10:00:00.000Z',
  until: '2026-12-09T10:00:00.000Z',
  refusal: null,
  position: 1,
  ...change,
});

let accounts = 0;
let brandId = '';
beforeEach(() => {
  // Known changes are kept per account, so another account knows none of the previous test.
  accounts += 1;
  brandId = `brand-${accounts}`;
  return signIn({ id: brandId, role: 'brand' });
});

const show = (now: RefundStanding, change: Partial<LicenseRow> = {}) => {
  server.answer(read, now);
  showRoutes([{ path: '*', element: <RefundSection license={license(change)} /> }]);
};
/** The server decides, and the live connection reports it. */
const decide = async (position: number, now: RefundStanding) => {
  server.answer(read, now);
  await waitFor(() => expect(liveServer.watched()).toContain(`refunds/${brandId}`));
  await liveServer.push('refunds', brandId, { position, value: { license_id: 'license-1' } });
};
const lastRead = () => server.asked(read).at(-1)?.path;
const ask = () => screen.findByRole('button', { name: 'Ask for a refund' });
const openDialog = async () => {
  await user().click(await ask());
  return within(await screen.findByRole('alertdialog', { name: 'Ask for a refund of “Harbour at dawn”?' }));
};

test('[PAY-19] within 14 days a brand requests a refund with a reason, after reading what would follow', async () => {
  show(standing());
  expect(await ask()).toHaveAccessibleDescription('You can ask for your money back until Dec 9, 2026 (UTC).');
  const dialog = await openDialog();
  const words = screen.getByRole('alertdialog').textContent;
  expect(words).toContain('You paid $250.00 on Nov 25, 2026 (UTC).');
  expect(words).toContain('If we refund it in full, the license ends at once');
  const send = dialog.getByRole('button', { name: 'Ask for a refund' });
  await user().click(send);
  expect(await dialog.findByText('Please say why, in at most 500 characters')).toBeVisible();
  expect(server.asked(request)).toEqual([]);
  server.answer(request, { position: 7 });
  const refusal = 'You’ve already asked.';
  server.answer(read, standing({ requested: 'We bought it twice.', refusal }));
  await user().type(dialog.getByLabelText('Why do you want a refund?'), 'We bought it twice.');
  await user().click(send);
  const section = screen.getByRole('region', { name: 'Refund' });
  expect(await within(section).findByText('Refund requested')).toBeVisible();
  expect(toasts()).toEqual([['success', 'Refund requested', 'We’ll email you when it’s decided.']]);
  expect(server.bodies(request)).toEqual([{ reason: 'We bought it twice.' }]);
  // The next read includes the request, whether or not the live connection has reported it.
  expect(lastRead()).toBe('/api/licenses/license-1/refund?after=7');
  expect(section).toHaveTextContent('You asked for it on Nov 26, 2026 (UTC): “We bought it twice.”');
  expect(section).not.toHaveTextContent(refusal);
  expect(screen.queryByRole('button', { name: 'Ask for a refund' })).toBeNull();
  await waitFor(() => expect(section).toContainElement(document.activeElement as HTMLElement));
});

test('[PAY-19] a decision is shown with its reason as soon as the live connection reports it', async () => {
  const request = standing({ requested: 'Twice.', refusal: 'You’ve already asked.' });
  show(request);
  await screen.findByText('Refund requested');
  await decide(20, standing({ declined: 'It runs in your campaign.' }));
  expect(await screen.findByText('Refund declined')).toBeVisible();
  expect(lastRead()).toBe('/api/licenses/license-1/refund?after=20');
  expect(screen.getByRole('region', { name: 'Refund' })).toHaveTextContent(
    'We decided on Nov 26, 2026 (UTC): “It runs in your campaign.”',
  );
  expect(await ask()).toBeVisible();
  await decide(21, standing({ is_under_way: true, refusal: 'A refund is on its way.' }));
  expect(await screen.findByText('Your refund is on its way')).toBeVisible();
  await decide(22, standing({ has_failed: true }));
  expect(await screen.findByText('Your refund didn’t go through')).toBeVisible();
});

test('[PAY-19] a partial refund is named and leaves the license; a full refund says that the license ended', async () => {
  show(standing({ refunded_money: usd(4_000) }));
  expect(await screen.findByText('Refunded in part')).toBeVisible();
  const section = screen.getByRole('region', { name: 'Refund' });
  expect(section).toHaveTextContent('$40.00 of $250.00 went back');
  expect(section).toHaveTextContent('Your license stays as it is.');
  expect(await ask()).toBeVisible();
});

test('[PAY-20] a fully refunded license says so, and since when; nothing more can be requested', async () => {
  const whole = { refunded_money: usd(25_000), refusal: 'There’s nothing left to refund.' };
  show(standing(whole), { refunded_at: '2026-11-27T10:00:00.000Z' });
  expect(await screen.findByText('Refunded in full')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Refund' })).toHaveTextContent(
    /^RefundRefunded in full\$250\.00 went back on Nov 27, 2026 \(UTC\) to your payment method.*The license ended with it\.$/,
  );
});

test.each([
  'You can ask for a refund within 14 days of the purchase.',
  'This license has been renewed or upgraded. Ask for a refund of the newer license instead.',
  'The payment for this license is disputed with the bank. It can be refunded once that’s decided.',
])('[PAY-19] instead of a form, the reason why there is none is shown: %s', async (refusal) => {
  show(standing({ refusal }));
  expect(await screen.findByText(refusal)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('[PAY-19] if a refund has become impossible in the meantime, that is reported', async () => {
  show(standing());
  const dialog = await openDialog();
  const refusal = { code: 'refund_too_late', title: 'Too late for a refund', message: 'Within 14 days.' };
  server.refuse(request, 422, refusal);
  await user().type(dialog.getByLabelText('Why do you want a refund?'), 'Late.');
  await user().click(dialog.getByRole('button', { name: 'Ask for a refund' }));
  await waitFor(() => expect(toasts()).toEqual([['error', 'Too late for a refund', 'Within 14 days.']]));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('if the refund can’t be loaded, a message says so, and it can be tried again', async () => {
  server.lose(read);
  showRoutes([{ path: '*', element: <RefundSection license={license()} /> }]);
  expect(await screen.findByRole('alert')).toHaveTextContent('The refund could not be loaded');
  server.answer(read, standing());
  await user().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await ask()).toBeVisible();
});

test.each([
  ['open', 'Your bank took back $250.00 on Nov 26, 2026 (UTC)'],
  ['open', 'Until the bank decides, the creator’s part is set aside and isn’t paid out'],
  ['won', 'The bank decided on Dec 1, 2026 (UTC) that the payment of $250.00 stands'],
  ['lost', 'The bank decided on Dec 1, 2026 (UTC) that $250.00 goes back to you.'],
] as const)('[PAY-24] of a dispute that is %s, the brand reads: %s', (state, words) => {
  const dispute = {
    standing: state,
    amount_money: usd(25_000),
    own_part_money: null,
    opened_at: '2026-11-26T10:00:00.000Z',
    decided_at: state === 'open' ? null : '2026-12-01T10:00:00.000Z',
  };
  showRoutes([{ path: '*', element: <DisputeNotice dispute={dispute} /> }]);
  expect(screen.getByRole('status')).toHaveTextContent(words);
});

test('[FIX-38] a refund that the bank returned isn’t said to be the brand’s, which learns that it is still owed it', async () => {
  const refunded_at = '2026-11-26T10:00:00.000Z';
  show(standing({ refunded_money: usd(25_000) }), { refunded_at });
  expect(await screen.findByText('Refunded in full')).toBeVisible();
  await decide(9, standing({ refunded_money: usd(0), returned_money: usd(25_000) }));
  const notice = await screen.findByText('Your bank returned the refund');
  expect(notice.parentElement).toHaveTextContent('$250.00 came back to us, so it didn’t reach you');
  expect(screen.queryByText('Refunded in full')).toBeNull();
  await decide(12, standing({ refunded_money: usd(25_000) }));
  expect(await screen.findByText('Refunded in full')).toBeVisible();
});
