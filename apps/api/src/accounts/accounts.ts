import { Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import { accountDeleted } from '@tessera/domain/accounts/account-events';
import { emailChanged, emailConfirmed } from '@tessera/domain/accounts/access/own-email';
import type { AccountState } from '@tessera/domain/accounts/account';
import type { AccountEvent, Role } from '@tessera/domain/accounts/account-events';
import type { OwnMetadata } from '@tessera/domain/accounts/own-metadata';
import { fold, streamOf } from '@tessera/domain/kernel/decider';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { EventCodec } from '../kernel/log/codec.ts';
import { EventStore } from '../kernel/log/port.ts';
import { FoldedStreams } from '../kernel/commands/folded-streams.ts';
import { RecentMap } from '../kernel/recent-map.ts';

const cachedRolesMax = 50_000;

export interface Identity {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  /** The person's name and, for a brand, the brand's. */
  readonly names: readonly string[];
  /** Null once the person has been forgotten. */
  readonly email: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601: when the current address was confirmed; null until the link in the email has been followed. */
  readonly emailConfirmedAt: string | null;
  /** ISO 8601: the time of the account's last event. */
  readonly updatedAt: string;
  readonly metadata: OwnMetadata;
}

const roleOf = (event: AccountEvent): Role => (event.type === 'CreatorRegistered' ? 'creator' : 'brand');

interface AccountSummary {
  readonly state: AccountState;
  /** ISO 8601. */
  readonly registeredAt: string | null;
  readonly emailConfirmedAt: string | null;
  readonly updatedAt: string | null;
}

const confirmsEmail = ({ type }: RecordedEvent) => type === emailConfirmed.type || type === emailChanged.type;

const emptySummary: AccountSummary = {
  state: account.initial,
  registeredAt: null,
  emailConfirmedAt: null,
  updatedAt: null,
};

const summarize = (
  { state, registeredAt, emailConfirmedAt, updatedAt }: AccountSummary,
  events: readonly RecordedEvent[],
): AccountSummary => ({
  state: fold(account, events as readonly AccountEvent[], state),
  registeredAt: registeredAt ?? events[0]?.recordedAt ?? null,
  emailConfirmedAt: events.findLast(confirmsEmail)?.recordedAt ?? emailConfirmedAt,
  updatedAt: events.at(-1)?.recordedAt ?? updatedAt,
});

/** Reads accounts from their own events. */
@Injectable()
export class Accounts {
  /** An account's role is decided at sign-up and never changes. */
  readonly #roles = new RecentMap<string, Role>(cachedRolesMax);

  readonly #streams: FoldedStreams;

  constructor(
    private readonly events: EventStore,
    private readonly codec: EventCodec,
  ) {
    this.#streams = new FoldedStreams(events, codec);
  }

  /** Null if nobody signed up with this id, or the account was deleted. */
  async identity(accountId: string): Promise<Identity | null> {
    const { state: known } = await this.#streams.read(streamOf(account, accountId), emptySummary, summarize);
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

  /** All addresses that the account has had, the current one last, also of a deleted account; none once its key is gone. */
  async addresses(accountId: string): Promise<readonly string[]> {
    const dated = (await this.history(accountId)) as readonly (RecordedEvent & AccountEvent)[];
    return dated.flatMap(({ data }) => ('email' in data && data.email ? [data.email] : []));
  }

  /** For a deleted account, so that its remaining tokens are no longer accepted. */
  forgetRole(accountId: string) {
    this.#roles.delete(accountId);
  }

  async history(accountId: string): Promise<readonly RecordedEvent[]> {
    return this.codec.decode(await this.events.readStream(streamOf(account, accountId)));
  }
}
