import { decimalUsd } from '@tessera/domain/money';
import { payoutReasonMaxCharacters, referenceMaxCharacters } from '@tessera/domain/payouts/forms';
import { settlementRefused } from '@tessera/domain/payouts/payout-failures';
import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { typedAmount } from '@tessera/domain/typed-amount';
import { inTurns } from '../../kernel/async/in-turns.ts';
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

/** As many as a run may have payouts. */
const linesMax = 100_000;
const cellsMax = 100;
const cellCharactersMax = 10_000;
/** They take a few milliseconds at most. */
const linesPerTurn = 200;

const tooLong = () => {
  const message = `The file has more than ${linesMax.toLocaleString('en-US')} lines, so nothing was changed. Upload it in parts.`;
  return new Refused(settlementRefused({ message }));
};

interface Cell {
  readonly value: string;
  /** Where it ends in the text. */
  readonly end: number;
}

const breaksLine = (character: string | undefined) => character === '\n' || character === '\r';

/** The cell that starts here; null if its quotes are wrong or never end. */
const cellAt = (text: string, start: number, delimiter: string): Cell | null => {
  const endsCell = (at: number) => at >= text.length || text[at] === delimiter || breaksLine(text[at]);
  const endMax = Math.min(text.length, start + cellCharactersMax);
  if (text[start] !== '"') {
    let end = start;
    while (!endsCell(end) && text[end] !== '"' && end < endMax) end += 1;
    return endsCell(end) ? { value: text.slice(start, end), end } : null;
  }
  for (let quote = text.indexOf('"', start + 1); quote >= 0 && quote < endMax; quote = text.indexOf('"', quote + 2)) {
    if (text[quote + 1] === '"') continue;
    const value = text.slice(start + 1, quote).replaceAll('""', '"');
    return endsCell(quote + 1) ? { value, end: quote + 1 } : null;
  }
  return null;
};

/** Parses CSV (RFC 4180) into the cells of each line, one line at a time. @throws Refused */
function* recordsOf(text: string, delimiter: string): Generator<readonly string[], undefined> {
  let at = 0;
  for (let number = 1; at < text.length; number += 1) {
    if (number > linesMax + 1) throw tooLong();
    const record: string[] = [];
    for (let isLast = false; !isLast; at += 1) {
      const cell = cellAt(text, at, delimiter);
      if (!cell) return refuse([{ number, message: 'This line can’t be read: check its quotes.' }]);
      if (record.length === cellsMax)
        return refuse([{ number, message: `This line has more than ${cellsMax} cells.` }]);
      record.push(cell.value.trim());
      at = cell.end;
      isLast = text[at] !== delimiter;
    }
    if (text[at - 1] === '\r' && text[at] === '\n') at += 1;
    yield record;
  }
}

const delimiters = [',', ';', '\t'] as const;

/** Where commas are decimal, spreadsheets separate cells with semicolons. */
const delimiterOf = (text: string): string => {
  const [head = ''] = text.slice(0, cellCharactersMax).split(/[\r\n]/, 1);
  const plain = head.replaceAll(/"[^"]*"/g, '');
  const countOf = (delimiter: string) => plain.split(delimiter).length;
  return delimiters.reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
};

/** Reads the lines of the bank's answer. @throws Refused if the file isn't one */
export const settlementLines = async (text: string): Promise<readonly SettlementLine[]> => {
  const content = text.replace(/^\uFEFF/, '');
  const records = recordsOf(content, delimiterOf(content));
  const head = records.next().value ?? [];
  const names = head.map((name) => name.toLowerCase().replaceAll(' ', '_'));
  const missing = requiredColumns.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const message = `The first line must name the columns payout_id, amount and status. Missing: ${missing.join(', ')}.`;
    return refuse([{ number: 1, message }]);
  }
  const lines: SettlementLine[] = [];
  let number = 1;
  for await (const record of inTurns(records, linesPerTurn)) {
    number += 1;
    if (record.every((value) => value === '')) continue;
    const of = (name: string) => record[names.indexOf(name)] ?? '';
    const [payout_id, amount, status] = [of('payout_id'), of('amount'), of('status').toLowerCase()];
    lines.push({ number, payout_id, amount, status, reference: of('reference'), reason: of('reason') });
  }
  return lines.length > 0 ? lines : refuse([{ number: 1, message: 'There are no lines after the first.' }]);
};

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
  const typed = typedAmount(amount);
  if (typed.kind !== 'amount' || typed.cents < 0) {
    return `Write the amount of payout ${payout_id} as ${expected}, not ${amount}.`;
  }
  if (typed.cents !== payout.amount_cents) return `Payout ${payout_id} is ${expected}, not ${amount}.`;
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
export const settlementsOf = async (
  lines: readonly SettlementLine[],
  payouts: ReadonlyMap<string, Payout>,
): Promise<readonly Settlement[]> => {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  const settlements: Settlement[] = [];
  for await (const line of inTurns(lines, linesPerTurn)) {
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
