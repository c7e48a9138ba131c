import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../kernel/decider.ts';
import { isFailure } from '../kernel/failure.ts';
import { given } from '../kernel/given.test-kit.ts';
import { heldUntil, leftOutReasons } from './left-out.ts';
import { disbursedCents, payout, payoutStatuses } from './payout.ts';
import { payoutCanceled, payoutPrepared } from './payout-events.ts';
import type { PayoutCommand } from './payout.ts';
import type { PayoutEvent } from './payout-events.ts';
import type { PreparePayout } from './prepare-payout.ts';

const prepare = (change: Partial<PreparePayout> = {}): PreparePayout => ({
  kind: 'prepare',
  run_id: 'run-1',
  payout_id: 'payout-1',
  creator_id: 'creator-1',
  available_cents: 12_000,
  disbursed_cents: 0,
  until: { at: '2026-12-07T09:00:00.000Z', position: 420 },
  pay_by_on: '2026-12-11',
  details: { method: 'bank', destination: 'Bank account ending in 6789', changed_at: null, revision: 0 },
  is_last: false,
  at: '2026-12-07T09:00:00.000Z',
  ...change,
});
const send = (payout_id = 'payout-1'): PayoutCommand => ({ kind: 'send', payout_id, rail: 'manual' });
const pay = (payout_id = 'payout-1'): PayoutCommand => ({ kind: 'pay', payout_id, reference: 'BATCH-7' });
const hold: PayoutCommand = { kind: 'hold', creator_id: 'creator-1', reason: 'We are checking a report.' };

/** Adds what the ledger says after this history. */
const when = (history: readonly PayoutEvent[], command: PayoutCommand) => {
  const facts = command.kind === 'prepare' ? { disbursed_cents: disbursedCents(fold(payout, history)) } : {};
  return given(payout, history).when({ ...command, ...facts });
};
const after = (...commands: readonly PayoutCommand[]) =>
  commands.reduce<readonly PayoutEvent[]>((history, command) => {
    const decision = when(history, command);
    if (isFailure(decision)) throw new Error(decision.failure);
    return [...history, ...decision];
  }, []);

test('[PAY-10] a run pays a creator everything available, in one payout', () => {
  expect(when([], prepare())).toEqual([
    payoutPrepared.of({
      payout_id: 'payout-1',
      creator_id: 'creator-1',
      run_id: 'run-1',
      amount_cents: 12_000,
      method: 'bank',
      destination: 'Bank account ending in 6789',
      details_revision: 0,
      after: { at: '', position: -1 },
      until: { at: '2026-12-07T09:00:00.000Z', position: 420 },
      takes_over: [],
      postings: [
        { account: 'creator:creator-1:available', amount_cents: 12_000 },
        { account: 'payouts:in-transit', amount_cents: -12_000 },
      ],
      pay_by_on: '2026-12-11',
    }),
  ]);
});

test.each([
  ['payout_open', after(prepare({ run_id: 'run-0', payout_id: 'payout-0' })), {}],
  ['on_hold', after(hold), {}],
  ['no_details', [], { details: null }],
  [
    'email_unconfirmed',
    [],
    {
      details: {
        method: 'paypal',
        destination: 'PayPal',
        changed_at: null,
        revision: 1,
        awaits_confirmation: true,
      },
    },
  ],
  ['negative_balance', [], { available_cents: -1 }],
  ['below_minimum', [], { available_cents: 999 }],
  [
    'details_changed',
    [],
    { details: { method: 'paypal', destination: 'PayPal', changed_at: '2026-12-04T09:00:00.001Z', revision: 1 } },
  ],
] as const)('[PAY-10] a run leaves a creator out, and says why: %s', (reason, history, change) => {
  const command = prepare(change);
  expect(when(history, command)).toMatchObject([
    { type: 'PayoutLeftOut', data: { run_id: 'run-1', reason, available_cents: command.available_cents } },
  ]);
});

test('[PAY-10] of several reasons, the one to act on first is recorded; with nothing to pay, none is', () => {
  expect(leftOutReasons).toEqual([
    'payout_open',
    'on_hold',
    'no_details',
    'email_unconfirmed',
    'details_changed',
    'negative_balance',
    'below_minimum',
  ]);
  expect(when(after(hold), prepare({ details: null }))).toMatchObject([{ data: { reason: 'on_hold' } }]);
  expect(when([], prepare({ available_cents: 0 }))).toEqual([]);
});

