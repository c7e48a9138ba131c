import { expect, test } from 'vitest';
import { leftOutReasons } from './left-out.ts';
import { holdsPayouts, leftOutText, waitingCodes, waitingOf } from './waiting.ts';
import type { WaitingFacts } from './waiting.ts';

const now = '2026-12-05T12:00:00.000Z';
const facts = (change: Partial<WaitingFacts> = {}): WaitingFacts => ({
  available_cents: 12_000,
  reserve_cents: 0,
  hold: null,
  details: { changed_at: null },
  cameBack: null,
  now,
  ...change,
});
const returned = {
  status: 'returned',
  amount_cents: 4_000,
  reason: 'The account is closed',
  at: '2026-12-01T08:00:00.000Z',
} as const;

test('[PAY-04] money that can be paid out waits for nothing', () => {
  expect(waitingOf(facts())).toBeNull();
  expect(holdsPayouts(null)).toBe(false);
});

test.each([
  [
    'on_hold',
    facts({ hold: { reason: 'We are checking a report.' } }),
    'Your payouts are on hold',
    'We are checking a report. What you’ve earned stays yours and is paid out once the hold is lifted. ' +
      'Reply to any of our emails if you have a question.',
  ],
  [
    'no_details',
    facts({ details: null }),
    'We don’t know where to pay you',
    'Add your payout details. Everything that’s available will then be part of your next payout.',
  ],
  [
    'email_unconfirmed',
    facts({ details: { changed_at: null, awaits_confirmation: true } }),
    'Please confirm your email address',
    'Payouts wait until you do. Press the button in the email we sent you, or have it sent again from your account.',
  ],
  [
    'payout_returned',
    facts({ cameBack: returned }),
    'The bank returned your payout of $40.00',
    'The account is closed. Check your payout details. The money is back in your balance and will be part of your next payout.',
  ],
  [
    'payout_failed',
    facts({ cameBack: { ...returned, status: 'failed', reason: null } }),
    'Your payout of $40.00 didn’t go through',
    'Check your payout details. The money is back in your balance and will be part of your next payout.',
  ],
  [
    'details_changed',
    facts({ details: { changed_at: '2026-12-03T09:30:00.000Z' } }),
    'Your payout details changed on Dec 3, 2026',
    'To keep your money safe, payouts wait for 72 hours, until Dec 6, 2026, 9:30 AM UTC. If it wasn’t you, change ' +
      'your password now and reply to any of our emails.',
  ],
  [
    'negative_balance',
    facts({ available_cents: -4_000 }),
    'Your available balance is −$40.00',
    'Refunds and disputes came to more than your balance. Your next sales will make up for it; there’s nothing to pay.',
  ],
  [
    'below_minimum',
    facts({ available_cents: 999 }),
    'Below the minimum of $10.00',
    'Your available $9.99 will be added to your next payout.',
  ],
  [
    'disputed',
    facts({ available_cents: 0, reserve_cents: 8_000 }),
    '$80.00 is set aside for a dispute',
    'A buyer’s bank is looking into a payment. If it decides in our favor, the money is yours again. There’s ' +
      'nothing you need to do.',
  ],
] as const)('[PAY-04] %s is told in the creator’s words, with what to do', (code, given, title, message) => {
  expect(waitingOf(given)).toEqual({ code, title, message });
  expect(holdsPayouts(waitingOf(given))).toBe(
    ['on_hold', 'no_details', 'email_unconfirmed', 'details_changed'].includes(code),
  );
});

test('[PAY-04] of several reasons, the one to act on first is given', () => {
  const all: WaitingFacts = {
    available_cents: 999,
    reserve_cents: 8_000,
    hold: { reason: 'Checking.' },
    details: null,
    cameBack: returned,
    now,
  };
  const told: string[] = [];
  for (const change of [
    {},
    { hold: null },
    { details: { changed_at: null, awaits_confirmation: true } },
    { details: { changed_at: null } },
    { details: { changed_at: '2026-12-03T09:30:00.000Z' } },
    { available_cents: -1, cameBack: null, details: { changed_at: null } },
    { available_cents: 999 },
    { available_cents: 0 },
  ]) {
    Object.assign(all, change);
    told.push(waitingOf(all)?.code ?? 'nothing');
  }
  expect(told).toEqual(waitingCodes.filter((code) => code !== 'payout_failed'));
});

test('[PAY-04] details that were changed after a payout came back settle the matter, and hold payouts for 72 hours', () => {
  const details = { changed_at: '2026-12-02T12:00:00.000Z' };
  expect(waitingOf(facts({ details, cameBack: returned }))).toBeNull();
  expect(waitingOf(facts({ details, cameBack: returned, now: '2026-12-05T11:59:59.999Z' }))?.code).toBe(
    'details_changed',
  );
});

test.each([
  ['on_hold', facts({ hold: { reason: 'We are checking a report.' } })],
  ['no_details', facts({ details: null })],
  ['email_unconfirmed', facts({ details: { changed_at: null, awaits_confirmation: true } })],
  ['details_changed', facts({ details: { changed_at: '2026-12-04T12:00:00.000Z' } })],
  ['negative_balance', facts({ available_cents: -4_000 })],
  ['below_minimum', facts({ available_cents: 999 })],
] as const)(
  '[PAY-14] who was left out as %s is told to the operator in the words that the creator reads',
  (reason, given) => {
    expect(waitingOf(given)).toEqual({ code: reason, ...leftOutText(reason, given) });
  },
);

test('[PAY-14] a problem that has been solved since is described as such, so that nobody fixes it twice', () => {
  const titles = leftOutReasons.map((reason) => leftOutText(reason, facts()).title);
  expect(titles).toEqual([
    'A payout was still on its way',
    'Your payouts were on hold',
    'We didn’t know where to pay you',
    'Your email address wasn’t confirmed',
    'Your payout details had just changed',
    'Your available balance was negative',
    'Below the minimum of $10.00',
  ]);
  expect(leftOutText('payout_open', facts()).message).toBe('The $120.00 will be part of the payout after it.');
});
