import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { AnyView } from '@tessera/domain/kernel/view';
import { isParked, type ParkedEvent, type ParkedStreams } from './parked.ts';
import type { Change, Stored } from './read-store/port.ts';

/** A fold is pure, so that a second try helps only against what is not its own, such as memory that ran out. */
const foldAttemptsMax = 2;

interface Folded {
  readonly position: number;
  readonly document: unknown;
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error));

export const parkedEvent = ({ stream, position, id, type }: RecordedEvent, error: unknown): ParkedEvent => ({
  stream,
  position,
  eventId: id,
  type,
  error: describe(error),
  at: new Date().toISOString(),
});

/**
 * The documents of one view that a run of events touches, held in memory between loading and committing them.
 * An event that can't be folded is parked, with the later events of its stream; all others go on.
 */
export class Fold {
  readonly #view: AnyView;
  readonly #parkedStreams: ParkedStreams;
  readonly #documents = new Map<string, Folded>();
  readonly #changed = new Set<string>();
  readonly parked: ParkedEvent[] = [];

  /** `parkedStreams` grows with what is parked here. */
  constructor(view: AnyView, parkedStreams: ParkedStreams) {
    this.#view = view;
    this.#parkedStreams = parkedStreams;
  }

  get size() {
    return this.#documents.size;
  }

  /** Folds events in order; `load` gives the documents as they are stored. */
  async add(
    events: readonly RecordedEvent[],
    load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Stored<unknown>>>,
  ) {
    const handled = events.filter((event) => this.#view.handlers.has(event.type));
    const missing = this.#keysOf(handled).filter((key) => !this.#documents.has(key));
    if (missing.length > 0) {
      const stored = await load(missing);
      for (const key of missing) {
        const { position = -1, document = undefined } = stored.get(key) ?? {};
        this.#documents.set(key, { position, document });
      }
    }
    for (const event of handled) this.#addOrPark(event);
  }

  /** The last state of each document that changed, in the order of keys, which is that of the store's pages. */
  changes(): Change[] {
    return [...this.#changed].sort().map((key) => ({ key, ...(this.#documents.get(key) as Folded) }));
  }

  #keysOf(events: readonly RecordedEvent[]) {
    const keys = new Set<string>();
    for (const event of events) {
      try {
        for (const key of this.#view.handlers.get(event.type)?.keys(event) ?? []) keys.add(key);
      } catch {
        // It throws again when it is folded, and is parked then.
      }
    }
    return [...keys];
  }

  #addOrPark(event: RecordedEvent) {
    if (isParked(this.#parkedStreams, event)) {
      this.parked.push(parkedEvent(event, 'An earlier event of its stream is parked'));
      return;
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#addOne(event);
        return;
      } catch (error) {
        if (attempt < foldAttemptsMax) continue;
        this.#parkedStreams.set(event.stream, event.position);
        this.parked.push(parkedEvent(event, error));
        return;
      }
    }
  }

  /** All keys of the event or none. A document that reflects the event already is left alone. */
  #addOne(event: RecordedEvent) {
    const handler = this.#view.handlers.get(event.type);
    const next = new Map<string, Folded>();
    for (const key of handler?.keys(event) ?? []) {
      const before = next.get(key) ?? this.#documents.get(key);
      if (!next.has(key) && before && before.position >= event.position) continue;
      next.set(key, { position: event.position, document: handler?.evolve(before?.document, event, key) });
    }
    for (const [key, folded] of next) {
      this.#documents.set(key, folded);
      this.#changed.add(key);
    }
  }
}
