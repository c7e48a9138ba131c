import { screen, waitFor, within } from '@testing-library/react';
import type { LeftOutRow, PayoutRunDetails, RunPayout } from '@tessera/contract/money/payout-runs';
import { payoutStatuses } from '@tessera/domain/payouts/payout';
import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import { Route, Routes } from 'react-router-dom';
import { downloads } from '../../../testing/downloads.test-kit.ts';
import { server } from '../../../testing/server.test-kit.ts';
import { toasts } from '../../../testing/toasts.test-kit.ts';
import { user } from '../../../testing/user.test-kit.ts';
import { pushEvent, showToAdmin } from '../../admin-page.test-kit.tsx';
import { AdminPayoutRunPage } from './run.page.tsx';

const path = '/api/admin/payout-runs/run-1';
const settlement = `POST ${path}/settlement`;
const payoutPath = '/api/admin/payouts/creator-1/P1';
const at = '2026-12-07T09:00:00.000Z';

const payout = (status: PayoutStatus, more: Partial<RunPayout> = {}): RunPayout => ({
  id: 'P1',
  creator_id: 'creator-1',
  creator_name: 'Carla Creator',
  amount_cents: 125_000,
  method: 'bank',
  destination: 'Bank account ending in 6789',
  status,
  times: { [status]: at },
  reference: null,
  reason: null,
  on_hold: false,
  pay_by_on: '2026-12-10',
  ...more,
});
const leftOut: LeftOutRow = {
  creator_id: 'creator-7',
  creator_name: 'Pia Poor',
  reason: 'below_minimum',
  title: 'Below the minimum of $10.00',
  message: 'Your available $9.99 will be added to your next payout.',
  available_cents: 999,
  on_hold: false,
};
const run = (status: PayoutRunDetails['status'], rows: readonly RunPayout[]): PayoutRunDetails => ({
  id: 'run-1',
  status,
  started_at: at,
  started_by: 'admin',
  due_by: at,
  pay_by_on: '2026-12-10',
  times: { preparing: at },
  count: rows.length,
  total_cents: 125_000 * rows.length,
  left_out: 1,
  rail: null,
  is_automatic: false,
  methods: [
    { method: 'bank', count: rows.length, cents: 125_000 * rows.length },
    { method: 'paypal', count: 0, cents: 0 },
  ],
  outcomes: payoutStatuses.map((each) => ({
    status: each,
    count: rows.filter((row) => row.status === each).length,
  })),
  left_out_reasons: [{ reason: 'below_minimum', count: 1 }],
  files: [],
  position: 5,
});

const serve = (details: PayoutRunDetails, rows: readonly RunPayout[], left: LeftOutRow = leftOut) => {
  const page = (items: readonly unknown[]) => ({ items, next_cursor: null, position: 5 });
  server.answer(`GET ${path}`, details);
  server.answer(`GET ${path}/payouts`, page(rows));
  server.answer(`GET ${path}/left-out`, page([left]));
};
const serveAll = (status: PayoutRunDetails['status'], ...rows: readonly RunPayout[]) => serve(run(status, rows), rows);

beforeEach(() => server.answer(`POST ${payoutPath}/*`, { position: 9 }));

const open = (search = '') =>
  showToAdmin(
    `/admin/payouts/run-1${search}`,
    <Routes>
      <Route path="/admin/payouts/:run" element={<AdminPayoutRunPage />} />
    </Routes>,
  );

const press = async (name: string) => user().click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('alertdialog'));

test('[PAY-14] a run shows its totals by method, its payouts, and who is left out with the reason shown to the creator', async () => {
  serveAll('prepared', payout('prepared'));
  open();
  expect(await screen.findByRole('group', { name: 'Bank transfer' })).toHaveTextContent('$1,250.00');
  const row = (await screen.findByText('P1')).closest('tr')!;
  expect(row).toHaveTextContent('Carla Creator');
  expect(row).toHaveTextContent('Bank account ending in 6789');
  const left = (await screen.findByText('Below the minimum of $10.00')).closest('tr')!;
  expect(left).toHaveTextContent('Your available $9.99 will be added to your next payout.');
  expect(screen.getByRole('option', { name: 'Prepared (1)' })).toBeInTheDocument();
});

