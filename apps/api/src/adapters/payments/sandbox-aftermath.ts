import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { formatUsd } from '@tessera/domain/money';
import type { Clock } from '../../kernel/clock.ts';
import type { DisputeReport, GatewayTransaction, Refund, RefundOutcome, RefundReport } from './port.ts';

/** A refund of so many cents beside whole dollars is made, and its answer is lost: see the README. */
const lostCents = 19;
/** As card networks have them: 2.9% and 30 cents of each charge, which no refund brings back. */
const feePerMille = 29;
const feeFixedCents = 30;
const evidenceMs = 7 * 24 * 60 * 60_000;
/** Rows that are read at a time: in between, others may write. */
const pageRows = 500;
/** Of the charges, and of the disputes, that the sandbox's page lists. */
export const latestMax = 50;

const tables = `
CREATE TABLE IF NOT EXISTS refunds (key TEXT PRIMARY KEY, payment TEXT NOT NULL, status TEXT NOT NULL,
  detail TEXT NOT NULL, amount_cents INTEGER NOT NULL, known_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS disputes (id TEXT PRIMARY KEY, payment TEXT NOT NULL UNIQUE, amount_cents INTEGER NOT NULL,
  standing TEXT NOT NULL, opened_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS dispute_moves (id TEXT PRIMARY KEY, dispute TEXT NOT NULL, payment TEXT NOT NULL,
  amount_cents INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS charges_by_reference ON charges (detail);
CREATE INDEX IF NOT EXISTS refunds_by_payment ON refunds (payment);`;

/** All that moved money. A charge counts from when its outcome is known. */
const moves = `
SELECT detail AS id, 'charge' AS source, detail AS payment, key, amount_cents, known_at AS at FROM charges
  WHERE status = 'approved'
UNION ALL SELECT detail, 'refund', payment, key, -amount_cents, known_at FROM refunds WHERE status = 'refunded'
UNION ALL SELECT id, 'dispute', payment, NULL, amount_cents, at FROM dispute_moves`;

interface RefundRow {
  readonly key: string;
  readonly status: 'refunded' | 'failed';
  /** The reference of what was refunded, the reason of what was not. */
  readonly detail: string;
  readonly amount_cents: number;
  readonly known_at: number;
}

interface DisputeRow {
  readonly id: string;
  readonly payment: string;
  readonly amount_cents: number;
  readonly standing: 'open' | 'won' | 'lost';
  readonly opened_at: number;
}

interface MoveRow {
  readonly id: string;
  readonly source: 'charge' | 'refund' | 'dispute';
  readonly payment: string;
  readonly key: string | null;
  readonly amount_cents: number;
  readonly at: number;
}

export interface SandboxCharge {
  readonly payment: string;
  readonly amountCents: number;
  readonly at: Date;
}

const iso = (ms: number) => new Date(ms).toISOString();

const feeOf = (cents: number) => Math.round((cents * feePerMille) / 1_000) + feeFixedCents;

export const losesItsAnswer = ({ amountCents }: Pick<Refund, 'amountCents'>) => amountCents % 100 === lostCents;

export const refundOutcomeOf = ({ status, detail }: RefundRow): RefundOutcome =>
  status === 'refunded' ? { status, reference: detail } : { status, reason: detail };

const disputeOf = ({ id, payment, amount_cents, standing, opened_at }: DisputeRow): DisputeReport => ({
  id,
  payment,
  amountCents: amount_cents,
  standing,
  reason: 'fraudulent',
  openedAt: iso(opened_at),
  evidenceDueAt: standing === 'open' ? iso(opened_at + evidenceMs) : null,
});

const transactionOf = ({ id, source, payment, key, amount_cents, at }: MoveRow): GatewayTransaction => ({
  id,
  kind: source === 'dispute' && amount_cents > 0 ? 'dispute_won' : source,
  payment,
  key,
  amountCents: amount_cents,
  feeCents: source === 'charge' ? feeOf(amount_cents) : 0,
  currency: 'usd',
  at: iso(at),
});

