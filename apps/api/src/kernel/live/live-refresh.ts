import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OtherNodes } from './other-nodes.ts';

/** While nodes can't tell each other what changed, each looks for itself so often. */
const refreshEveryMs = 1_000;
/** After they can again, what carries their messages may follow a little later: until then each looks on. */
const refreshLongerMs = 3_000;

/** Something that sockets of this node watch. */
export interface WatchedRoom {
  readonly view: string;
  readonly key: string;
}

interface LiveRefreshParts {
  readonly nodes: OtherNodes;
  readonly watched: () => readonly WatchedRoom[];
  /** Tells a room its present state, if that is newer than the position; answers the position it has now. */
  readonly tell: (room: WatchedRoom, newerThan: number) => Promise<number>;
  readonly logger: Logger;
}

const nameOf = ({ view, key }: WatchedRoom) => `${view}:${key}`;

/**
 * Tells watchers what no commit of this node tells them: what other nodes changed while they could not be reached, and
 * that a replay has put other documents in the place of those they know.
 */
export class LiveRefresh {
  readonly #parts: LiveRefreshParts;
  #refreshing = new AbortController();
  #stopListening = () => {};

  constructor(parts: LiveRefreshParts) {
    this.#parts = parts;
  }

  start() {
    this.#parts.nodes.onReachable((reachable) => this.#onReachable(reachable));
    this.#stopListening = this.#parts.nodes.onPromotion((view) => this.#tellAll(view));
  }

  stop() {
    this.#refreshing.abort();
    this.#stopListening();
  }

  /** Other documents stand in a view's place now: who watches one is told, on every node. */
  announcePromotion(view: string) {
    this.#tellAll(view);
    this.#parts.nodes.announcePromotion(view);
  }

  #onReachable(reachable: boolean) {
    this.#refreshing.abort();
    this.#refreshing = new AbortController();
    const untilMs = reachable ? performance.now() + refreshLongerMs : Infinity;
    this.#refresh(untilMs, this.#refreshing.signal).catch((error: unknown) =>
      this.#parts.logger.error({ err: error }, 'what is watched could not be read again'),
    );
  }

  async #refresh(untilMs: number, signal: AbortSignal) {
    const told = new Map<string, number>();
    while (!signal.aborted && performance.now() < untilMs) {
      for (const room of this.#parts.watched()) {
        told.set(nameOf(room), await this.#parts.tell(room, told.get(nameOf(room)) ?? -1));
      }
      await delay(refreshEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  #tellAll(view: string) {
    const { watched, tell, logger } = this.#parts;
    const rooms = watched().filter((room) => room.view === view);
    Promise.all(rooms.map((room) => tell(room, -1))).catch((error: unknown) =>
      logger.error({ err: error }, `who watches ${view} could not be told of its replay`),
    );
  }
}
