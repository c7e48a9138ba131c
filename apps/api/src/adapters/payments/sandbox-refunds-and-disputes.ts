import type { DatabaseSync } from 'node:sqlite';
import { formatUsd } from '@tessera/domain/money';
import type { Clock } from '../../kernel/clock.ts';
import { inTransaction } from '../../kernel/sqlite-transaction.ts';
import { refundReasons } from './port.ts';
import type { DisputeReport, GatewayTransaction, Refund, RefundOutcome, RefundReport } from './port.ts';
import { statementsOf, tables } from './sandbox-tables.ts';
import type { DisputeRow, MoveRow, RefundRow } from './sandbox-tables.ts';

/** A refund of an amount with these cents is made, but its answer is lost: see the README. */
const lostAnswerCents = 19;
/** Typical card fees: 2.9% and 30 cents of each charge, which a refund doesn't return. */
const feePerMille = 29;
const feeFixedCents = 30;
const evidenceMs = 7 * 24 * 60 * 60_000;
/** Rows read at a time, so that others can write in between. */
const pageRows = 500;
/** How many charges and how many disputes the sandbox's page lists. */
export const latestMax = 50;

export interface SandboxCharge {
  readonly payment: string;
  readonly amountCents: number;
  readonly at: Date;
}

const iso = (ms: number) => new Date(ms).toISOString();

const feeOf = (cents: number) => Math.round((cents * feePerMille) / 1_000) + feeFixedCents;

export const losesItsAnswer = ({ amountCents }: Pick<Refund, 'amountCents'>) => amountCents % 100 === lostAnswerCents;

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

/** What happens in the sandbox after a charge: refunds, disputes, and the list of all movements of money. */
export class SandboxRefundsAndDisputes {
  private readonly database: DatabaseSync;
  private readonly clock: Clock;
  private readonly statements: ReturnType<typeof statementsOf>;

  constructor(database: DatabaseSync, clock: Clock) {
    this.database = database;
    this.clock = clock;
    database.exec(tables);
    this.statements = statementsOf(database);
  }

  /** Makes a refund, unless its key was used before: then it returns the first outcome. */
  refund({ key, reference, amountCents }: Refund, knownAt: number): RefundRow {
    return inTransaction(this.database, () => {
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

  /** Disputes what is left of a charge, as its cardholder would. Null if nothing is left or it was disputed before. */
  open(payment: string): DisputeReport | null {
    return inTransaction(this.database, () => {
      const amount = this.leftOf(payment);
      if (this.disputeOf(payment) || amount <= 0) return null;
      const id = `sandbox_dispute_${this.clock.newId()}`;
      this.statements.insertDispute.run(id, payment, amount, this.now());
      this.move(id, payment, -amount);
      return this.dispute(id);
    });
  }

  /** Banks may reverse a decision. What was refunded in the meantime isn't taken again. Null for an unknown dispute. */
  decide(id: string, standing: 'won' | 'lost'): DisputeReport | null {
    return inTransaction(this.database, () => {
      const dispute = this.dispute(id);
      if (!dispute || dispute.standing === standing) return dispute;
      const { payment, amountCents } = dispute;
      const { taken } = this.statements.taken.get(id) as unknown as { taken: number };
      const owed = standing === 'won' ? 0 : Math.min(amountCents, this.leftOf(payment));
      // The stored amount must match: what a bank takes again may be less than before.
      this.statements.decide.run(standing, standing === 'won' ? amountCents : owed, id);
      if (taken !== owed) this.move(id, payment, taken - owed);
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

  /** Leaves out movements whose outcome is still unknown. */
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

  /** Lists the charges that can be disputed, newest first, or only the given one. */
  disputableCharges(payment: string | null): SandboxCharge[] {
    const rows = this.statements.charges.all(payment, payment, this.now(), latestMax) as unknown as MoveRow[];
    return rows
      .map((row) => ({ payment: row.payment, amountCents: this.leftOf(row.payment), at: new Date(row.at) }))
      .filter(({ amountCents }) => amountCents > 0);
  }

  private refusalOf(payment: string, amountCents: number): string | null {
    const disputed = this.disputeOf(payment);
    if (disputed && disputed.standing !== 'won') return refundReasons.disputed;
    const left = this.leftOf(payment);
    if (left <= 0) return refundReasons.nothingLeft;
    if (amountCents > left) return `Only ${formatUsd(left)} of this payment is left to refund`;
    return amountCents > 0 ? null : 'There is no amount to refund';
  }

  /** Returns the cents of a charge that have not been refunded. */
  private leftOf(payment: string): number {
    const { left } = this.statements.left.get(payment, payment) as unknown as { left: number };
    return left;
  }

  /** Newest first. */
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
}
