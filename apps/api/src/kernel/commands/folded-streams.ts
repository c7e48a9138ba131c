import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { EventCodec } from '../log/codec.ts';
import { EventStoreUnavailable, noStream } from '../log/port.ts';
import type { EventStore } from '../log/port.ts';
import { RecentMap } from '../recent-map.ts';

const cacheMax = 5_000;

export interface Folded<State> {
  readonly state: State;
  /** The stream's last revision; -1 if there is no stream. */
  readonly revision: number;
  /** The position of that last event; -1 if the engine does not report it when reading a stream. */
  readonly position: number;
}

interface CachedStream<State> extends Folded<State> {
  /** The accounts whose keys decrypted parts of the state, which is dropped once any of these keys is destroyed. */
  readonly accounts: ReadonlySet<string>;
}

type Reading = Pick<EventCodec, 'knows' | 'decode' | 'accountsOf' | 'haveKeys'>;

/** Folds a stream's events into a state. It must never modify the given state, which is cached. */
export type FoldEvents<State> = (state: State, events: readonly RecordedEvent[]) => State;

/**
 * Caches the states of streams with their revisions, so that however long a stream is, a read fetches only what was
 * added since. The least recently used state is dropped first.
 */
export class FoldedStreams {
  readonly #cache = new RecentMap<string, CachedStream<unknown>>(cacheMax);
  readonly #events: EventStore;
  readonly #codec: Reading;

  constructor(events: EventStore, codec: Reading) {
    this.#events = events;
    this.#codec = codec;
  }

  /**
   * The state as of now. Use only one kind of fold per stream: cached states are told apart by the stream's name alone.
   * @throws EventStoreUnavailable for a stream that a newer release has written to: one of its nodes may be able to
   * answer
   */
  async read<State>(stream: string, initial: State, add: FoldEvents<State>): Promise<Folded<State>> {
    const before = await this.#readable(stream);
    const { revision, position } = before ?? { revision: noStream, position: -1 };
    const stored = await this.#events.readStream(stream, revision + 1);
    const last = stored.at(-1);
    const from = before ? (before.state as State) : initial;
    if (!last) return { state: from, revision, position };
    const unknown = stored.find((event) => !this.#codec.knows(event));
    if (unknown) {
      const { type, version, revision: at } = unknown;
      const reason = `revision ${at} (${type}, version ${version}) was written by a newer release: update this node`;
      throw new EventStoreUnavailable(`${stream} can't be read here: ${reason}`);
    }
    const accounts = new Set([...(before?.accounts ?? []), ...this.#codec.accountsOf(stored)]);
    const state = add(from, await this.#codec.decode(stored));
    const folded = { state, revision: last.revision, position: last.position };
    this.#cache.set(stream, { ...folded, accounts });
    return folded;
  }

  /** The cached state, unless a key that decrypted it is gone. */
  async #readable(stream: string): Promise<CachedStream<unknown> | undefined> {
    const kept = this.#cache.get(stream);
    if (!kept || (await this.#codec.haveKeys(kept.accounts))) return kept;
    this.#cache.delete(stream);
    return undefined;
  }
}
