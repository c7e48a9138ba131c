import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { AnyView } from '@tessera/domain/kernel/view';
import { isParked, type ParkedEvent, type ParkedStreams } from './parked.ts';
import type { Change, Stored } from '../views/port.ts';
import { exceeds } from '../utf8.ts';

/** Folds are pure, so retrying helps only against external causes, such as running out of memory. */
const foldAttemptsMax = 2;
/** Half of MongoDB's limit, because an engine stores index data beside the document. */
const documentMaxBytes = 8 * 2 ** 20;

/** Modified in place: a window folds a million events, and each extra object would cost time. */
interface Folded {
  position: number;
  document: unknown;
  /** The last state of a deleted document. */
  deleted: unknown;
  changed: boolean;
}

type Handler = NonNullable<ReturnType<AnyView['handlers']['get']>>;

/** An event with the documents it touches; `error` is set if their keys could not be determined. */
interface Handled {
  readonly event: RecordedEvent;
  readonly handler: Handler;
  readonly keys: readonly string[];
  readonly error?: Error;
}

/** Null if a document can be stored, otherwise its size in bytes. A store would refuse a larger one every time. */
const oversizeOf = (document: unknown): number | null => {
  const json = document === undefined ? '' : JSON.stringify(document);
  return exceeds(json, documentMaxBytes) ? Buffer.byteLength(json) : null;
};

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;

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
 * The documents of one view that a sequence of events touches, held in memory between loading and committing. An event
 * that can't be folded is parked, together with the later events of its stream; all others continue.
 */
export class Fold {
  readonly #view: AnyView;
  readonly #parkedStreams: ParkedStreams;
  readonly #weighed: ReadonlySet<string>;
  readonly #documents = new Map<string, Folded>();
  readonly #documentOf = (key: string): unknown => this.#folded(key).document;
  readonly parked: ParkedEvent[] = [];

  /**
   * `parkedStreams` grows with what is parked here. An event that would make one of the `weighed` documents too large
   * to store is parked. Other documents are not checked, because measuring each one after each event takes longer than
   * folding.
   */
  constructor(view: AnyView, parkedStreams: ParkedStreams, weighed: ReadonlySet<string> = new Set()) {
    this.#view = view;
    this.#parkedStreams = parkedStreams;
    this.#weighed = weighed;
  }

  get size() {
    return this.#documents.size;
  }

  /** Folds events in order; `load` reads stored documents. */
  async add(
    events: readonly RecordedEvent[],
    load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Stored<unknown>>>,
  ) {
    const handled: Handled[] = [];
    for (const event of events) {
      const each = this.#handled(event);
      if (each) handled.push(each);
    }
    const missing = new Set<string>();
    for (const { keys } of handled) for (const key of keys) if (!this.#documents.has(key)) missing.add(key);
    if (missing.size > 0) {
      const stored = await load([...missing]);
      for (const key of missing) {
        const { position = -1, document } = stored.get(key) ?? {};
        this.#documents.set(key, { position, document, deleted: undefined, changed: false });
      }
    }
    for (const each of handled) this.#addOrPark(each);
  }

  /** The last state of each changed document, ordered by key like the store's pages. */
  changes(): Change[] {
    const changed = [...this.#documents].filter(([, folded]) => folded.changed);
    return changed
      .map(([key, { position, document, deleted }]) => ({ key, position, document, deleted }))
      .sort((one, other) => (one.key < other.key ? -1 : 1));
  }

  /** The keys of changed documents that are too large to be stored. */
  oversize(): readonly string[] {
    const changed = [...this.#documents].filter(([, folded]) => folded.changed);
    return changed.filter(([, { document }]) => oversizeOf(document) !== null).map(([key]) => key);
  }

  #handled(event: RecordedEvent): Handled | undefined {
    const handler = this.#view.handlers.get(event.type);
    if (!handler) return undefined;
    try {
      return { event, handler, keys: handler.keys(event) };
    } catch (error) {
      return { event, handler, keys: [], error: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  #addOrPark(handled: Handled) {
    const { event } = handled;
    if (isParked(this.#parkedStreams, event)) {
      this.parked.push(parkedEvent(event, 'An earlier event of its stream is parked'));
      return;
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#addOne(handled);
        return;
      } catch (error) {
        if (attempt < foldAttemptsMax) continue;
        this.#parkedStreams.set(event.stream, event.position);
        this.parked.push(parkedEvent(event, error));
        return;
      }
    }
  }

  /** Applies the event to all of its documents or to none. A document that already reflects the event is left alone. */
  #addOne({ event, handler, keys, error }: Handled) {
    if (error) throw error;
    const touched = (keys.length > 1 ? [...new Set(keys)] : keys).filter(
      (key) => this.#folded(key).position < event.position,
    );
    const documentOf = this.#documentOf;
    const next = touched.map((key) => handler.evolve(documentOf(key), event, key, documentOf) as unknown);
    if (this.#weighed.size > 0) this.#weigh(touched, next);
    for (const [index, key] of touched.entries()) {
      const folded = this.#folded(key);
      folded.position = event.position;
      folded.deleted = next[index] === undefined ? (folded.document ?? folded.deleted) : undefined;
      folded.document = next[index];
      folded.changed = true;
    }
  }

  #weigh(keys: readonly string[], documents: readonly unknown[]) {
    for (const [index, key] of keys.entries()) {
      const bytes = this.#weighed.has(key) ? oversizeOf(documents[index]) : null;
      if (bytes === null) continue;
      const [would, most] = [bytes, documentMaxBytes].map(megabytes);
      throw new Error(`The document "${key}" of ${this.#view.name} would take ${would}; at most ${most} are stored`);
    }
  }

  #folded(key: string): Folded {
    const folded = this.#documents.get(key);
    if (!folded) throw new Error(`The document "${key}" was not loaded`);
    return folded;
  }
}

/**
 * Folds the events that `fill` adds. If a document becomes too large, everything is folded again with that document
 * measured after each event, so that only the events that made it too large are parked.
 */
export const foldStorable = async (
  view: AnyView,
  parkedStreams: ParkedStreams,
  fill: (fold: Fold) => Promise<void>,
): Promise<Fold> => {
  const weighed = new Set<string>();
  for (;;) {
    const streams = new Map(parkedStreams);
    const fold = new Fold(view, streams, weighed);
    await fill(fold);
    const oversize = fold.oversize();
    if (oversize.length === 0) {
      for (const [stream, position] of streams) parkedStreams.set(stream, position);
      return fold;
    }
    // This ends: each attempt adds documents to weigh, and there are only as many as the events touch.
    for (const key of oversize) weighed.add(key);
  }
};
