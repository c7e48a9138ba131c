import { screen } from '@testing-library/react';
import { availableAfterDays, payoutWindowDays } from '@tessera/domain/ledger';
import { payoutPromise } from '@tessera/domain/payouts/titles';
import { PayoutsPage } from '../earnings/payouts/payouts.page.tsx';
import { StatementPage } from '../earnings/statements/statement.page.tsx';
import { balance, openPage, pageOf } from '../earnings/earnings.test-kit.tsx';
import { HelpPage } from '../help/help.page.tsx';
import { HowItWorks } from '../landing/how-it-works.tsx';
import { server } from '../testing/server.test-kit.ts';
import { signIn } from '../testing/sign-in.test-kit.ts';
import { TermsPage } from './terms.page.tsx';

const within = 'within 15 days of receipt of the payment';
const available = 'Each sale is available 9 days after it was paid for';
const carriedOver = /carried over: less than \$10\.00, money on hold or in dispute, .*without payout details/;

test('[SPC-03] the numbers of the promise are those of the ledger', () => {
  expect([availableAfterDays, payoutWindowDays]).toEqual([9, 15]);
  expect([payoutPromise.within, payoutPromise.available]).toEqual([within, available]);
});

test.each([
  ['the terms', TermsPage, true],
  ['the help page', HelpPage, true],
  ['the landing page', HowItWorks, false],
] as const)('[SPC-03] %s: paid within 15 days of receipt', (_page, Page, isWhole) => {
  openPage(Page, '/', '/');
  const { textContent: text } = document.body;
  expect(text).toContain(within);
  if (!isWhole) return;
  expect(text).toContain(available);
  expect(text).toMatch(carriedOver);
  expect(text).toContain('at least twice a week');
});

test('[SPC-03] a creator’s payouts page says the same', async () => {
  await signIn({ id: 'creator-of-payouts' });
  server.answer('GET /api/earnings/balance', { ...balance, due: [] });
  server.answer('GET /api/earnings/payouts', pageOf([]));
  openPage(PayoutsPage, '/creator/payouts', '/creator/payouts');
  expect(await screen.findByText(`No payouts yet. ${available} and paid ${within}.`)).toBeVisible();
});

test('[SPC-03] a statement says the same', async () => {
  await signIn({ id: 'creator-of-statements' });
  const balances = { opening_cents: 0, closing_cents: 0 };
  server.answer('GET /api/earnings/statement', { ...pageOf([]), from: '2026-11-01', to: '2026-11-30', ...balances });
  openPage(StatementPage, '/creator/statement', '/creator/statement');
  expect(await screen.findByText(carriedOver)).toHaveTextContent(`${available} and paid ${within}.`);
});
