import type { Cents } from '../money.ts';
import type { PaymentMethod } from '../payment-methods.ts';
import type { Cutoff } from './cutoff.ts';
import type { DetailsOnFile } from './left-out.ts';

/** The payout details that a payout goes to. */
interface DetailsToPay extends DetailsOnFile {
  readonly method: PaymentMethod;
  readonly destination: string;
  /** Null if it is unknown. */
  readonly revision: number | null;
}

/**
 * Prepares a creator's payout in a run, with what is known about them. Repeated with other details, it decides again: the
 * details changed while the payout was being prepared.
 */
export interface PreparePayout {
  readonly kind: 'prepare';
  readonly run_id: string;
  readonly payout_id: string;
  readonly creator_id: string;
  /** What the ledger has as available up to `until`; may be negative. */
  readonly available_cents: Cents;
  /** What the ledger has as in transit or paid, to check that it knows the outcome of all earlier payouts. */
  readonly disbursed_cents: Cents;
  readonly until: Cutoff;
  /** By when the most urgent part of it has to reach the creator, `yyyy-mm-dd`; null for nothing. */
  readonly pay_by_on: string | null;
  /** Null if there are no payout details. */
  readonly details: DetailsToPay | null;
  /** The account was deleted and no more money will come, so that no amount is too small. */
  readonly is_last: boolean;
  /** ISO 8601. */
  readonly at: string;
}
