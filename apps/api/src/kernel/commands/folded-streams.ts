import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { EventCodec } from '../log/codec.ts';
import { EventStoreUnavailable, noStream } from '../log/port.ts';
import type { EventStore } from '../log/port.ts';
import { RecentMap } from '../recent-map.ts';

const cacheMax = 5_000;

export interface Folded<State> {
  readonly state: State;
  /** Of the stream's last event; -1 without a stream. */
  readonly revision: number;
  /** Of the same event; -1 where the engine doesn't tell it with a stream. */
  readonly position: number;
}

interface CachedStream<State> extends Folded<State> {
  /** Whose keys opened what is in the state: it goes with the first that is destroyed. */
  readonly accounts: ReadonlySet<string>;
}

type Reading = Pick<EventCodec, 'knows' | 'decode' | 'accountsOf' | 'haveKeys'>;

/** How the events of a stream come to a state. Never changes a state in place: it is kept. */
export type FoldEvents<State> = (state: State, events: readonly RecordedEvent[]) => State;

/**
 * States of streams, each kept in memory with its revision, so that a read takes only what was added since, however long
 * the history. What was used longest ago makes room.
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
   * As the log has it now. One kind of fold for each stream: the name is all that tells states apart.
   * @throws EventStoreUnavailable for a stream that a newer release has written to: a node of that one may answer
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
      const reason = `revision ${at} (${type}, version ${version}) is of a newer release: update this node`;
      throw new EventStoreUnavailable(`${stream} can't be read here: ${reason}`);
    }
    const accounts = new Set([...(before?.accounts ?? []), ...this.#codec.accountsOf(stored)]);
    const state = add(from, await this.#codec.decode(stored));
    const folded = { state, revision: last.revision, position: last.position };
    this.#cache.set(stream, { ...folded, accounts });
    return folded;
  }

  /** What is kept, unless a key that opened it is gone. */
  async #readable(stream: string): Promise<CachedStream<unknown> | undefined> {
    const kept = this.#cache.get(stream);
    if (!kept || (await this.#codec.haveKeys(kept.accounts))) return kept;
    this.#cache.delete(stream);
    return undefined;
  }
}
