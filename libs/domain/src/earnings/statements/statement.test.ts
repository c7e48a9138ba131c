import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFailure } from '../../kernel/failure.ts';
import { daysLater } from '../../ledger.ts';
import { sum } from '../../money.ts';
import { pays, paidCents } from '../../payouts/cutoff.ts';
import { owedTo } from '../ledger/creator-account.ts';
import type { LedgerLine } from '../ledger/creator-ledger.view.ts';
import { MoneyWorld } from '../money-world.test-kit.ts';
import { amountsOf, balanceBefore, beginningOf, endOf, statementDays } from './statement.ts';
import { YearSummary, yearTotals } from './year-summary.ts';

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('sell', 'sell', 'refund', 'dispute', 'payout', 'return', 'pass', 'pass'),
    share: fc.nat({ max: 1_000 }),
  }),
  { minLength: 1, maxLength: 40 },
);
type Steps = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

const creator = 'creator-2';
const referrer = 'creator-1';

const payOut = (world: MoneyWorld, id: string) => {
  world.prepare(id);
  const { open } = world.payoutsOf(id);
  if (!open) return;
  world.payoutCommand(id, { kind: 'send', payout_id: open, rail: 'manual' });
  world.payoutCommand(id, { kind: 'pay', payout_id: open, reference: null });
};

const worldAfter = (happened: Steps) => {
  const world = new MoneyWorld();
  for (const { kind, share } of happened) {
    const license = world.sold[share % world.sold.length];
    const paid = Object.entries(world.payoutsOf(creator).payouts).find(([, { status }]) => status === 'paid');
    if (kind === 'sell') world.sell(creator, 500 + share * 37, referrer);
    else if (kind === 'pass') world.pass(1 + (share % 20));
    else if (kind === 'payout') payOut(world, share % 2 ? creator : referrer);
    else if (kind === 'return' && paid)
      world.payoutCommand(creator, { kind: 'return', payout_id: paid[0], reason: 'Closed.' });
    else if (kind === 'refund' && license) world.refund(license, 1 + Math.floor((license.price_cents * share) / 1_000));
    else if (kind === 'dispute' && license) {
      const id = world.newId('dispute');
      world.dispute(license, id, 'open', license.price_cents);
      world.dispute(license, id, share % 2 ? 'won' : 'lost', license.price_cents);
    }
  }
  return world;
};

/** Reads lines as the service does. */
const cutAt = (lines: readonly LedgerLine[], day: string) => beginningOf(lines.filter(({ at }) => at >= day));
const statementOf = (lines: readonly LedgerLine[], from: string, to: string) => {
  const [first, next] = [cutAt(lines, from), cutAt(lines, daysLater(to, 1))];
  const until = next?.position ?? Infinity;
  const balance = lines.at(-1)?.balance_cents ?? 0;
  return {
    opening: first ? balanceBefore(first) : balance,
    lines: lines.filter(({ position }) => position >= (first?.position ?? Infinity) && position < until),
    closing: next ? balanceBefore(next) : balance,
  };
};

