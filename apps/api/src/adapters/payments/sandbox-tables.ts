import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Files of older versions have only the table of charges. */
export const tables = `
CREATE TABLE IF NOT EXISTS refunds (key TEXT PRIMARY KEY, payment TEXT NOT NULL, status TEXT NOT NULL,
  detail TEXT NOT NULL, amount_cents INTEGER NOT NULL, known_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS disputes (id TEXT PRIMARY KEY, payment TEXT NOT NULL UNIQUE, amount_cents INTEGER NOT NULL,
  standing TEXT NOT NULL, opened_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS dispute_moves (id TEXT PRIMARY KEY, dispute TEXT NOT NULL, payment TEXT NOT NULL,
  amount_cents INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS charges_by_reference ON charges (detail);
CREATE INDEX IF NOT EXISTS refunds_by_payment ON refunds (payment);`;

/** All movements of money. A charge counts from the time when its outcome is known. */
const moves = `
SELECT detail AS id, 'charge' AS source, detail AS payment, key, amount_cents, known_at AS at FROM charges
  WHERE status = 'approved'
UNION ALL SELECT detail, 'refund', payment, key, -amount_cents, known_at FROM refunds WHERE status = 'refunded'
UNION ALL SELECT id, 'dispute', payment, NULL, amount_cents, at FROM dispute_moves`;

export interface RefundRow {
  readonly key: string;
  readonly status: 'refunded' | 'failed';
  /** The reference of a refund that was made, or the reason for one that failed. */
  readonly detail: string;
  readonly amount_cents: number;
  readonly known_at: number;
}

export interface DisputeRow {
  readonly id: string;
  readonly payment: string;
  readonly amount_cents: number;
  readonly standing: 'open' | 'won' | 'lost';
  readonly opened_at: number;
}

export interface MoveRow {
  readonly id: string;
  readonly source: 'charge' | 'refund' | 'dispute';
  readonly payment: string;
  readonly key: string | null;
  readonly amount_cents: number;
  readonly at: number;
}

export const statementsOf = (database: DatabaseSync) => {
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
      "SELECT coalesce((SELECT amount_cents FROM charges WHERE detail = ? AND status = 'approved'), 0) - " +
        "coalesce((SELECT sum(amount_cents) FROM refunds WHERE payment = ? AND status = 'refunded'), 0) AS left",
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
    decide: of('UPDATE disputes SET standing = ?, amount_cents = ? WHERE id = ?'),
    insertMove: of('INSERT INTO dispute_moves (id, dispute, payment, amount_cents, at) VALUES (?, ?, ?, ?, ?)'),
    taken: of('SELECT -sum(amount_cents) AS taken FROM dispute_moves WHERE dispute = ?'),
    moves: of(
      `SELECT id, source, payment, key, amount_cents, at FROM (${moves}) ` +
        'WHERE at >= ? AND (at, id) < (?, ?) ORDER BY at DESC, id DESC LIMIT ?',
    ),
  };
};
