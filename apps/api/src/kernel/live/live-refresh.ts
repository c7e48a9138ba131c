import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OtherNodes } from './other-nodes.ts';
import type { RoomReader, LastPublished } from './room-reader.ts';

/** How often a node reads for itself while it can't receive the messages of others. */
const refreshEveryMs = 1_000;
/** Changes made just before it reconnected may be committed a little later, so it goes on reading for this long. */
const refreshLongerMs = 3_000;

/** The rooms that sockets of this node watch, by view. */
export type WatchedRooms = ReadonlyMap<string, readonly string[]>;

interface LiveRefreshParts {
  readonly nodes: Pick<OtherNodes, 'onConnectionChange'>;
  readonly watched: () => WatchedRooms;
  readonly reader: Pick<RoomReader, 'refresh'>;
  /** A view's checkpoint: if it hasn't moved since the last read, nothing of the view is read. */
  readonly checkpoint: (view: string) => Promise<number>;
  readonly logger: Logger;
}

/** What was last published of a view, and its checkpoint at that time. */
interface LastRead {
  readonly checkpoint: number;
  readonly published: LastPublished;
}

/**
 * Updates watchers about changes that no message announces: what other nodes changed while this one was not receiving,
 * and documents that a replay replaced. Only one read is under way at a time.
 */
export class LiveRefresh {
  readonly #parts: LiveRefreshParts;
  #refreshing = new AbortController();
  #isConnected = true;

  constructor(parts: LiveRefreshParts) {
    this.#parts = parts;
  }

  start() {
    this.#parts.nodes.onConnectionChange((isConnected) => this.#onConnectionChange(isConnected));
  }

  stop() {
    this.#refreshing.abort();
  }

  /** Call when something was missed that won't be sent again. */
  missed() {
    this.#onConnectionChange(this.#isConnected);
  }

  /** A replay has replaced a view's documents, so everyone watching one here is updated. */
  promoted(view: string) {
    const rooms = this.#parts.watched().get(view) ?? [];
    this.#parts.reader
      .refresh(view, rooms, new Map())
      .catch((error: unknown) =>
        this.#parts.logger.error({ err: error }, `the watchers of ${view} could not be updated after its replay`),
      );
  }

  #onConnectionChange(isConnected: boolean) {
    this.#isConnected = isConnected;
    this.#refreshing.abort();
    this.#refreshing = new AbortController();
    const untilMs = isConnected ? performance.now() + refreshLongerMs : Infinity;
    this.#refresh(untilMs, this.#refreshing.signal).catch((error: unknown) =>
      this.#parts.logger.error({ err: error }, 'watched documents could not be refreshed'),
    );
  }

  async #refresh(untilMs: number, signal: AbortSignal) {
    const lastReads = new Map<string, LastRead>();
    while (!signal.aborted && performance.now() < untilMs) {
      for (const [view, rooms] of this.#parts.watched()) {
        if (signal.aborted) return;
        await this.#refreshView(view, rooms, lastReads);
      }
      await delay(refreshEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #refreshView(view: string, rooms: readonly string[], lastReads: Map<string, LastRead>) {
    const { reader, checkpoint } = this.#parts;
    const last = lastReads.get(view);
    try {
      const now = await checkpoint(view);
      if (now === last?.checkpoint) return;
      const watched = new Set(rooms);
      const published: LastPublished = new Map([...(last?.published ?? [])].filter(([room]) => watched.has(room)));
      await reader.refresh(view, rooms, published);
      lastReads.set(view, { checkpoint: now, published });
    } catch {
      // Nothing can be read while an engine is down.
    }
  }
}
