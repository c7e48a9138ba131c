import type { KnownPayoutDetails } from '@tessera/domain/accounts/billing/payout-details';

/** What a rail is given of a payout. The details go to the rail and nowhere else: never a log, an error or a file. */
export interface RailPayout {
  /** The idempotency key: the same key is paid once, whatever else differs. */
  readonly key: string;
  readonly amountCents: number;
  readonly details: Pick<KnownPayoutDetails, 'method' | 'payout'>;
}

export type RailOutcome =
  /** The rail has never heard of it. */
  | { readonly status: 'unknown' }
  | { readonly status: 'pending' }
  | { readonly status: 'paid'; readonly reference: string }
  | {
      readonly status: 'failed';
      /** Fit for the creator's eyes. */
      readonly reason: string;
    }
  /** Paid, and come back since. */
  | { readonly status: 'returned'; readonly reference: string; readonly reason: string };

export interface RailReturn {
  readonly key: string;
  /** Fit for the creator's eyes. */
  readonly reason: string;
}

/** The rail can't say whether it took a payout; asking again later by its key can. */
export class RailSilent extends Error {
  override readonly name = 'RailSilent';
}

/** The way in which payouts reach creators. */
export abstract class PayoutRail {
  abstract readonly name: string;
  /** False where the operator pays, from files, and tells what became of it. */
  abstract readonly isAutomatic: boolean;
  /** Takes a payout; one that it has taken already is left alone. @throws RailSilent */
  abstract send(payout: RailPayout): Promise<void>;
  /** What became of a payout. @throws RailSilent */
  abstract outcome(key: string): Promise<RailOutcome>;
  /** What came back from an instant on, oldest first. @throws RailSilent */
  abstract returnedSince(instant: Date): Promise<readonly RailReturn[]>;
  abstract close(): void;
}
