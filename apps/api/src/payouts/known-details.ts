import { Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import { destinationOf, payoutDetailsAfter } from '@tessera/domain/accounts/payout-details';
import type { KnownPayoutDetails } from '@tessera/domain/accounts/payout-details';
import { streamOf } from '@tessera/domain/kernel/decider';
import type { PreparePayout } from '@tessera/domain/payouts/payout';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { FoldedStreams } from '../kernel/commands/folded-streams.ts';
import { EventCodec } from '../kernel/log/codec.ts';
import { EventStore } from '../kernel/log/port.ts';

/** Where creators are paid, and since when: read from their own streams, with their keys. */
@Injectable()
export class KnownDetails {
  readonly #folded: FoldedStreams;

  constructor(events: EventStore, codec: EventCodec) {
    this.#folded = new FoldedStreams(events, codec);
  }

  /** Null where there are none. */
  async of(creatorId: string): Promise<KnownPayoutDetails | null> {
    const stream = streamOf(account, creatorId);
    return (await this.#folded.read<KnownPayoutDetails | null>(stream, null, payoutDetailsAfter)).state;
  }

  /** What of them a payout is prepared with; null where there is nowhere to pay to. */
  async toPay(creatorId: string): Promise<PreparePayout['details']> {
    const known = await this.of(creatorId);
    const destination = known && destinationOf(known);
    return known && destination ? { method: known.method, destination, changed_at: known.changed_at } : null;
  }
}

/** Whether a payout still goes where its creator knew it would go when it was prepared. */
export const isAsPrepared = (
  { method, times }: Pick<Payout, 'method' | 'times'>,
  known: KnownPayoutDetails | null,
): known is KnownPayoutDetails =>
  known !== null && known.method === method && (known.changed_at ?? '') <= (times.prepared ?? '');
