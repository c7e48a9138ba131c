import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFailure } from '../kernel/failure.ts';
import { given } from '../kernel/given.test-kit.ts';
import { refund } from './refund.ts';
import type { RefundCommand, RefundEvent, RefundFacts } from './refund.ts';

const facts: RefundFacts = {
  license_id: 'license-1',
  order_id: 'order-1',
  brand_id: 'brand-1',
  creator_id: 'creator-1',
  price_cents: 25_000,
  gateway: 'sandbox',
  payment: 'sandbox_1',
  paid_at: '2026-11-21T10:00:00.000Z',
  isContinued: false,
  isDisputed: false,
};
const request = (change: Partial<Extract<RefundCommand, { kind: 'request' }>> = {}): RefundCommand => ({
  kind: 'request',
  brand_id: 'brand-1',
  reason: 'We bought it twice.',
  facts,
  at: '2026-11-22T10:00:00.000Z',
  ...change,
});
const start = (amount_cents: number, change: Partial<RefundFacts> = {}): RefundCommand => ({
  kind: 'start',
  amount_cents,
  reason: 'Bought twice.',
  facts: { ...facts, ...change },
});
const complete = (refund_number: number): RefundCommand => ({
  kind: 'complete',
  refund_number,
  reference: `re_${refund_number}`,
});

const after = (...commands: readonly RefundCommand[]) =>
  commands.reduce<readonly RefundEvent[]>((history, command) => {
    const decision = given(refund, history).when(command);
    if (isFailure(decision)) throw new Error(decision.failure);
    return [...history, ...decision];
  }, []);
const when = (history: readonly RefundEvent[], command: RefundCommand) => given(refund, history).when(command);
const whole = after(start(25_000), complete(1));

describe('[PAY-19] a brand’s request', () => {
  test('waits for a decision, once', () => {
    expect(when([], request())).toMatchObject([{ type: 'RefundRequested', data: { reason: 'We bought it twice.' } }]);
    expect(when(after(request()), request())).toMatchObject({ failure: 'refund_already_requested' });
  });

  test.each([
    ['not_found', request({ brand_id: 'brand-2' }), []],
    ['already_refunded', request(), whole],
    ['refund_in_progress', request(), after(start(100))],
    ['refund_after_renewal', request({ facts: { ...facts, isContinued: true } }), []],
    ['refund_while_disputed', request({ facts: { ...facts, isDisputed: true } }), []],
    ['refund_too_late', request({ at: '2026-12-05T10:00:00.001Z' }), []],
  ] as const)('is refused by name: %s', (failure, command, history) => {
    expect(when(history, command)).toMatchObject({ failure });
  });

  test('is in time until exactly 14 days after the payment', () => {
    expect(when([], request({ at: '2026-12-05T10:00:00.000Z' }))).toHaveLength(1);
  });

  test('that was declined can be repeated, and has the reason why it was', () => {
    const declined = after(request(), { kind: 'decline', reason: 'It is in your campaign.', facts });
    expect(given(refund, declined).state()).toMatchObject({
      requested: null,
      declined: { reason: 'It is in your campaign.' },
    });
    expect(when(declined, request())).toHaveLength(1);
    expect(when([], { kind: 'decline', reason: 'No.', facts })).toMatchObject({ failure: 'refund_not_requested' });
  });
});

describe('[PAY-20] a refund', () => {
  test('of the whole price ends the license, and of a part of it changes no right', () => {
    expect(when(after(start(25_000)), complete(1))).toMatchObject([
      { type: 'LicenseRefunded', data: { amount_cents: 25_000, refunded_cents: 25_000, is_whole: true } },
    ]);
    const part = after(start(10_000), complete(1));
    expect(part.at(-1)).toMatchObject({ data: { refund_number: 1, refunded_cents: 10_000, is_whole: false } });
    expect(after(...[start(10_000), complete(1), start(15_000), complete(2)]).at(-1)).toMatchObject({
      data: { refund_number: 2, amount_cents: 15_000, refunded_cents: 25_000, is_whole: true },
    });
  });

  test.each([
    ['already_refunded', start(1), whole],
    ['refund_too_large', start(25_001), []],
    ['refund_too_large', start(15_001), after(start(10_000), complete(1))],
    ['refund_amount_invalid', start(0), []],
    ['refund_amount_invalid', start(-5), []],
    ['refund_amount_invalid', start(10.5), []],
    ['refund_in_progress', start(1), after(start(10))],
    ['refund_while_disputed', start(1, { isDisputed: true }), []],
    ['refund_after_renewal', start(25_000, { isContinued: true }), []],
  ] as const)('is refused by name: %s', (failure, command, history) => {
    expect(when(history, command)).toMatchObject({ failure });
  });

  test('of a part of a renewed license’s price is possible', () => {
    expect(when([], start(100, { isContinued: true }))).toHaveLength(1);
  });

  test('that failed leaves the license as it was, and the next one has its own number', () => {
    const failed = after(start(10_000), { kind: 'fail', refund_number: 1, reason: 'the card was closed' });
    expect(when(failed, start(10_000))).toMatchObject([{ data: { refund_number: 2 } }]);
    expect(given(refund, failed).state()).toMatchObject({ started: null, refunded_cents: 0 });
  });

  test('[PAY-22] is recorded once, however often its outcome is reported', () => {
    expect(when(whole, complete(1))).toEqual([]);
    expect(when(whole, { kind: 'fail', refund_number: 1, reason: 'late' })).toEqual([]);
    expect(when(after(start(10_000)), complete(2))).toEqual([]);
  });

  test('[PAY-23] that was made directly at the gateway counts like one of ours, once', () => {
    const record: RefundCommand = { kind: 'record', up_to_cents: 25_000, reference: 're_theirs', facts };
    const recorded = after(record);
    expect(recorded).toMatchObject([{ type: 'LicenseRefunded', data: { refund_number: 1, is_whole: true } }]);
    expect(when(recorded, record)).toEqual([]);
    expect(when(whole, { ...record, reference: 're_1' })).toEqual([]);
  });
});

