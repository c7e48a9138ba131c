import { Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import { destinationOf, payoutDetailsAfter } from '@tessera/domain/accounts/billing/payout-details';
import type { KnownPayoutDetails } from '@tessera/domain/accounts/billing/payout-details';
import { streamOf } from '@tessera/domain/kernel/decider';
import type { PreparePayout } from '@tessera/domain/payouts/payout';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { FoldedStreams } from '../kernel/commands/folded-streams.ts';
import { EventCodec } from '../kernel/log/codec.ts';
import { EventStore } from '../kernel/log/port.ts';
import { KeptPayoutDetails } from './deleted-accounts/kept-payout-details.ts';

/** Where a creator is paid, and since when. */
export interface Payee extends KnownPayoutDetails {
  /** The name that a deleted account left for its last payout. Null while the account is open: its stream has the name. */
  readonly keptName: string | null;
}

/** Finds where creators are paid: from their own streams, with their keys, or from what a deleted account left. */
@Injectable()
export class Payees {
  readonly #folded: FoldedStreams;

  constructor(
    events: EventStore,
    codec: EventCodec,
    private readonly kept: KeptPayoutDetails,
  ) {
    this.#folded = new FoldedStreams(events, codec);
  }

  /** Null if no payout details are known. */
  async of(creatorId: string): Promise<Payee | null> {
    const stream = streamOf(account, creatorId);
    const { state } = await this.#folded.read<KnownPayoutDetails | null>(stream, null, payoutDetailsAfter);
    if (state) return { ...state, keptName: null };
    const kept = await this.kept.of(creatorId);
    return kept && { method: kept.method, payout: kept.payout, changed_at: kept.changed_at, keptName: kept.name };
  }
}

/** The details that a payout is prepared with; null if there is no destination to pay to. */
export const detailsToPay = (payee: Payee | null): PreparePayout['details'] => {
  const destination = payee && destinationOf(payee);
  return payee && destination ? { method: payee.method, destination, changed_at: payee.changed_at } : null;
};

/** Whether a payout would still go where it was going when it was prepared. */
export const isUnchangedSincePrepared = (
  { method, times }: Pick<Payout, 'method' | 'times'>,
  payee: Payee | null,
): payee is Payee => payee !== null && payee.method === method && (payee.changed_at ?? '') <= (times.prepared ?? '');
