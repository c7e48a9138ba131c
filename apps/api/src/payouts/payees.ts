import { Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import { destinationOf, payoutDetailsAfter } from '@tessera/domain/accounts/billing/payout-details';
import type { KnownPayoutDetails } from '@tessera/domain/accounts/billing/payout-details';
import { streamOf } from '@tessera/domain/kernel/decider';
import type { PreparePayout } from '@tessera/domain/payouts/prepare-payout';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { FoldedStreams } from '../kernel/commands/folded-streams.ts';
import { EventCodec } from '../kernel/log/codec.ts';
import { EventStore } from '../kernel/log/port.ts';
import { KeptPayoutDetails } from './deleted-accounts/kept-payout-details.ts';
import type { LastingPayoutDetails } from './deleted-accounts/kept-payout-details.ts';

/** Where a creator is paid, and since when. */
export interface Payee extends LastingPayoutDetails {
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
    if (!kept) return null;
    const { name: keptName, method, payout, changed_at, revision } = kept;
    return { method, payout, changed_at, revision, keptName };
  }
}

/** The details that a payout is prepared with; null if there is no destination to pay to. */
export const detailsToPay = (payee: Payee | null): PreparePayout['details'] => {
  const destination = payee && destinationOf(payee);
  if (!payee || !destination) return null;
  const { method, changed_at, revision, awaits_confirmation = false } = payee;
  return { method, destination, changed_at, revision, awaits_confirmation };
};

/** Whether a payout would still go where it was going when it was prepared. */
export const isUnchangedSincePrepared = (
  { method, times, details_revision }: Pick<Payout, 'method' | 'times' | 'details_revision'>,
  payee: Payee | null,
): payee is Payee => {
  if (payee?.method !== method) return false;
  // By time only where no revision was recorded: a change may be recorded between the reading of the details and the payout.
  return details_revision === null || payee.revision === null
    ? (payee.changed_at ?? '') <= (times.prepared ?? '')
    : details_revision === payee.revision;
};
