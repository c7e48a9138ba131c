import { createSecretKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { upcast } from '@tessera/domain/kernel/event';
import type {
  AnyEventDefinition,
  DomainEvent,
  EventMetadata,
  RecordedEvent,
  SealedField,
} from '@tessera/domain/kernel/event';
import { isFields, replacedAt } from '@tessera/domain/kernel/fields';
import type { Fields } from '@tessera/domain/kernel/fields';
import type { EventCodec } from './codec.ts';
import type { NewEvent } from './port.ts';
import type { MasterKeys, Wrapped } from '../keys/master-keys.ts';
import { RecentMap } from '../recent-map.ts';
import { seal, unseal } from './sealing.ts';
import { VaultUnavailable } from '../records/port.ts';
import type { EnumerableVault } from '../records/enumerable-vault.ts';
import type { Vault } from '../records/port.ts';

const keyBytes = 32;
const cachedKeysMax = 10_000;
/** For this long, a process goes on using a key that another process may have destroyed. */
const cachedKeyMaxAgeMs = 60_000;
/** While the vault is down nobody can destroy a key in it, so cached keys stay usable for this long. */
const cachedKeyMaxAgeInOutageMs = 10 * 60_000;
/** Keeps an outage from making every read wait for the vault. */
const askAgainInOutageMs = 5_000;
export const keyCollection = 'keys';

/** An account's key; null once the person was forgotten. */
export type KeyRecord = Wrapped | { readonly wrapped: null };

const isWrapped = (record: KeyRecord | null | undefined): record is Wrapped => typeof record?.wrapped === 'string';

interface CachedKey {
  readonly key: KeyObject;
  readonly readAtMs: number;
  readonly askAgainAtMs: number;
}

type Keys = ReadonlyMap<string, KeyObject | null>;
const noKeys: Keys = new Map();

/** What the log stores in place of a personal field. */
interface Sealed {
  readonly $enc: string;
}

const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Sealed>).$enc === 'string';

const holdsSealed = (value: unknown): boolean =>
  isSealed(value) || (isFields(value) && Object.values(value).some(isSealed));

const placeOf = (account: string, type: string, field: string) => JSON.stringify([account, type, field]);
const keyPlaceOf = (account: string) => placeOf(account, 'key', '');

/** True also for a person who was forgotten: their record stays for good. */
export const hasKeyRecordOf = async (vault: Vault, accountId: string) =>
  (await vault.get<KeyRecord>(keyCollection, accountId)) !== null;

/** Whether the person's data can be read: false if they were forgotten or never existed. */
export const isRemembered = async (vault: Vault, accountId: string) =>
  isWrapped(await vault.get<KeyRecord>(keyCollection, accountId));

/** The record rewrapped by the current master key; the same object if it already was, or if the key was destroyed. */
export const rewrappedKey = (accountId: string, record: KeyRecord, masterKeys: MasterKeys): KeyRecord =>
  isWrapped(record) ? masterKeys.rewrapped(record, keyPlaceOf(accountId)) : record;

/** Whether these master keys can open the vault's records; an empty vault fits every key. */
export const isMasterKeyOf = async (vault: EnumerableVault, masterKeys: MasterKeys): Promise<boolean> => {
  for await (const { key, value } of vault.records(keyCollection)) {
    const record = value as KeyRecord;
    if (!isWrapped(record)) continue;
    try {
      masterKeys.unwrap(record, keyPlaceOf(key));
      return true;
    } catch {
      return false;
    }
  }
  return true;
};

/**
 * Encrypts fields that events mark as personal with the account's own key, and upcasts older versions. The keys are in
 * the vault, wrapped by the master key. Destroying a key makes the person unreadable in every copy of the log, while
 * the events still fold.
 */
export class PersonalDataCodec implements EventCodec {
  readonly #definitions: ReadonlyMap<string, AnyEventDefinition>;
  /** For each type without personal fields, the version that can be read as it is stored. */
  readonly #plainVersions: ReadonlyMap<string, number>;
  readonly #vault: Vault;
  readonly #masterKeys: MasterKeys;
  readonly #newId: () => string;
  readonly #cache = new RecentMap<string, CachedKey>(cachedKeysMax);
  /** Incremented by each `forget`, so that a key that was being read meanwhile isn't cached. */
  #forgotten = 0;

