import { Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import { payoutDetailsAfter } from '@tessera/domain/accounts/payout-details';
import type { KnownPayoutDetails } from '@tessera/domain/accounts/payout-details';
import { streamOf } from '@tessera/domain/kernel/decider';
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
    const none: KnownPayoutDetails | null = null;
    const { state } = await this.#folded.read<KnownPayoutDetails | null>(
      streamOf(account, creatorId),
      none,
      payoutDetailsAfter,
    );
    return state;
  }
}
