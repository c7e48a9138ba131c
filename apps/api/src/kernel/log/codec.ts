import type { KeyObject } from 'node:crypto';
import type { DomainEvent, EventMetadata, RecordedEvent, SealedField } from '@tessera/domain/kernel/event';
import type { NewEvent } from './port.ts';

/**
 * Translates between the domain's events and what the log stores. Encoding adds id and version and encrypts personal
 * fields; decoding decrypts them and upcasts older versions. A field whose key was destroyed reads as null.
 */
export abstract class EventCodec {
  abstract encode(events: readonly DomainEvent[], metadata: EventMetadata): Promise<readonly NewEvent[]>;
  /** Whether this release understands the event: it knows the type, and the version is no newer than its own. */
  abstract knows(event: Pick<RecordedEvent, 'type' | 'version'>): boolean;
  /**
   * Leaves events that it doesn't know as they are stored. Synchronous if nothing is personal, which is nearly always
   * the case: a replay calls it for each batch.
   * @param opened the types whose personal fields are wanted, by default all: those of others read as null, and their
   * keys are not fetched
   */
  abstract decode(
    events: readonly RecordedEvent[],
    opened?: ReadonlySet<string>,
  ): readonly RecordedEvent[] | Promise<readonly RecordedEvent[]>;
  /** Like `decode`, but fetches no keys, so encrypted fields read as null. For readers that need no personal field. */
  abstract decodeWithoutKeys(events: readonly RecordedEvent[]): readonly RecordedEvent[];
  /** Decrypts a field that a view stored encrypted; null once the account's key is gone. */
  abstract open(accountId: string, sealed: SealedField): Promise<unknown>;
  /** The accounts whose keys open the personal fields of the events. */
  abstract accountsOf(events: readonly RecordedEvent[]): ReadonlySet<string>;
  /** Whether every account still has its key: what was decrypted with a destroyed one must not be shown again. */
  abstract haveKeys(accounts: ReadonlySet<string>): boolean | Promise<boolean>;
  /** The account's own key, created if it has none yet; null once the person was forgotten. */
  abstract keyOf(accountId: string): Promise<KeyObject | null>;
  /** Destroys the account's key for good: its personal fields read as null from now on, and new ones aren't stored. */
  abstract forget(accountId: string): Promise<void>;
}

/** Reads without any keys, for readers that need no personal field. */
export const withoutKeys = (codec: EventCodec): Pick<EventCodec, 'knows' | 'decode' | 'accountsOf' | 'haveKeys'> => ({
  knows: (event) => codec.knows(event),
  decode: (events) => codec.decodeWithoutKeys(events),
  accountsOf: () => new Set(),
  haveKeys: () => true,
});
