import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeDifference, differencesOf } from './differences.ts';
import type { PaymentComparison, Difference, CashMovement } from './differences.ts';

const compared = { from: '2026-11-10T00:00:00.000Z', until: '2026-11-20T12:00:00.000Z' };
const yesterday = '2026-11-19T12:00:00.000Z';
const now = '2026-11-20T12:30:00.000Z';
const lastWeek = '2026-11-08T12:00:00.000Z';
const move = (kind: CashMovement['kind'], cents: number, at = yesterday): CashMovement => ({ kind, cents, at });
const sides = (
  gateway: readonly CashMovement[],
  log: readonly CashMovement[],
  more: Partial<PaymentComparison> = {},
): PaymentComparison => ({
  payment: 'pi_1',
  order_id: 'order-1',
  gateway,
  log,
  currency: null,
  ...more,
});
const wordsOf = (both: PaymentComparison) => differencesOf(both, compared).map(describeDifference);

describe('a gateway’s list and the log', () => {
  test('[PAY-33] agree on a payment if both have the same amounts, even if the log has a refund license by license', () => {
    const gateway = [move('charge', 5_000), move('refund', -3_000), move('dispute', -2_000), move('dispute', 2_000)];
    const log = [
      move('charge', 5_000),
      move('refund', -1_000),
      move('refund', -2_000),
      move('dispute', -2_000),
      move('dispute', 2_000),
    ];
    expect(wordsOf(sides(gateway, log))).toEqual([]);
  });

  test.each<[readonly CashMovement[], readonly CashMovement[], string]>([
    [[move('charge', 2_500)], [], 'The gateway has a charge of $25.00 (pi_1) that the log has no sale for.'],
    [[], [move('charge', 2_500)], 'The log has a sale of $25.00 (pi_1) that the gateway has no charge for.'],
    [
      [move('charge', 2_500)],
      [move('charge', 2_400)],
      'For pi_1, the gateway’s charge is $25.00, and the log has $24.00.',
    ],
    [[move('refund', -900)], [], 'The gateway has refunded $9.00 of pi_1, and the log has no refund of it.'],
    [[], [move('refund', -900)], 'The log has a refund of $9.00 of pi_1 that the gateway has not made.'],
    [
      [move('refund', -900), move('refund', -900)],
      [move('refund', -900)],
      'For pi_1, the gateway’s refunds come to $18.00, and the log has $9.00.',
    ],
    [[move('dispute', -900)], [], 'A bank has moved $9.00 of pi_1 for a dispute that the log doesn’t have.'],
    [[], [move('dispute', -900)], 'The log has $9.00 of pi_1 in a dispute that the gateway doesn’t have.'],
  ])('[PAY-33] are told apart with both sides', (gateway, log, words) => {
    expect(wordsOf(sides(gateway, log))).toEqual([words]);
  });

  test('[PAY-33] are not compared in another currency, and the difference says so', () => {
    const both = sides([], [move('charge', 2_500)], { currency: 'eur' });
    expect(wordsOf(both)).toEqual(['The gateway keeps pi_1 in EUR, and the log has $25.00 in US dollars.']);
  });

  test('[PAY-33] may differ on movements under way, until these are an hour old', () => {
    const charge = move('charge', 2_500, now);
    expect(wordsOf(sides([charge], []))).toEqual([]);
    expect(wordsOf(sides([], [charge]))).toEqual([]);
    expect(wordsOf(sides([move('refund', -900), move('refund', -100, now)], [move('refund', -900)]))).toEqual([]);
    expect(wordsOf(sides([move('refund', -900), move('refund', -100, now)], []))).toHaveLength(1);
  });

  test('[PAY-33] may differ on movements that happened before the list begins but were recorded later', () => {
    expect(wordsOf(sides([], [move('charge', 2_500, lastWeek)]))).toEqual([]);
    expect(wordsOf(sides([move('charge', 2_500, lastWeek)], []))).toHaveLength(1);
  });

  test('[PAY-33] agree whenever both have the same movements, and differ if one side has one more', () => {
    const moves = fc.array(
      fc.record<CashMovement>({
        kind: fc.constantFrom('charge', 'refund', 'dispute'),
        cents: fc.integer({ min: 1, max: 1_000_000 }),
        at: fc.constantFrom(yesterday, now),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(moves, fc.integer({ min: 1, max: 1_000 }), fc.boolean(), (list, cents, isOfGateway) => {
        expect(differencesOf(sides(list, list.toReversed()), compared)).toEqual([]);
        const settled = list.map((each) => ({ ...each, at: yesterday }));
        const more = [...settled, move('refund', -cents)];
        const [gateway, log] = isOfGateway ? [more, settled] : [settled, more];
        const [difference, ...others] = differencesOf(sides(gateway, log), compared) as [Difference];
        expect(others).toEqual([]);
        expect(difference.kind).toBe('refund');
        expect(difference.gateway_cents - difference.log_cents).toBe(isOfGateway ? -cents : cents);
      }),
    );
  });
});
