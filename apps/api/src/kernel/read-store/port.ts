import type { AnyView } from '@tessera/domain/kernel/view';

/** A document as stored: its key and the log position of the last event it reflects. */
export interface Stored<Document> {
  readonly key: string;
  readonly position: number;
  readonly document: Document;
}

/** One document's new state; `undefined` deletes it. */
export interface Change {
  readonly key: string;
  readonly position: number;
  readonly document: unknown;
}

export type Bound = string | number;

export interface Find {
  /** Declared fields that must equal a value (a list field: contain it). */
  readonly where?: Readonly<Record<string, Bound>>;
  readonly range?: { readonly field: string; readonly from?: Bound; readonly to?: Bound };
  /** Case-insensitive substring of the declared text. */
  readonly text?: string;
  /** A declared single-valued field; ties are broken by key, in the same direction. By default the key. */
  readonly sort?: { readonly field: string; readonly descending: boolean };
  readonly limit: number;
  /** `next` of the page before. Opaque. */
  readonly cursor?: string;
}

export interface Page<Document> {
  readonly items: readonly Stored<Document>[];
  /** Where the next page starts; null on the last. */
  readonly next: string | null;
}

/** A view's next generation, built beside the live one and invisible until `promote`. */
export interface Generation {
  load(keys: readonly string[]): Promise<ReadonlyMap<string, Stored<unknown>>>;
  commit(position: number, changes: readonly Change[]): Promise<void>;
  /** Makes this the live generation and drops the one before, atomically. */
  promote(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Documents in named views. A view's documents and its checkpoint are written together, by `commit` alone,
 * and every document carries the position it reflects.
 */
export interface ReadStore {
  /** Declares a view: makes its place and indexes. A view whose version changed starts empty, at checkpoint -1. */
  register(view: AnyView): Promise<void>;
  get<Document>(view: string, key: string): Promise<Stored<Document> | null>;
  load(view: string, keys: readonly string[]): Promise<ReadonlyMap<string, Stored<unknown>>>;
  find<Document>(view: string, query: Find): Promise<Page<Document>>;
  count(view: string, query?: Pick<Find, 'where' | 'range' | 'text'>): Promise<number>;
  /** The position up to which the view has folded the log; -1 for nothing yet. */
  checkpoint(view: string): Promise<number>;
  /** Several views that one batch touched, with their checkpoints: all of it or nothing. */
  commit(
    position: number,
    views: readonly { readonly view: string; readonly changes: readonly Change[] }[],
  ): Promise<void>;
  /** Opens an empty next generation of a view. A generation left by a crash is dropped. */
  rebuild(view: string): Promise<Generation>;
  close(): Promise<void>;
}

export class ReadStoreUnavailable extends Error {
  override readonly name = 'ReadStoreUnavailable';
}

export class BadCursor extends Error {
  override readonly name = 'BadCursor';
}
