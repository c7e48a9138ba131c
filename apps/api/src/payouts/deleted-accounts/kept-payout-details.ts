import { Inject, Injectable } from '@nestjs/common';
import type { KnownPayoutDetails } from '@tessera/domain/accounts/billing/payout-details';
import { Clock } from '../../kernel/clock.ts';
import { EventCodec } from '../../kernel/log/codec.ts';
import { seal, unseal } from '../../kernel/log/sealing.ts';
import { Vault } from '../../kernel/records/port.ts';

const collection = 'last-payouts';
const open = 'open';

/** What whoever pays needs to pay somebody who is gone. */
export interface KeptDetails extends KnownPayoutDetails {
  readonly name: string;
}

interface Left {
  readonly group: typeof open;
  readonly left_at: string;
  readonly sealed: string;
}

/** Among the keys of the accounts: wrapped, rotated and destroyed like them. */
const keyNameOf = (creatorId: string) => `last payout of ${creatorId}`;
const placeOf = (creatorId: string) => JSON.stringify([collection, creatorId]);

/** What the last payouts of deleted accounts need, each under a key of its own: the account's own key is destroyed. */
@Injectable()
export class KeptPayoutDetails {
  constructor(
    @Inject(EventCodec) private readonly codec: Pick<EventCodec, 'keyOf' | 'forget'>,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Nothing is kept anymore for whom it was destroyed once. */
  async keep(creatorId: string, details: KeptDetails): Promise<void> {
    const key = await this.codec.keyOf(keyNameOf(creatorId));
    if (!key) return;
    const sealed = seal(key, Buffer.from(JSON.stringify(details)), placeOf(creatorId));
    const left_at = this.clock.now().toISOString();
    await this.vault.put(collection, creatorId, { group: open, left_at, sealed } satisfies Left);
  }

  /** Null where nothing was left, or is no more. */
  async of(creatorId: string): Promise<KeptDetails | null> {
    const left = await this.vault.get<Left>(collection, creatorId);
    const key = left && (await this.codec.keyOf(keyNameOf(creatorId)));
    if (!left || !key) return null;
    return JSON.parse(unseal(key, left.sealed, placeOf(creatorId)).toString()) as KeptDetails;
  }

  /** Of whom something is kept, and since when. */
  async all(): Promise<readonly { readonly creatorId: string; readonly leftAt: string }[]> {
    const left = await this.vault.inGroup<Left>(collection, open);
    return left.map(({ key, value }) => ({ creatorId: key, leftAt: value.left_at }));
  }

  /** Where the account was not deleted after all: it may be later. */
  async drop(creatorId: string): Promise<void> {
    await this.vault.delete(collection, creatorId);
  }

  /** For good: nothing opens what a copy of the vault may still hold. */
  async destroy(creatorId: string): Promise<void> {
    await this.codec.forget(keyNameOf(creatorId));
    await this.drop(creatorId);
    await this.vault.scrub();
  }
}
