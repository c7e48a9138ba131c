import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.ts';
import { clockToken, vaultToken } from '../../kernel/tokens.ts';
import type { Vault } from '../../kernel/records/port.ts';

const collection = 'credentials';

export interface Credential {
  readonly account_id: string;
  readonly password_hash: string;
  /** ISO 8601. */
  readonly created_at: string;
  /** ISO 8601; missing until somebody signs in. */
  readonly last_sign_in_at?: string;
}

/** One address, however it is typed. */
export const normalEmail = (email: string) => email.trim().toLowerCase();

/** The record's key, so that the vault holds no address in clear. */
const keyOf = (email: string) => createHash('sha256').update(normalEmail(email)).digest('hex');

/** Whose account an email address opens, and with which password. An address is taken by at most one account. */
@Injectable()
export class Credentials {
  constructor(
    @Inject(vaultToken) private readonly vault: Vault,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  find(email: string): Promise<Credential | null> {
    return this.vault.get<Credential>(collection, keyOf(email));
  }

  /** Takes the address for a new account; null when it is taken already. */
  async reserve(email: string, passwordHash: string): Promise<Credential | null> {
    const credential = this.#credentialOf(this.clock.newId(), passwordHash);
    return (await this.vault.insert(collection, keyOf(email), credential)) ? credential : null;
  }

  async setPassword(email: string, accountId: string, passwordHash: string): Promise<void> {
    const credential = this.#credentialOf(accountId, passwordHash);
    await this.vault.update<Credential>(collection, keyOf(email), (current) => ({ ...current, ...credential }));
  }

  /** Notes that a session of the account has just begun. */
  async signedIn(email: string, accountId: string): Promise<void> {
    const last_sign_in_at = this.clock.now().toISOString();
    await this.vault.update<Credential>(collection, keyOf(email), (current) =>
      current?.account_id === accountId ? { ...current, last_sign_in_at } : current,
    );
  }

  /** Leaves the address alone when another account has taken it. */
  async remove(email: string, accountId: string): Promise<void> {
    await this.vault.update<Credential>(collection, keyOf(email), (credential) =>
      credential?.account_id === accountId ? undefined : credential,
    );
  }

  #credentialOf(accountId: string, passwordHash: string): Credential {
    return { account_id: accountId, password_hash: passwordHash, created_at: this.clock.now().toISOString() };
  }
}