/** What became of the sandbox's charges: refunds, disputes, and the list of all that moved money. */
export class SandboxAftermath {
  private readonly database: DatabaseSync;
  private readonly clock: Clock;
  private readonly statements: ReturnType<typeof statementsOf>;

  constructor(database: DatabaseSync, clock: Clock) {
    this.database = database;
    this.clock = clock;
    database.exec(tables);
    this.statements = statementsOf(database);
  }

  /** The first outcome of a key stands for good. */
  refund({ key, reference, amountCents }: Refund, knownAt: number): RefundRow {
    return this.atomically(() => {
      const earlier = this.statements.refund.get(key) as unknown as RefundRow | undefined;
      if (earlier) return earlier;
      const reason = this.refusalOf(reference, amountCents);
      const row: RefundRow = {
        key,
        status: reason === null ? 'refunded' : 'failed',
        detail: reason ?? `sandbox_refund_${this.clock.newId()}`,
        amount_cents: amountCents,
        known_at: knownAt,
      };
      this.statements.insertRefund.run(key, reference, row.status, row.detail, amountCents, knownAt);
      return row;
    });
  }

  refundsOf(payment: string): RefundReport[] {
    const rows = this.statements.refunds.all(payment, this.now()) as unknown as RefundRow[];
    return rows.map(({ key, status, detail, amount_cents }) => ({
      id: status === 'refunded' ? detail : `sandbox_refund_${key}`,
      key,
      amountCents: amount_cents,
      status,
      reason: status === 'failed' ? detail : null,
    }));
  }

  /** A holder disputes what is left of a charge, once. Null where there is nothing that could be disputed. */
  open(payment: string): DisputeReport | null {
    return this.atomically(() => {
      const amount = this.leftOf(payment);
      if (this.disputeOf(payment) || amount <= 0) return null;
      const id = `sandbox_dispute_${this.clock.newId()}`;
      this.statements.insertDispute.run(id, payment, amount, this.now());
      this.move(id, payment, -amount);
      return this.dispute(id);
    });
  }

  /** Banks may decide again, and otherwise. */
  decide(id: string, standing: 'won' | 'lost'): DisputeReport | null {
    return this.atomically(() => {
      const dispute = this.dispute(id);
      if (!dispute || dispute.standing === standing) return dispute;
      this.statements.decide.run(standing, id);
      if (standing === 'won') this.move(id, dispute.payment, dispute.amountCents);
      else if (dispute.standing === 'won') this.move(id, dispute.payment, -dispute.amountCents);
      return this.dispute(id);
    });
  }

  dispute(id: string): DisputeReport | null {
    const row = this.statements.dispute.get(id) as unknown as DisputeRow | undefined;
    return row ? disputeOf(row) : null;
  }

  *disputes(from: Date): Iterable<DisputeReport> {
    let last: DisputeRow | undefined;
    do {
      const rows = this.disputesBefore(last, from.getTime(), pageRows);
      yield* rows.map(disputeOf);
      last = rows.length < pageRows ? undefined : rows.at(-1);
    } while (last);
  }

  latestDisputes(): DisputeReport[] {
    return this.disputesBefore(undefined, 0, latestMax).map(disputeOf);
  }

  /** What is not known yet is not listed. */
  *transactions(from: Date, to: Date): Iterable<GatewayTransaction> {
    let last = { at: Math.min(to.getTime(), this.now() + 1), id: '' };
    for (;;) {
      const rows = this.statements.moves.all(from.getTime(), last.at, last.id, pageRows) as unknown as MoveRow[];
      yield* rows.map(transactionOf);
      const end = rows.at(-1);
      if (!end || rows.length < pageRows) return;
      last = end;
    }
  }

  /** Those that can be disputed, the newest first; one alone where it is named. */
  disputableCharges(payment: string | null): SandboxCharge[] {
    const rows = this.statements.charges.all(payment, payment, this.now(), latestMax) as unknown as MoveRow[];
    return rows
      .map((row) => ({ payment: row.payment, amountCents: this.leftOf(row.payment), at: new Date(row.at) }))
      .filter(({ amountCents }) => amountCents > 0);
  }

