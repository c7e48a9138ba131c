import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyAccount, isAnythingOwed, isMoreToCome } from '../earnings/ledger/creator-account.ts';
import { formatUsd } from '../money.ts';
import { lastPayoutText } from './last-payout.ts';
import type { LastPayoutFacts } from './last-payout.ts';
import { waitingOf } from './waiting.ts';
import type { WaitingFacts } from './waiting.ts';

const facts: LastPayoutFacts = {
  pending_cents: 8_000,
  available_cents: 41_250,
  held_cents: 0,
  in_transit_cents: 4_000,
  due: [
    { on: '2026-12-01', cents: 5_000 },
    { on: '2026-12-07', cents: 3_000 },
  ],
  waiting: null,
};
const waiting = (change: Partial<WaitingFacts>) =>
  waitingOf({
    available_cents: 41_250,
    reserve_cents: 0,
    hold: null,
    details: { changed_at: null },
    cameBack: null,
    now: '2026-11-24T12:00:00.000Z',
    ...change,
  });

test('[PAY-29] a creator who leaves is told how much is due, when each part is paid, and what data is kept for it', () => {
  expect(lastPayoutText(facts)).toEqual({
    title: '$532.50 is still due to you',
    sentences: [
      '$40.00 is on its way to you.',
      '$412.50 is part of the next payout.',
      '$80.00 becomes available by Dec 7, 2026 and is paid after that.',
      'The $10.00 minimum doesn’t apply to your last payout. Until it’s paid, we keep your name and payout details for it, ' +
        'encrypted with a separate key; then we destroy them.',
    ],
    toDo: null,
  });
});

test('[PAY-29] nothing is due if nothing was earned, or if refunds exceed what is still to come', () => {
  const none = { ...facts, pending_cents: 0, available_cents: 0, in_transit_cents: 0, due: [] };
  const title = 'No money is due to you';
  expect(lastPayoutText(none)).toEqual({ title, sentences: [], toDo: null });
  const negative = { ...none, available_cents: -9_000, pending_cents: 8_000, due: facts.due };
  expect(lastPayoutText(negative).title).toBe(title);
});

test('[PAY-29] waiting money has its reason; refunds are deducted', () => {
  const held = { ...facts, available_cents: 0, held_cents: 41_250, waiting: waiting({ hold: { reason: 'A check' } }) };
  expect(lastPayoutText(held).sentences).toContain('$412.50 can’t be paid out yet: Your payouts are on hold.');
  const refunded = lastPayoutText({ ...facts, available_cents: -1_000 });
  expect(refunded.title).toBe('$110.00 is still due to you');
  expect(refunded.sentences).toContain('$10.00 is deducted for refunds and disputes.');
});

test('[PAY-29] a creator is warned about what can’t be fixed later', () => {
  const lost = lastPayoutText({
    ...facts,
    available_cents: 0,
    held_cents: 41_250,
    waiting: waiting({ details: null }),
  });
  expect(lost.toDo).toBe('We don’t know where to pay you. Add your payout details first: nobody can add them later.');
  const cameBack = { status: 'returned', amount_cents: 4_000, reason: null, at: '2026-11-20T12:00:00.000Z' } as const;
  const back = lastPayoutText({ ...facts, waiting: waiting({ cameBack }) });
  expect(back.toDo).toContain('Your latest payout came back. Check your payout details first');
});

const cents = fc.integer({ min: 0, max: 100_000 });

test('[PAY-29] the stated total is always the sum of the parts', () => {
  const any = fc.record({
    pending: cents,
    available: fc.integer({ min: -50_000, max: 100_000 }),
    held: cents,
    sent: cents,
  });
  fc.assert(
    fc.property(any, ({ pending, available, held, sent }) => {
      const due = pending > 0 ? [{ on: '2026-12-07', cents: pending }] : [];
      const { title } = lastPayoutText({
        ...facts,
        pending_cents: pending,
        available_cents: available,
        held_cents: held,
        in_transit_cents: sent,
        due,
      });
      const owed = pending + available + held + sent;
      expect(title).toBe(owed > 0 ? `${formatUsd(owed)} is still due to you` : 'No money is due to you');
    }),
  );
});

describe('[PAY-29] what is still owed to a deleted account', () => {
  const day = '2026-12-07';
  const account = emptyAccount('creator-1');
  const later = [{ on: '2026-12-08', cents: 3_000 }];

  test.each([
    ['nothing', {}, false, false],
    ['what is available', { available_cents: 1 }, true, false],
    ['what fell due since', { due: [{ on: day, cents: 3_000 }] }, true, false],
    ['what falls due later', { due: later }, true, true],
    ['what a dispute may give back', { reserve_cents: 2_000 }, true, true],
    ['what is on its way', { in_transit_cents: 2_000 }, true, false],
    ['what refunds took', { available_cents: -2_000 }, false, false],
  ])('%s', (_what, change, isOwed, isMore) => {
    expect(isAnythingOwed({ ...account, ...change }, day)).toBe(isOwed);
    expect(isMoreToCome({ ...account, ...change }, day)).toBe(isMore);
  });
});
