import type { Payout } from '@tessera/domain/payouts/payouts.view';
import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import { Refused } from '../../kernel/refused.ts';
import { settlementLines, settlementsOf } from './settlement-file.ts';

const payout = (payout_id: string, status: PayoutStatus, amount_cents = 125_000) =>
  [payout_id, { payout_id, status, amount_cents } as Payout] as const;
const payouts = new Map([
  payout('P1', 'sent'),
  payout('P2', 'sent', 1_050),
  payout('P3', 'paid'),
  payout('P4', 'prepared'),
]);
const read = (...lines: readonly string[]) =>
  settlementsOf(settlementLines(['payout_id,amount,status,reference,reason', ...lines].join('\n')), payouts);
const refusedOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof Refused) return error.failure;
    throw error;
  }
  throw new Error('It was not refused');
};

describe('the bank’s answer to a run', () => {
  it('[PAY-14] is read with quotes, dollar signs, either line ending, and a byte order mark', () => {
    const text =
      '\uFEFFPayout ID,Amount,Status,Reference,Reason\r\nP1,"$1,250.00",PAID,BATCH-7,\r\n\r\n' +
      'P2,10.50,failed,,"Closed, says the bank: ""gone"""\r\nP3,1250.00,returned,,Closed.';
    const settlements = settlementsOf(settlementLines(text), payouts);
    expect(settlements.map(({ payout: { payout_id }, ...rest }) => ({ ...rest, payout_id }))).toEqual([
      { payout_id: 'P1', outcome: 'paid', reference: 'BATCH-7', reason: '' },
      { payout_id: 'P2', outcome: 'failed', reference: null, reason: 'Closed, says the bank: "gone"' },
      { payout_id: 'P3', outcome: 'returned', reference: null, reason: 'Closed.' },
    ]);
  });

  it.each([
    ['P9,1250.00,paid,,', 'There’s no payout P9 in this run.'],
    [',1250.00,paid,,', 'The payout id is missing.'],
    ['P1,1250.01,paid,,', 'Payout P1 is 1250.00, not 1250.01.'],
    ['P1,-1250.00,paid,,', 'Write the amount of payout P1 as 1250.00, not -1250.00.'],
    ['P1,1250,paid,,', 'Write the amount of payout P1 as 1250.00, not 1250.'],
    ['P1,,paid,,', 'The amount is missing: payout P1 is 1250.00.'],
    ['P1,1250.00,done,,', 'The status is done: it must be paid, failed or returned.'],
    ['P1,1250.00,,,', 'The status is missing: it must be paid, failed or returned.'],
    ['P1,1250.00,failed,,', 'A payout that failed needs a reason.'],
    ['P3,1250.00,failed,,Closed.', 'Payout P3 is paid, so it can’t become failed.'],
    ['P4,1250.00,paid,,', 'Payout P4 is prepared, so it can’t become paid.'],
    [`P1,1250.00,paid,${'x'.repeat(101)},`, 'The reference has more than 100 characters.'],
    [`P1,1250.00,failed,,${'x'.repeat(301)}`, 'The reason has more than 300 characters.'],
  ])('[PAY-14] %s is wrong, in plain words, and then nothing of it is taken', (line, words) => {
    const { failure, message, fields } = refusedOf(() => read('P2,10.50,paid,,', line));
    expect(failure).toBe('settlement_refused');
    expect(message).toBe('One line is wrong, so nothing was changed. Correct the file and upload it again.');
    expect(fields).toEqual({ 'Line 3': words });
  });

  it('[PAY-14] reports every wrong line, including duplicates', () => {
    const { message, fields } = refusedOf(() => read('P1,1250.00,paid,,', 'P1,1250.00,paid,,', 'P9,1.00,paid,,'));
    expect(message).toMatch(/^2 lines are wrong/);
    expect(fields).toEqual({
      'Line 3': 'Payout P1 is in the file twice.',
      'Line 4': 'There’s no payout P9 in this run.',
    });
  });

  it.each([
    ['', 'Missing: payout_id, amount, status.'],
    ['id;amount;status\nP1;1250.00;paid', 'Missing: payout_id, amount, status.'],
    ['payout_id,amount\nP1,1250.00', 'Missing: status.'],
    ['payout_id,amount,status\n', 'There are no lines after the first.'],
    ['payout_id,amount,status\nP1,"1250.00,paid', 'This line can’t be read: check its quotes.'],
    ['payout_id,amount,status\nP1,"1250.00"x,paid', 'This line can’t be read: check its quotes.'],
  ])('[PAY-14] %j is no such file', (text, words) => {
    expect(Object.values(refusedOf(() => settlementLines(text)).fields ?? {})[0]).toContain(words);
  });
});
