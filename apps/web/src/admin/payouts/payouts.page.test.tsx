import { screen, waitFor, within } from '@testing-library/react';
import type { DueNow, PayoutHoldRow, PayoutRunRow } from '@tessera/contract/money/payout-runs';
import { Route, Routes } from 'react-router-dom';
import { server } from '../../testing/server.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { pushEvent, showToAdmin } from '../admin-page.test-kit.tsx';
import { AdminPayoutsPage } from './payouts.page.tsx';

const run = (more: Partial<PayoutRunRow> = {}): PayoutRunRow => ({
  id: 'run-1',
  status: 'closed',
  started_at: '2026-12-07T09:00:00.000Z',
  started_by: 'admin',
  due_by: '2026-12-07T08:59:00.000Z',
  pay_by_on: '2026-12-10',
  times: {},
  count: 1_250,
  total_cents: 12_345_600,
  left_out: 3,
  ...more,
});
const hold: PayoutHoldRow = {
  creator_id: 'creator-7',
  creator_name: 'Pia Poor',
  since: '2026-12-01T10:00:00.000Z',
  reason: 'A brand reported one of your photos.',
};

interface Served {
  readonly runs?: readonly PayoutRunRow[];
  readonly holds?: readonly PayoutHoldRow[];
  readonly due?: Partial<DueNow>;
}

const runs = 'GET /api/admin/payout-runs';
const prepare = 'POST /api/admin/payout-runs';
const lift = 'DELETE /api/admin/creators/creator-7/payouts-hold';

const serve = (served: Served) => {
  const page = (items: readonly unknown[] = []) => ({ items, next_cursor: null, position: 5 });
  server.answer(runs, page(served.runs));
  server.answer('GET /api/admin/payout-holds', page(served.holds));
  server.answer('GET /api/admin/payout-runs/due', {
    ...{ creators: 2, cents: 15_000, days: [], urgent: null, position: 5 },
    ...served.due,
  });
};

const open = () =>
  showToAdmin(
    '/admin/payouts',
    <Routes>
      <Route path="/admin/payouts" element={<AdminPayoutsPage />} />
      <Route path="/admin/payouts/:run" element={<p>The page of the run</p>} />
    </Routes>,
  );

test('[PAY-14] [SPC-03] a run is listed with its status, the day by which it has to be paid, and its amount', async () => {
  serve({ runs: [run()] });
  open();
  const row = (await screen.findByRole('link', { name: 'Dec 7, 2026' })).closest('tr')!;
  expect(within(row).getByText('Done')).toBeInTheDocument();
  expect(within(row).getByText('Dec 10, 2026')).toBeInTheDocument();
  expect(within(row).getByText('1,250')).toBeInTheDocument();
  expect(within(row).getByText('$123,456.00')).toBeInTheDocument();
});

test('[PAY-14] the page shows what is due before a run is prepared, then opens the page of the run', async () => {
  serve({});
  server.answer(prepare, { id: 'run-2', position: 9 });
  open();
  expect(await screen.findByText('To 2 creators')).toBeInTheDocument();
  await user().click(screen.getByRole('button', { name: 'Prepare a run' }));
  expect(server.bodies(prepare)).toEqual([{}]);
  expect(await screen.findByText('The page of the run')).toBeInTheDocument();
});

test('[SPC-03] what is due is listed by the day by which it has to be paid, and what is close to it is an alert', async () => {
  const days = [
    { by: '2026-12-10', creators: 1, cents: 5_000 },
    { by: '2026-12-12', creators: 2, cents: 10_000 },
  ];
  serve({ due: { days, urgent: { by: '2100-12-10', creators: 3, cents: 192_875 } } });
  open();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('$1,928.75 is to be paid soon');
  expect(alert).toHaveTextContent('3 creators have to be paid, the first by Dec 10, 2100 (UTC)');
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'By Dec 10, 2026 (UTC)',
    'By Dec 12, 2026 (UTC)',
  ]);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '$50.00 to 1 creator',
    '$100.00 to 2 creators',
  ]);
  serve({ due: { urgent: { by: '2020-12-10', creators: 1, cents: 192_875 } } });
  await pushEvent(500, 'payoutAlert-all');
  expect(await screen.findByText('$1,928.75 is late')).toBeVisible();
  serve({});
  await pushEvent(501, 'payoutAlert-all');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('[PAY-14] while a run is open, the page links to it instead of offering another', async () => {
  serve({ runs: [run({ status: 'sent' })] });
  open();
  expect(await screen.findByText('The run from Dec 7, 2026 is still open')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to that run' })).toHaveAttribute('href', '/admin/payouts/run-1');
  expect(screen.queryByRole('button', { name: 'Prepare a run' })).not.toBeInTheDocument();
});

test('[PAY-14] if another admin has started a run first, the page says so in plain words', async () => {
  serve({});
  server.refuse(prepare, 409, {
    code: 'payout_run_open',
    title: 'A payout run is open',
    message: 'A payout run is still open. Finish or cancel it first.',
  });
  open();
  await user().click(await screen.findByRole('button', { name: 'Prepare a run' }));
  expect(await screen.findByText('A payout run is still open. Finish or cancel it first.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Prepare a run' })).toBeEnabled();
});

test('[PAY-14] if nothing is due, there is no run to prepare', async () => {
  serve({ due: { creators: 0, cents: 0 } });
  open();
  expect(await screen.findByText('Nothing to pay')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Prepare a run' })).toBeDisabled();
});

test('[PAY-17] a hold is listed with the reason shown to the creator, and lifted after a confirmation', async () => {
  serve({ holds: [hold] });
  server.answer(lift, { position: 9 });
  open();
  expect(await screen.findByText('A brand reported one of your photos.')).toBeInTheDocument();
  await user().click(screen.getByRole('button', { name: 'Lift hold on payouts to Pia Poor' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(server.asked('DELETE *')).toEqual([]);
  serve({});
  await user().click(dialog.getByRole('button', { name: 'Lift hold' }));
  expect(server.asked(lift).map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer secret']);
  expect(await screen.findByText('No creators are on hold.')).toBeInTheDocument();
});

test('[PAY-14] changes to payouts appear automatically; other events load nothing', async () => {
  serve({});
  open();
  await screen.findByText('To 2 creators');
  const loads = server.asked().length;
  await pushEvent(1_000, 'order-1');
  expect(server.asked()).toHaveLength(loads);
  serve({ runs: [run({ status: 'prepared' })] });
  await pushEvent(1_001, 'payoutRun-all');
  expect(await screen.findByText('Ready to send')).toBeInTheDocument();
});

test('[PAY-14] a list that can’t be loaded says so', async () => {
  serve({});
  server.refuse(runs, 500, { message: 'Please try again.' });
  open();
  expect(await screen.findByText(/^The payout runs could not be loaded/)).toBeInTheDocument();
});
