import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import { openSandboxDatabase } from '../sandbox-database.ts';
import { OutcomeUnknown } from './port.ts';
import type {
  Card,
  CardGateway,
  ChargeOutcome,
  DisputeReport,
  GatewayTransaction,
  Payment,
  Refund,
  RefundOutcome,
  RefundReport,
} from './port.ts';

import { SandboxRefundsAndDisputes, losesItsAnswer, refundOutcomeOf } from './sandbox-refunds-and-disputes.ts';

type Behavior = 'approve' | 'decline' | 'approve-slowly' | 'lose-the-answer' | 'dispute';

/** The test cards that the README lists. Every other number is declined, so that no real card is ever accepted. */
const testCards: Readonly<Record<string, Behavior>> = {
  '4242424242424242': 'approve',
  '4000000000000002': 'decline',
  '4000000000000077': 'approve-slowly',
  '4000000000000119': 'lose-the-answer',
  '4000000000000259': 'dispute',
};

const slowMs = 3_000;

/** How long the outcome of a charge or refund stays unknown after its answer was lost. */
const unknownForMs = 3_000;

interface Row {
  readonly status: 'approved' | 'declined';
  readonly detail: string;
  readonly amount_cents: number;
  readonly known_at: number;
}

const outcomeOf = ({ status, detail, amount_cents }: Row): ChargeOutcome =>
  status === 'approved'
    ? { status, reference: detail, amountCents: amount_cents, currency: 'usd' }
    : { status, reason: detail };

/**
 * A gateway that simulates a card network. Like an outside party, it has its own database, so that charges survive
 * whatever happens to the service's process. It stores no cards.
 */
export class SandboxGateway implements CardGateway {
  readonly name = 'sandbox';
  readonly takes = 'cards';
  readonly refundsAndDisputes: SandboxRefundsAndDisputes;
  private readonly database: DatabaseSync;
  private readonly insert: StatementSync;
  private readonly select: StatementSync;
  private readonly clock: Clock;

  constructor(file: string, clock: Clock) {
    this.clock = clock;
    this.database = openSandboxDatabase(file);
    this.database.exec(
      'CREATE TABLE IF NOT EXISTS charges (key TEXT PRIMARY KEY, status TEXT NOT NULL, detail TEXT NOT NULL, ' +
        'amount_cents INTEGER NOT NULL, known_at INTEGER NOT NULL) STRICT',
    );
    this.insert = this.database.prepare(
      'INSERT INTO charges (key, status, detail, amount_cents, known_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.select = this.database.prepare('SELECT status, detail, amount_cents, known_at FROM charges WHERE key = ?');
    this.refundsAndDisputes = new SandboxRefundsAndDisputes(this.database, clock);
  }

  async charge({ key, amountCents }: Pick<Payment, 'key' | 'amountCents'>, card: Card): Promise<ChargeOutcome> {
    const behavior = testCards[card.cardNumber] ?? 'decline';
    if (behavior === 'approve-slowly') await delay(slowMs);
    const now = this.clock.now().getTime();
    const isAnswerLost = behavior === 'lose-the-answer';
    const stored = this.once(key, {
      status: behavior === 'decline' ? 'declined' : 'approved',
      detail: behavior === 'decline' ? 'The card was declined' : `sandbox_${this.clock.newId()}`,
      amount_cents: amountCents,
      known_at: isAnswerLost ? now + unknownForMs : now,
    });
    if (isAnswerLost) throw new OutcomeUnknown('The sandbox gateway did not answer the charge.');
    if (behavior === 'dispute' && stored.status === 'approved') this.refundsAndDisputes.open(stored.detail);
    return outcomeOf(stored);
  }

  settle({ key }: Pick<Payment, 'key'>): Promise<ChargeOutcome> {
    const now = this.clock.now().getTime();
    const detail = 'The payment did not reach the bank';
    const stored = this.once(key, { status: 'declined', detail, amount_cents: 0, known_at: now });
    if (stored.known_at > now) return Promise.reject(new OutcomeUnknown('The sandbox gateway does not know yet.'));
    return Promise.resolve(outcomeOf(stored));
  }

  async refund(refund: Refund): Promise<RefundOutcome> {
    const now = this.clock.now().getTime();
    const stored = this.refundsAndDisputes.refund(refund, losesItsAnswer(refund) ? now + unknownForMs : now);
    if (stored.known_at > now) throw new OutcomeUnknown('The sandbox gateway did not answer the refund.');
    return refundOutcomeOf(stored);
  }

  async refundsOf(reference: string): Promise<readonly RefundReport[]> {
    return this.refundsAndDisputes.refundsOf(reference);
  }

  async dispute(id: string): Promise<DisputeReport> {
    const found = this.refundsAndDisputes.dispute(id);
    if (!found) throw new OutcomeUnknown(`The sandbox gateway has no dispute ${id}.`);
    return found;
  }

  async *disputes(from: Date): AsyncIterable<DisputeReport> {
    yield* this.refundsAndDisputes.disputes(from);
  }

  async *transactions(from: Date, to: Date): AsyncIterable<GatewayTransaction> {
    yield* this.refundsAndDisputes.transactions(from, to);
  }

  check(): Promise<void> {
    this.select.get('');
    return Promise.resolve();
  }

  close() {
    this.database.close();
  }

  /** Stores the outcome unless the key has one already, and returns the stored one. */
  private once(key: string, row: Row): Row {
    this.insert.run(key, row.status, row.detail, row.amount_cents, row.known_at);
    return this.select.get(key) as unknown as Row;
  }
}
