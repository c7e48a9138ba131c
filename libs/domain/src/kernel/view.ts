import { refuseNewer } from './event.ts';
import type { EventDefinition, RecordedEvent } from './event.ts';

/** Who asks. `role` comes from the account's own events, never from what a client says. */
export interface Reader {
  readonly id: string | null;
  readonly role: 'visitor' | 'creator' | 'brand' | 'admin';
}

/** A document is plain JSON; the store adds its key and the position it reflects. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * A way in which the product lists, searches or counts the documents of a view. An engine may keep an index for each, so
 * that a page costs what it returns however many documents there are.
 */
export interface Listing {
  /** Fields that have to equal a value, always. */
  readonly where?: readonly string[];
  /** The fields it is sorted by, each in either direction; a range of that field may be asked for as well. */
  readonly sorts: readonly string[];
  /** Single-valued fields that it may be narrowed by, with a value or a range. */
  readonly filters?: readonly string[];
  /** It may be searched for a text. */
  readonly searched?: boolean;
}

/** What of a document the store indexes, so that it can be found, sorted and searched. */
export interface ViewIndexes<Document> {
  /** Named values for equality, range and sort. A list is found by any of its items (and can't be sorted by). */
  readonly fields?: Readonly<Record<string, (document: Document) => string | number | null | readonly string[]>>;
  /**
   * The fields that pages are sorted by; the others are only compared with. The first is the usual order, by which an
   * engine may keep its rows. By default all fields, and none is usual.
   */
  readonly orders?: readonly string[];
  readonly listings?: readonly Listing[];
  /** The text that substring search looks through. */
  readonly text?: (document: Document) => string;
  /** The texts that are searched by words: what counts most first. */
  readonly words?: readonly ((document: Document) => string)[];
  /** Whose name is found as if it stood in one of these texts, which don't hold it: an id, by which others know the name. */
  readonly named?: { readonly place: number; readonly by: (document: Document) => string };
}

/** What is pushed when a document changed: to whom (a room of this view) and what. */
export interface LivePush<Document> {
  /** The room that learns of this document, even when it is gone; by default its own key. */
  readonly room?: (document: Document, key: string) => string;
  /** What the room receives; by default the document. */
  readonly value?: (document: Document, key: string) => unknown;
  readonly mayWatch: (reader: Reader, room: string) => boolean;
}

/**
 * Another document of those that an event touches, by its key. After a crash an event may be folded again into one of
 * them alone: then the other is met as it was after the event, or after later ones. A fold must tell by its content.
 */
type OtherDocument<Document> = (key: string) => Document | undefined;

/** How one kind of event changes the documents of a view. */
interface Handler<Document> {
  /** @throws NewerEvent */
  readonly keys: (event: RecordedEvent) => readonly string[];
  /** `undefined` in: there is no document yet; `undefined` out: there must be none. */
  readonly evolve: (
    document: Document | undefined,
    event: RecordedEvent,
    key: string,
    other: OtherDocument<Document>,
  ) => Document | undefined;
}

export interface View<Document = unknown> {
  readonly name: string;
  /** Raise it when the shape or the fold changes: the next start folds the view again from the first event. */
  readonly version: number;
  readonly handlers: ReadonlyMap<string, Handler<Document>>;
  readonly indexes: ViewIndexes<Document>;
  readonly live: LivePush<Document> | null;
  /** True when the fold reads fields that are encrypted in the log; only such a view is replayed with the keys at hand. */
  readonly readsPersonalFields: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any -- registries hold views of every document
export type AnyView = View<any>;

/** Pairs an event definition with the keys it touches and the fold, so that `data` has the event's own type. */
/* @__NO_SIDE_EFFECTS__ */
export const on = <Document, Type extends string, Data>(
  definition: EventDefinition<Type, Data>,
  keys: (data: Data, event: RecordedEvent<Type, Data>) => string | readonly string[],
  evolve: (
    document: Document | undefined,
    data: Data,
    event: RecordedEvent<Type, Data>,
    key: string,
    other: OtherDocument<Document>,
  ) => Document | undefined,
): readonly [string, Handler<Document>] => [
  definition.type,
  {
    keys: (event) => {
      refuseNewer(definition, event.version);
      const found = keys(event.data as Data, event as RecordedEvent<Type, Data>);
      return typeof found === 'string' ? [found] : found;
    },
    evolve: (document, event, key, other) =>
      evolve(document, event.data as Data, event as RecordedEvent<Type, Data>, key, other),
  },
];

/** Defines a read model: its fold, its indexes, and who may watch it live. Folding is a pure function. */
/* @__NO_SIDE_EFFECTS__ */
export const defineView = <Document>(options: {
  readonly name: string;
  readonly version: number;
  readonly on: readonly (readonly [string, Handler<Document>])[];
  readonly indexes?: ViewIndexes<Document>;
  readonly live?: LivePush<Document>;
  readonly readsPersonalFields?: boolean;
}): View<Document> => {
  const handlers = new Map(options.on);
  if (handlers.size !== options.on.length) throw new Error(`${options.name}: an event is handled twice`);
  return {
    name: options.name,
    version: options.version,
    handlers,
    indexes: options.indexes ?? {},
    live: options.live ?? null,
    readsPersonalFields: options.readsPersonalFields ?? false,
  };
};

/** Folds one event into a set of documents held in memory: what the follower does, and tests do. */
export const foldInto = <Document>(view: View<Document>, documents: Map<string, Document>, event: RecordedEvent) => {
  const handler = view.handlers.get(event.type);
  if (!handler) return [];
  const keys = handler.keys(event);
  const next = keys.map((key) => handler.evolve(documents.get(key), event, key, (other) => documents.get(other)));
  for (const [index, key] of keys.entries()) {
    const document = next[index];
    if (document === undefined) documents.delete(key);
    else documents.set(key, document);
  }
  return keys;
};
