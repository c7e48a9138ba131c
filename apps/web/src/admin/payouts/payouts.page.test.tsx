import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PayoutHoldRow, PayoutRunRow } from '@tessera/contract/money/payout-runs';
import { Route, Routes } from 'react-router-dom';
import { ApiError } from '../../kernel/send.ts';
import { showToAdmin } from '../admin-page.test-kit.tsx';
import { AdminPayoutsPage } from './payouts.page.tsx';

interface Message {
  readonly position: number;
  readonly value: unknown;
}

const { read, posted, deleted, toasts, live } = vi.hoisted(() => ({
  read: vi.fn<(path: string) => unknown>(),
  posted: vi.fn<(path: string, body: unknown) => Promise<unknown>>(),
  deleted: vi.fn<(path: string) => Promise<unknown>>(),
  toasts: { error: vi.fn(), success: vi.fn() },
  live: { listeners: [] as ((message: Message) => void)[] },
}));
vi.mock('../../kernel/send.ts', async (original) => ({
  ...(await original<typeof import('../../kernel/send.ts')>()),
  get: (await import('../tasks/tasks.test-kit.ts')).withNoTasks((path) => read(path)),
  post: posted,
  del: deleted,
}));
vi.mock('../../kernel/toast.tsx', () => ({ toast: toasts }));
vi.mock('../../kernel/reading/live.ts', async () => {
  const jotai = await import('jotai');
  return {
    liveStatusAtom: jotai.atom('live'),
    openLive: () => undefined,
    watch: (_view: string, _key: string, listener: (message: Message) => void) => {
      live.listeners.push(listener);
      return () => {};
    },
  };
});

const run = (more: Partial<PayoutRunRow> = {}): PayoutRunRow => ({
  id: 'run-1',
  status: 'closed',
  started_at: '2026-12-07T09:00:00.000Z',
  started_by: 'admin',
  due_by: '2026-12-07T08:59:00.000Z',
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

interface Server {
  readonly runs?: readonly PayoutRunRow[];
  readonly holds?: readonly PayoutHoldRow[];
  readonly due?: { readonly creators: number; readonly cents: number };
}

const serve = ({ runs = [], holds = [], due = { creators: 2, cents: 15_000 } }: Server) =>
  read.mockImplementation((path) => {
    const page = (items: readonly unknown[]) => ({ items, next_cursor: null, position: 5 });
    if (path.endsWith('/due')) return { ...due, position: 5 };
    return page(path.includes('payout-holds') ? holds : runs);
  });

beforeEach(() => {
  vi.resetAllMocks();
  live.listeners = [];
});

const open = () =>
  showToAdmin(
    '/admin/payouts',
    <Routes>
      <Route path="/admin/payouts" element={<AdminPayoutsPage />} />
      <Route path="/admin/payouts/:run" element={<p>The page of the run</p>} />
    </Routes>,
  );

test('[PAY-14] a run is listed with its status, due date and amount', async () => {
  serve({ runs: [run()] });
  open();
  const row = (await screen.findByRole('link', { name: 'Dec 7, 2026' })).closest('tr')!;
  expect(within(row).getByText('Done')).toBeInTheDocument();
  expect(within(row).getByText('Dec 7, 2026, 8:59 AM UTC')).toBeInTheDocument();
  expect(within(row).getByText('1,250')).toBeInTheDocument();
  expect(within(row).getByText('$123,456.00')).toBeInTheDocument();
});

test('[PAY-14] the page shows what is due before a run is prepared, then opens the page of the run', async () => {
  serve({});
  posted.mockResolvedValue({ id: 'run-2', position: 9 });
  open();
  expect(await screen.findByText('To 2 creators')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Prepare a run' }));
  expect(posted).toHaveBeenCalledWith('/api/admin/payout-runs', {}, expect.anything());
  expect(await screen.findByText('The page of the run')).toBeInTheDocument();
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
  posted.mockRejectedValue(
    new ApiError(
      409,
      'payout_run_open',
      'A payout run is open',
      'A payout run is still open. Finish or cancel it first.',
    ),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Prepare a run' }));
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
  deleted.mockResolvedValue({ position: 9 });
  open();
  expect(await screen.findByText('A brand reported one of your photos.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Lift hold on payouts to Pia Poor' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(deleted).not.toHaveBeenCalled();
  serve({});
  await userEvent.click(dialog.getByRole('button', { name: 'Lift hold' }));
  expect(deleted).toHaveBeenCalledWith('/api/admin/creators/creator-7/payouts-hold', expect.anything());
  expect(await screen.findByText('No creators are on hold.')).toBeInTheDocument();
});

test('[PAY-14] changes to payouts appear automatically; other events load nothing', async () => {
  serve({});
  open();
  await screen.findByText('To 2 creators');
  const publish = (position: number, stream: string) =>
    act(async () => live.listeners.forEach((listener) => listener({ position, value: { items: [{ stream }] } })));
  const loads = read.mock.calls.length;
  await publish(1_000, 'order-1');
  expect(read.mock.calls.length).toBe(loads);
  serve({ runs: [run({ status: 'prepared' })] });
  await publish(1_001, 'payoutRun-all');
  expect(await screen.findByText('Ready to send')).toBeInTheDocument();
});

test('[PAY-14] a list that can’t be loaded says so', async () => {
  read.mockRejectedValue(new ApiError(500, 'unexpected', 'Something went wrong', 'Please try again.'));
  open();
  expect(await screen.findByText(/^The payout runs could not be loaded/)).toBeInTheDocument();
});
