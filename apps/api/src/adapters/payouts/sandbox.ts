import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../../kernel/clock.ts';
import { openSandboxDatabase } from '../sandbox-database.ts';
import { PayoutRail, RailSilent } from './port.ts';
import type { RailOutcome, RailPayout, RailReturn } from './port.ts';

/** Amounts with these cents fail, are returned or get no answer, as the README says. All others are paid. */
const failingCents = 1;
const returningCents = 2;
const silentCents = 3;

const failReason = 'The bank couldn’t find this account.';
const returnReason = 'The bank returned the payment: the account is closed.';

const dayMs = 86_400_000;
const returnedAfterMs = 3 * dayMs;

interface Row {
  readonly status: 'paid' | 'failed';
  readonly reference: string;
  readonly returned_at: number | null;
}

/**
 * A rail that simulates a bank. Like an outside party, it has its own database, so that payouts survive whatever
 * happens to the service's process. It stores no payment details.
 */
export class SandboxRail extends PayoutRail {
  readonly name = 'sandbox';
  readonly isAutomatic = true;
  private readonly clock: Clock;
  private readonly database: DatabaseSync;
  private readonly insert: StatementSync;
  private readonly select: StatementSync;
  private readonly selectReturned: StatementSync;

  constructor(file: string, clock: Clock) {
    super();
    this.clock = clock;
    this.database = openSandboxDatabase(file);
    this.database.exec(
      'CREATE TABLE IF NOT EXISTS payouts (key TEXT PRIMARY KEY, status TEXT NOT NULL, reference TEXT NOT NULL, ' +
        'amount_cents INTEGER NOT NULL, returned_at INTEGER) STRICT',
    );
    this.database.exec('CREATE INDEX IF NOT EXISTS returned ON payouts (returned_at) WHERE returned_at IS NOT NULL');
    this.insert = this.database.prepare(
      'INSERT INTO payouts (key, status, reference, amount_cents, returned_at) VALUES (?, ?, ?, ?, ?) ' +
        'ON CONFLICT DO NOTHING',
    );
    this.select = this.database.prepare('SELECT status, reference, returned_at FROM payouts WHERE key = ?');
    this.selectReturned = this.database.prepare(
      'SELECT key FROM payouts WHERE returned_at >= ? AND returned_at <= ? ORDER BY returned_at',
    );
  }

  send({ key, amountCents }: RailPayout): Promise<void> {
    const cents = amountCents % 100;
    const status = cents === failingCents ? 'failed' : 'paid';
    const returnedAt = cents === returningCents ? this.nowMs() + returnedAfterMs : null;
    const { changes } = this.insert.run(key, status, `sandbox_${this.clock.newId()}`, amountCents, returnedAt);
    if (changes > 0 && cents === silentCents) {
      return Promise.reject(new RailSilent('The sandbox rail did not answer the payout.'));
    }
    return Promise.resolve();
  }

  outcome(key: string): Promise<RailOutcome> {
    const row = this.select.get(key) as unknown as Row | undefined;
    return Promise.resolve(row ? this.outcomeOf(row) : { status: 'unknown' });
  }

  returnedSince(instant: Date): Promise<readonly RailReturn[]> {
    const rows = this.selectReturned.all(instant.getTime(), this.nowMs()) as unknown as readonly { key: string }[];
    return Promise.resolve(rows.map(({ key }) => ({ key, reason: returnReason })));
  }

  close() {
    this.database.close();
  }

  private outcomeOf({ status, reference, returned_at }: Row): RailOutcome {
    if (status === 'failed') return { status, reason: failReason };
    const isBack = returned_at !== null && returned_at <= this.nowMs();
    return isBack ? { status: 'returned', reference, reason: returnReason } : { status, reference };
  }

  private nowMs() {
    return this.clock.now().getTime();
  }
}
