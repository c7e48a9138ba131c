import { screen, within } from '@testing-library/react';
import type { MailQueue } from '@tessera/contract/mails/mail-queue';
import { server } from '../../testing/server.test-kit.ts';
import { nextPosition, pushEvent, showToAdmin } from '../admin-page.test-kit.tsx';
import { AdminMailsPage } from './mails.page.tsx';

const at = '2026-11-28T10:00:00.000Z';
const queue = (change: Partial<MailQueue> = {}): MailQueue => ({ waiting: [], outage: null, failing: [], ...change });
const givenUp = (...items: readonly object[]) => ({ items, next_cursor: null, position: 5 });
const open = () => showToAdmin('/admin/mails', <AdminMailsPage />);

test('[HOU-06] one page shows what is due, what holds it up, and what was given up', async () => {
  server.answer(
    'GET /api/admin/mails',
    queue({
      waiting: [
        { kind: 'requested', count: 1, since: at },
        { kind: 'receipt', count: 1_000, since: at },
      ],
      outage: { mail: 'every', reason: 'The mail server at MAIL_URL did not accept an email.', at },
      failing: [{ mail: 'receipt of order order-1', reason: 'Code 451.', at }],
    }),
  );
  server.answer('GET /api/admin/mails/undelivered', givenUp({ mail: 'security.1', reason: 'no_address', at }));
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The mail server at MAIL_URL did not accept an email.');
  const due = within(screen.getByRole('region', { name: 'Emails that are due' }));
  expect(due.getByRole('row', { name: /Links, codes and goodbyes/ })).toHaveTextContent('1');
  expect(due.getByRole('row', { name: /Receipts/ })).toHaveTextContent('1,000');
  expect(screen.getByRole('row', { name: /receipt of order order-1/ })).toHaveTextContent('Code 451.');
  expect(await screen.findByRole('row', { name: /security.1/ })).toHaveTextContent(
    'The recipient’s account was deleted',
  );
});

test('[HOU-06] an outcome that is recorded meanwhile changes the page', async () => {
  server.answer('GET /api/admin/mails', queue({ waiting: [{ kind: 'receipt', count: 1, since: at }] }));
  server.answer('GET /api/admin/mails/undelivered', givenUp());
  open();
  await screen.findByRole('row', { name: /Receipts/ });
  server.answer('GET /api/admin/mails', queue());
  await pushEvent(nextPosition(), 'receipt-order-1', 'ReceiptSent');
  expect(await screen.findByText('No email waits: all that were due are on their way.')).toBeVisible();
  expect(screen.getByText('No email has been given up.')).toBeVisible();
});
