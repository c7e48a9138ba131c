import { describe, expect, test } from 'vitest';
import type { DomainEvent, RecordedEvent } from '../../kernel/event.ts';
import { foldInto } from '../../kernel/view.ts';
import type { View } from '../../kernel/view.ts';
import { payoutHolds } from '../payout-holds.view.ts';
import { payoutLeftOuts } from '../payout-left-outs.view.ts';
import { payoutFileMade, payoutRunCanceled, payoutRunClosed, payoutRunSent, payoutRunStarted } from './payout-run.ts';
import { leftOutOf, payoutRuns, totalOf } from './payout-runs.view.ts';
import { payoutCanceled, payoutLeftOut, payoutPrepared, payoutsHeld, payoutsReleased } from '../payout-events.ts';

const run_id = 'run-1';
const started = payoutRunStarted.of({
  run_id,
  until: { at: '2026-12-07T09:00:00.000Z', position: 420 },
  started_by: 'admin',
});
const prepared = (method: 'bank' | 'paypal', amount_cents: number) =>
  payoutPrepared.of({ run_id, method, amount_cents, pay_by_on: '2026-12-11' } as Parameters<
    typeof payoutPrepared.of
  >[0]);
const leftOut = (creator_id: string, reason: 'on_hold' | 'below_minimum') =>
  payoutLeftOut.of({ run_id, creator_id, reason, available_cents: 900 });

const folded = <Document>(view: View<Document>, events: readonly DomainEvent[]) => {
  const documents = new Map<string, Document>();
  for (const [position, event] of events.entries()) {
    const recordedAt = `2026-12-07T09:00:0${position}.000Z`;
    foldInto(view, documents, { ...event, position, recordedAt, version: 1 } as RecordedEvent);
  }
  return documents;
};

test('[PAY-14] a run has totals by method, left-out creators by reason, its files, and the time of each status', () => {
  const run = folded(payoutRuns, [
    started,
    prepared('bank', 12_000),
    prepared('paypal', 5_000),
    prepared('bank', 1_000),
    leftOut('creator-2', 'on_hold'),
    leftOut('creator-3', 'below_minimum'),
    leftOut('creator-4', 'below_minimum'),
    payoutFileMade.of({ run_id, method: 'bank', count: 2, made_by: 'admin' }),
    payoutRunSent.of({ run_id, rail: 'manual' }),
    payoutRunClosed.of({ run_id }),
  ]).get(run_id)!;
  expect(run).toMatchObject({
    status: 'closed',
    methods: { bank: { count: 2, cents: 13_000 }, paypal: { count: 1, cents: 5_000 }, venmo: { count: 0, cents: 0 } },
    left_out: { on_hold: 1, below_minimum: 2 },
    rail: 'manual',
    files: [{ method: 'bank', count: 2, made_by: 'admin', at: '2026-12-07T09:00:07.000Z' }],
    times: { preparing: '2026-12-07T09:00:00.000Z', closed: '2026-12-07T09:00:09.000Z' },
  });
  expect([totalOf(run), leftOutOf(run)]).toEqual([{ count: 3, cents: 18_000 }, 3]);
});

describe('[FIX-20] a payout that leaves its run', () => {
  const canceled = (method: 'bank' | 'paypal' | null, amount_cents: number) =>
    payoutCanceled.of({
      payout_id: 'payout-1',
      creator_id: 'creator-1',
      run_id: method && run_id,
      method,
      pay_by_on: method && '2026-12-11',
      postings: [
        { account: 'creator:creator-1:available', amount_cents: -amount_cents },
        { account: 'payouts:in-transit', amount_cents },
      ],
    });
  const both = [started, prepared('bank', 12_000), prepared('bank', 3_000), prepared('paypal', 5_000)];
  const file = (method: 'bank' | 'paypal') => payoutFileMade.of({ run_id, method, count: 2, made_by: 'admin' });

  test('isn’t in its counts and amounts anymore, and a file from before says that it may name it', () => {
    const run = folded(payoutRuns, [
      ...both,
      file('bank'),
      file('paypal'),
      canceled('bank', 12_000),
      leftOut('creator-1', 'on_hold'),
      file('bank'),
    ]).get(run_id)!;
    expect(run.methods).toMatchObject({ bank: { count: 1, cents: 3_000 }, paypal: { count: 1, cents: 5_000 } });
    expect([totalOf(run), leftOutOf(run), run.pay_by]).toEqual([{ count: 2, cents: 8_000 }, 1, { '2026-12-11': 2 }]);
    expect(run.files.map(({ method, gone }) => [method, gone])).toEqual([
      ['bank', 1],
      ['paypal', 0],
      ['bank', 0],
    ]);
  });

  test('changes nothing if its run is being canceled as a whole, or wasn’t recorded', () => {
    const whole = [...both, payoutRunCanceled.of({ run_id }), canceled('bank', 12_000), payoutRunClosed.of({ run_id })];
    expect(totalOf(folded(payoutRuns, whole).get(run_id)!)).toEqual({ count: 3, cents: 20_000 });
    expect(totalOf(folded(payoutRuns, [...both, canceled(null, 12_000)]).get(run_id)!).count).toBe(3);
  });
});

test('[PAY-14] a run being canceled is canceled once all its payouts are', () => {
  const canceling = [started, payoutRunCanceled.of({ run_id })];
  expect(folded(payoutRuns, canceling).get(run_id)?.status).toBe('canceling');
  expect(folded(payoutRuns, [...canceling, payoutRunClosed.of({ run_id })]).get(run_id)?.status).toBe('canceled');
});

test('[PAY-10] creators that a run left out are listed with the reason', () => {
  const list = folded(payoutLeftOuts, [leftOut('creator-2', 'on_hold')]);
  expect([...list.values()]).toEqual([
    { run_id, creator_id: 'creator-2', reason: 'on_hold', available_cents: 900, left_at: '2026-12-07T09:00:00.000Z' },
  ]);
});

test('[PAY-17] a hold is listed with its start, but without its reason, until it is lifted', () => {
  const held = [
    payoutsHeld.of({ creator_id: 'creator-1', reason: 'A report.' }),
    payoutsHeld.of({ creator_id: 'creator-1', reason: 'Another one.' }),
  ];
  expect([...folded(payoutHolds, held).values()]).toEqual([
    { creator_id: 'creator-1', since: '2026-12-07T09:00:00.000Z' },
  ]);
  expect(folded(payoutHolds, [...held, payoutsReleased.of({ creator_id: 'creator-1' })]).size).toBe(0);
});
