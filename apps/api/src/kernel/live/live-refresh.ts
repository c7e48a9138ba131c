import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OtherNodes } from './other-nodes.ts';
import type { RoomReader, LastPublished } from './room-reader.ts';

/** While a node does not hear what others change, it looks for itself so often. */
const refreshEveryMs = 1_000;
/** What was changed just before it heard again may be committed a little later: until then it looks on. */
const refreshLongerMs = 3_000;

/** The rooms that sockets of this node watch, by view. */
export type WatchedRooms = ReadonlyMap<string, readonly string[]>;

interface LiveRefreshParts {
  readonly nodes: Pick<OtherNodes, 'onConnectionChange'>;
  readonly watched: () => WatchedRooms;
  readonly reader: Pick<RoomReader, 'refresh'>;
  /** How far a view is folded: where it is no further than at the last look, nothing of it is read. */
  readonly checkpoint: (view: string) => Promise<number>;
  readonly logger: Logger;
}

/** What was told of a view, and how far it was folded then. */
interface Look {
  readonly checkpoint: number;
  readonly told: LastPublished;
}

/**
 * Tells watchers what nobody tells this node: what other nodes changed while it could not hear them, and that a replay
 * has put other documents in the place of those they know. One read at a time is under way.
 */
export class LiveRefresh {
  readonly #parts: LiveRefreshParts;
  #refreshing = new AbortController();
  #isConnected = true;

  constructor(parts: LiveRefreshParts) {
    this.#parts = parts;
  }

  start() {
    this.#parts.nodes.onConnectionChange((hears) => this.#onConnectionChange(hears));
  }

  stop() {
    this.#refreshing.abort();
  }

  /** Something was missed that nobody tells again. */
  missed() {
    this.#onConnectionChange(this.#isConnected);
  }

  /** Other documents are in a view's place now: who watches one here is told. */
  promoted(view: string) {
    const rooms = this.#parts.watched().get(view) ?? [];
    this.#parts.reader
      .refresh(view, rooms, new Map())
      .catch((error: unknown) =>
        this.#parts.logger.error({ err: error }, `who watches ${view} could not be told of its replay`),
      );
  }

  #onConnectionChange(hears: boolean) {
    this.#isConnected = hears;
    this.#refreshing.abort();
    this.#refreshing = new AbortController();
    const untilMs = hears ? performance.now() + refreshLongerMs : Infinity;
    this.#refresh(untilMs, this.#refreshing.signal).catch((error: unknown) =>
      this.#parts.logger.error({ err: error }, 'what is watched could not be read again'),
    );
  }

  async #refresh(untilMs: number, signal: AbortSignal) {
    const looks = new Map<string, Look>();
    while (!signal.aborted && performance.now() < untilMs) {
      for (const [view, rooms] of this.#parts.watched()) {
        if (signal.aborted) return;
        await this.#look(view, rooms, looks);
      }
      await delay(refreshEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #look(view: string, rooms: readonly string[], looks: Map<string, Look>) {
    const { reader, checkpoint } = this.#parts;
    const last = looks.get(view);
    try {
      const now = await checkpoint(view);
      if (now === last?.checkpoint) return;
      const watched = new Set(rooms);
      const told: LastPublished = new Map([...(last?.told ?? [])].filter(([room]) => watched.has(room)));
      await reader.refresh(view, rooms, told);
      looks.set(view, { checkpoint: now, told });
    } catch {
      // An engine that is down has nothing to tell.
    }
  }
}