test('[PAY-18] changed details hold payouts for 72 hours, to the instant', () => {
  expect(heldUntil('2026-12-04T09:00:00.000Z')).toBe('2026-12-07T09:00:00.000Z');
  const changed_at = '2026-12-04T09:00:00.000Z';
  const details = { method: 'paypal', destination: 'PayPal', changed_at, revision: 1 } as const;
  expect(when([], prepare({ details }))).toMatchObject([{ type: 'PayoutPrepared' }]);
  expect(when([], prepare({ details, at: '2026-12-07T08:59:59.999Z' }))).toMatchObject([{ type: 'PayoutLeftOut' }]);
});

describe('[FIX-21] details that changed while a payout was being prepared', () => {
  const at = '2026-12-07T09:00:00.002Z';
  const thief = { method: 'paypal', destination: 'PayPal t…@e….com', changed_at: at, revision: 1 } as const;

  test('decide again: nothing goes to them, and the money waits for 72 hours', () => {
    const again = when(after(prepare()), prepare({ details: thief, at }));
    const ids = { payout_id: 'payout-1', creator_id: 'creator-1' };
    const leftOut = { run_id: 'run-1', creator_id: 'creator-1', reason: 'details_changed', available_cents: 12_000 };
    expect(again).toMatchObject([
      { type: 'PayoutCanceled', data: ids },
      { type: 'PayoutLeftOut', data: leftOut },
    ]);
    expect(when([...after(prepare()), ...(again as readonly PayoutEvent[])], prepare({ details: thief, at }))).toEqual(
      [],
    );
    const later = { run_id: 'run-2', payout_id: 'payout-2', at: '2026-12-10T09:00:00.002Z', details: thief };
    const next = when([...after(prepare()), ...(again as readonly PayoutEvent[])], prepare(later));
    expect(next).toMatchObject([{ data: { details_revision: 1, takes_over: ['payout-1'] } }]);
  });

  test('change nothing about a payout that was sent, or that was prepared before revisions were recorded', () => {
    expect(when(after(prepare(), send()), prepare({ details: thief, at }))).toEqual([]);
    const [prepared] = after(prepare());
    if (prepared?.type !== 'PayoutPrepared') throw new Error('Nothing was prepared');
    const before = payoutPrepared.of({ ...prepared.data, details_revision: null });
    expect(when([before], prepare({ details: thief, at }))).toEqual([]);
  });

  test('that are gone say so', () => {
    expect(when(after(prepare()), prepare({ details: null, at }))).toMatchObject([
      { type: 'PayoutCanceled' },
      { type: 'PayoutLeftOut', data: { reason: 'no_details' } },
    ]);
  });
});

test('[FIX-21] a hold that was placed between the reading of the facts and the decision holds', () => {
  const command = prepare();
  expect(when(after(hold), command)).toMatchObject([{ type: 'PayoutLeftOut', data: { reason: 'on_hold' } }]);
});

test('[PAY-13] a run handles each creator once, even one that it left out', () => {
  expect(when(after(prepare()), prepare())).toEqual([]);
  expect(when(after(prepare(), { kind: 'cancel', payout_id: 'payout-1' }), prepare())).toEqual([]);
  expect(when(after(prepare({ available_cents: 10 })), prepare())).toEqual([]);
});

describe('[PAY-12] a payout', () => {
  const history: Readonly<Record<(typeof payoutStatuses)[number], readonly PayoutEvent[]>> = {
    prepared: after(prepare()),
    sent: after(prepare(), send()),
    paid: after(prepare(), send(), pay()),
    failed: after(prepare(), send(), { kind: 'fail', payout_id: 'payout-1', reason: 'Closed.' }),
    canceled: after(prepare(), { kind: 'cancel', payout_id: 'payout-1' }),
    returned: after(prepare(), send(), pay(), { kind: 'return', payout_id: 'payout-1', reason: 'Closed.' }),
  };
  const commands: Readonly<Record<string, PayoutCommand>> = {
    send: send(),
    pay: pay(),
    fail: { kind: 'fail', payout_id: 'payout-1', reason: 'Closed.' },
    cancel: { kind: 'cancel', payout_id: 'payout-1' },
    return: { kind: 'return', payout_id: 'payout-1', reason: 'Closed.' },
  };
  const leads: Readonly<Record<string, readonly [string, string]>> = {
    send: ['prepared', 'sent'],
    pay: ['sent', 'paid'],
    fail: ['sent', 'failed'],
    cancel: ['prepared', 'canceled'],
    return: ['paid', 'returned'],
  };
  const cases = payoutStatuses.flatMap((status) => Object.keys(commands).map((step) => [status, step] as const));

  test.each(cases)('that is %s answers %s according to its status', (status, step) => {
    const decision = when(history[status], commands[step]!);
    const [from, to] = leads[step]!;
    if (status === to) expect(decision).toEqual([]);
    else if (status === from) expect(decision).toHaveLength(1);
    else expect(decision).toMatchObject({ failure: 'payout_already_settled' });
  });

  test('that doesn’t exist is not found', () => {
    expect(when([], send())).toMatchObject({ failure: 'payout_not_found' });
  });
});