  private refusalOf(payment: string, amountCents: number): string | null {
    const disputed = this.disputeOf(payment);
    if (disputed && disputed.standing !== 'won') return 'The payment is disputed, so its bank decides about the money';
    const left = this.leftOf(payment);
    if (left <= 0) return 'Nothing of this payment is left to refund';
    if (amountCents > left) return `Only ${formatUsd(left)} of this payment is left to refund`;
    return amountCents > 0 ? null : 'There is no amount to refund';
  }

  /** Of a charge, after what was refunded of it. */
  private leftOf(payment: string): number {
    const { left } = this.statements.left.get(payment, payment) as unknown as { left: number };
    return left;
  }

  /** The newest first. */
  private disputesBefore(last: DisputeRow | undefined, from: number, count: number) {
    const { opened_at = Number.MAX_SAFE_INTEGER, id = '' } = last ?? {};
    return this.statements.disputes.all(from, opened_at, id, count) as unknown as DisputeRow[];
  }

  private disputeOf(payment: string) {
    return this.statements.disputeOf.get(payment) as unknown as DisputeRow | undefined;
  }

  private move(dispute: string, payment: string, amountCents: number) {
    this.statements.insertMove.run(`sandbox_move_${this.clock.newId()}`, dispute, payment, amountCents, this.now());
  }

  private now() {
    return this.clock.now().getTime();
  }

  /** Several nodes may share the file. */
  private atomically<Result>(work: () => Result): Result {
    this.database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.database.exec('COMMIT');
      return result;
    } catch (error) {
      this.database.exec('ROLLBACK');
      throw error;
    }
  }
}

const statementsOf = (database: DatabaseSync) => {
  const of = (sql: string): StatementSync => database.prepare(sql);
  const dispute = 'SELECT id, payment, amount_cents, standing, opened_at FROM disputes';
  const refund = 'SELECT key, status, detail, amount_cents, known_at FROM refunds';
  return {
    refund: of(`${refund} WHERE key = ?`),
    refunds: of(`${refund} WHERE payment = ? AND known_at <= ? ORDER BY known_at, key`),
    insertRefund: of(
      'INSERT INTO refunds (key, payment, status, detail, amount_cents, known_at) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    left: of(
      "SELECT ifnull((SELECT amount_cents FROM charges WHERE detail = ? AND status = 'approved'), 0) - " +
        "ifnull((SELECT sum(amount_cents) FROM refunds WHERE payment = ? AND status = 'refunded'), 0) AS left",
    ),
    charges: of(
      "SELECT detail AS payment, known_at AS at FROM charges WHERE status = 'approved' AND (? IS NULL OR detail = ?) " +
        'AND detail NOT IN (SELECT payment FROM disputes) AND known_at <= ? ORDER BY known_at DESC, detail DESC LIMIT ?',
    ),
    dispute: of(`${dispute} WHERE id = ?`),
    disputeOf: of(`${dispute} WHERE payment = ?`),
    disputes: of(
      `${dispute} WHERE opened_at >= ? AND (opened_at, id) < (?, ?) ORDER BY opened_at DESC, id DESC LIMIT ?`,
    ),
    insertDispute: of(
      "INSERT INTO disputes (id, payment, amount_cents, standing, opened_at) VALUES (?, ?, ?, 'open', ?)",
    ),
    decide: of('UPDATE disputes SET standing = ? WHERE id = ?'),
    insertMove: of('INSERT INTO dispute_moves (id, dispute, payment, amount_cents, at) VALUES (?, ?, ?, ?, ?)'),
    moves: of(
      `SELECT id, source, payment, key, amount_cents, at FROM (${moves}) ` +
        'WHERE at >= ? AND (at, id) < (?, ?) ORDER BY at DESC, id DESC LIMIT ?',
    ),
  };
};
