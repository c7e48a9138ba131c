import type { Cents } from '@tessera/domain/money';
import { centsOf, decimalUsd } from '@tessera/domain/money';
import { payoutReasonMaxCharacters, referenceMaxCharacters } from '@tessera/domain/payouts/forms';
import { settlementRefused } from '@tessera/domain/payouts/payout-failures';
import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { Refused } from '../../kernel/refused.ts';

const outcomes = ['paid', 'failed', 'returned'] as const;
type Outcome = (typeof outcomes)[number];

/** What the bank says about one payout. */
export interface SettlementLine {
  /** Its line number in the file; the header is line 1. */
  readonly number: number;
  readonly payout_id: string;
  readonly amount: string;
  readonly status: string;
  readonly reference: string;
  readonly reason: string;
}

/** A valid line, ready to be carried out. */
export interface Settlement {
  readonly payout: Payout;
  readonly outcome: Outcome;
  readonly reference: string | null;
  readonly reason: string;
}

const requiredColumns = ['payout_id', 'amount', 'status'] as const;
/** How many problems are reported at a time: with more, the file needs work anyway. */
const problemsMax = 50;

interface Problem {
  readonly number: number;
  readonly message: string;
}

/** @throws Refused always */
const refuse = (problems: readonly Problem[]): never => {
  const fields = Object.fromEntries(
    problems.slice(0, problemsMax).map(({ number, message }) => [`Line ${number}`, message]),
  );
  const wrong = problems.length === 1 ? 'One line is wrong' : `${problems.length} lines are wrong`;
  throw new Refused(
    settlementRefused({ message: `${wrong}, so nothing was changed. Correct the file and upload it again.`, fields }),
  );
};

/** A cell, quoted or not, and its delimiter. */
const cellPattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/** Parses CSV (RFC 4180) into the cells of each line. @throws Refused */
const recordsOf = (text: string): readonly (readonly string[])[] => {
  const records: string[][] = [];
  let record: string[] = [];
  cellPattern.lastIndex = 0;
  while (cellPattern.lastIndex < text.length) {
    const found = cellPattern.exec(text);
    if (!found) return refuse([{ number: records.length + 1, message: 'This line can’t be read: check its quotes.' }]);
    const [, quoted, plain = '', end] = found;
    record.push((quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim());
    if (end === ',' && cellPattern.lastIndex < text.length) continue;
    if (end === ',') record.push('');
    records.push(record);
    record = [];
  }
  return records;
};

/** Reads the lines of the bank's answer. @throws Refused if the file isn't one */
export const settlementLines = (text: string): readonly SettlementLine[] => {
  const [head = [], ...records] = recordsOf(text.replace(/^\uFEFF/, ''));
  const names = head.map((name) => name.toLowerCase().replaceAll(' ', '_'));
  const missing = requiredColumns.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const message = `The first line must name the columns payout_id, amount and status. Missing: ${missing.join(', ')}.`;
    return refuse([{ number: 1, message }]);
  }
  const lines = records.flatMap((record, index) => {
    if (record.every((value) => value === '')) return [];
    const of = (name: string) => record[names.indexOf(name)] ?? '';
    const [payout_id, amount, status] = [of('payout_id'), of('amount'), of('status').toLowerCase()];
    return [{ number: index + 2, payout_id, amount, status, reference: of('reference'), reason: of('reason') }];
  });
  return lines.length > 0 ? lines : refuse([{ number: 1, message: 'There are no lines after the first.' }]);
};

const amountPattern = /^\$?(\d{1,3}(,\d{3})*|\d+)(\.\d{2})$/;
const centsIn = (amount: string): Cents | null =>
  amountPattern.test(amount) ? centsOf(Number(amount.replaceAll(/[$,]/g, ''))) : null;

/** Which statuses each outcome may follow. An outcome that is already recorded changes nothing. */
const mayBecome: Readonly<Record<Outcome, readonly PayoutStatus[]>> = {
  paid: ['sent', 'paid'],
  failed: ['sent', 'failed'],
  returned: ['sent', 'paid', 'returned'],
};

const isOutcome = (status: string): status is Outcome => outcomes.some((outcome) => outcome === status);

/** Says what is wrong with a line; null if it is valid. */
const problemOf = (line: SettlementLine, payout: Payout | undefined, isRepeated: boolean): string | null => {
  const { payout_id, amount, status, reference, reason } = line;
  if (payout_id === '') return 'The payout id is missing.';
  if (!payout) return `There’s no payout ${payout_id} in this run.`;
  if (isRepeated) return `Payout ${payout_id} is in the file twice.`;
  const expected = decimalUsd(payout.amount_cents);
  if (amount === '') return `The amount is missing: payout ${payout_id} is ${expected}.`;
  const cents = centsIn(amount);
  if (cents === null) return `Write the amount of payout ${payout_id} as ${expected}, not ${amount}.`;
  if (cents !== payout.amount_cents) return `Payout ${payout_id} is ${expected}, not ${amount}.`;
  if (!isOutcome(status)) return `The status is ${status || 'missing'}: it must be paid, failed or returned.`;
  if (!mayBecome[status].includes(payout.status)) {
    return `Payout ${payout_id} is ${payout.status}, so it can’t become ${status}.`;
  }
  if (status !== 'paid' && reason === '')
    return `A payout that ${status === 'failed' ? 'failed' : 'was returned'} needs a reason.`;
  if (reason.length > payoutReasonMaxCharacters)
    return `The reason has more than ${payoutReasonMaxCharacters} characters.`;
  if (reference.length > referenceMaxCharacters)
    return `The reference has more than ${referenceMaxCharacters} characters.`;
  return null;
};

/** Accepts all lines or none. @throws Refused with what is wrong, line by line */
export const settlementsOf = (
  lines: readonly SettlementLine[],
  payouts: ReadonlyMap<string, Payout>,
): readonly Settlement[] => {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  const settlements: Settlement[] = [];
  for (const line of lines) {
    const payout = payouts.get(line.payout_id);
    const message = problemOf(line, payout, seen.has(line.payout_id));
    seen.add(line.payout_id);
    if (message !== null) problems.push({ number: line.number, message });
    else if (payout) {
      const { status: outcome, reference, reason } = line;
      settlements.push({ payout, outcome: outcome as Outcome, reference: reference || null, reason });
    }
  }
  return problems.length > 0 ? refuse(problems) : settlements;
};