test('[PAY-11] a failed, canceled or returned payout is taken over by the next one, once', () => {
  const returned = after(
    prepare(),
    send(),
    pay(),
    prepare({ run_id: 'run-2', payout_id: 'payout-2', until: { at: '2026-12-14T09:00:00.000Z', position: 500 } }),
    { kind: 'return', payout_id: 'payout-1', reason: 'Closed.' },
    { kind: 'cancel', payout_id: 'payout-2' },
    prepare({ run_id: 'run-3', payout_id: 'payout-3', available_cents: 24_000 }),
  );
  expect(returned.at(-1)).toMatchObject({
    type: 'PayoutPrepared',
    data: { takes_over: ['payout-1', 'payout-2'], after: { at: '2026-12-14T09:00:00.000Z', position: 500 } },
  });
  const next = when(
    [
      ...returned,
      payoutCanceled.of({
        payout_id: 'payout-3',
        creator_id: 'creator-1',
        run_id: 'run-3',
        method: 'bank',
        pay_by_on: null,
        postings: [],
      }),
    ],
    prepare({ run_id: 'run-4', payout_id: 'payout-4' }),
  );
  expect(next).toMatchObject([{ data: { takes_over: ['payout-3'] } }]);
});

test('[PAY-11] facts from before a payout came back prepare nothing: its money would be missing from the payout', () => {
  const history = after(prepare(), send(), pay());
  const command = { ...prepare({ run_id: 'run-2', payout_id: 'payout-2' }), disbursed_cents: 12_000 };
  expect(given(payout, history).when(command)).toMatchObject([{ type: 'PayoutPrepared' }]);
  const returned = after(prepare(), send(), pay(), { kind: 'return', payout_id: 'payout-1', reason: 'Closed.' });
  expect(given(payout, returned).when(command)).toMatchObject({ failure: 'payouts_moved_on' });
});

test('[PAY-17] a hold is recorded once per reason, and lifted once', () => {
  expect(when([], hold)).toMatchObject([{ type: 'PayoutsHeld' }]);
  expect(when(after(hold), hold)).toEqual([]);
  expect(when(after(hold), { ...hold, reason: 'Another one.' })).toHaveLength(1);
  const release: PayoutCommand = { kind: 'release', creator_id: 'creator-1' };
  expect(when(after(hold), release)).toMatchObject([{ type: 'PayoutsReleased' }]);
  expect(when([], release)).toMatchObject({ failure: 'payouts_not_held' });
  expect(when(after(hold, release), prepare())).toMatchObject([{ type: 'PayoutPrepared' }]);
});

