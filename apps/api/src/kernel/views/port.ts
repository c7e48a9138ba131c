import type { AnyView } from '@tessera/domain/kernel/view';
import type { PositionKind } from '../log/port.ts';

/** A stored document, with its key and the log position of the last event that it reflects. */
export interface Stored<Document> {
  readonly key: string;
  readonly position: number;
  readonly document: Document;
}

/** A document's new state; `undefined` deletes it. */
export interface Change {
  readonly key: string;
  readonly position: number;
  readonly document: unknown;
  /** The deleted document, if known, so that its watchers can be told. Engines don't store it. */
  readonly deleted?: unknown;
}

export type Bound = string | number;

export interface Find {
  /** Fields that must equal a value; a list field must contain it. */
  readonly where?: Readonly<Record<string, Bound>>;
  readonly range?: { readonly field: string; readonly from?: Bound; readonly to?: Bound };
  /** A substring of the view's text, compared as `plainText` returns both. */
  readonly text?: string;
  /**
   * A search for words: all of them must be found, in any order, in the texts that the view declares as `words`, or be
   * contained anywhere in its `text`. Case, accents and plurals don't matter. A search without any word finds nothing.
   */
  readonly words?: string;
  /**
   * For each word of that search, ids of people whose names have it. Matches their documents in a view with `named`.
   */
  readonly named?: readonly (readonly string[])[];
  /** The same for people whose names only contain it. */
  readonly partlyNamed?: readonly (readonly string[])[];
  /**
   * Sorts by where the words were found, matches in earlier texts first; then what only contains them; and within each
   * by `sort`.
   */
  readonly ranked?: boolean;
  /** A single-valued field; ties are broken by key, in the same direction. Sorted by key if absent. */
  readonly sort?: { readonly field: string; readonly descending: boolean };
  readonly limit: number;
  /** `next` of the previous page. Opaque. */
  readonly cursor?: string;
}

export type Filter = Pick<Find, 'where' | 'range' | 'text' | 'words' | 'named' | 'partlyNamed'>;

export interface Page<Document> {
  readonly items: readonly Stored<Document>[];
  /** Where the next page starts; null on the last page. */
  readonly next: string | null;
}

/** A view's next generation, built next to the live one and invisible until `promote`. */
export interface Generation {
  /** The position it had been committed up to when it was opened; -1 if it was empty. */
  readonly checkpoint: number;
  load(keys: readonly string[]): Promise<ReadonlyMap<string, Stored<unknown>>>;
  commit(position: number, changes: readonly Change[]): Promise<void>;
  /**
   * Creates the indexes, which costs less for many documents at once than with each commit. Called before `promote`,
   * when most documents are there; `promote` creates what is still missing.
   */
  index(): Promise<void>;
  /** Atomically makes this the live generation. The previous one is dropped, at the latest once nobody reads it. */
  promote(): Promise<void>;
  discard(): Promise<void>;
}

/** What identifies a log. */
export interface LogIdentity {
  /** The id of its first event. */
  readonly first: string;
  /** Changes with each restore; null if there is none yet, or the engine keeps none. */
  readonly history: string | null;
}

/** Whether stored views belong to this log. Views stored without a history belong to any history of their log. */
export const isSameLog = (kept: LogIdentity, log: LogIdentity) =>
  kept.first === log.first && (kept.history === null || kept.history === log.history);

/**
 * Stores documents in named views. A view's documents and its checkpoint are written together, only by `commit`, and
 * each document carries the position that it reflects. Processes may share a store: any number read a view, and the one
 * with the highest fence writes it.
 */
export abstract class ReadStore {
  /**
   * Declares a view and creates its storage and indexes. A view whose version has changed starts empty, at checkpoint
   * -1, and so does one that was folded from a log of the other kind.
   */
  abstract register(view: AnyView, counts: PositionKind): Promise<void>;
  /**
   * Makes this process the writer of a view: its commits and generations carry the token from now on, and processes
   * with a lower token or none are refused.
   * @throws Fenced if a higher token was used before
   */
  abstract fence(view: string, token: number): Promise<void>;
  abstract get<Document>(view: string, key: string): Promise<Stored<Document> | null>;
  /** For folding. An engine may also return deleted documents, as `undefined` with the position of the deletion. */
  abstract load(view: string, keys: readonly string[]): Promise<ReadonlyMap<string, Stored<unknown>>>;
  abstract find<Document>(view: string, query: Find): Promise<Page<Document>>;
  /** @param atMost stop counting here, which limits the cost */
  abstract count(view: string, query?: Filter, atMost?: number): Promise<number>;
  /**
   * A count to show to somebody, up to `atMost`, which may also be the answer if a sample shows that there are more. Null
   * if counting would take long.
   */
  abstract countBriefly(view: string, query: Filter, atMost: number): Promise<number | null>;
  /**
   * The position up to which the view has folded the log; -1 if it has folded nothing. Later reads reflect at least
   * that position, even if another process has promoted a generation.
   */
  abstract checkpoint(view: string): Promise<number>;
  /** The checkpoints of several views, in one read. */
  abstract checkpoints(views: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Commits the changes of one batch to several views, with their checkpoints. A failed commit moves no checkpoint and
   * can be repeated. An engine without transactions may have written some of the documents, which repeating leaves as
   * they are.
   * @throws Fenced if another process has taken over one of the views; ReadStoreUnavailable
   */
  abstract commit(
    position: number,
    views: readonly { readonly view: string; readonly changes: readonly Change[] }[],
  ): Promise<void>;
  /**
   * Opens a view's next generation. Drops an unfinished one, unless it has the same task and the engine can resume it.
   */
  abstract rebuild(view: string, task?: string): Promise<Generation>;
  /**
   * Erases the data of dropped generations from all files that this process keeps for the engine. In a live generation,
   * deleted or replaced data may remain.
   * @throws ReadStoreUnavailable while others read the old data
   */
  abstract scrub(): Promise<void>;
  /** Writes something that nobody reads. @throws ReadStoreUnavailable if a commit would fail now */
  abstract tryWrite(): Promise<void>;
  /** The log that these views belong to, as set by `keepLog`; null in a new store. */
  abstract log(): Promise<LogIdentity | null>;
  /**
   * Drops the views of any other log: they are folded again once they are registered.
   * @param counts what the log's positions count
   */
  abstract keepLog(log: LogIdentity, counts: PositionKind): Promise<void>;
  /** The highest checkpoint of all views folded from a log of this kind, registered or not; -1 for none. */
  abstract furthest(counts: PositionKind): Promise<number>;
  abstract close(): Promise<void>;
}

/** Another process writes this view now: whoever gets this must stop writing it. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** The engine can't read or write now. The message says which engine, what was tried and what to do. */
export class ReadStoreUnavailable extends Error {
  override readonly name = 'ReadStoreUnavailable';
}

export class BadCursor extends Error {
  override readonly name = 'BadCursor';
}
