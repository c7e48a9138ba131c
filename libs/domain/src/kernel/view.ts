import { refuseNewer } from './event.ts';
import type { EventDefinition, RecordedEvent } from './event.ts';
import { uniqueMap } from './unique-map.ts';

/** The person who is reading. `role` comes from the account's own events, never from what a client says. */
export interface Reader {
  readonly id: string | null;
  readonly role: 'visitor' | 'creator' | 'brand' | 'admin';
}

/** Documents are plain JSON; the store adds each one's key and the position it reflects. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * A way in which the product lists, searches or counts a view's documents. An engine may keep an index for each, so
 * that the cost of a page does not depend on how many documents there are.
 */
export interface Listing {
  /** Fields that always have to equal a value. */
  readonly where?: readonly string[];
  /** The fields it can be sorted by, each in either direction; a range of that field may be requested as well. */
  readonly sorts: readonly string[];
  /** Single-valued fields that it may be narrowed down by, with a value or a range. */
  readonly filters?: readonly string[];
  /** Whether it can be searched by text. */
  readonly searched?: boolean;
}

type Indexed = string | number | null | readonly string[];

/** What the store indexes, so that documents can be found, sorted and searched. */
export interface ViewIndexes<Document> {
  /** Named values for equality, ranges and sorting. A list is found by any of its items, and can't be sorted by. */
  readonly fields?: Readonly<Record<string, (document: Document) => Indexed>>;
  /**
   * The fields that pages can be sorted by; the others are only compared. The first is the default order, in which an
   * engine may store its rows. If absent, all fields can be sorted by, and there is no default order.
   */
  readonly orders?: readonly string[];
  readonly listings?: readonly Listing[];
  /** The text for substring search; stores keep it as `plainText` returns it. */
  readonly text?: (document: Document) => string;
  /** The texts for searching by words, the most important first. */
  readonly words?: readonly ((document: Document) => string)[];
  /** The id of a person whose name is found as part of the text at index `place`, although only the id is stored. */
  readonly named?: { readonly place: number; readonly by: (document: Document) => string };
}

/** What is pushed when a document changes, and to which room of the view. */
export interface LivePush<Document> {
  /** The room that is told about this document, even once it is deleted; by default its own key. */
  readonly room?: (document: Document, key: string) => string;
  /** What the room receives; by default the document. */
  readonly value?: (document: Document, key: string) => unknown;
  readonly mayWatch: (reader: Reader, room: string) => boolean;
}

/**
 * Another document that the same event touches, by key. After a crash, an event may be folded again into only one of
 * them; the other is then already in its state after the event, or after later ones, which a fold must recognize from
 * its content.
 */
type OtherDocument<Document> = (key: string) => Document | undefined;

/** How one type of event changes a view's documents. */
export interface Handler<Document> {
  /** @throws NewerEvent */
  readonly keys: (event: RecordedEvent) => readonly string[];
  /** Given `undefined`, there is no document yet; returning `undefined` deletes it. */
  readonly evolve: (
    document: Document | undefined,
    event: RecordedEvent,
    key: string,
    other: OtherDocument<Document>,
  ) => Document | undefined;
}

export interface View<Document = unknown> {
  readonly name: string;
  /** Increase it when the shape or the fold changes: the next start folds the view again from the first event. */
  readonly version: number;
  readonly handlers: ReadonlyMap<string, Handler<Document>>;
  readonly indexes: ViewIndexes<Document>;
  readonly live: LivePush<Document> | null;
  /** Whether the fold reads fields that are encrypted in the log: only such views are replayed with keys. */
  readonly readsPersonalFields: boolean;
  /**
   * The most events that may be folded before their documents are stored: a crash may leave only some of these stored,
   * and a fold that relies on another document has to recognize its state among that many. Null for no limit.
   */
  readonly foldedAtOnceMax: number | null;
}

// oxlint-disable-next-line typescript/no-explicit-any -- registries hold views of every document
export type AnyView = View<any>;

/** The names of the fields that hold text. */
type TextField<Data> = keyof { readonly [Name in keyof Data as Data[Name] extends string ? Name : never]: unknown };

/** The documents that an event touches: a field of its data with the key, or a function that returns one or several. */
export type Keys<Type extends string, Data> =
  | TextField<Data>
  | ((data: Data, event: RecordedEvent<Type, Data>) => string | readonly string[]);

/** Pairs an event definition with the keys it touches and its fold, so that `data` has the event's own type. */
/* @__NO_SIDE_EFFECTS__ */
export const on = <Document, Type extends string, Data>(
  definition: EventDefinition<Type, Data>,
  keys: Keys<Type, Data>,
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
      const data = event.data as Data;
      const found =
        typeof keys === 'function' ? keys(data, event as RecordedEvent<Type, Data>) : (data[keys] as string);
      return typeof found === 'string' ? [found] : found;
    },
    evolve: (document, event, key, other) =>
      evolve(document, event.data as Data, event as RecordedEvent<Type, Data>, key, other),
  },
];

/** Like `on`, for an event that only changes documents: where there is none, it changes nothing. */
/* @__NO_SIDE_EFFECTS__ */
export const changes = <Document, Type extends string, Data>(
  definition: EventDefinition<Type, Data>,
  keys: Keys<Type, Data>,
  change: (document: Document, data: Data, event: RecordedEvent<Type, Data>, key: string) => Document,
): readonly [string, Handler<Document>] =>
  on<Document, Type, Data>(definition, keys, (document, data, event, key) =>
    document === undefined ? undefined : change(document, data, event, key),
  );

/** An event that deletes the documents it touches. */
/* @__NO_SIDE_EFFECTS__ */
export const removes = <Document, Type extends string, Data>(
  definition: EventDefinition<Type, Data>,
  keys: Keys<Type, Data>,
): readonly [string, Handler<Document>] => on<Document, Type, Data>(definition, keys, () => undefined);

/** For an index: fields of the document itself. */
/* @__NO_SIDE_EFFECTS__ */
export const ownFields = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, (document: Readonly<Record<Name, Indexed>>) => document[name]]),
  ) as Readonly<Record<Name, (document: Readonly<Record<Name, Indexed>>) => Indexed>>;

/** Defines a read model: its fold, its indexes, and who may watch it live. Folding is a pure function. */
/* @__NO_SIDE_EFFECTS__ */
export const defineView = <Document>(options: {
  readonly name: string;
  readonly version: number;
  readonly on: readonly (readonly [string, Handler<Document>])[];
  readonly indexes?: ViewIndexes<Document>;
  readonly live?: LivePush<Document>;
  readonly readsPersonalFields?: boolean;
  readonly foldedAtOnceMax?: number;
}): View<Document> => {
  const handlers = uniqueMap(options.on, `${options.name}: an event is handled twice`);
  return {
    name: options.name,
    version: options.version,
    handlers,
    indexes: options.indexes ?? {},
    live: options.live ?? null,
    readsPersonalFields: options.readsPersonalFields ?? false,
    foldedAtOnceMax: options.foldedAtOnceMax ?? null,
  };
};

/** Folds one event into documents held in memory, as the follower does; for tests. Returns the keys it touched. */
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
