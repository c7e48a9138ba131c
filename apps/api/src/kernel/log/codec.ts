import type { KeyObject } from 'node:crypto';
import type { DomainEvent, EventMetadata, RecordedEvent, SealedField } from '@tessera/domain/kernel/event';
import type { NewEvent } from './port.ts';

/**
 * Between the domain's events and what the log stores: adds id and version, encrypts personal fields on the way in;
 * brings old versions up to date and decrypts on the way out. A field whose key was destroyed reads as null.
 */
export abstract class EventCodec {
  abstract encode(events: readonly DomainEvent[], metadata: EventMetadata): Promise<readonly NewEvent[]>;
  /** Whether this release knows what the event means: its type, in no newer version than it writes itself. */
  abstract knows(event: Pick<RecordedEvent, 'type' | 'version'>): boolean;
  /**
   * Leaves what it doesn't know as it is stored. Answers at once where nothing is personal, which is nearly always: a
   * replay calls it per batch.
   * @param opened the types whose personal fields are wanted, by default all: of others they read as null, and no key is
   * asked for
   */
  abstract decode(
    events: readonly RecordedEvent[],
    opened?: ReadonlySet<string>,
  ): readonly RecordedEvent[] | Promise<readonly RecordedEvent[]>;
  /** As `decode`, but asks for no key: every encrypted field reads as null. For those who need no personal field. */
  abstract decodeWithoutKeys(events: readonly RecordedEvent[]): readonly RecordedEvent[];
  /** What a view kept closed; null once the account's key is gone. */
  abstract open(accountId: string, sealed: SealedField): Promise<unknown>;
  /** The accounts whose keys open the personal fields of the events. */
  abstract accountsOf(events: readonly RecordedEvent[]): ReadonlySet<string>;
  /** Whether each of the accounts has its key still: what was opened with one that is gone must not be shown again. */
  abstract haveKeys(accounts: ReadonlySet<string>): boolean | Promise<boolean>;
  /** The account's own key, made where it has none yet; null once the person was forgotten. */
  abstract keyOf(accountId: string): Promise<KeyObject | null>;
  /** Destroys the account's key for good: its personal fields read as null from now on, and later ones aren't kept. */
  abstract forget(accountId: string): Promise<void>;
}

/** Reads without any key: for those who need no personal field. */
export const withoutKeys = (codec: EventCodec): Pick<EventCodec, 'knows' | 'decode' | 'accountsOf' | 'haveKeys'> => ({
  knows: (event) => codec.knows(event),
  decode: (events) => codec.decodeWithoutKeys(events),
  accountsOf: () => new Set(),
  haveKeys: () => true,
});