  constructor(options: {
    readonly definitions: ReadonlyMap<string, AnyEventDefinition>;
    readonly vault: Vault;
    readonly masterKeys: MasterKeys;
    /** Creates the ids of new events: UUIDv7. */
    readonly newId: () => string;
  }) {
    this.#definitions = options.definitions;
    this.#plainVersions = new Map(
      [...options.definitions.values()]
        .filter(({ personal }) => personal === null)
        .map(({ type, version }) => [type, version]),
    );
    this.#vault = options.vault;
    this.#masterKeys = options.masterKeys;
    this.#newId = options.newId;
  }

  async encode(events: readonly DomainEvent[], metadata: EventMetadata): Promise<readonly NewEvent[]> {
    const encoded: NewEvent[] = [];
    for (const { type, data } of events) {
      const definition = this.#definitions.get(type);
      if (!definition) throw new Error(`${type} is not in the catalog: register it before it is recorded`);
      const stored = definition.personal ? await this.#sealed(definition, data as Fields) : data;
      encoded.push({ id: this.#newId(), type, version: definition.version, data: stored, metadata });
    }
    return encoded;
  }

  knows({ type, version }: Pick<RecordedEvent, 'type' | 'version'>) {
    return version <= (this.#definitions.get(type)?.version ?? 0);
  }

  decode(
    events: readonly RecordedEvent[],
    opened?: ReadonlySet<string>,
  ): readonly RecordedEvent[] | Promise<readonly RecordedEvent[]> {
    if (events.every((event) => this.#isPlain(event))) return events;
    const keys = this.#keysOf(this.accountsOf(opened ? events.filter(({ type }) => opened.has(type)) : events));
    const read = (found: Keys) => this.#read(events, found, opened);
    return keys instanceof Promise ? keys.then(read) : read(keys);
  }

  decodeWithoutKeys(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
    return this.#read(events, noKeys);
  }

  async open(accountId: string, { type, field, text }: SealedField): Promise<unknown> {
    const key = (await this.#keysOf(new Set([accountId]))).get(accountId);
    return key ? this.#unsealed(key, text, placeOf(accountId, type, field)) : null;
  }

  accountsOf(events: readonly RecordedEvent[]): ReadonlySet<string> {
    return new Set(events.flatMap((event) => this.#accountsOf(event)));
  }

  haveKeys(accounts: ReadonlySet<string>): boolean | Promise<boolean> {
    if (this.#cachedKeys(accounts)) return true;
    return this.#fetchKeys(accounts).then((keys) => [...keys.values()].every((key) => key !== null));
  }

  async keyOf(accountId: string): Promise<KeyObject | null> {
    return this.#cachedKey(accountId) ?? this.#keyForWriting(accountId);
  }

  async forget(accountId: string): Promise<void> {
    await this.#vault.put(keyCollection, accountId, { wrapped: null } satisfies KeyRecord);
    this.#forgotten += 1;
    this.#cache.delete(accountId);
  }

  #read(events: readonly RecordedEvent[], keys: Keys, opened?: ReadonlySet<string>) {
    const keysFor = ({ type }: RecordedEvent) => (opened && !opened.has(type) ? noKeys : keys);
    return events.map((event) => (this.#isPlain(event) ? event : this.#readable(event, keysFor(event))));
  }

  /** True also for events unknown to this release, which are passed through unchanged. */
  #isPlain(event: RecordedEvent) {
    return this.#plainVersions.get(event.type) === event.version || !this.knows(event);
  }

  /** Empty if no field is encrypted. */
  #accountsOf(event: RecordedEvent): readonly string[] {
    const { type, data } = event;
    const personal = this.knows(event) && this.#definitions.get(type)?.personal;
    return personal && Object.values(data as Fields).some(holdsSealed) ? [personal.account(data)] : [];
  }

  async #sealed(definition: AnyEventDefinition, data: Fields): Promise<Fields> {
    const { account, fields } = definition.personal!;
    const accountId = account(data);
    const key = await this.keyOf(accountId);
    const sealedAt = (field: string) => (value: unknown) => {
      const place = placeOf(accountId, definition.type, field);
      return key && ({ $enc: seal(key, Buffer.from(JSON.stringify(value)), place) } satisfies Sealed);
    };
    return fields.reduce((sealed: Fields, field) => replacedAt(sealed, field, sealedAt(field)), data);
  }

  #readable(event: RecordedEvent, keys: Keys): RecordedEvent {
    const definition = this.#definitions.get(event.type)!;
    const { data, sealed } = this.#opened(event.type, event.data as Fields, definition.personal?.account, keys);
    return { ...event, version: definition.version, data: upcast(definition, event.version, data), ...sealed };
  }

  /** Decrypts before the upcast, so that upcasts see the data as that version had it. */
  #opened(type: string, data: Fields, accountOf: ((data: Fields) => string) | undefined, keys: Keys) {
    if (!accountOf) return { data };
    const accountId = accountOf(data);
    const key = keys.get(accountId) ?? null;
    const sealed: Record<string, SealedField> = {};
    const open = ({ $enc: text }: Sealed, field: string) => {
      sealed[field] = { type, field, text };
      return key && this.#unsealed(key, text, placeOf(accountId, type, field));
    };
    const openedIn = (fields: Fields, path: string): Record<string, unknown> => {
      const opened: Record<string, unknown> = {};
      for (const [field, value] of Object.entries(fields)) {
        if (isSealed(value)) opened[field] = open(value, path + field);
        else opened[field] = isFields(value) && path === '' ? openedIn(value, `${field}.`) : value;
      }
      return opened;
    };
    return { data: openedIn(data, ''), sealed: { sealed } };
  }

  #unsealed(key: KeyObject, sealed: string, boundTo: string): unknown {
    try {
      return JSON.parse(unseal(key, sealed, boundTo).toString());
    } catch {
      throw new Error(
        `Personal data bound to ${boundTo} can't be decrypted: start with the MASTER_KEY and the vault it was written with`,
      );
    }
  }

  #cachedKey(accountId: string): KeyObject | undefined {
    const cached = this.#cache.get(accountId);
    return cached && performance.now() < cached.askAgainAtMs ? cached.key : undefined;
  }

  /** Synchronous if every key is cached. */
  #keysOf(accounts: ReadonlySet<string>): Keys | Promise<Keys> {
    return this.#cachedKeys(accounts) ?? this.#fetchKeys(accounts);
  }

  /** Null if a key is not cached. */
  #cachedKeys(accounts: ReadonlySet<string>): Keys | null {
    const keys = new Map<string, KeyObject>();
    for (const account of accounts) {
      const key = this.#cachedKey(account);
      if (!key) return null;
      keys.set(account, key);
    }
    return keys;
  }

  async #fetchKeys(accounts: ReadonlySet<string>): Promise<Keys> {
    const keys = new Map<string, KeyObject | null>();
    for (const account of accounts) keys.set(account, this.#cachedKey(account) ?? (await this.#keyForReading(account)));
    return keys;
  }

  async #keyForReading(accountId: string): Promise<KeyObject | null> {
    try {
      return await this.#storedKey(accountId);
    } catch (error) {
      const cached = error instanceof VaultUnavailable ? this.#cache.get(accountId) : undefined;
      const now = performance.now();
      if (!cached || now - cached.readAtMs >= cachedKeyMaxAgeInOutageMs) throw error;
      this.#cache.set(accountId, { ...cached, askAgainAtMs: now + askAgainInOutageMs });
      return cached.key;
    }
  }

  async #keyForWriting(accountId: string): Promise<KeyObject | null> {
    const wrapped = this.#masterKeys.wrap(randomBytes(keyBytes), keyPlaceOf(accountId));
    await this.#vault.insert(keyCollection, accountId, wrapped satisfies KeyRecord);
    return this.#storedKey(accountId);
  }

  async #storedKey(accountId: string): Promise<KeyObject | null> {
    const before = this.#forgotten;
    const record = await this.#vault.get<KeyRecord>(keyCollection, accountId);
    if (!isWrapped(record)) return null;
    const key = createSecretKey(this.#masterKeys.unwrap(record, keyPlaceOf(accountId)));
    const readAtMs = performance.now();
    if (this.#forgotten === before) {
      this.#cache.set(accountId, { key, readAtMs, askAgainAtMs: readAtMs + cachedKeyMaxAgeMs });
    }
    return key;
  }
}
