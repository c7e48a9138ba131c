import { screen, waitFor, within } from '@testing-library/react';
import type { ReviewedReferral } from '@tessera/contract/referrals';
import { server } from '../../testing/server.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { showToAdmin } from '../admin-page.test-kit.tsx';
import { AdminReferralsPage } from './referrals.page.tsx';

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

const list = 'GET /api/admin/referrals';
const reject = 'POST /api/admin/referrals/id-of-Ida/reject';

const open = (search = '') => showToAdmin(`/admin/referrals${search}`, <AdminReferralsPage />);

const askToReject = async (name: string) => {
  await user().click(await screen.findByRole('button', { name: `Reject the referral of ${name}` }));
  return within(await screen.findByRole('alertdialog'));
};

test('[PAY-27] a decision without a reason is not sent; the server’s error is shown at the field, which keeps its input', async () => {
  server.answer(list, page([held('Ida')]));
  open();
  const dialog = await askToReject('Ida');
  await user().click(dialog.getByRole('button', { name: 'Reject referral' }));
  expect(await dialog.findByText('Please say why, in at most 300 characters')).toBeInTheDocument();
  expect(server.asked(reject)).toEqual([]);
  const wrong = { reason: 'Please say it in other words' };
  server.refuse(reject, 400, { code: 'invalid_input', title: 'Invalid input', message: wrong.reason, fields: wrong });
  await user().type(dialog.getByLabelText('Reason'), 'Your own account.');
  await user().click(dialog.getByRole('button', { name: 'Reject referral' }));
  expect(await dialog.findByText(wrong.reason)).toBeInTheDocument();
  expect(dialog.getByLabelText('Reason')).toHaveValue('Your own account.');
  expect(server.bodies(reject)).toEqual([{ reason: 'Your own account.' }]);
});

test('[PAY-27] if another admin has decided first, a message says so, and the list is loaded again', async () => {
  server.answer(list, page([held('Ida')]));
  open();
  const dialog = await askToReject('Ida');
  const [title, message] = ['Referral already decided', 'Someone has decided about this referral already.'];
  server.refuse(reject, 409, { code: 'referral_not_held', title, message });
  server.answer(list, page([]));
  await user().type(dialog.getByLabelText('Reason'), 'Your own account.');
  await user().click(dialog.getByRole('button', { name: 'Reject referral' }));
  expect(await screen.findByText(/^Nothing is held/)).toBeInTheDocument();
  expect(toasts()).toEqual([['error', title, message]]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('[PAY-27] decided referrals are listed with date and reason, page by page; a deleted account has no name', async () => {
  const reason = 'They share an office line.';
  const decided = { status: 'completed', decided_at: '2026-11-21T09:00:00.000Z', reason } as const;
  server.answerOnce(list, page([held('Ida', decided)], 'next'));
  open('?status=completed');
  expect(await screen.findByText(reason)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  server.answerOnce(list, page([held(null, { status: 'completed', held_for: null })]));
  await user().click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Deleted account')).toBeInTheDocument();
  expect(screen.getByText('At sign-up')).toBeInTheDocument();
  expect(server.asked(list).map(({ path }) => path)).toEqual([
    '/api/admin/referrals?status=completed',
    '/api/admin/referrals?status=completed&cursor=next',
  ]);
});

test('a list that can’t be loaded says so', async () => {
  server.refuse(list, 500, { message: 'The store is away.' });
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The referrals could not be loaded');
});