test('[FIX-20] a file from before a payout left the run says so; a hold isn’t said of money that was sent before it', async () => {
  const rows = [
    payout('prepared'),
    payout('paid', { id: 'P2', on_hold: true }),
    payout('canceled', { id: 'P3', on_hold: true }),
  ];
  const file = { method: 'bank', count: 2, made_by: 'admin', at } as const;
  serve({ ...run('prepared', rows), files: [{ ...file, gone: 1 }] }, rows);
  open();
  const warning = await screen.findByRole('alert');
  expect(warning).toHaveTextContent(/^Don’t pay from the .+ you created before/);
  expect(warning).toHaveTextContent('1 payout has left this run since the file from Dec 7, 2026, 9:00 AM UTC');
  const statusOf = async (id: string) => (await screen.findByText(id)).closest('tr');
  expect(await statusOf('P2')).toHaveTextContent('PaidLater payouts on hold');
  expect(await statusOf('P3')).toHaveTextContent('CanceledOn hold');
  serve(
    {
      ...run('prepared', rows),
      files: [
        { ...file, gone: 1 },
        { ...file, at: '2026-12-07T10:00:00.000Z', gone: 0 },
      ],
    },
    rows,
  );
  await pushEvent(1_000, 'payoutRun-all');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('[PAY-14] payouts can be filtered by status, which is kept in the address', async () => {
  serveAll('sent', payout('sent'));
  open('?status=sent');
  await screen.findByText('P1');
  expect(server.asked(`GET ${path}/payouts?status=sent*`)).toHaveLength(1);
  await user().selectOptions(screen.getByLabelText('Status'), 'paid');
  await waitFor(() => expect(server.asked(`GET ${path}/payouts?status=paid*`)).toHaveLength(1));
});

test.each([
  ['Send payouts', 'Send payouts', 'send'],
  ['Cancel run', 'Cancel the run', 'cancel'],
] as const)('[PAY-14] %s is done only after a confirmation', async (button, answer, step) => {
  serveAll('prepared', payout('prepared'));
  const call = `POST ${path}/${step}`;
  server.answer(call, { position: 9 });
  open();
  await press(button);
  const question = await dialog();
  expect(server.asked('POST *')).toEqual([]);
  await user().click(question.getByRole('button', { name: answer }));
  expect(server.bodies(call)).toEqual([{}]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
});

test('[PAY-16] a file is created only after the password is entered again, and is only downloaded', async () => {
  serveAll('sent', payout('sent'));
  const confirm = 'POST /api/admin/session/confirm';
  const makeFile = `POST ${path}/files`;
  server.refuse(confirm, 422, {
    code: 'wrong_password',
    title: 'Wrong password',
    message: 'That’s not your password.',
    fields: { password: 'That’s not it.' },
  });
  open();
  await press('Bank transfer (1)');
  const asked = await dialog();
  await user().click(asked.getByRole('button', { name: 'Create and download' }));
  expect(await asked.findByText('Please enter your password')).toBeInTheDocument();
  await user().type(asked.getByLabelText('Your password'), 'a guess{Enter}');
  expect(await asked.findByText('That’s not it.')).toBeInTheDocument();
  expect(server.asked(makeFile)).toEqual([]);
  server.answer(confirm, { position: 9 });
  const saved = vi.spyOn(URL, 'createObjectURL');
  server.answer(makeFile, () => new Response('name,bank,routing', { headers: { 'payouts-left-out': '1' } }));
  await user().clear(asked.getByLabelText('Your password'));
  await user().type(asked.getByLabelText('Your password'), 'correct horse{Enter}');
  await waitFor(() => expect(downloads()).toEqual(['payouts-bank-2026-11-28.csv']));
  expect(server.bodies(confirm)).toEqual([{ password: 'a guess' }, { password: 'correct horse' }]);
  expect(server.bodies(makeFile)).toEqual([{ method: 'bank' }]);
  expect(server.asked(makeFile)[0]?.headers.get('authorization')).toBe('Bearer secret');
  const [file] = saved.mock.lastCall ?? [];
  expect(await (file as Blob).text()).toBe('name,bank,routing');
  expect(await screen.findByText('1 payout not in the bank file')).toBeInTheDocument();
  // The next file asks again.
  await press('Bank transfer (1)');
  expect((await dialog()).getByLabelText('Your password')).toHaveValue('');
});

test('[PAY-14] one payout is marked as paid with the bank’s reference', async () => {
  serveAll('sent', payout('sent'));
  open();
  await press('Mark paid: payout of $1,250.00 to Carla Creator');
  const asked = await dialog();
  await user().type(asked.getByLabelText('Reference (optional)'), 'TRACE-1');
  await user().click(asked.getByRole('button', { name: 'Mark as paid' }));
  expect(server.bodies(`POST ${payoutPath}/paid`)).toEqual([{ reference: 'TRACE-1' }]);
});

test.each([
  ['sent', 'Mark failed', 'Mark as failed', 'failed'],
  ['paid', 'Mark returned', 'Mark as returned', 'returned'],
] as const)('[PAY-14] for a payout that was %s, %s requires a reason', async (status, button, action, outcome) => {
  const call = `POST ${payoutPath}/${outcome}`;
  serveAll('sent', payout(status));
  open();
  await press(`${button}: payout of $1,250.00 to Carla Creator`);
  const asked = await dialog();
  await user().click(asked.getByRole('button', { name: action }));
  expect(await asked.findByText('Please say why, in at most 300 characters')).toBeInTheDocument();
  expect(server.asked('POST *')).toEqual([]);
  await user().type(asked.getByLabelText('Reason'), 'The account is closed.');
  await user().click(asked.getByRole('button', { name: action }));
  expect(server.bodies(call)).toEqual([{ reason: 'The account is closed.' }]);
});

test('[PAY-14] a prepared payout is canceled after a confirmation; a refusal is shown, and the list is loaded again', async () => {
  serveAll('prepared', payout('prepared'));
  open();
  await press('Cancel: payout of $1,250.00 to Carla Creator');
  const [title, message] = ['Payout already settled', 'It has moved on.'];
  server.refuse(`POST ${payoutPath}/canceled`, 409, { code: 'payout_already_settled', title, message });
  serveAll('sent', payout('sent'));
  await user().click((await dialog()).getByRole('button', { name: 'Cancel the payout' }));
  expect(server.bodies(`POST ${payoutPath}/canceled`)).toEqual([{}]);
  await waitFor(() => expect(toasts()).toEqual([['error', title, message]]));
  expect(await screen.findByRole('button', { name: /^Mark paid/ })).toBeInTheDocument();
});

const upload = async () => {
  const file = new File(['payout_id,amount,status'], 'answer.csv', { type: 'text/csv' });
  await user().upload(await screen.findByLabelText('File from your bank'), file);
  await press('Check and record');
};

test('[PAY-14] a wrong file of bank results is refused line by line, and says that nothing was changed', async () => {
  serveAll('sent', payout('sent'));
  server.refuse(settlement, 422, {
    code: 'settlement_refused',
    title: 'File not usable',
    message: '3 lines are wrong, so nothing was changed.',
    fields: {
      'Line 2': 'There’s no payout P9 in this run.',
      'Line 3': 'Payout P1 is in the file twice.',
      'Line 4': 'Payout P1 is 1250.00, not 1.00.',
    },
  });
  open();
  await upload();
  const wrong = within(await screen.findByRole('list', { name: 'Errors in the file' }));
  expect(wrong.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Line 2: There’s no payout P9 in this run.',
    'Line 3: Payout P1 is in the file twice.',
    'Line 4: Payout P1 is 1250.00, not 1.00.',
  ]);
  expect(screen.getByText(/so nothing was changed/)).toBeInTheDocument();
});

test('[PAY-14] a recorded file of bank results says what it settled', async () => {
  serveAll('sent', payout('sent'));
  server.answer(settlement, { paid: 1, failed: 2, returned: 0, position: 12 });
  open();
  await upload();
  expect(await screen.findByText(/^1 payout paid, 2 failed, 0 returned\./)).toBeInTheDocument();
  const [sent] = server.asked(settlement);
  expect(sent?.body instanceof Blob && sent.body.type).toBe('application/octet-stream');
});

test('[PAY-14] the page updates when a payout is settled', async () => {
  serveAll('sent', payout('sent'));
  open();
  expect(await screen.findByText('On its way: 1')).toBeInTheDocument();
  serveAll('closed', payout('paid', { reference: 'TRACE-1' }));
  await pushEvent(2_000, 'payout-creator-1');
  expect(await screen.findByText('Reference TRACE-1')).toBeInTheDocument();
  expect(screen.getByText('Done')).toBeInTheDocument();
  expect(screen.getByText('Paid: 1')).toBeInTheDocument();
});

test('[PAY-17] a creator who was left out can be put on hold with a reason, from the list itself', async () => {
  serveAll('prepared', payout('prepared'));
  const hold = 'PUT /api/admin/creators/creator-7/payouts-hold';
  server.answer(hold, { position: 9 });
  open();
  await press('Hold: payouts to Pia Poor');
  const asked = await dialog();
  await user().type(asked.getByLabelText('Reason'), 'A brand reported one of your photos.');
  const rows = [payout('prepared')];
  serve(run('prepared', rows), rows, { ...leftOut, on_hold: true });
  await user().click(asked.getByRole('button', { name: 'Put on hold' }));
  expect(server.bodies(hold)).toEqual([{ reason: 'A brand reported one of your photos.' }]);
  expect(await screen.findByRole('button', { name: 'Lift hold: payouts to Pia Poor' })).toBeInTheDocument();
});

test('[PAY-15] if payouts are sent automatically, nothing is offered that would pay someone twice', async () => {
  const rows = [payout('sent')];
  serve({ ...run('sent', rows), is_automatic: true }, rows);
  open();
  expect(await screen.findByText('Payouts are sent automatically')).toBeInTheDocument();
  await screen.findByText('P1');
  expect(screen.queryByRole('button', { name: /^(Bank transfer|Mark)/ })).not.toBeInTheDocument();
});

test('the address of an unknown run says so', async () => {
  server.refuse(`GET ${path}*`, 404, {
    code: 'payout_run_not_found',
    title: 'Payout run not found',
    message: 'There’s no such run.',
  });
  open();
  expect(await screen.findByText('There’s no such payout run.')).toBeInTheDocument();
});