describe('a statement', () => {
  const numRuns = Number(process.env['MONEY_RUNS'] ?? 200);

  test('[PAY-08] for any days opens with the closing balance of the previous one, and closes with what the ledger owed then', () => {
    fc.assert(
      fc.property(steps, fc.array(fc.nat({ max: 60 }), { maxLength: 6 }), (happened, lengths) => {
        const world = worldAfter(happened);
        for (const id of [creator, referrer]) {
          const lines = world.lines(id);
          let [from, closing] = ['2026-01-01', 0];
          const seen: LedgerLine[] = [];
          for (const days of [...lengths, 2_000]) {
            const to = daysLater(from, days);
            const statement = statementOf(lines, from, to);
            expect(statement.opening).toBe(closing);
            expect(statement.closing - statement.opening).toBe(
              sum(statement.lines.map(({ amount_cents }) => amount_cents)),
            );
            seen.push(...statement.lines);
            [from, closing] = [daysLater(to, 1), statement.closing];
          }
          expect(seen).toEqual(lines);
          expect(closing).toBe(owedTo(world.account(id)));
        }
      }),
      { numRuns },
    );
  });

  test('[PAY-08] has each line once, even if nodes’ clocks differ and lines have the same time', () => {
    const line = fc.record({ amount: fc.integer({ min: -500, max: 900 }), skewMs: fc.integer({ min: -3, max: 3 }) });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.nat({ max: 40 }), (list, cut) => {
        let balance_cents = 0;
        const midnight = Date.parse('2026-02-01T00:00:00.000Z');
        const lines = list.map(({ amount, skewMs }, position) => {
          balance_cents += amount;
          const at = new Date(midnight + position - cut + skewMs).toISOString();
          return { at, position, amount_cents: amount, balance_cents } as LedgerLine;
        });
        const [january, february] = [
          statementOf(lines, '2026-01-01', '2026-01-31'),
          statementOf(lines, '2026-02-01', '2026-02-28'),
        ];
        expect([...january.lines, ...february.lines]).toEqual(lines);
        expect(january.closing).toBe(february.opening);
        expect(february.closing).toBe(balance_cents);
        for (const [{ opening, closing }, own] of [
          [january, january.lines],
          [february, february.lines],
        ] as const)
          expect(opening + sum(own.map(({ amount_cents }) => amount_cents))).toBe(closing);
      }),
    );
  });

  test('[PAY-07] has each amount in one of its columns', () => {
    fc.assert(
      fc.property(steps, (happened) => {
        for (const line of worldAfter(happened).lines(creator)) {
          const amounts = amountsOf(line);
          expect(sum(Object.values(amounts))).toBe(line.amount_cents);
          expect(Object.values(amounts).filter((cents) => cents !== 0).length).toBeLessThanOrEqual(1);
          if (line.kind === 'sale') expect(line.gross_cents - line.commission_cents).toBe(line.amount_cents);
          else expect([line.gross_cents, line.commission_cents]).toEqual([0, 0]);
        }
      }),
      { numRuns },
    );
  });

  test('[PAY-05] a payout’s lines and those it takes over add up to its amount', () => {
    fc.assert(
      fc.property(steps, (happened) => {
        const world = worldAfter(happened);
        for (const payout of world.payouts.values()) {
          const own = world.lines(payout.creator_id).filter((line) => pays(payout, line));
          const takenOver = payout.takes_over.map((id) => world.payouts.get(id)!.amount_cents);
          expect(sum([...own.map(paidCents), ...takenOver])).toBe(payout.amount_cents);
        }
      }),
      { numRuns },
    );
  });

  test('[PAY-09] the months of all years add up to everything ever earned, reversed and paid', () => {
    fc.assert(
      fc.property(steps, (happened) => {
        const world = worldAfter(happened);
        for (const id of [creator, referrer]) {
          const all = ['2026', '2027', '2028', '2029'].map((year) => {
            const summary = new YearSummary(year);
            for (const line of statementOf(world.lines(id), `${year}-01-01`, `${year}-12-31`).lines)
              summary.addLine(line);
            for (const payout of world.payouts.values()) if (payout.creator_id === id) summary.addPayout(payout);
            expect(summary.months.map(({ month }) => month.slice(0, 4))).toEqual(Array(12).fill(year));
            return yearTotals(summary.months);
          });
          const total = (of: (year: (typeof all)[number]) => number) => sum(all.map(of));
          const { earned_cents, reversed_cents, paid_cents } = world.account(id);
          expect(total(({ net_cents, reward_cents }) => net_cents + reward_cents)).toBe(earned_cents);
          expect(total(({ gross_cents, commission_cents }) => gross_cents - commission_cents)).toBe(
            total(({ net_cents }) => net_cents),
          );
          expect(total((year) => year.reversed_cents)).toBe(0 - reversed_cents);
          expect(total((year) => year.paid_cents)).toBe(paid_cents);
        }
      }),
      { numRuns },
    );
  });
});

describe('[PAY-07] the days of a statement', () => {
  const today = '2026-12-07';

  test('are those of the current month by default', () => {
    expect(statementDays({}, today)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(statementDays({ from: '2028-02-10' }, today)).toEqual({ from: '2028-02-10', to: '2028-02-29' });
    expect(statementDays({ to: '2026-11-15' }, today)).toEqual({ from: '2026-11-01', to: '2026-11-15' });
    expect(statementDays({ from: '2028-01-01', to: '2028-12-31' }, today)).toEqual({
      from: '2028-01-01',
      to: '2028-12-31',
    });
  });

  test.each([
    ['2026-02-30', '2026-03-01', 'no_such_day'],
    ['2026-02-01', '2026-13-01', 'no_such_day'],
    ['7 Dec 2026', '2026-12-31', 'no_such_day'],
    ['2026-12-07T00:00:00Z', '2026-12-31', 'no_such_day'],
    ['2026-12-07', '2026-12-06', 'range_backward'],
    ['2026-01-01', '2027-01-02', 'range_too_long'],
  ])('from %s to %s are refused: %s', (from, to, failure) => {
    const days = statementDays({ from, to }, today);
    expect(isFailure(days) && days.failure).toBe(failure);
  });
});

test('[FIX-39] the balance at the end of a statement is dated today while its period goes on, and never later', () => {
  expect(endOf({ to: '2026-11-23' }, '2026-11-24')).toEqual({ day: '2026-11-23', title: 'Closing balance' });
  for (const to of ['2026-11-24', '2026-11-30', '2027-10-31'])
    expect(endOf({ to }, '2026-11-24')).toEqual({ day: '2026-11-24', title: 'Balance so far' });
});
