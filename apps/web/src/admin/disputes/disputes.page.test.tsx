import { screen, waitFor, within } from '@testing-library/react';
import type { DisputeRow } from '@tessera/contract/money/refunds';
import { downloads } from '../../testing/downloads.test-kit.ts';
import { server } from '../../testing/server.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { pass, user } from '../../testing/user.test-kit.ts';
import { nextPosition, pushEvent, showToAdmin } from '../admin-page.test-kit.tsx';
import { AdminDisputesPage } from './disputes.page.tsx';

const usd = (cents: number) => ({ amount_cents: cents, currency: 'USD' }) as const;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const dispute = (change: Partial<DisputeRow> = {}): DisputeRow => ({
  dispute_id: 'dp_1',
  order_id: 'order-1',
  brand_name: 'Northwind',
  gateway: 'sandbox',
  standing: 'open',
  amount_money: usd(25_000),
  reason: 'fraudulent',
  evidence_due_at: inDays(6.5),
  opened_at: '2026-11-25T10:00:00.000Z',
  decided_at: null,
  licenses: [
    {
      license_id: 'license-1',
      title: 'Harbour at dawn',
      amount_money: usd(25_000),
      creator_name: 'Mara Lindqvist',
      parts: { creator: 20_000, referrer: 1_250, platform: 3_750 },
    },
  ],
  ...change,
});
const page = (...items: DisputeRow[]) => ({ items, next_cursor: null, position: 5 });

const list = 'GET /api/admin/disputes';

const open = (search = '') => showToAdmin(`/admin/disputes${search}`, <AdminDisputesPage />);
const entry = () => screen.findByRole('row', { name: /Northwind/ });

test('[PAY-24] an open dispute shows its reason, amount, the shares in reserve, and how long the bank accepts evidence', async () => {
  server.answer(list, page(dispute()));
  open();
  const words = await entry();
  expect(words).toHaveTextContent('The cardholder says they didn’t pay');
  expect(words).toHaveTextContent('$250.00In reserve until the bank decides');
  expect(words).toHaveTextContent('Mara Lindqvist $200.00 · referrer $12.50 · you $37.50');
  expect(words).toHaveTextContent('7 days left');
  expect(server.asked(list).map(({ path }) => path)).toEqual([expect.stringMatching(/\?standing=open(&after=\d+)?$/)]);
});

test('[FIX-39][FIX-44] a dispute that arrives while the page is open, with evidence due in exactly 7 days, has 7 days left', async () => {
  const earlier = dispute({ dispute_id: 'dp_0', brand_name: 'Acme', evidence_due_at: inDays(3) });
  server.answer(list, page(earlier));
  open();
  expect(await screen.findByRole('row', { name: /Acme/ })).toHaveTextContent('3 days left');
  // The page's clock ticks every 30 seconds.
  await pass(20_000);
  server.answer(list, page(dispute({ evidence_due_at: inDays(7) }), earlier));
  await pushEvent(nextPosition(), 'dispute-dp_1');
  expect(await entry()).toHaveTextContent('7 days left');
});

test.each([
  ['won', 'Released from reserve'],
  ['lost', 'Charged back for good'],
] as const)('[PAY-24] a dispute that was %s says when, and what happened to the money', async (standing, words) => {
  server.answer(list, page(dispute({ standing, decided_at: '2026-12-03T10:00:00.000Z' })));
  open(`?standing=${standing}`);
  expect(await entry()).toHaveTextContent(words);
  expect(await entry()).toHaveTextContent('Dec 3, 2026');
  expect(screen.getByRole('columnheader', { name: 'Decided (UTC)' })).toBeInTheDocument();
});

test('[PAY-24] a warning moves no money, and may have no due date', async () => {
  server.answer(list, page(dispute({ standing: 'warning', evidence_due_at: null, reason: 'some_new_word' })));
  open('?standing=warning');
  const words = await entry();
  expect(words).toHaveTextContent('No money has moved');
  expect(words).toHaveTextContent('Not given by the bank');
  expect(words).toHaveTextContent('some new word');
  expect(words).not.toHaveTextContent('referrer');
});

test('[PAY-24] the evidence for each license is downloaded as one PDF, as the admin; a failure shows a message', async () => {
  server.answer(list, page(dispute()));
  const evidence = 'GET /api/admin/licenses/license-1/evidence.pdf';
  server.answer(evidence, () => new Response('pdf'));
  open();
  const save = within(await entry()).getByRole('button', { name: 'Evidence for Harbour at dawn (PDF)' });
  await user().click(save);
  expect(server.asked(evidence).map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer secret']);
  expect(downloads()).toEqual(['evidence-license-1.pdf']);
  expect(toasts()).toEqual([]);
  server.refuse(evidence, 404, { message: 'No answer.' });
  await user().click(save);
  expect(toasts()).toEqual([['error', 'Download failed', 'No answer.']]);
});

test('[PAY-24] if there are no disputes, the page says so', async () => {
  server.answer(list, page());
  open();
  expect(await screen.findByText('No payments are disputed.')).toBeVisible();
});

test('[PAY-24] the shares in reserve appear once they are posted, a moment after the dispute was opened', async () => {
  const [license] = dispute().licenses;
  const nothing = { creator: 0, referrer: 0, platform: 0 };
  server.answer(list, page(dispute({ licenses: [{ ...license!, parts: nothing }] })));
  open();
  expect(await entry()).toHaveTextContent('Mara Lindqvist $0.00 · you $0.00');
  server.answer(list, page(dispute()));
  await pushEvent(nextPosition(), 'earning-license-1', 'EarningDisputed');
  await waitFor(async () => expect(await entry()).toHaveTextContent('Mara Lindqvist $200.00'));
});
