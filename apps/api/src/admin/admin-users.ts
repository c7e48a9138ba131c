import { Inject, Injectable } from '@nestjs/common';
import { Passwords } from '../adapters/passwords.ts';
import { vaultToken } from '../kernel/tokens.ts';
import type { Vault } from '../kernel/vault/port.ts';

const collection = 'admin-users';

interface AdminUserRecord {
  readonly admin_id: string;
  readonly password_hash: string;
}

const keyOf = (email: string) => email.trim().toLowerCase();

/** Admins beside the operator of the configuration; their passwords are kept as hashes alone. */
@Injectable()
export class AdminUsers {
  constructor(
    @Inject(vaultToken) private readonly vault: Vault,
    private readonly passwords: Passwords,
  ) {}

  /** The id of the admin with this email: the given one, or that of an admin who was kept before. */
  async keep(email: string, password: string, adminId: string): Promise<string> {
    const record = { admin_id: adminId, password_hash: await this.passwords.hash(password) };
    if (await this.vault.insert(collection, keyOf(email), record satisfies AdminUserRecord)) return adminId;
    const kept = await this.vault.get<AdminUserRecord>(collection, keyOf(email));
    return kept?.admin_id ?? adminId;
  }

  /** Null when email or password is wrong; that costs as much as a right one. */
  async idOf(email: string, password: string): Promise<string | null> {
    const kept = await this.vault.get<AdminUserRecord>(collection, keyOf(email));
    const right = await this.passwords.matches(kept?.password_hash ?? null, password);
    return kept && right ? kept.admin_id : null;
  }
}
