import type { LiveMessage } from '@tessera/contract/kernel/live';
import type { AnyView, LivePush } from '@tessera/domain/kernel/view';
import type { ReadStore } from '../views/port.ts';
import type { Hint } from './other-nodes.ts';

/** Documents read from the store at once. */
const sliceMaxKeys = 500;
/** Hints per view that may wait for the read before them; beyond this, all rooms are refreshed instead. */
const waitingMaxHints = 10_000;

export type Publish = (view: string, room: string, message: LiveMessage) => void;

interface RoomReaderParts {
  readonly views: ReadonlyMap<string, AnyView>;
  readonly store: Pick<ReadStore, 'load' | 'checkpoint'>;
  /** Sends to the sockets of this node. */
  readonly publish: Publish;
  /** Called when hints were dropped because there were too many, or the store did not answer. */
  readonly onDropped: () => void;
}

/** The value that a document's watchers receive. */
export const roomValueOf = (live: LivePush<unknown> | null | undefined, key: string, document: unknown): unknown =>
  live?.value?.(document, key) ?? document;

/** The position last published to each room of a view, or -1 if it was told that there is no document. */
export type LastPublished = Map<string, number>;

/**
 * Reads what other processes changed, for the sockets of this node. However many hints arrive, only one read of up to
 * 500 documents is under way per view; hints that arrive meanwhile are combined into the next.
 */
export class RoomReader {
  readonly #parts: RoomReaderParts;
  /** For each view, the documents to be read with their rooms. */
  readonly #waiting = new Map<string, Map<string, string>>();
  readonly #reading = new Set<string>();

  constructor(parts: RoomReaderParts) {
    this.#parts = parts;
  }

  /** Publishes the current state of these documents to their rooms. */
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

  /** Publishes the current state to each room that was last sent another one. @throws ReadStoreUnavailable */
  async refresh(view: string, rooms: readonly string[], published: LastPublished) {
    const { views, store, publish } = this.#parts;
    // Read before the documents, which are then at least as new.
    const checkpoint = await store.checkpoint(view);
    const publishIfChanged = (room: string, known: number, message: LiveMessage) => {
      if (published.get(room) === known) return;
      published.set(room, known);
      publish(view, room, message);
    };
    if (views.get(view)?.live?.room) {
      // A room with many documents has no state of its own: its watchers only learn up to which position they may have
      // missed something.
      for (const room of rooms) publishIfChanged(room, checkpoint, { position: checkpoint, value: null });
      return;
    }
    for (let start = 0; start < rooms.length; start += sliceMaxKeys) {
      const keys = rooms.slice(start, start + sliceMaxKeys);
      const found = await store.load(view, keys);
      for (const key of keys) {
        const stored = found.get(key);
        const position = stored?.position ?? checkpoint;
        publishIfChanged(key, stored?.position ?? -1, { position, value: this.#valueOf(view, key, stored?.document) });
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
          // Deleted meanwhile: a hint of its own follows.
          if (stored?.document === undefined) continue;
          publish(view, room, { position: stored.position, value: this.#valueOf(view, key, stored.document) });
        }
      }
    } catch {
      // Nothing can be read while an engine is down; whoever folds logs the outage.
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
