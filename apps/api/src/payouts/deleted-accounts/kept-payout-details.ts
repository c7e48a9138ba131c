import { Inject, Injectable } from '@nestjs/common';
import type { KnownPayoutDetails } from '@tessera/domain/accounts/billing/payout-details';
import { Clock } from '../../kernel/clock.ts';
import { EventCodec } from '../../kernel/log/codec.ts';
import { seal, unseal } from '../../kernel/log/sealing.ts';
import { Vault } from '../../kernel/records/port.ts';

const collection = 'last-payouts';
const open = 'open';

/** Where somebody is paid whose account may be deleted. */
export interface LastingPayoutDetails extends Omit<KnownPayoutDetails, 'revision'> {
  /** Null if it is unknown, because an earlier release kept the details of a deleted account. */
  readonly revision: number | null;
}

/** What it takes to pay somebody whose account is deleted. */
export interface KeptDetails extends LastingPayoutDetails {
  readonly name: string;
}

interface Left {
  readonly group: typeof open;
  readonly left_at: string;
  readonly sealed: string;
}

/** The key is stored among the account keys, and wrapped, rotated and destroyed like them. */
const keyNameOf = (creatorId: string) => `last payout of ${creatorId}`;
const placeOf = (creatorId: string) => JSON.stringify([collection, creatorId]);

/** The payout details of deleted accounts. Each has a key of its own, because the account's key is destroyed. */
@Injectable()
export class KeptPayoutDetails {
  constructor(
    @Inject(EventCodec) private readonly codec: Pick<EventCodec, 'keyOf' | 'forget'>,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Does nothing for a creator whose details were destroyed before. */
  async keep(creatorId: string, details: KeptDetails): Promise<void> {
    const key = await this.codec.keyOf(keyNameOf(creatorId));
    if (!key) return;
    const sealed = seal(key, Buffer.from(JSON.stringify(details)), placeOf(creatorId));
    const left_at = this.clock.now().toISOString();
    await this.vault.put(collection, creatorId, { group: open, left_at, sealed } satisfies Left);
  }

  /** Null if nothing is kept. */
  async of(creatorId: string): Promise<KeptDetails | null> {
    const left = await this.vault.get<Left>(collection, creatorId);
    const key = left && (await this.codec.keyOf(keyNameOf(creatorId)));
    if (!left || !key) return null;
    const text = unseal(key, left.sealed, placeOf(creatorId)).toString();
    return { revision: null, ...(JSON.parse(text) as Omit<KeptDetails, 'revision'> & Partial<KeptDetails>) };
  }

  /** The creators whose details are kept, and since when. */
  async all(): Promise<readonly { readonly creatorId: string; readonly leftAt: string }[]> {
    const left = await this.vault.inGroup<Left>(collection, open);
    return left.map(({ key, value }) => ({ creatorId: key, leftAt: value.left_at }));
  }

  /** For an account that was not deleted after all. Its key stays, so that details can be kept again later. */
  async drop(creatorId: string): Promise<void> {
    await this.vault.delete(collection, creatorId);
  }

  /** Destroys the key as well, so that not even a copy of the vault can be read. */
  async destroy(creatorId: string): Promise<void> {
    await this.codec.forget(keyNameOf(creatorId));
    await this.drop(creatorId);
    await this.vault.scrub();
  }
}