test('[PAY-03] [HOU-08] all refunds together never exceed the price, the gateway’s own included, and each has its own number', () => {
  const command = fc.oneof(
    fc
      .record({ up_to_cents: fc.integer({ min: 0, max: 30_000 }), reference: fc.constantFrom('re_a', 're_b', 're_c') })
      .map((made): RefundCommand => ({ kind: 'record', ...made, facts })),
    fc.integer({ min: -1, max: 30_000 }).map((cents) => start(cents)),
    fc.integer({ min: 1, max: 6 }).map(complete),
    fc
      .integer({ min: 1, max: 6 })
      .map((refund_number): RefundCommand => ({ kind: 'fail', refund_number, reason: 'closed' })),
    fc.constant(request()),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
      const history = commands.reduce<readonly RefundEvent[]>((before, each) => {
        const decision = when(before, each);
        return isFailure(decision) ? before : [...before, ...decision];
      }, []);
      const refunded = history.flatMap((event) => (event.type === 'LicenseRefunded' ? [event.data] : []));
      const cents = refunded.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
      expect(cents).toBeLessThanOrEqual(facts.price_cents);
      expect(cents).toBe(refunded.at(-1)?.refunded_cents ?? 0);
      const numbers = history.flatMap((event) => (event.type === 'RefundStarted' ? [event.data.refund_number] : []));
      expect(new Set(numbers).size).toBe(numbers.length);
    }),
  );
});

describe('[FIX-38] a refund that its bank returns after it had succeeded', () => {
  const back = (reference = 're_1'): RefundCommand => ({
    kind: 'report-returned',
    facts,
    gateway: 'stripe',
    reference,
    reason: 'The account is closed',
  });
  const repay: RefundCommand = { kind: 'repay', facts, reason: 'Bank transfer, reference 4711' };
  const owed = (history: readonly RefundEvent[]) => given(refund, history).state().owed_cents;

  test('is owed to the brand again, once, until it is recorded how it was paid', () => {
    const history = after(start(10_000), complete(1), start(15_000), complete(2), back('re_2'));
    expect(history.at(-1)).toMatchObject({
      type: 'RefundReturned',
      data: {
        refund_number: 2,
        amount_cents: 15_000,
        reason: 'The account is closed',
        postings: [
          { account: 'cash:stripe', amount_cents: 15_000 },
          { account: 'refunds:returned', amount_cents: -15_000 },
        ],
      },
    });
    expect([owed(history), when(history, back('re_2'))]).toEqual([15_000, []]);
    expect(when(history, repay)).toMatchObject([
      {
        type: 'RefundRepaid',
        data: {
          amount_cents: 15_000,
          postings: [
            { account: 'refunds:returned', amount_cents: 15_000 },
            { account: 'cash:bank', amount_cents: -15_000 },
          ],
        },
      },
    ]);
    const paid = [
      ...history,
      ...after(start(10_000), complete(1), start(15_000), complete(2), back('re_2'), repay).slice(-1),
    ];
    expect([owed(paid), when(paid, back('re_2')), when(paid, repay)]).toMatchObject([
      0,
      [],
      { failure: 'nothing_returned' },
    ]);
  });

  test('changes nothing if it was never recorded as made', () => {
    expect([when([], back()), when(after(start(100)), back()), when([], repay)]).toMatchObject([
      [],
      [],
      { failure: 'nothing_returned' },
    ]);
  });

  test('never owes a brand more than was refunded, and all postings add up to zero, in any order of reports', () => {
    const references = fc.constantFrom('re_1', 're_2', 're_3', 're_9');
    const steps = fc.oneof(
      fc.integer({ min: 1, max: 9_000 }).map((cents) => start(cents)),
      fc.integer({ min: 1, max: 4 }).map(complete),
      references.map(back),
      fc.constant(repay),
    );
    let returns = 0;
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 25 }), (commands) => {
        const history = commands.reduce<readonly RefundEvent[]>((before, command) => {
          const decision = when(before, command);
          return isFailure(decision) ? before : [...before, ...decision];
        }, []);
        const { owed_cents, refunded_cents } = given(refund, history).state();
        expect(owed_cents).toBeGreaterThanOrEqual(0);
        expect(owed_cents).toBeLessThanOrEqual(refunded_cents);
        const postings = history.flatMap(({ data }) => ('postings' in data ? data.postings : []));
        expect(postings.reduce((total, { amount_cents }) => total + amount_cents, 0)).toBe(0);
        const liability = postings.filter(({ account }) => account === 'refunds:returned');
        expect(liability.reduce((total, { amount_cents }) => total + amount_cents, 0)).toBe(0 - owed_cents);
        returns += history.filter(({ type }) => type === 'RefundReturned').length;
      }),
    );
    expect(returns).toBeGreaterThan(0);
  });
});
