import { Inject, Injectable } from '@nestjs/common';
import { account, accountDeleted, emailConfirmed } from '@tessera/domain/accounts/account';
import type { AccountEvent, AccountState, Role } from '@tessera/domain/accounts/account';
import type { OwnMetadata } from '@tessera/domain/accounts/own-metadata';
import { fold, streamOf } from '@tessera/domain/kernel/decider';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { EventCodec } from '../kernel/log/codec.ts';
import type { EventStore } from '../kernel/log/port.ts';
import { FoldedStreams } from '../kernel/commands/folded-streams.ts';
import { RecentMap } from '../kernel/recent-map.ts';
import { codecToken, eventStoreToken } from '../kernel/tokens.ts';

const cachedRolesMax = 50_000;

export interface Identity {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  /** The person's, and the brand's. */
  readonly names: readonly string[];
  /** Null once the person was forgotten. */
  readonly email: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; null until the link in a mail was followed. */
  readonly emailConfirmedAt: string | null;
  /** ISO 8601: when anything of it was last decided. */
  readonly updatedAt: string;
  readonly metadata: OwnMetadata;
}

const roleOf = (event: AccountEvent): Role => (event.type === 'CreatorRegistered' ? 'creator' : 'brand');

interface Known {
  readonly state: AccountState;
  /** ISO 8601. */
  readonly registeredAt: string | null;
  readonly emailConfirmedAt: string | null;
  readonly updatedAt: string | null;
}

const nothingKnown: Known = { state: account.initial, registeredAt: null, emailConfirmedAt: null, updatedAt: null };

const learned = (
  { state, registeredAt, emailConfirmedAt, updatedAt }: Known,
  events: readonly RecordedEvent[],
): Known => ({
  state: fold(account, events as readonly AccountEvent[], state),
  registeredAt: registeredAt ?? events[0]?.recordedAt ?? null,
  emailConfirmedAt: emailConfirmedAt ?? events.find(({ type }) => type === emailConfirmed.type)?.recordedAt ?? null,
  updatedAt: events.at(-1)?.recordedAt ?? updatedAt,
});

/** What an account is, from its own events alone. */
@Injectable()
export class Accounts {
  /** An account's role is decided at sign-up and never changes. */
  readonly #roles = new RecentMap<string, Role>(cachedRolesMax);

  readonly #known: FoldedStreams;

  constructor(
    @Inject(eventStoreToken) private readonly events: EventStore,
    @Inject(codecToken) private readonly codec: EventCodec,
  ) {
    this.#known = new FoldedStreams(events, codec);
  }

  /** Null when nobody signed up under this id, or the account was deleted. */
  async identity(accountId: string): Promise<Identity | null> {
    const { state: known } = await this.#known.read(streamOf(account, accountId), nothingKnown, learned);
    const { state, registeredAt, emailConfirmedAt, updatedAt } = known;
    if (registeredAt === null || state.status !== 'open') return null;
    return {
      id: accountId,
      role: state.role,
      name: state.details.name,
      names: state.role === 'brand' ? [state.details.name, state.details.brand_name] : [state.details.name],
      email: state.email,
      createdAt: registeredAt,
      emailConfirmedAt,
      updatedAt: updatedAt ?? registeredAt,
      metadata: state.metadata,
    };
  }

  async role(accountId: string): Promise<Role | null> {
    const known = this.#roles.get(accountId);
    if (known) return known;
    const stored = await this.events.readStream(streamOf(account, accountId));
    const isOpen = stored[0] && stored.at(-1)?.type !== accountDeleted.type;
    const role = isOpen ? roleOf(stored[0] as AccountEvent) : null;
    if (role) this.#roles.set(accountId, role);
    return role;
  }

  /** Also of an account that was deleted; null once its key is gone. */
  async registeredEmail(accountId: string): Promise<string | null> {
    const [registered] = await this.history(accountId);
    return (registered?.data as { readonly email: string | null } | undefined)?.email ?? null;
  }

  /** The account was deleted: who still holds a token of it is nobody from now on. */
  forgetRole(accountId: string) {
    this.#roles.delete(accountId);
  }

  async history(accountId: string): Promise<readonly RecordedEvent[]> {
    return this.codec.decode(await this.events.readStream(streamOf(account, accountId)));
  }
}
