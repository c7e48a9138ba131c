import { Inject, Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import type { AccountEvent, Role } from '@tessera/domain/accounts/account';
import { streamOf } from '@tessera/domain/kernel/decider';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { EventCodec } from '../kernel/codec.ts';
import type { EventStore } from '../kernel/event-store/port.ts';
import { RecentMap } from '../kernel/recent-map.ts';
import { codecToken, eventStoreToken } from '../kernel/tokens.ts';

const cachedRolesMax = 50_000;

export interface Identity {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  /** Null once the person was forgotten. */
  readonly email: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

const roleOf = (event: AccountEvent): Role => (event.type === 'CreatorRegistered' ? 'creator' : 'brand');

/** What an account is, from its own events alone. */
@Injectable()
export class Accounts {
  /** An account's role is decided at sign-up and never changes. */
  readonly #roles = new RecentMap<string, Role>(cachedRolesMax);

  constructor(
    @Inject(eventStoreToken) private readonly events: EventStore,
    @Inject(codecToken) private readonly codec: EventCodec,
  ) {}

  /** Null when nobody signed up under this id. */
  async identity(accountId: string): Promise<Identity | null> {
    const [registered] = await this.history(accountId);
    if (!registered) return null;
    const event = registered as AccountEvent;
    const { name, email } = event.data;
    return { id: accountId, role: roleOf(event), name, email, createdAt: registered.recordedAt };
  }

  async role(accountId: string): Promise<Role | null> {
    const known = this.#roles.get(accountId);
    if (known) return known;
    const [registered] = await this.events.readStream(streamOf(account, accountId));
    const role = registered ? roleOf(registered as AccountEvent) : null;
    if (role) this.#roles.set(accountId, role);
    return role;
  }

  async history(accountId: string): Promise<readonly RecordedEvent[]> {
    return this.codec.decode(await this.events.readStream(streamOf(account, accountId)));
  }
}
