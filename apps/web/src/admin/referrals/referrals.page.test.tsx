import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReviewedReferral } from '@tessera/contract/referrals';
import { ApiError } from '../../kernel/send.ts';
import { showToAdmin } from '../admin-page.test-kit.tsx';
import { AdminReferralsPage } from './referrals.page.tsx';

const { read, posted, toasts } = vi.hoisted(() => ({
  read: vi.fn<(path: string) => unknown>(),
  posted: vi.fn<(path: string, body: unknown) => Promise<unknown>>(),
  toasts: { error: vi.fn(), success: vi.fn() },
}));
vi.mock('../../kernel/send.ts', async (original) => ({
  ...(await original<typeof import('../../kernel/send.ts')>()),
  get: (await import('../tasks/tasks.test-kit.ts')).withNoTasks((path) => read(path)),
  post: posted,
}));
vi.mock('../../kernel/toast.tsx', () => ({ toast: toasts }));
vi.mock('../../kernel/reading/live.ts', async () => {
  const jotai = await import('jotai');
  return { liveStatusAtom: jotai.atom('live'), openLive: () => undefined, watch: () => () => undefined };
});

const held = (name: string | null, more: Partial<ReviewedReferral> = {}): ReviewedReferral => ({
  id: `referral-of-${name}`,
  referrer_id: 'creator-1',
  referred_user_id: `id-of-${name}`,
  referral_code: '7K3M9XQ2',
  conversion_type: 'signup',
  source: 'signup',
  arrival: 'url',
  status: 'pending',
  held_for: 'phone',
  created_at: '2026-11-20T14:05:00.000Z',
  decided_at: null,
  reason: null,
  referrer_name: 'Carla Creator',
  referred_name: name,
  ...more,
});
const page = (items: readonly ReviewedReferral[], next_cursor: string | null = null) => ({
  items,
  next_cursor,
  position: 5,
});

beforeEach(() => vi.resetAllMocks());

const open = (search = '') => showToAdmin(`/admin/referrals${search}`, <AdminReferralsPage />);

const askToReject = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Reject the referral of ${name}` }));
  return within(await screen.findByRole('alertdialog'));
};

test('[PAY-27] a decision without a reason is not sent; the server’s error is shown at the field, which keeps its input', async () => {
  read.mockReturnValue(page([held('Ida')]));
  open();
  const dialog = await askToReject('Ida');
  await userEvent.click(dialog.getByRole('button', { name: 'Reject referral' }));
  expect(await dialog.findByText('Please say why, in at most 300 characters')).toBeInTheDocument();
  expect(posted).not.toHaveBeenCalled();
  const wrong = { reason: 'Please say it in other words' };
  posted.mockRejectedValue(new ApiError(400, 'invalid_input', 'Invalid input', wrong.reason, wrong));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Your own account.');
  await userEvent.click(dialog.getByRole('button', { name: 'Reject referral' }));
  expect(await dialog.findByText(wrong.reason)).toBeInTheDocument();
  expect(dialog.getByLabelText('Reason')).toHaveValue('Your own account.');
  expect(posted.mock.calls[0]?.slice(0, 2)).toEqual([
    '/api/admin/referrals/id-of-Ida/reject',
    { reason: 'Your own account.' },
  ]);
});

test('[PAY-27] if another admin has decided first, a message says so, and the list is loaded again', async () => {
  read.mockReturnValue(page([held('Ida')]));
  open();
  const dialog = await askToReject('Ida');
  const refusal = ['Referral already decided', 'Someone has decided about this referral already.'] as const;
  posted.mockRejectedValue(new ApiError(409, 'referral_not_held', ...refusal));
  read.mockReturnValue(page([]));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Your own account.');
  await userEvent.click(dialog.getByRole('button', { name: 'Reject referral' }));
  expect(await screen.findByText(/^Nothing is held/)).toBeInTheDocument();
  expect(toasts.error.mock.calls).toEqual([refusal]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('[PAY-27] decided referrals are listed with date and reason, page by page; a deleted account has no name', async () => {
  const reason = 'They share an office line.';
  const decided = { status: 'completed', decided_at: '2026-11-21T09:00:00.000Z', reason } as const;
  read.mockReturnValueOnce(page([held('Ida', decided)], 'next'));
  open('?status=completed');
  expect(await screen.findByText(reason)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  read.mockReturnValueOnce(page([held(null, { status: 'completed', held_for: null })]));
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Deleted account')).toBeInTheDocument();
  expect(screen.getByText('At sign-up')).toBeInTheDocument();
  expect(read.mock.calls.map(([path]) => path)).toEqual([
    '/api/admin/referrals?status=completed',
    '/api/admin/referrals?status=completed&cursor=next',
  ]);
});

test('a list that can’t be loaded says so', async () => {
  read.mockImplementation(() => {
    throw new ApiError(500, 'unexpected', 'Something went wrong', 'The store is away.');
  });
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The referrals could not be loaded');
});
