import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.ts';
import { Vault } from '../../kernel/records/port.ts';

const collection = 'handles';
/** Including former handles, so that links to them still lead to the page. */
const handlesMax = 3;

interface Owned {
  /** The account's id. */
  readonly group: string;
  readonly taken_at_ms: number;
}

/** Owners of handles. Kept in the vault, where a handle can be forgotten and claimed only once. */
@Injectable()
export class Handles {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  async ownerOf(handle: string): Promise<string | null> {
    return (await this.vault.get<Owned>(collection, handle))?.group ?? null;
  }

  /** Returns false if the handle belongs to another account. Claiming one's own handle again makes it the newest. */
  async claim(handle: string, accountId: string): Promise<boolean> {
    const claimed: Owned = { group: accountId, taken_at_ms: this.clock.now().getTime() };
    const stored = await this.vault.update<Owned>(collection, handle, (owned) =>
      owned && owned.group !== accountId ? owned : claimed,
    );
    return stored?.group === accountId;
  }

  /** Releases the oldest handles beyond those that an account may keep. */
  async releaseOldest(accountId: string): Promise<void> {
    const owned = await this.vault.inGroup<Owned>(collection, accountId);
    const newestFirst = owned.toSorted((one, other) => other.value.taken_at_ms - one.value.taken_at_ms);
    for (const { key } of newestFirst.slice(handlesMax)) await this.vault.delete(collection, key);
  }

  async releaseAll(accountId: string): Promise<void> {
    for (const { key } of await this.vault.inGroup<Owned>(collection, accountId))
      await this.vault.delete(collection, key);
  }
}
