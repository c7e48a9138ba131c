import type { AnyView, LivePush } from '@tessera/domain/kernel/view';
import type { ReadStore } from '../views/port.ts';
import type { Hint } from './other-nodes.ts';

/** Documents read at once: one question to the store. */
const sliceMaxKeys = 500;
/** Hints of one view that wait for the read before them; of more, all are read anew. */
const waitingMaxHints = 10_000;

export interface LiveMessage {
  readonly position: number;
  readonly value: unknown;
  /** In a room of many documents, the key of one that is gone. */
  readonly removed?: string;
}

export type Publish = (view: string, room: string, message: LiveMessage) => void;

interface RoomReaderParts {
  readonly views: ReadonlyMap<string, AnyView>;
  readonly store: Pick<ReadStore, 'load' | 'checkpoint'>;
  /** To the sockets of this node. */
  readonly publish: Publish;
  /** Hints were dropped: there were too many, or the store did not answer. */
  readonly onDropped: () => void;
}

/** What those see of a document who may watch it. */
export const roomValueOf = (live: LivePush<unknown> | null | undefined, key: string, document: unknown): unknown =>
  live?.value?.(document, key) ?? document;

/** What the rooms of a view were told last, by room: a position, or -1 for no document. */
export type LastPublished = Map<string, number>;

/**
 * Reads for the sockets of this node what other processes changed. However much is told, one read at a time is under
 * way for each view, of up to 500 documents; what comes meanwhile is read together after it.
 */
export class RoomReader {
  readonly #parts: RoomReaderParts;
  /** By view: the room of each document that is to be read. */
  readonly #waiting = new Map<string, Map<string, string>>();
  readonly #reading = new Set<string>();

  constructor(parts: RoomReaderParts) {
    this.#parts = parts;
  }

  /** Tells rooms what became of these documents. */
  changed(hints: readonly Hint[]) {
    const { publish, onDropped } = this.#parts;
    for (const { view, key, room, position, removed } of hints) {
      if (removed) {
        publish(view, room, { position, value: null, removed: key });
        continue;
      }
      const waiting = this.#waiting.get(view) ?? new Map<string, string>();
      this.#waiting.set(view, waiting.set(key, room));
      if (waiting.size > waitingMaxHints) {
        waiting.clear();
        onDropped();
      }
      if (!this.#reading.has(view)) void this.#readAll(view, waiting);
    }
  }

  /**
   * Tells each of these rooms its present state, where that is not what it was told last.
   * @throws ReadStoreUnavailable
   */
  async refresh(view: string, rooms: readonly string[], told: LastPublished) {
    const { views, store, publish } = this.#parts;
    // Before the documents: they are at least as new.
    const checkpoint = await store.checkpoint(view);
    const tellIfNewer = (room: string, known: number, message: LiveMessage) => {
      if (told.get(room) === known) return;
      told.set(room, known);
      publish(view, room, message);
    };
    if (views.get(view)?.live?.room) {
      // A room of many has no state of its own: its watchers learn up to where they may have missed something.
      for (const room of rooms) tellIfNewer(room, checkpoint, { position: checkpoint, value: null });
      return;
    }
    for (let start = 0; start < rooms.length; start += sliceMaxKeys) {
      const keys = rooms.slice(start, start + sliceMaxKeys);
      const found = await store.load(view, keys);
      for (const key of keys) {
        const stored = found.get(key);
        const position = stored?.position ?? checkpoint;
        tellIfNewer(key, stored?.position ?? -1, { position, value: this.#valueOf(view, key, stored?.document) });
      }
    }
  }

  async #readAll(view: string, waiting: Map<string, string>) {
    const { store, publish, onDropped } = this.#parts;
    this.#reading.add(view);
    try {
      while (waiting.size > 0) {
        const slice = [...waiting].slice(0, sliceMaxKeys);
        for (const [key] of slice) waiting.delete(key);
        const found = await store.load(
          view,
          slice.map(([key]) => key),
        );
        for (const [key, room] of slice) {
          const stored = found.get(key);
          // Deleted since: that is a hint of its own.
          if (stored?.document === undefined) continue;
          publish(view, room, { position: stored.position, value: this.#valueOf(view, key, stored.document) });
        }
      }
    } catch {
      // An engine that is down has nothing to tell; its outage is logged by who folds.
      waiting.clear();
      onDropped();
    } finally {
      this.#reading.delete(view);
    }
  }

  #valueOf(view: string, key: string, document: unknown): unknown {
    if (document === undefined) return null;
    return roomValueOf(this.#parts.views.get(view)?.live, key, document);
  }
}
