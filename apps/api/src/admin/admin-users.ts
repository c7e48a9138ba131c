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

/** The record's key: a hash, so that the vault contains no address in plain text. */
export const keyOf = (email: string) => createHash('sha256').update(normalEmail(email)).digest('hex');

/** Admins other than the operator in the settings. Only hashes of their passwords are stored. */
@Injectable()
export class AdminUsers {
  constructor(
    private readonly vault: Vault,
    private readonly passwords: Passwords,
  ) {}

  /** Creates an admin with this id, unless the email already has one. Returns the id of the email's admin. */
  async add(email: string, password: string, adminId: string): Promise<string> {
    const known = await this.#find(email);
    if (known) return known.admin_id;
    const record = { admin_id: adminId, password_hash: await this.passwords.hash(password) };
    if (await this.vault.insert(collection, keyOf(email), record satisfies AdminUserRecord)) return adminId;
    return (await this.#find(email))?.admin_id ?? adminId;
  }

  /** Null if email or password is wrong, which takes as long as a right one. */
  async idOf(email: string, password: string): Promise<string | null> {
    const found = await this.#find(email);
    const isRight = await this.passwords.matches(found?.password_hash ?? null, password);
    return found && isRight ? found.admin_id : null;
  }

  /** Whether this is the password of the admin with this key (see `keyOf`). */
  async isPassword(key: string, password: string): Promise<boolean> {
    const found = await this.vault.get<AdminUserRecord>(collection, key);
    return this.passwords.matches(found?.password_hash ?? null, password);
  }

  /** Old records have the address itself as their key: they are moved under its hash. */
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
