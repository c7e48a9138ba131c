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
import { LeftPayoutDetails } from './deleted-accounts/kept-payout-details.ts';

/** Where a creator is paid. */
export interface KnownPayee extends KnownPayoutDetails {
  /** Of a deleted account: what it left for its last payout. Null while the account is open, whose name is in its stream. */
  readonly left: { readonly name: string } | null;
}

/** Where creators are paid, and since when: read from their own streams, with their keys, or from what they left. */
@Injectable()
export class KnownDetails {
  readonly #folded: FoldedStreams;

  constructor(
    events: EventStore,
    codec: EventCodec,
    private readonly left: LeftPayoutDetails,
  ) {
    this.#folded = new FoldedStreams(events, codec);
  }

  /** Null where there are none. */
  async of(creatorId: string): Promise<KnownPayee | null> {
    const stream = streamOf(account, creatorId);
    const { state } = await this.#folded.read<KnownPayoutDetails | null>(stream, null, payoutDetailsAfter);
    if (state) return { ...state, left: null };
    const left = await this.left.of(creatorId);
    return left && { method: left.method, payout: left.payout, changed_at: left.changed_at, left: { name: left.name } };
  }
}

/** What of them a payout is prepared with; null where there is nowhere to pay to. */
export const detailsToPay = (known: KnownPayee | null): PreparePayout['details'] => {
  const destination = known && destinationOf(known);
  return known && destination ? { method: known.method, destination, changed_at: known.changed_at } : null;
};

/** Whether a payout still goes where its creator knew it would go when it was prepared. */
export const isAsPrepared = <Known extends KnownPayoutDetails>(
  { method, times }: Pick<Payout, 'method' | 'times'>,
  known: Known | null,
): known is Known => known !== null && known.method === method && (known.changed_at ?? '') <= (times.prepared ?? '');
