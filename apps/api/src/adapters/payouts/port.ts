import type { KnownPayoutDetails } from '@tessera/domain/accounts/billing/payout-details';

/** A payout as a rail gets it. The details go to the rail and nowhere else: never into a log, an error or a file. */
export interface RailPayout {
  /** The idempotency key: a key is paid once, whatever else differs. */
  readonly key: string;
  readonly amountCents: number;
  readonly details: Pick<KnownPayoutDetails, 'method' | 'payout'>;
}

export type RailOutcome =
  /** The rail doesn't know the payout. */
  | { readonly status: 'unknown' }
  | { readonly status: 'pending' }
  | { readonly status: 'paid'; readonly reference: string }
  | {
      readonly status: 'failed';
      /** May be shown to the creator. */
      readonly reason: string;
    }
  /** It was paid, and the bank returned it later. */
  | { readonly status: 'returned'; readonly reference: string; readonly reason: string };

export interface RailReturn {
  readonly key: string;
  /** May be shown to the creator. */
  readonly reason: string;
}

/** The rail can't say for now whether it accepted a payout. Ask for the outcome later. */
export class RailSilent extends Error {
  override readonly name = 'RailSilent';
}

/** Carries payouts to creators. */
export abstract class PayoutRail {
  abstract readonly name: string;
  /** False if the operator pays from files and enters the outcomes. */
  abstract readonly isAutomatic: boolean;
  /** Accepts a payout. Does nothing if it was sent before. @throws RailSilent */
  abstract send(payout: RailPayout): Promise<void>;
  /** Returns what became of a payout. @throws RailSilent */
  abstract outcome(key: string): Promise<RailOutcome>;
  /** Lists the payouts that were returned since an instant (inclusive), oldest first. @throws RailSilent */
  abstract returnedSince(instant: Date): Promise<readonly RailReturn[]>;
  abstract close(): void;
}
