import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { Injectable } from '@nestjs/common';
import { comparableAddress } from '@tessera/domain/accounts/email-address';
import { Clock } from '../../kernel/clock.ts';
import { Vault } from '../../kernel/records/port.ts';

const collection = 'credentials';

export interface Credential {
  readonly account_id: string;
  /** Null while two sign-ups compete for the address: the one that opens the account sets its own. */
  readonly password_hash: string | null;
  /** ISO 8601. */
  readonly created_at: string;
  /** ISO 8601; missing until someone signs in. */
  readonly last_sign_in_at?: string;
  /** The account is about to get this address, and nobody signs in with it yet. */
  readonly moving?: true;
  /** The account is about to be opened, or an interrupted sign-up left it so. */
  readonly opening?: true;
}

/** A record's key: a hash, so that the vault contains no address in plain text. */
const hashOf = (address: string) => createHash('sha256').update(address).digest('hex');

interface Keys {
  readonly key: string;
  /** Under which the address may have been reserved before addresses were compared in one form; mostly none. */
  readonly former: readonly string[];
}

const keysOf = (email: string): Keys => {
  const comparable = comparableAddress(email);
  const [local = '', domain = ''] = comparable.split(/@(?=[^@]*$)/);
  const former = new Set([email.trim().toLowerCase(), `${local}@${domainToASCII(domain)}`]);
  former.delete(comparable);
  return { key: hashOf(comparable), former: [...former].map(hashOf) };
};

/** Maps email addresses to accounts and password hashes. An address belongs to at most one account. */
@Injectable()
export class Credentials {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  async find(email: string): Promise<Credential | null> {
    return this.vault.get<Credential>(collection, await this.#keyOf(email));
  }

  /** Reserves the address for a new account; null if it is already taken. */
  async reserve(email: string, passwordHash: string): Promise<Credential | null> {
    const credential: Credential = { ...this.#credentialOf(this.clock.newId(), passwordHash), opening: true };
    return (await this.vault.insert(collection, await this.#keyOf(email), credential)) ? credential : null;
  }

  /**
   * Joins another sign-up's reservation; null if that has ended. Whether it was interrupted or is under way on another
   * node, its password no longer counts: whoever opens the account sets one.
   */
  async join(email: string): Promise<Credential | null> {
    const joined = await this.vault.update<Credential>(collection, await this.#keyOf(email), (current) =>
      current?.opening && current.password_hash !== null ? { ...current, password_hash: null } : current,
    );
    return joined?.opening ? joined : null;
  }

  /** Of an account that is open. */
  async setPassword(email: string, accountId: string, passwordHash: string): Promise<void> {
    const credential = this.#credentialOf(accountId, passwordHash);
    await this.vault.update<Credential>(collection, await this.#keyOf(email), (current) => {
      const { opening: _over, ...kept } = current ?? {};
      return { ...kept, ...credential };
    });
  }

  /** Keeps the address for an account that is about to get it; false if it is someone else's. */
  async reserveMove(from: string, to: string, accountId: string): Promise<boolean> {
    const current = await this.find(from);
    if (current?.account_id !== accountId) return false;
    const moved: Credential = { ...current, moving: true };
    if (await this.vault.insert(collection, await this.#keyOf(to), moved)) return true;
    return (await this.find(to))?.account_id === accountId;
  }

  /** The account has the address now, and no other: its former one is free. */
  async finishMove(from: string, to: string, accountId: string): Promise<void> {
    const { moving: _over, ...current } = (await this.find(from)) ?? {};
    // Copied again: the password may have been changed in between.
    await this.vault.update<Credential>(collection, await this.#keyOf(to), (reserved) => {
      const { moving: _reserved, ...kept } = reserved ?? {};
      return { ...kept, ...current } as Credential;
    });
    await this.remove(from, accountId);
  }

  /** Records that a session of the account has just begun. */
  async signedIn(email: string, accountId: string): Promise<void> {
    const last_sign_in_at = this.clock.now().toISOString();
    await this.vault.update<Credential>(collection, await this.#keyOf(email), (current) =>
      current?.account_id === accountId ? { ...current, last_sign_in_at } : current,
    );
  }

  /** Does nothing if the address belongs to another account by now. */
  async remove(email: string, accountId: string): Promise<void> {
    await this.vault.update<Credential>(collection, await this.#keyOf(email), (credential) =>
      credential?.account_id === accountId ? undefined : credential,
    );
  }

  /** Where the address is, or will be, reserved. A former key never gets a new record, so nobody can come in between. */
  async #keyOf(email: string): Promise<string> {
    const { key, former } = keysOf(email);
    if (former.length === 0) return key;
    const held = await this.vault.getAll<Credential>(collection, former);
    return former.find((each) => held.has(each)) ?? key;
  }

  #credentialOf(accountId: string, passwordHash: string): Credential {
    return { account_id: accountId, password_hash: passwordHash, created_at: this.clock.now().toISOString() };
  }
}