describe('[FIX-20] a hold', () => {
  const left = { creator_id: 'creator-1', run_id: 'run-1', reason: 'on_hold', available_cents: 12_000 };
  const taken = [
    {
      type: 'PayoutCanceled',
      data: { payout_id: 'payout-1', run_id: 'run-1', method: 'bank', postings: [{ amount_cents: -12_000 }, {}] },
    },
    { type: 'PayoutLeftOut', data: left },
  ];

  test('takes a payout that is prepared out of its run, says why, and leaves its money for after the hold', () => {
    const held = after(prepare(), hold);
    expect(held.slice(1)).toMatchObject([{ type: 'PayoutsHeld' }, ...taken]);
    expect(when(held, send())).toMatchObject({ failure: 'payout_already_settled' });
    expect(when(held, prepare())).toEqual([]);
    const next = when(
      [...held, ...after(hold, { kind: 'release', creator_id: 'creator-1' }).slice(1)],
      prepare({ run_id: 'run-2', payout_id: 'payout-2' }),
    );
    expect(next).toMatchObject([{ type: 'PayoutPrepared', data: { amount_cents: 12_000, takes_over: ['payout-1'] } }]);
  });

  test('can’t stop what was sent, paid, failed, returned or canceled', () => {
    const fail: PayoutCommand = { kind: 'fail', payout_id: 'payout-1', reason: 'Closed.' };
    const back: PayoutCommand = { kind: 'return', payout_id: 'payout-1', reason: 'Closed.' };
    const cancel: PayoutCommand = { kind: 'cancel', payout_id: 'payout-1' };
    for (const steps of [[send()], [send(), pay()], [send(), fail], [send(), pay(), back], [cancel]])
      expect(when(after(prepare(), ...steps), hold)).toMatchObject([{ type: 'PayoutsHeld' }]);
  });

  test('from a log in which it left a prepared payout alone leaves that out when the run is sent, or when it is repeated', () => {
    const before = [...after(prepare()), ...after(hold)];
    expect(when(before, send())).toMatchObject(taken);
    expect(when(before, hold)).toMatchObject(taken);
  });

  test('and what is sent or paid never contradict each other, whatever happens in whatever order', () => {
    const ids = fc.integer({ min: 1, max: 4 }).map(String);
    const step = fc.oneof(
      ids.map((id) => prepare({ run_id: `run-${id}`, payout_id: `payout-${id}` })),
      ids.map((id) => send(`payout-${id}`)),
      ids.map((id) => pay(`payout-${id}`)),
      ids.map((id): PayoutCommand => ({ kind: 'fail', payout_id: `payout-${id}`, reason: 'Closed.' })),
      ids.map((id): PayoutCommand => ({ kind: 'cancel', payout_id: `payout-${id}` })),
      ids.map((id): PayoutCommand => ({ kind: 'return', payout_id: `payout-${id}`, reason: 'Closed.' })),
      fc.constantFrom<PayoutCommand>(
        hold,
        { ...hold, reason: 'Another one.' },
        { kind: 'release', creator_id: 'creator-1' },
      ),
    );
    let stopped = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (commands) => {
        let history: readonly PayoutEvent[] = [];
        for (const command of commands) {
          const before = fold(payout, history);
          const decision = when(history, command);
          if (isFailure(decision)) continue;
          history = [...history, ...decision];
          const { hold: held, payouts } = fold(payout, history);
          // Whoever is on hold has nothing prepared, so nothing can be sent to them.
          expect(held !== null && Object.values(payouts).some(({ status }) => status === 'prepared')).toBe(false);
          if (before.hold) expect(decision.map(({ type }) => type)).not.toContain('PayoutSent');
          if (command.kind === 'hold' && decision.length > 1) stopped += 1;
        }
        const postings = history.flatMap(({ data }) => ('postings' in data ? data.postings : []));
        expect(postings.reduce((total, { amount_cents }) => total + amount_cents, 0)).toBe(0);
        const available = postings.filter(({ account }) => account === 'creator:creator-1:available');
        const disbursed = available.reduce((total, { amount_cents }) => total + amount_cents, 0);
        expect(disbursed).toBe(disbursedCents(fold(payout, history)));
      }),
    );
    expect(stopped).toBeGreaterThan(0);
  });
});

test('[PAY-12] a repeated command records nothing', () => {
  const command = fc.constantFrom<PayoutCommand>(
    prepare(),
    prepare({ run_id: 'run-2', payout_id: 'payout-2' }),
    send(),
    pay(),
    hold,
    { kind: 'fail', payout_id: 'payout-1', reason: 'Closed.' },
    { kind: 'cancel', payout_id: 'payout-1' },
    { kind: 'return', payout_id: 'payout-1', reason: 'Closed.' },
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 12 }), command, (commands, last) => {
      const history = commands.reduce<readonly PayoutEvent[]>((before, each) => {
        const decision = when(before, each);
        return isFailure(decision) ? before : [...before, ...decision];
      }, []);
      const first = when(history, last);
      if (isFailure(first)) return;
      const again = when([...history, ...first], last);
      expect(isFailure(again) || again.length === 0).toBe(true);
      if (first.length > 0) expect(again).toEqual([]);
    }),
  );
});

test('[PAY-29] the last payout of a deleted account has no minimum, but waits for a hold and after changed details like any other', () => {
  const small = { available_cents: 250, is_last: true };
  expect(when([], prepare(small))).toMatchObject([{ type: 'PayoutPrepared', data: { amount_cents: 250 } }]);
  const leftOut = (history: readonly PayoutEvent[], change: Partial<PreparePayout>) =>
    when(history, prepare({ ...small, ...change }));
  expect(leftOut([], { is_last: false })).toMatchObject([{ data: { reason: 'below_minimum' } }]);
  expect(leftOut(after(hold), {})).toMatchObject([{ data: { reason: 'on_hold' } }]);
  const details = {
    method: 'bank',
    destination: 'Bank account',
    changed_at: '2026-12-07T08:00:00.000Z',
    revision: 1,
  } as const;
  expect(leftOut([], { details })).toMatchObject([{ data: { reason: 'details_changed' } }]);
});
