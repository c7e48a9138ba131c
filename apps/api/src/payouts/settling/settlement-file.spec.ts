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
const settled = async (text: string) =>
  (await settlementsOf(await settlementLines(text), payouts)).map(({ payout: { payout_id }, ...rest }) => ({
    ...rest,
    payout_id,
  }));
const read = (...lines: readonly string[]) =>
  settled(['payout_id,amount,status,reference,reason', ...lines].join('\n'));
const refusedOf = async (act: () => Promise<unknown>) => {
  try {
    await act();
  } catch (error) {
    if (error instanceof Refused) return error.failure;
    throw error;
  }
  throw new Error('It was not refused');
};

describe('the bank’s answer to a run', () => {
  it('[PAY-14] is read with quotes, dollar signs, either line ending, and a byte order mark', async () => {
    const text =
      '\uFEFFPayout ID,Amount,Status,Reference,Reason\r\nP1,"$1,250.00",PAID,BATCH-7,\r\n\r\n' +
      'P2,10.50,failed,,"Closed, says the bank: ""gone"""\r\nP3,1250.00,returned,,Closed.';
    expect(await settled(text)).toEqual([
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
    ['P1,"1,250",paid,,', 'Write the amount of payout P1 as 1250.00, not 1,250.'],
    ['P1,1.250,paid,,', 'Write the amount of payout P1 as 1250.00, not 1.250.'],
    ['P1,€1250.00,paid,,', 'Write the amount of payout P1 as 1250.00, not €1250.00.'],
    ['P1,1250²,paid,,', 'Write the amount of payout P1 as 1250.00, not 1250².'],
    ['P1,1250,00,paid,', 'The status is 00: it must be paid, failed or returned.'],
    ['P1,,paid,,', 'The amount is missing: payout P1 is 1250.00.'],
    ['P1,1250.00,done,,', 'The status is done: it must be paid, failed or returned.'],
    ['P1,1250.00,,,', 'The status is missing: it must be paid, failed or returned.'],
    ['P1,1250.00,failed,,', 'A payout that failed needs a reason.'],
    ['P3,1250.00,failed,,Closed.', 'Payout P3 is paid, so it can’t become failed.'],
    ['P4,1250.00,paid,,', 'Payout P4 is prepared, so it can’t become paid.'],
    [`P1,1250.00,paid,${'x'.repeat(101)},`, 'The reference has more than 100 characters.'],
    [`P1,1250.00,failed,,${'x'.repeat(301)}`, 'The reason has more than 300 characters.'],
  ])('[PAY-14] %s is wrong, in plain words, and then nothing of it is taken', async (line, words) => {
    const { failure, message, fields } = await refusedOf(() => read('P2,10.50,paid,,', line));
    expect(failure).toBe('settlement_refused');
    expect(message).toBe('One line is wrong, so nothing was changed. Correct the file and upload it again.');
    expect(fields).toEqual({ 'Line 3': words });
  });

  it('[PAY-14] reports every wrong line, including duplicates', async () => {
    const { message, fields } = await refusedOf(() => read('P1,1250.00,paid,,', 'P1,1250.00,paid,,', 'P9,1.00,paid,,'));
    expect(message).toMatch(/^2 lines are wrong/);
    expect(fields).toEqual({
      'Line 3': 'Payout P1 is in the file twice.',
      'Line 4': 'There’s no payout P9 in this run.',
    });
  });

  it.each([
    ['', 'Missing: payout_id, amount, status.'],
    ['id;amount;status\nP1;1250.00;paid', 'Missing: payout_id.'],
    ['payout_id,amount\nP1,1250.00', 'Missing: status.'],
    ['payout_id,amount,status\n', 'There are no lines after the first.'],
    ['payout_id,amount,status\nP1,"1250.00,paid', 'This line can’t be read: check its quotes.'],
    ['payout_id,amount,status\nP1,"1250.00"x,paid', 'This line can’t be read: check its quotes.'],
    ['payout_id,amount,status\nP1,1250"00,paid', 'This line can’t be read: check its quotes.'],
  ])('[PAY-14] %j is no such file', async (text, words) => {
    expect(Object.values((await refusedOf(() => settlementLines(text))).fields ?? {})[0]).toContain(words);
  });

  const paid = (...ids: readonly string[]) =>
    ids.map((payout_id) => ({ payout_id, outcome: 'paid', reference: null, reason: '' }));

  it.each([
    ['semicolons, a decimal comma', 'payout_id;amount;status\nP1;1250,00;paid\nP2;10,5;paid'],
    ['German thousands', 'payout_id;amount;status\nP1;1.250,00;paid\nP2;10,50;paid'],
    ['French thousands', 'payout_id;amount;status\nP1;1\u202f250,00;paid\nP2;10,50 $;paid'],
    ['quoted semicolons', '"Payout ID";"Amount";"Status"\r\n"P1";"1250";"Paid"\r\n"P2";"10.5";"Paid"\r\n'],
    ['tabs', '\uFEFFPayout ID\tAmount\tStatus\r\nP1\t$1,250.00\tpaid\r\nP2\t10.5\tpaid\r\n'],
    ['no decimals', 'payout_id,amount,status\nP1,1250,paid\nP2,10.5,paid'],
    ['line ends of old Macs', 'payout_id,amount,status\rP1,1250.0,paid\rP2,"10,50",paid\r'],
    ['full-width and Arabic digits', 'payout_id,amount,status\nP1,１２５０．００,paid\nP2,١٠٫٥٠,paid'],
    ['empty columns at the end', 'payout_id,amount,status,,\nP1,USD 1250,paid,,\nP2,10.50,paid,,\n,,,,\n'],
  ])('[FIX-25] is read as spreadsheets write it: with %s', async (_, text) => {
    expect(await settled(text)).toEqual(paid('P1', 'P2'));
  });

  const head = 'payout_id,amount,status\n';
  const bytes = 8 * 1024 * 1024;
  const quotes = 'This line can’t be read: check its quotes.';

  it.each([
    ['a quote that never ends', `${head}P1,"${'x'.repeat(bytes)}`, quotes],
    ['a quote that ends late', `${head}P1,"${'x\n'.repeat(bytes / 2)}",paid`, quotes],
    ['quotes only', head + '"'.repeat(bytes), quotes],
    ['one long cell', head + 'x'.repeat(bytes), quotes],
    ['commas only', head + ','.repeat(bytes), 'This line has more than 100 cells.'],
    ['semicolons only', ';'.repeat(bytes), 'This line has more than 100 cells.'],
  ])('[FIX-25] with %s is refused in plain words', async (_, text, words) => {
    const { message, fields } = await refusedOf(() => settlementLines(text));
    expect(message).toBe('One line is wrong, so nothing was changed. Correct the file and upload it again.');
    expect(Object.values(fields ?? {})).toEqual([words]);
  });

  it.each([
    ['empty lines', '\n'],
    ['empty lines of Windows', '\r\n'],
    ['lines of empty cells', ',,\n'],
    ['payouts', 'P1,1250.00,paid\n'],
  ])('[FIX-25] is refused beyond 100,000 lines, and says so: %s', async (_, line) => {
    const { message } = await refusedOf(() => settlementLines(head + line.repeat(100_001)));
    expect(message).toBe('The file has more than 100,000 lines, so nothing was changed. Upload it in parts.');
  });

  it('[FIX-25] leaves turns to other requests while many lines are read and checked', async () => {
    let turns = 0;
    let isRead = false;
    const takeTurn = () => {
      turns += 1;
      if (!isRead) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    const lines = await settlementLines(head + 'P9,1250.00,paid\n'.repeat(100_000));
    const turnsToRead = turns;
    await refusedOf(() => settlementsOf(lines, payouts));
    isRead = true;
    expect(turnsToRead).toBeGreaterThanOrEqual(100);
    expect(turns - turnsToRead).toBeGreaterThanOrEqual(100);
  });
});
