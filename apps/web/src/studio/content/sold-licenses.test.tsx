import { screen, waitFor } from '@testing-library/react';
import type { LicenseRow } from '@tessera/contract/licenses';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { liveServer } from '../../testing/live-server.test-kit.ts';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { SoldLicenses } from './sold-licenses.tsx';

const usd = (cents: number) => ({ amount_cents: cents, currency: 'USD' }) as const;
const license = (change: Partial<LicenseRow> = {}): LicenseRow => ({
  id: 'license-1',
  order_id: 'order-1',
  content_id: 'content-1',
  creator_id: 'creator-1',
  creator_name: 'Mara Lindqvist',
  brand_id: 'brand-1',
  brand_name: 'Northwind',
  license_type: 'six_month',
  quantity: 1,
  price: 250,
  price_money: usd(25_000),
  start_date: '2026-11-20T10:00:00.000Z',
  end_date: '2027-05-19T10:00:00.000Z',
  created_at: '2026-11-20T10:00:00.000Z',
  content: { title: 'Harbour at dawn', description: '', media_url: 'a/images/a.webp', media_type: 'image' },
  basis: null,
  renewed_by: null,
  upgraded_by: null,
  status: 'active',
  days_left: 170,
  refunded_money: usd(0),
  refunded_at: null,
  dispute: null,
  ...change,
});
const dispute = (change: Partial<NonNullable<LicenseRow['dispute']>> = {}): LicenseRow['dispute'] => ({
  standing: 'open',
  amount_money: usd(25_000),
  own_part_money: usd(20_000),
  opened_at: '2026-11-25T10:00:00.000Z',
  decided_at: null,
  ...change,
});

let sold: LicenseRow;
let position = 1;
let accounts = 0;
/** Another account for each test, so that nothing is cached for it. */
let creatorId = '';

const show = async (row: LicenseRow) => {
  sold = row;
  creatorId = `creator-${(accounts += 1)}`;
  server.answer('GET /api/licenses', () => ({ items: [sold], next_cursor: null, position }));
  server.answer('GET /api/dashboards/creator', { position, value: null });
  await signIn({ id: creatorId });
  showRoutes([{ path: '*', Component: SoldLicenses }]);
  return screen.findByRole('row', { name: /Harbour at dawn/ });
};

/** Changes the license on the server, which reports that money was moved. */
const change = async (row: LicenseRow) => {
  sold = row;
  position += 1;
  await waitFor(() => expect(liveServer.watched()).toContain(`creator-ledger/${creatorId}`));
  await liveServer.push('creator-ledger', creatorId, { position, value: {} });
};

const decided = { decided_at: '2026-12-01T10:00:00.000Z' };

test.each([
  [{}, 'DisputedThe buyer’s bank took the payment back on Nov 25, 2026 (UTC): $200.00 of yours is set aside'],
  [{ standing: 'won', ...decided }, 'The dispute was won on Dec 1, 2026 (UTC): $200.00 is yours again.'],
  [
    { standing: 'lost', ...decided },
    'Charged backThe bank gave the payment back to the buyer on Dec 1, 2026 (UTC), including $200.00 of yours.',
  ],
] as const)('[PAY-24] the creator reads what a dispute means for their money: %o', async (ruling, words) => {
  expect(await show(license({ dispute: dispute(ruling) }))).toHaveTextContent(words);
});

test('[PAY-20] the creator sees that a license was refunded, in part or in full', async () => {
  expect(await show(license({ refunded_money: usd(4_000) }))).toHaveTextContent(
    'Partly refunded$40.00 of $250.00 went back to the buyer; the license stays as it is.',
  );
});

test('[PAY-24] a dispute that is opened while the page is open shows up in the license’s row', async () => {
  const row = await show(license());
  expect(row).not.toHaveTextContent('Disputed');
  await change(license({ dispute: dispute() }));
  await waitFor(() => expect(row).toHaveTextContent('$200.00 of yours is set aside'));
  await change(license({ refunded_money: usd(25_000), refunded_at: '2026-12-02T10:00:00.000Z' }));
  await waitFor(() =>
    expect(row).toHaveTextContent('The price went back to the buyer on Dec 2, 2026 (UTC), and the license ended.'),
  );
});

test('[FIX-39] the days of a sold license are those of its agreement, and said to be in UTC', async () => {
  const row = await show(license({ start_date: '2026-11-20T23:30:00.000Z', end_date: '2027-05-19T23:30:00.000Z' }));
  expect(screen.getByRole('columnheader', { name: 'Term (UTC)' })).toBeInTheDocument();
  expect(row).toHaveTextContent('Nov 20, 2026to May 19, 2027');
});
