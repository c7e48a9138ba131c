import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Passwords } from '../adapters/passwords.ts';
import { Vault } from '../kernel/records/port.ts';

const collection = 'admin-users';

interface AdminUserRecord {
  readonly admin_id: string;
  readonly password_hash: string;
}

export const normalEmail = (email: string) => email.trim().toLowerCase();

/** The record's key, so that the vault holds no address in clear. */
export const keyOf = (email: string) => createHash('sha256').update(normalEmail(email)).digest('hex');

/** Admins beside the operator of the configuration; their passwords are kept as hashes alone. */
@Injectable()
export class AdminUsers {
  constructor(
    private readonly vault: Vault,
    private readonly passwords: Passwords,
  ) {}

  /** The id of the admin with this email: the given one, or that of an admin who was kept before. */
  async keep(email: string, password: string, adminId: string): Promise<string> {
    const known = await this.#find(email);
    if (known) return known.admin_id;
    const record = { admin_id: adminId, password_hash: await this.passwords.hash(password) };
    if (await this.vault.insert(collection, keyOf(email), record satisfies AdminUserRecord)) return adminId;
    return (await this.#find(email))?.admin_id ?? adminId;
  }

  /** Null when email or password is wrong; that costs as much as a right one. */
  async idOf(email: string, password: string): Promise<string | null> {
    const kept = await this.#find(email);
    const right = await this.passwords.matches(kept?.password_hash ?? null, password);
    return kept && right ? kept.admin_id : null;
  }

  /** Whether it is the password of the one whose email this is the key of. */
  async isRight(key: string, password: string): Promise<boolean> {
    const kept = await this.vault.get<AdminUserRecord>(collection, key);
    return this.passwords.matches(kept?.password_hash ?? null, password);
  }

  /** A record that bears the address itself, as records once did, is put under its hash. */
  async #find(email: string): Promise<AdminUserRecord | null> {
    const formerKey = normalEmail(email);
    const former = await this.vault.get<AdminUserRecord>(collection, formerKey);
    if (former) {
      await this.vault.insert(collection, keyOf(email), former);
      await this.vault.delete(collection, formerKey);
    }
    return this.vault.get<AdminUserRecord>(collection, keyOf(email));
  }
}
