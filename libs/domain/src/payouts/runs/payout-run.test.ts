import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../../kernel/decider.ts';
import { isFailure } from '../../kernel/failure.ts';
import { given } from '../../kernel/given.test-kit.ts';
import { payoutRun } from './payout-run.ts';
import type { PayoutRunCommand, PayoutRunEvent, RunStep } from './payout-run.ts';

const until = { at: '2026-12-07T09:00:00.000Z', position: 420 };
const start = (run_id = 'run-1'): PayoutRunCommand => ({ kind: 'start', run_id, until, started_by: 'admin' });
const prepared: PayoutRunCommand = {
  kind: 'record-prepared',
  run_id: 'run-1',
  count: 2,
  total_cents: 125_000,
  left_out: 1,
};
const send: PayoutRunCommand = { kind: 'send', run_id: 'run-1', rail: 'manual' };
const cancel: PayoutRunCommand = { kind: 'cancel', run_id: 'run-1' };
const close: PayoutRunCommand = { kind: 'close', run_id: 'run-1' };
const file: PayoutRunCommand = { kind: 'record-file', run_id: 'run-1', method: 'bank', count: 1, made_by: 'admin' };

const after = (...commands: readonly PayoutRunCommand[]) =>
  commands.reduce<readonly PayoutRunEvent[]>((history, command) => {
    const decision = given(payoutRun, history).when(command);
    if (isFailure(decision)) throw new Error(decision.failure);
    return [...history, ...decision];
  }, []);

test('[PAY-13] a run is started once, and none while another is open', () => {
  expect(given(payoutRun, []).when(start())).toMatchObject([{ type: 'PayoutRunStarted' }]);
  expect(given(payoutRun, after(start())).when(start())).toEqual([]);
  for (const open of [[], [prepared], [prepared, send], [cancel]]) {
    const refused = given(payoutRun, after(start(), ...open)).when(start('run-2'));
    expect(refused).toMatchObject({
      failure: 'payout_run_open',
      message: 'A payout run is still open. Finish or cancel it first.',
    });
  }
  for (const closed of [
    [prepared, send, close],
    [cancel, close],
  ]) {
    const next = given(payoutRun, after(start(), ...closed)).when(start('run-2'));
    expect(next).toMatchObject([{ type: 'PayoutRunStarted', data: { run_id: 'run-2' } }]);
  }
});

describe('[PAY-14] a run', () => {
  const history: Readonly<Record<RunStep, readonly PayoutRunEvent[]>> = {
    preparing: after(start()),
    prepared: after(start(), prepared),
    sent: after(start(), prepared, send),
    canceling: after(start(), cancel),
    closed: after(start(), prepared, send, close),
  };
  const refused = 'payout_run_moved_on';
  /** The result of each step in each status; null if it is a repetition. */
  const leads: readonly (readonly [RunStep, PayoutRunCommand, string | null])[] = [
    ['preparing', prepared, 'PayoutRunPrepared'],
    ['prepared', prepared, null],
    ['canceling', prepared, null],
    ['preparing', send, refused],
    ['prepared', send, 'PayoutRunSent'],
    ['sent', send, null],
    ['canceling', send, refused],
    ['closed', send, refused],
    ['preparing', cancel, 'PayoutRunCanceled'],
    ['prepared', cancel, 'PayoutRunCanceled'],
    ['canceling', cancel, null],
    ['sent', cancel, refused],
    ['closed', cancel, refused],
    ['preparing', close, refused],
    ['prepared', close, refused],
    ['sent', close, 'PayoutRunClosed'],
    ['canceling', close, 'PayoutRunClosed'],
    ['closed', close, null],
    ['preparing', file, refused],
    ['prepared', file, 'PayoutFileMade'],
    ['sent', file, 'PayoutFileMade'],
    ['closed', file, refused],
  ];

  test.each(leads)('that is %s answers %j according to its status', (status, command, result) => {
    const decision = given(payoutRun, history[status]).when(command);
    if (result === null) expect(decision).toEqual([]);
    else if (result === refused) expect(decision).toMatchObject({ failure: refused });
    else expect(decision).toMatchObject([{ type: result }]);
  });

  test('that is another one, or doesn’t exist, is refused as such', () => {
    expect(given(payoutRun, []).when(send)).toMatchObject({ failure: 'payout_run_not_found' });
    expect(given(payoutRun, history.prepared).when({ ...send, run_id: 'run-0' })).toMatchObject({ failure: refused });
  });

  test('records nothing for a repeated command', () => {
    const command = fc.constantFrom(start(), prepared, send, cancel, close);
    fc.assert(
      fc.property(fc.array(command, { maxLength: 8 }), command, (commands, last) => {
        const before = commands.reduce<readonly PayoutRunEvent[]>((events, each) => {
          const decision = given(payoutRun, events).when(each);
          return isFailure(decision) ? events : [...events, ...decision];
        }, []);
        const first = given(payoutRun, before).when(last);
        if (isFailure(first)) return;
        expect(given(payoutRun, [...before, ...first]).when(last)).toEqual([]);
        expect(fold(payoutRun, [...before, ...first]).status).not.toBe('none');
      }),
    );
  });
});
