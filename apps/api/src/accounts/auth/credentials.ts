import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.ts';
import { Vault } from '../../kernel/records/port.ts';

const collection = 'credentials';

export interface Credential {
  readonly account_id: string;
  readonly password_hash: string;
  /** ISO 8601. */
  readonly created_at: string;
  /** ISO 8601; missing until someone signs in. */
  readonly last_sign_in_at?: string;
}

/** The same address, however it is typed. */
export const normalEmail = (email: string) => email.trim().toLowerCase();

/** The record's key: a hash, so that the vault contains no address in plain text. */
const keyOf = (email: string) => createHash('sha256').update(normalEmail(email)).digest('hex');

/** Maps email addresses to accounts and password hashes. An address belongs to at most one account. */
@Injectable()
export class Credentials {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  find(email: string): Promise<Credential | null> {
    return this.vault.get<Credential>(collection, keyOf(email));
  }

  /** Reserves the address for a new account; null if it is already taken. */
  async reserve(email: string, passwordHash: string): Promise<Credential | null> {
    const credential = this.#credentialOf(this.clock.newId(), passwordHash);
    return (await this.vault.insert(collection, keyOf(email), credential)) ? credential : null;
  }

  async setPassword(email: string, accountId: string, passwordHash: string): Promise<void> {
    const credential = this.#credentialOf(accountId, passwordHash);
    await this.vault.update<Credential>(collection, keyOf(email), (current) => ({ ...current, ...credential }));
  }

  /** Records that a session of the account has just begun. */
  async signedIn(email: string, accountId: string): Promise<void> {
    const last_sign_in_at = this.clock.now().toISOString();
    await this.vault.update<Credential>(collection, keyOf(email), (current) =>
      current?.account_id === accountId ? { ...current, last_sign_in_at } : current,
    );
  }

  /** Does nothing if the address belongs to another account by now. */
  async remove(email: string, accountId: string): Promise<void> {
    await this.vault.update<Credential>(collection, keyOf(email), (credential) =>
      credential?.account_id === accountId ? undefined : credential,
    );
  }

  #credentialOf(accountId: string, passwordHash: string): Credential {
    return { account_id: accountId, password_hash: passwordHash, created_at: this.clock.now().toISOString() };
  }
}
